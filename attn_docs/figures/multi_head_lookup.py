"""Figures of section 7 about the two look-ups: errors and learned weights."""

from __future__ import annotations

from matplotlib.figure import Figure

from attn_docs.experiments import multi_head_lookup as learned
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "multi-head/lookup",
    of=learned.lookups,
    en=Text(
        title="Two look-ups at once: one head is stuck at half",
        alt="Two panels of relative error. Left, against the training step: one head falls to "
        "{r.one:.2f} and stays there, two heads fall below one hundredth. Right, "
        "against the number of heads at equal parameters: {r.one:.2f} for one head, near 0 for "
        "two, four and eight, and {r.most:.2f} for sixteen heads of one dimension each.",
        caption="Mean squared error relative to the variance of what is wanted; bands and bars "
        "span the seeds. The dashed line is the floor that is proved in the text. Left: training, "
        "with fresh sequences at every step. Right: after training; width and parameters are the "
        "same throughout.",
        x="training step",
        y="relative error",
        heads="number of heads",
        one="one head",
        two="two heads",
        floor="floor for one mixture",
    ),
    ko=Text(
        title="두 가지를 한꺼번에 찾기: 헤드 하나는 절반에서 멈춘다",
        alt="상대 오차를 그린 두 그래프. 왼쪽은 학습 단계에 따른 변화로, 헤드 하나는 "
        "{r.one:.2f}까지 내려가 멈추고 헤드 둘은 100분의 1 아래로 내려간다. 오른쪽은 매개변수의 "
        "수를 그대로 두고 헤드 수를 바꾼 결과로, 헤드 하나는 {r.one:.2f}, 둘과 넷과 여덟은 0 근처, "
        "1차원짜리 헤드 열여섯은 {r.most:.2f}이다.",
        caption="평균 제곱 오차를 목표의 분산으로 나눈 값입니다. 띠와 막대는 시드에 따른 범위이고, "
        "파선은 본문에서 증명하는 하한입니다. 왼쪽: 단계마다 새 시퀀스를 쓰는 학습 과정. 오른쪽: "
        "학습을 마친 뒤의 오차. 너비와 매개변수의 수는 모두 같습니다.",
        x="학습 단계",
        y="상대 오차",
        heads="헤드 수",
        one="헤드 하나",
        two="헤드 둘",
        floor="혼합 하나의 하한",
    ),
)
def lookup(r: learned.Lookups, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.9, sharey=True)
    lines = (
        (r.curve_one, palette.QUERY, "-", text.one, 0.60),
        (r.curve_two, palette.OUTPUT, "-.", text.two, 0.09),
    )
    for curve, colour, dash, words, height in lines:
        left.fill_between(r.step, curve.min(0), curve.max(0), color=colour, alpha=0.2, lw=0)
        left.plot(r.step, curve.mean(0), color=colour, linestyle=dash)
        style.label(left, r.step[-1], height, words, colour, ha="right")
    place = range(r.heads.size)
    middle = r.error.mean(0)
    span = (middle - r.error.min(0), r.error.max(0) - middle)
    right.errorbar(place, middle, yerr=span, fmt="o", color=palette.KEY, capsize=3)
    for ax in (left, right):
        ax.axhline(0.5, color=palette.MUTED, linestyle="--", lw=1)
    style.label(right, 4.3, 0.56, text.floor, palette.MUTED, ha="right")
    left.set(xlabel=text.x, ylabel=text.y, ylim=(-0.03, 1.05))
    right.set(xlabel=text.heads, xlim=(-0.5, 4.5))
    right.set_xticks(list(place), labels=[str(h) for h in r.heads])
    return fig


@figure(
    "multi-head/weights",
    of=learned.lookups,
    en=Text(
        title="What one head and two heads look at",
        alt="Three maps of learned weights, twelve queries by four tokens; digits mark the tokens "
        "asked for slots 1 and 2. The single head spreads its weight over the tokens asked for. "
        "Of the two heads the first puts most of its weight on the token for slot 1, the second "
        "on that for slot 2.",
        caption="Learned weights of one seed, mean over sequences. Each row is a query; the digits "
        "1 and 2 stand on the tokens that it wants in slot 1 and slot 2. Nobody assigned a slot to "
        "a head.",
        one="one head",
        first="two heads: first",
        second="two heads: second",
        token="token",
        query="query",
    ),
    ko=Text(
        title="헤드 하나와 둘은 어디를 보는가",
        alt="학습한 가중치를 그린 세 그림. 쿼리 열두 개와 토큰 네 개이며, 칸의 숫자는 슬롯 1과 "
        "2에 넣을 토큰을 가리킨다. 헤드가 하나면 가중치가 두 토큰에 나뉜다. 헤드가 둘이면 "
        "첫째는 슬롯 1의 토큰에, 둘째는 슬롯 2의 토큰에 가중치를 대부분 준다.",
        caption="시드 하나에서 학습한 가중치(시퀀스에 대한 평균). 한 행이 쿼리 하나이고, 숫자 1과 "
        "2는 그 쿼리가 슬롯 1과 슬롯 2에 넣으려는 토큰입니다. 어느 헤드가 어느 슬롯을 맡을지는 "
        "아무도 정해 주지 않았습니다.",
        one="헤드 하나",
        first="둘 가운데 첫째",
        second="둘 가운데 둘째",
        token="토큰",
        query="쿼리",
    ),
)
def weights(r: learned.Lookups, text: Text) -> Figure:
    fig, axes = style.panels(1, 3, height=4.2, grid=False)
    maps = (r.weights_one, *r.weights_two)
    names = [str(i + 1) for i in range(r.weights_one.shape[1])]
    for ax, A, words in zip(axes, maps, (text.one, text.first, text.second), strict=True):
        style.heatmap(ax, A, columns=names, limit=1)
        for row, pair in enumerate(r.pairs):
            for slot, token in enumerate(pair):
                strong = A[row, token] > 0.5
                colour = palette.ON_HIGH if strong else palette.ON_LOW
                ax.text(token, row, str(slot + 1), ha="center", va="center", color=colour, size=8)
        ax.set(title=words, xlabel=text.token)
    axes[0].set_ylabel(text.query)
    return fig
