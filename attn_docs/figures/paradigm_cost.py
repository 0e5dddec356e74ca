"""Figures of section 1: path lengths, and what short paths cost."""

from __future__ import annotations

from matplotlib.figure import Figure

from attn_docs.experiments import paradigm
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "paradigm/paths",
    of=paradigm.paths,
    en=Text(
        title="How many steps a signal takes from an earlier position to the last",
        alt="Length of the shortest path into the last of 64 positions against distance. The "
        "recurrent chain is a diagonal up to {r.longest_recurrent:.0f}; attention with a window "
        "of 4 rises in stairs to {r.longest_window:.0f}; full attention stays at 1.",
        caption="Shortest paths on the computation graphs of 64 positions. A recurrent chain "
        "needs one step more than the distance, a window of 4 neighbours needs one layer for "
        "every four positions, full attention needs one layer, always.",
        x="distance",
        y="edges on the shortest path",
        recurrent="recurrent chain",
        window="window of 4 (control)",
        attention="self-attention",
    ),
    ko=Text(
        title="앞선 위치의 신호가 마지막 위치에 닿기까지 몇 단계가 걸리는가",
        alt="위치 64개 가운데 마지막 위치까지의 최단 경로 길이를 거리에 대해 그렸다. 순환 사슬은 "
        "{r.longest_recurrent:.0f}까지 대각선으로 올라가고, 창의 크기가 4인 어텐션은 계단을 "
        "이루며 {r.longest_window:.0f}까지 올라가고, 전체를 보는 어텐션은 1에 머문다.",
        caption="위치 64개로 이루어진 계산 그래프의 최단 경로. 순환 사슬은 거리보다 한 단계 더 "
        "걸리고, 이웃 4개만 보는 창은 네 자리마다 층이 하나 더 필요하며, 전체를 보는 어텐션은 "
        "언제나 한 층이면 됩니다.",
        x="거리",
        y="최단 경로의 간선 수",
        recurrent="순환 사슬",
        window="크기 4의 창(대조)",
        attention="셀프 어텐션",
    ),
)
def path_lengths(r: paradigm.Paths, text: Text) -> Figure:
    fig, ax = style.axes(height=2.8)
    words = (text.recurrent, text.window, text.attention)
    looks = ((palette.QUERY, "-"), (palette.KEY, "--"), (palette.OUTPUT, "-"))
    for line, label, (colour, dash) in zip(r.into_last, words, looks, strict=True):
        style_of = "steps-mid" if dash == "--" else "default"
        ax.plot(r.distance, line, color=colour, linestyle=dash, drawstyle=style_of)
        style.label(ax, 64.5, line[-1], label, colour)
    ax.set(xlabel=text.x, ylabel=text.y, ylim=(0, 66))
    ax.set_xlim(0, 63)
    ax.set_xticks([0, 16, 32, 48])
    return fig


@figure(
    "paradigm/cost",
    of=paradigm.cost,
    en=Text(
        title="The price of a path of length one",
        alt="Two log-log panels against the number of tokens, 16 to 1024, at width {r.width}. "
        "Left, operations; right, numbers kept for the backward pass. The line of full attention "
        "bends upwards to a slope of two; windowed attention and the recurrent chain have slope "
        "one.",
        caption="Counted while the layers run, at equal width {r.width}. Full attention grows "
        "like $n^2$ once $n$ exceeds a few widths; a window or a recurrent state grows like $n$. "
        "Not drawn: the recurrent chain must take its steps one after another.",
        x="number of tokens $n$",
        operations="operations",
        kept="numbers kept",
        recurrent="recurrent",
        window="window",
        attention="attention",
    ),
    ko=Text(
        title="길이가 1인 경로의 대가",
        alt="너비 {r.width}에서 토큰 수를 16에서 1024까지 바꾼 양축 로그 그래프 두 개. 왼쪽은 "
        "연산 횟수, 오른쪽은 역전파를 위해 간직하는 수의 개수다. 전체를 보는 어텐션은 위로 휘어 "
        "기울기가 2에 가까워지고, 창을 둔 어텐션과 순환 사슬은 기울기가 1이다.",
        caption="너비를 똑같이 {r.width}에 맞추고 층을 실제로 돌리며 센 값. $n$이 너비의 몇 배를 "
        "넘으면 전체를 보는 어텐션은 $n^2$처럼, 창이나 순환 상태는 $n$처럼 늘어납니다. 순환 "
        "사슬이 단계를 하나씩 차례로 밟아야 한다는 점은 그림에 나타나지 않습니다.",
        x="토큰 수 $n$",
        operations="연산 횟수",
        kept="간직하는 수의 개수",
        recurrent="순환",
        window="창",
        attention="어텐션",
    ),
)
def cost(r: paradigm.Cost, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.9)
    words = (text.attention, text.window, text.recurrent)
    looks = ((palette.OUTPUT, "-"), (palette.KEY, "--"), (palette.QUERY, "-."))
    for ax, kind in ((left, "operations"), (right, "kept")):
        for name, label, (colour, dash) in zip(
            ("attention", "window", "recurrent"), words, looks, strict=True
        ):
            counts = getattr(r, f"{kind}_{name}")
            ax.plot(r.n, counts, color=colour, linestyle=dash)
            style.label(ax, r.n[-1] * 1.15, counts[-1], label, colour)
        ax.set(xscale="log", yscale="log", xlabel=text.x, ylabel=getattr(text, kind))
        ax.set_xlim(16, 1024)
        ax.set_xticks([16, 128, 1024], labels=["16", "128", "1024"])
        ax.minorticks_off()
    return fig
