"""Figures of section 5; those of the graph are in ``softmax_graph``."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attn_docs.experiments import softmax
from attn_docs.figures import palette, softmax_graph, style
from attn_docs.figures.registry import Text, figure

__all__ = ["entropy", "softmax_graph", "triangle"]

# Key 1 stands on top, key 2 at the left, key 3 at the right.
CORNERS = np.array([[0.0, 1.0], [-math.sqrt(3) / 2, -0.5], [math.sqrt(3) / 2, -0.5]])
# The β at a dot, and where its number stands beside the dot.
MARKED = ((1, 2, 8, 16), (0.07, -0.02)), ((1, 2, 4), (0.03, 0.1))


def _frame(ax: Axes, key: str, title: str) -> None:
    ax.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color=palette.MUTED, lw=1, ls="-")
    for number, (x, y) in enumerate(CORNERS, 1):
        at = (x, y + 0.13) if number == 1 else (x, y - 0.13)
        style.label(ax, *at, f"{key} {number}", palette.KEY, ha="center")
    ax.set(xlim=(-1.05, 1.05), ylim=(-0.75, 1.25), aspect="equal", xticks=[], yticks=[])
    ax.set_title(title)
    ax.set_axis_off()


def _dots(ax: Axes, beta: np.ndarray, weights: np.ndarray, side: int) -> None:
    marked, (right, up) = MARKED[side]
    for at in marked:
        x, y = weights[np.argmin(np.abs(beta - at))] @ CORNERS
        ax.plot(x, y, "o", color=palette.OUTPUT, markersize=4)
        style.label(ax, x + right, y + up, f"{at}", palette.OUTPUT, size=8)


@figure(
    "softmax/triangle",
    of=softmax.triangle,
    en=Text(
        title="From hot to cold, a path through the triangle of shares",
        alt="Two triangles whose corners are three keys. Left, distinct scores: softmax runs on a "
        "curve from the centre towards the corner of the best key and never arrives; sparsemax "
        "runs straight to an edge, along it, and stands in the corner from β = {r.arrival:.1f} on. "
        "Right, a tie of the best two: both paths end in the middle of the edge between them.",
        caption="Shares of three keys as the sharpness $\\beta$ grows from 0 (centre, infinite "
        "temperature); numbers: $\\beta$. Softmax (solid) tends to the corner of the "
        "best key, or with a tie to the middle of an edge, without ever touching the border. "
        "Sparsemax (dashed), the true projection, is there after a finite way.",
        key="key",
        apart="scores 1, 0.8, −0.6",
        tied="scores 1, 1, 0.2",
        soft="softmax",
        sparse="sparsemax",
    ),
    ko=Text(
        title="뜨거울 때부터 차가울 때까지, 몫의 삼각형을 지나는 길",
        alt="세 키를 꼭짓점으로 하는 삼각형 두 개. 왼쪽은 스코어가 모두 다른 경우: 소프트맥스는 "
        "중심에서 곡선을 그리며 1등 키의 꼭짓점으로 가지만 끝내 닿지 않는다. 스파스맥스는 변까지 "
        "곧게 간 뒤 변을 따라가서 β = {r.arrival:.1f}부터는 꼭짓점에 서 있다. 오른쪽은 1등이 둘인 "
        "경우: 두 길 모두 두 키 사이 변의 한가운데에서 끝난다.",
        caption="날카로움 $\\beta$를 0(중심, 온도 무한대)에서 키울 때 세 키의 몫. 숫자는 "
        "$\\beta$입니다. 소프트맥스(실선)는 1등 키의 꼭짓점으로, 1등이 둘이면 변의 한가운데로 "
        "다가가지만 경계에는 닿지 않습니다. 진짜 투영인 스파스맥스(파선)는 유한한 거리 안에 "
        "도착합니다.",
        key="키",
        apart="스코어 1, 0.8, −0.6",
        tied="스코어 1, 1, 0.2",
        soft="소프트맥스",
        sparse="스파스맥스",
    ),
)
def triangle(r: softmax.Triangle, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.9, grid=False)
    _frame(left, text.key, text.apart)
    _frame(right, text.key, text.tied)
    sides = ((left, r.apart, r.apart_sparse), (right, r.tied, r.tied_sparse))
    for side, (ax, soft, sparse) in enumerate(sides):
        ax.plot(*(sparse @ CORNERS).T, color=palette.QUERY, linestyle="--")
        ax.plot(*(soft @ CORNERS).T, color=palette.OUTPUT)
        _dots(ax, r.beta, soft, side)
        ax.plot(0, 0, "o", color=palette.INK, markersize=4)
        style.label(ax, 0.06, -0.06, "0", palette.INK, size=8)
    style.label(left, 0.3, 0.62, text.soft, palette.OUTPUT)
    style.label(left, -0.52, 0.36, text.sparse, palette.QUERY, ha="right")
    return fig


@figure(
    "softmax/entropy",
    of=softmax.competition,
    en=Text(
        title="Competition: from all keys to one",
        alt="Two panels against the sharpness. Left: the effective number of 16 keys falls from 16 "
        "to {r.last:.2f} under softmax; with independent gates it stops near {r.gated_last:.0f}. "
        "At sharpness 1 it is {r.scaled:.1f}, at 8 it is {r.unscaled:.1f}. Right: entropy of "
        "three rows falls to 0 for a clear lead, later for a close race, and stops at log 2 for "
        "a tie.",
        caption="Left: effective number $e^{{H}}$ of 16 keys (band: seeds). Softmax goes from all "
        "to one; gates that judge each key for itself (control) stop at about half. Dotted "
        "lines: scores divided by $\\sqrt{{d_k}}$, and undivided at $d_k = 64$. Right: entropy "
        "of three rows. All fall; where the best two tie the fall ends at $\\log 2$.",
        x="sharpness $\\beta$",
        left="effective number $e^{H}$",
        right="entropy $H$",
        soft="softmax",
        gates="gates",
        scaled="divided",
        unscaled="undivided",
        clear="lead 1",
        close="lead 0.1",
        tied="tie",
    ),
    ko=Text(
        title="경쟁: 모든 키에서 하나로",
        alt="날카로움에 대한 두 그래프. 왼쪽: 키 16개의 실효 주목 수는 소프트맥스에서 16에서 "
        "{r.last:.2f}까지 떨어지고, 키마다 따로 여닫는 게이트에서는 {r.gated_last:.0f} 근처에서 "
        "멈춘다. 날카로움이 1이면 {r.scaled:.1f}, 8이면 {r.unscaled:.1f}이다. 오른쪽: 세 행의 "
        "엔트로피. 앞선 키가 뚜렷하면 0으로, 접전이면 더 늦게 0으로 떨어지고, 1등이 둘이면 "
        "log 2에서 멈춘다.",
        caption="왼쪽: 키 16개의 실효 주목 수 $e^{{H}}$(띠는 시드에 따른 범위). 소프트맥스는 "
        "전부에서 하나로 갑니다. 키마다 따로 판단하는 게이트(대조)는 절반쯤에서 멈춥니다. 점선은 "
        "스코어를 $\\sqrt{{d_k}}$로 나눈 경우와 $d_k = 64$에서 나누지 않은 경우입니다. "
        "오른쪽: 세 행의 엔트로피. 모두 줄어들며, 1등이 둘이면 $\\log 2$에서 멈춥니다.",
        x="날카로움 $\\beta$",
        left="실효 주목 수 $e^{H}$",
        right="엔트로피 $H$",
        soft="소프트맥스",
        gates="게이트",
        scaled="나눔",
        unscaled="안 나눔",
        clear="1 앞섬",
        close="0.1 앞섬",
        tied="동점",
    ),
)
def entropy(r: softmax.Competition, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.1)
    beta = r.beta[1:]
    for curve, colour, dash in ((r.number, palette.OUTPUT, "-"), (r.gated, palette.QUERY, "--")):
        seeds = curve[:, 1:]
        left.fill_between(beta, seeds.min(0), seeds.max(0), color=colour, alpha=0.2, lw=0)
        left.plot(beta, seeds.mean(0), color=colour, linestyle=dash)
    for at, words in ((1, text.scaled), (8, text.unscaled)):
        left.axvline(at, ymax=0.9, color=palette.MUTED, linewidth=0.9, linestyle=":")
        style.label(left, at, 17.5, words, palette.MUTED, ha="center")
    style.label(left, 0.08, 4.0, text.soft, palette.OUTPUT)
    style.label(left, 60, 9.8, text.gates, palette.QUERY, ha="right")
    left.set(xscale="log", xlabel=text.x, ylabel=text.left, ylim=(0, 18.5), xlim=(1 / 16, 64))
    left.set_yticks([1, 4, 8, 12, 16])
    rows = (
        (r.tied, palette.KEY, "-.", text.tied, (64, 0.86)),
        (r.close, palette.VALUE, "--", text.close, (20, 0.26)),
        (r.clear, palette.OUTPUT, "-", text.clear, (0.08, 0.9)),
    )
    for row, colour, dash, words, at in rows:
        right.plot(beta, row[1:], color=colour, linestyle=dash)
        style.label(right, *at, words, colour, ha="left" if at[0] < 1 else "right")
    right.axhline(math.log(2), color=palette.MUTED, linewidth=0.9, linestyle=":")
    right.set(xscale="log", xlabel=text.x, ylabel=text.right, xlim=(1 / 16, 64), ylim=(0, 3))
    right.set_yticks([0, math.log(2), math.log(16)], labels=["0", "$\\log\\,2$", "$\\log\\,16$"])
    for ax in (left, right):
        ax.set_xticks([0.125, 1, 8, 64], labels=["1/8", "1", "8", "64"])
        ax.minorticks_off()
    return fig
