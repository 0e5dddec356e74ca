"""Figures of section 6: the blend, the move, and the shapes; particles and depth next door."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle

from attn_docs.experiments import weighted_sum
from attn_docs.experiments.weighted_sum import Plane
from attn_docs.experiments.weighted_sum_hull import hull_corners
from attn_docs.experiments.weighted_sum_shapes import Shapes
from attn_docs.figures import palette, style, weighted_sum_particles, weighted_sum_rank
from attn_docs.figures.registry import Text, figure

__all__ = ["hull", "shapes", "weighted_sum_particles", "weighted_sum_rank"]


@figure(
    "weighted-sum/hull",
    of=weighted_sum.plane,
    en=Text(
        title="A blend stays among the values; the residual makes it a move",
        alt="Two panels. Left: six values in the plane and the polygon around them; the blends of "
        "two queries run from the centre of the values towards a corner as the sharpness grows "
        "from 0 to {r.beta[48]:.0f} and never leave the polygon (largest misfit "
        "{r.misfit:.0e}). Right: a token and two polygons, one for each context; the token moves "
        "to a place in the one or in the other, and the two places are {r.apart:.1f} lengths "
        "of the token apart.",
        caption="Left: values (diamonds), their convex hull, and the blends of two queries as "
        "$\\beta$ grows from 0, where every query gets the mean of all values (cross), to "
        "{r.beta[48]:.0f}. Right: the residual adds the blend to the token itself, so that the "
        "hull travels with the token; one token, two contexts, two places. Drawn from made-up "
        "numbers: this is geometry, not a trained model.",
        left="blend",
        right="move",
        mean="mean",
        token="bank",
        river="near “river”",
        money="near “money”",
    ),
    ko=Text(
        title="블렌드는 밸류 사이에 머물고, 잔차가 그것을 이동으로 만든다",
        alt="두 그래프. 왼쪽: 평면 위의 밸류 여섯 개와 이를 둘러싼 다각형. 날카로움이 0에서 "
        "{r.beta[48]:.0f}까지 커지는 동안 두 쿼리의 블렌드가 밸류의 중심에서 꼭짓점 쪽으로 "
        "움직이되 다각형을 벗어나지 않는다(가장 큰 어긋남 {r.misfit:.0e}). 오른쪽: 토큰 하나와 "
        "문맥마다 하나씩 그린 다각형 두 개. 토큰은 문맥에 따라 두 다각형 안의 서로 다른 곳으로 "
        "옮겨 가며, 두 곳의 거리는 토큰 길이의 {r.apart:.1f}배다.",
        caption="왼쪽: 밸류(마름모)와 그 볼록 껍질, 그리고 $\\beta$를 0에서 {r.beta[48]:.0f}까지 "
        "키울 때 두 쿼리의 블렌드. $\\beta = 0$이면 어느 쿼리든 밸류 전체의 평균(가위표)을 "
        "얻습니다. 오른쪽: 잔차 연결은 블렌드를 토큰 자신에 더하므로 볼록 껍질이 토큰을 따라 "
        "옮겨집니다. 토큰은 하나, 문맥은 둘, 도착하는 자리도 둘입니다. 손으로 정한 좌표이니 "
        "기하를 보여 줄 뿐 학습된 모델은 아닙니다.",
        left="블렌드",
        right="이동",
        mean="평균",
        token="bank",
        river="‘강’ 곁에서",
        money="‘돈’ 곁에서",
    ),
)
def hull(r: Plane, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.7, grid=False)
    left.add_patch(Polygon(r.hull, fc=palette.SURFACE, ec=palette.VALUE, lw=1.0, ls="-."))
    left.plot(*r.values.T, "D", color=palette.VALUE, label="values")
    for path in r.blends:
        left.plot(*path.T, color=palette.OUTPUT, linestyle="-", lw=1.2)
        left.plot(*path[::6].T, "o", color=palette.OUTPUT, ms=3)
    mean = r.blends[0, 0]
    left.plot(*mean, "x", color=palette.INK, ms=7)
    style.label(left, mean[0] - 0.12, mean[1] - 0.2, text.mean, palette.INK, ha="right")
    style.label(left, 0.72, -0.42, "$z$", palette.OUTPUT, ha="center", size=10)
    style.label(left, -1.6, -0.95, "$v_j$", palette.VALUE, ha="center", size=10)
    left.set(title=text.left, xlim=(-2.0, 2.1), ylim=(-1.7, 1.9))
    contexts = (
        (r.river, r.landed[0], text.river, "-.", -0.95),
        (r.money, r.landed[1], text.money, ":", 1.35),
    )
    for offered, place, words, dash, x in contexts:
        corners = hull_corners(offered)
        right.add_patch(Polygon(corners, fc="none", ec=palette.VALUE, lw=1.0, ls=dash))
        right.plot(*offered.T, "D", color=palette.VALUE, ms=3)
        arrow = {"arrowstyle": "-|>", "color": palette.OUTPUT, "shrinkA": 4, "shrinkB": 3}
        right.annotate("", tuple(place), tuple(r.token), arrowprops=arrow)
        right.plot(*place, "o", color=palette.OUTPUT)
        style.label(right, x, 0.25, words, palette.OUTPUT, ha="center")
    right.plot(*r.token, "o", mfc=palette.PAPER, mec=palette.INK, ms=7)
    style.label(right, r.token[0], 0.8, text.token, palette.INK, ha="center")
    right.set(title=text.right, xlim=(-1.5, 1.9), ylim=(-0.25, 2.75))
    for ax in (left, right):
        ax.set_aspect("equal")
        _bare(ax)
    return fig


def _bare(ax: Axes) -> None:
    ax.set_xticks([])
    ax.set_yticks([])
    ax.spines[:].set_visible(False)


@figure(
    "weighted-sum/shapes",
    of=weighted_sum.shapes,
    en=Text(
        title="The blend is as wide as the values; W_O brings it back to the width of the tokens",
        alt="Rectangles to scale: weights of n by n times values of n by {r.d_v[1]} give Z of n "
        "by {r.d_v[1]}; Z times W_O of {r.d_v[1]} by {r.d} gives an update of n by {r.d}, the "
        "shape of X. A dashed outline shows that Z is narrower than X.",
        caption="Matrices drawn to scale, $n = 12$, $d = {r.d}$, $d_v = {r.d_v[1]}$. $Z$ is as "
        "wide as a value. Only after $W_O$ is it as wide as a token (dashed outline), as it has to "
        "be for $X + ZW_O$ to make sense.",
        weights="weights $A$",
        values="values $V$",
        blend="$Z = AV$",
        out="$W_O$",
        update="$ZW_O$, like $X$",
    ),
    ko=Text(
        title="블렌드의 너비는 밸류의 너비이고, W_O가 토큰의 너비로 되돌린다",
        alt="비율에 맞추어 그린 사각형. n×n 가중치에 n×{r.d_v[1]} 밸류를 곱하면 n×{r.d_v[1]}인 "
        "Z가 된다. 여기에 {r.d_v[1]}×{r.d}인 W_O를 곱하면 X와 같은 모양인 n×{r.d} 갱신값이 "
        "된다. Z가 X보다 좁다는 것을 점선 테두리로 나타낸다.",
        caption="비율에 맞추어 그린 행렬. $n = 12$, $d = {r.d}$, $d_v = {r.d_v[1]}$입니다. $Z$의 "
        "너비는 밸류의 너비와 같습니다. $W_O$를 거쳐야 토큰과 너비가 같아지고(점선 테두리), 그래야 "
        "$X + ZW_O$를 계산할 수 있습니다.",
        weights="가중치 $A$",
        values="밸류 $V$",
        blend="$Z = AV$",
        out="$W_O$",
        update="$ZW_O$: $X$와 같은 모양",
    ),
)
def shapes(r: Shapes, text: Text) -> Figure:
    fig, (upper, lower) = style.panels(2, 1, height=3.3, grid=False)
    n, d, d_v = 12, r.d, int(r.d_v[1])

    def box(ax: Axes, x: float, rows: int, columns: int, words: str, colour: str) -> None:
        y = -rows / 2
        ax.add_patch(Rectangle((x, y), columns, rows, fc=palette.SURFACE, ec=colour, lw=1.4))
        size = f"{'n' if rows == n else rows} × {'n' if columns == n else columns}"
        ax.text(x + columns / 2, 0, size, ha="center", va="center", color=colour, size=8.5)
        style.label(ax, x + columns / 2, n / 2 + 2.2, words, colour, ha="center", size=9)

    def sign(ax: Axes, x: float, words: str) -> None:
        ax.text(x, 0, words, ha="center", va="center", color=palette.INK, size=12)

    box(upper, 0, n, n, text.weights, palette.INK)
    sign(upper, 15, "·")
    box(upper, 18, n, d_v, text.values, palette.VALUE)
    sign(upper, 29, "=")
    box(upper, 34, n, d_v, text.blend, palette.OUTPUT)
    upper.add_patch(Rectangle((34, -n / 2), d, n, fc="none", ec=palette.MUTED, ls="--", lw=0.9))
    box(lower, 0, n, d_v, text.blend, palette.OUTPUT)
    sign(lower, 11, "·")
    box(lower, 14, d_v, d, text.out, palette.INK)
    sign(lower, 41, "=")
    box(lower, 44, n, d, text.update, palette.OUTPUT)
    for ax in (upper, lower):
        ax.set(xlim=(-1, 69), ylim=(-n / 2 - 0.5, n / 2 + 4))
        ax.set_aspect("equal")
        _bare(ax)
    return fig
