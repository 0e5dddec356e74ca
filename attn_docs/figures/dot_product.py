"""Figures of section 3."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import dot_product
from attn_docs.experiments.dot_product_distance import DistanceWeights
from attn_docs.experiments.dot_product_orthogonality import DIMENSIONS, Orthogonality
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "dot-product/angle",
    of=dot_product.angle_sweep,
    en=Text(
        title="The score against the angle",
        alt="Three cosine curves of the score q·k against the angle from 0 to 180 degrees, for "
        "keys of length 0.5, 1 and 2. All three are positive below 90 degrees, cross zero there "
        "together and are negative beyond; the longest key swings most, from 2 to −2.",
        caption="The score $q \\cdot k$ of a query of length 1 with keys of three lengths, as the "
        "key turns away from it. The angle alone decides the *sign*: all curves cross zero at a "
        "right angle. The length decides how far the score swings.",
        x="angle θ between query and key (degrees)",
        y="score $q \\cdot k$",
        positive="aligned: positive",
        negative="opposed: negative",
        zero="orthogonal: 0",
        length="$\\|k\\|$ =",
    ),
    ko=Text(
        title="각도에 따른 스코어",
        alt="길이가 0.5, 1, 2인 키마다 스코어 q·k를 0도에서 180도까지의 각도에 대해 그린 코사인 "
        "곡선 세 개. 세 곡선 모두 90도보다 작으면 양수이고, 90도에서 함께 0을 지나며, 그보다 크면 "
        "음수다. 가장 긴 키의 곡선이 2에서 −2까지 가장 크게 움직인다.",
        caption="길이가 1인 쿼리에서 키를 조금씩 돌려 가며 잰 스코어 $q \\cdot k$. 키의 길이는 세 "
        "가지입니다. *부호*는 각도만으로 정해져서 모든 곡선이 직각에서 0을 지납니다. 길이는 "
        "스코어가 움직이는 폭을 정합니다.",
        x="쿼리와 키의 각도 θ (도)",
        y="스코어 $q \\cdot k$",
        positive="같은 방향: 양수",
        negative="반대 방향: 음수",
        zero="직교: 0",
        length="$\\|k\\|$ =",
    ),
)
def angle(r: dot_product.AngleSweep, text: Text) -> Figure:
    fig, ax = style.axes(height=3.2)
    ax.axhline(0, color=palette.MUTED, linewidth=0.8)
    ax.axvline(90, color=palette.MUTED, linewidth=0.8, linestyle=":")
    for size, row, dash in zip(r.lengths, r.score, (":", "--", "-"), strict=True):
        ax.plot(r.degrees, row, color=palette.KEY, linestyle=dash)
        style.label(ax, 183, row[-1], f"{text.length} {size:g}", palette.KEY)
    style.label(ax, 45, 2.15, text.positive, palette.INK, ha="center")
    style.label(ax, 135, 2.15, text.negative, palette.INK, ha="center")
    style.label(ax, 93, 0.3, text.zero, palette.INK)
    ax.set(xlabel=text.x, ylabel=text.y, xlim=(0, 180), ylim=(-2.3, 2.4))
    ax.set_xticks(range(0, 181, 45))
    return fig


@figure(
    "dot-product/orthogonality",
    of=dot_product.orthogonality,
    en=Text(
        title="In high dimension random directions are nearly orthogonal",
        alt="Left: densities of the cosine of random pairs in 2, 8, 64 and 512 dimensions; the "
        "more dimensions, the narrower the peak at 0. Right: log-log plot of its standard "
        "deviation against the dimension, on the line 1/√d with slope {r.slope:.3f}; for "
        "directions within a cone it stays near {r.cone[0][11]:.2f}.",
        caption="Left: distribution of $\\cos\\theta$ for pairs of random directions. Right: its "
        "root mean square falls along $1/\\sqrt{{d}}$ (fitted slope ${r.slope:.3f}$). Directions "
        "with positive components only, a narrow cone, do not spread out (the control).",
        left="$\\cos\\theta$ of random pairs",
        density="density",
        x="dimension $d$",
        y="root mean square of $\\cos\\theta$",
        free="all directions",
        line="$1/\\sqrt{d}$",
        cone="within a cone (control)",
    ),
    ko=Text(
        title="차원이 높으면 무작위 방향은 거의 직교한다",
        alt="왼쪽: 2, 8, 64, 512차원에서 무작위 쌍의 코사인이 이루는 밀도. 차원이 높을수록 0에서 "
        "더 좁게 솟는다. 오른쪽: 코사인의 표준편차를 차원에 대해 그린 양축 로그 그래프. 1/√d "
        "직선 위에 놓이며 기울기는 {r.slope:.3f}이다. 원뿔 안의 방향만 쓰면 {r.cone[0][11]:.2f} "
        "근처에 머문다.",
        caption="왼쪽: 무작위 방향 쌍의 $\\cos\\theta$ 분포. 오른쪽: 그 제곱평균제곱근은 "
        "$1/\\sqrt{{d}}$을 따라 줄어듭니다(맞춘 기울기 ${r.slope:.3f}$). 성분이 모두 양수인 방향, "
        "곧 좁은 원뿔 안의 방향은 흩어지지 않습니다(대조).",
        left="무작위 쌍의 $\\cos\\theta$",
        density="밀도",
        x="차원 $d$",
        y="$\\cos\\theta$의 제곱평균제곱근",
        free="모든 방향",
        line="$1/\\sqrt{d}$",
        cone="원뿔 안(대조)",
    ),
)
def orthogonality(r: Orthogonality, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.1)
    centres = (r.edges[1:] + r.edges[:-1]) / 2
    for d, row, dash in zip(DIMENSIONS, r.density, (":", "-.", "--", "-"), strict=True):
        left.plot(centres, row, color=palette.KEY, linestyle=dash)
        at = {2: (0.55, 1.8), 8: (0.4, 0.95), 64: (0.17, 2.4), 512: (0.07, 7.6)}[d]
        style.label(left, *at, f"$d={d}$", palette.KEY)
    left.set(xlabel=text.left, ylabel=text.density, xlim=(-1, 1), ylim=(0, None))
    right.fill_between(r.d, r.spread.min(0), r.spread.max(0), color=palette.KEY, alpha=0.2, lw=0)
    right.plot(r.d, r.d**-0.5, color=palette.RULE, linewidth=4)
    right.plot(r.d, r.spread.mean(0), color=palette.KEY)
    right.plot(r.d, r.cone.mean(0), color=palette.MUTED, linestyle=":")
    style.label(right, 14, 0.95, text.cone, palette.MUTED)
    style.label(right, 60, 0.17, text.free, palette.KEY)
    style.label(right, 8, 0.1, text.line, palette.MUTED)
    right.set(xscale="log", yscale="log", xlabel=text.x, ylabel=text.y, ylim=(0.01, 1.3))
    right.set_xticks([2, 32, 512], labels=["2", "32", "512"])
    right.set_yticks([0.01, 0.1, 1], labels=["0.01", "0.1", "1"])
    right.minorticks_off()
    return fig


@figure(
    "dot-product/distance",
    of=dot_product.distance_weights,
    en=Text(
        title="Dot product and distance differ by the lengths of the keys alone",
        alt="Left: weights of six keys ordered by length from 0.8 to 3.4; by dot product the "
        "longest key has the most weight, by distance a key of length 2, near the query, has. "
        "Right: the logarithm of the ratio of both weights lies on a straight line of slope "
        "{r.slope:.2f} against half the squared length.",
        caption="Six keys before one query of length 2, with sharpness $\\beta = 1/\\sqrt{{2}}$. "
        "Left: the weights. Right: the logarithm of their ratio against $\\beta\\|k\\|^2/2$: a "
        "line of slope {r.slope:.2f}. Nothing but the length separates the two scores.",
        left="length $\\|k\\|$ of the key",
        weight="weight",
        dot="dot product",
        distance="distance",
        right="$\\beta\\|k\\|^2/2$",
        ratio="log (dot / distance)",
        line="slope 1",
    ),
    ko=Text(
        title="내적과 거리는 키의 길이만큼만 다르다",
        alt="왼쪽: 길이가 0.8에서 3.4까지인 키 여섯 개의 가중치. 내적으로는 가장 긴 키가, "
        "거리로는 쿼리 가까이에 있는 길이 2인 키가 가중치를 가장 많이 받는다. 오른쪽: 두 가중치의 "
        "비에 로그를 취한 값은 길이 제곱의 절반에 대해 기울기 {r.slope:.2f}인 직선에 놓인다.",
        caption="길이가 2인 쿼리 하나와 키 여섯 개, 날카로움은 $\\beta = 1/\\sqrt{{2}}$입니다. "
        "왼쪽: 가중치. 오른쪽: 두 가중치의 비에 로그를 취해 $\\beta\\|k\\|^2/2$에 대해 그리면 "
        "기울기 {r.slope:.2f}인 직선이 됩니다. 두 스코어를 가르는 것은 키의 길이뿐입니다.",
        left="키의 길이 $\\|k\\|$",
        weight="가중치",
        dot="내적",
        distance="거리",
        right="$\\beta\\|k\\|^2/2$",
        ratio="log (내적 / 거리)",
        line="기울기 1",
    ),
)
def distance(r: DistanceWeights, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.0)
    left.plot(r.key_length, r.weight_dot, "o-", color=palette.KEY)
    left.plot(r.key_length, r.weight_distance, "s--", color=palette.MUTED)
    style.label(left, 2.5, r.weight_dot[-1], text.dot, palette.KEY, ha="right")
    style.label(left, 2.0, r.weight_distance[3] + 0.04, text.distance, palette.MUTED, ha="right")
    left.set(xlabel=text.left, ylabel=text.weight, ylim=(0, None))
    ends = np.array([r.offset.min(), r.offset.max()])
    right.plot(ends, ends - r.offset[0] + r.log_ratio[0], color=palette.MUTED, linestyle=":")
    right.plot(r.offset, r.log_ratio, "o", color=palette.KEY)
    style.label(right, 2.4, 0.0, text.line, palette.MUTED)
    right.set(xlabel=text.right, ylabel=text.ratio)
    return fig
