"""Figures of section 5: the weights as a graph, and the walk along it."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from attn_docs.experiments import softmax_graph
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure

# Where the four words stand: upper left, upper right, lower right, lower left.
PLACES = np.array([[-1.0, 0.8], [1.0, 0.8], [1.0, -0.8], [-1.0, -0.8]])


def _graph(ax: Axes, A: np.ndarray, stationary: np.ndarray, words: list[str]) -> None:
    """Edges as wide as their weight, discs as large as their part of the stationary share."""
    for (i, j), weight in np.ndenumerate(A):
        if i == j:
            continue
        ax.add_patch(
            FancyArrowPatch(
                tuple(PLACES[i]),
                tuple(PLACES[j]),
                connectionstyle="arc3,rad=0.16",
                arrowstyle="-|>,head_length=3.5,head_width=2",
                shrinkA=17,
                shrinkB=17,
                linewidth=0.3 + 6 * weight,
                color=palette.OUTPUT,
                alpha=0.25 + 0.75 * weight,
                capstyle="butt",
            )
        )
    ax.scatter(*PLACES.T, s=1500 * stationary, color=palette.KEY, zorder=3)
    for (x, y), word in zip(PLACES, words, strict=True):
        style.label(ax, x, y + np.sign(y) * 0.55, word, palette.KEY, ha="center")
    ax.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6), aspect="equal", xticks=[], yticks=[])
    ax.set_axis_off()


@figure(
    "softmax/graph",
    of=softmax_graph.graphs,
    en=Text(
        title="One layer, two inputs, two graphs",
        alt="Two columns, for the inputs bank river boat money and bank river loan money. Each "
        "shows the four by four map of weights and the same map as a directed graph. With loan in "
        "place of boat, the weight that bank gives to money words rises from {r.money_first:.2f} "
        "to {r.money_second:.2f}, and the graph gathers on the money side.",
        caption="The same layer reads two inputs that differ in one word. Top: the weights, a row "
        "for each query. Bottom: the same numbers as arrows from the word that reads to the word "
        "that is read (loops left out); the discs show the stationary distribution. The "
        "words' vectors are made for the picture.",
        bank="bank",
        river="river",
        boat="boat",
        loan="loan",
        money="money",
        first="with “boat”",
        second="with “loan”",
    ),
    ko=Text(
        title="층 하나, 입력 둘, 그래프 둘",
        alt="‘뱅크 강 배 돈’과 ‘뱅크 강 대출 돈’이라는 두 입력에 대한 두 열. 열마다 4×4 가중치 "
        "맵과 이를 그대로 옮긴 방향 그래프가 있다. 배를 대출로 바꾸면 뱅크가 돈 쪽 단어에 주는 "
        "가중치가 {r.money_first:.2f}에서 {r.money_second:.2f}까지 커지고, "
        "그래프는 돈 쪽으로 모인다.",
        caption="같은 층이 단어 하나만 다른 두 입력을 읽습니다. 위: 쿼리마다 한 행씩인 가중치. "
        "아래: 같은 수를, 읽는 단어에서 읽히는 단어로 가는 화살표로 그린 그래프(자기 고리는 생략). "
        "원의 크기는 정상 분포입니다. 단어 벡터는 그림을 위해 만든 것입니다.",
        bank="뱅크",
        river="강",
        boat="배",
        loan="대출",
        money="돈",
        first="‘배’가 있을 때",
        second="‘대출’이 있을 때",
    ),
)
def graph(r: softmax_graph.Graphs, text: Text) -> Figure:
    fig, axes = style.panels(2, 2, height=5.2, grid=False)
    columns = (
        (r.first, r.stationary_first, text.first),
        (r.second, r.stationary_second, text.second),
    )
    for column, ((A, stationary, title), names) in enumerate(
        zip(columns, softmax_graph.INPUTS, strict=True)
    ):
        words = [getattr(text, name) for name in names]
        top, bottom = axes[column], axes[column + 2]
        style.heatmap(top, A, rows=words, columns=words, limit=1, annotate=".2f")
        top.set_title(title)
        _graph(bottom, A, stationary, words)
    return fig


@figure(
    "softmax/walk",
    of=softmax_graph.walk,
    en=Text(
        title="Where a walk along the weights ends",
        alt="Probability of standing on the first of 16 tokens, against the number of steps. "
        "Under a causal mask it rises from one sixteenth through one half at step {r.half} to "
        "{r.last_causal:.3f} after 100 steps. Without a mask it stays near {r.last_free:.2f}.",
        caption="A walker starts on a random one of 16 tokens and moves along the weights of a "
        "random layer (lines: mean, bands: seeds). Under a causal mask the first token reads "
        "itself alone, and whoever gets there stays. Without a mask the walk settles on a "
        "stationary distribution that leaves no token out.",
        x="steps",
        y="probability of the first token",
        causal="causal mask",
        free="no mask",
    ),
    ko=Text(
        title="가중치를 따라 걸으면 어디에 이르는가",
        alt="토큰 16개 가운데 첫 토큰에 서 있을 확률을 걸음 수에 대해 그린 그래프. 인과 마스크가 "
        "있으면 16분의 1에서 출발해 {r.half}걸음째에 절반을 넘고 100걸음 뒤에는 "
        "{r.last_causal:.3f}에 이른다. 마스크가 없으면 {r.last_free:.2f} 근처에 머문다.",
        caption="토큰 16개 가운데 아무 데서나 출발해 무작위 층의 가중치를 따라 걷습니다(선은 평균, "
        "띠는 시드에 따른 범위). 인과 마스크가 있으면 첫 토큰은 자신만 읽으므로, 한번 들어가면 "
        "나오지 못합니다. 마스크가 없으면 어느 토큰도 빠뜨리지 않는 정상 분포에 머뭅니다.",
        x="걸음 수",
        y="첫 토큰에 있을 확률",
        causal="인과 마스크",
        free="마스크 없음",
    ),
)
def walk(r: softmax_graph.Walk, text: Text) -> Figure:
    fig, ax = style.axes(height=2.7)
    # Step 0 has no place on a logarithmic axis: draw step t at t + 1.
    for shares, colour, dash in ((r.causal, palette.OUTPUT, "-"), (r.free, palette.QUERY, "--")):
        ax.fill_between(r.step + 1, shares.min(0), shares.max(0), color=colour, alpha=0.2, lw=0)
        ax.plot(r.step + 1, shares.mean(0), color=colour, linestyle=dash)
    style.label(ax, 1.3, 0.62, text.causal, palette.OUTPUT)
    style.label(ax, 20, 0.17, text.free, palette.QUERY)
    ax.set(xscale="log", xlabel=text.x, ylabel=text.y, xlim=(1, 101), ylim=(0, 1.02))
    ax.set_xticks([1, 2, 4, 11, 31, 101], labels=["0", "1", "3", "10", "30", "100"])
    ax.minorticks_off()
    return fig
