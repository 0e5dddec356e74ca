"""Figure of section 6: how different tokens remain with depth."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments.weighted_sum_rank import RankCollapse, rank_collapse
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure

__all__ = ["rank"]


@figure(
    "weighted-sum/rank",
    of=rank_collapse,
    en=Text(
        title="Attention alone makes all tokens alike within a few layers",
        alt="Distance from rank one against depth, logarithmic. Attention alone, and attention "
        "with an MLP, fall to rounding error by layer {r.lost_after}, ever more steeply. With the "
        "residual the distance is still {r.residual_end:.2f} after {r.depth} layers, with residual "
        "and MLP {r.both_end:.2f}.",
        caption="$\\|X - 1\\bar{{x}}^{{\\top}}\\| / \\|X\\|$ by layer in networks with random "
        "weights (band: seeds). Without the residual the differences between tokens shrink ever "
        "faster, to rounding error by layer {r.lost_after}; an MLP alone does not stop it. With "
        "the residual they shrink slowly. Dotted: each layer cubes the last.",
        x="layer",
        y="distance from all alike",
        alone="attention alone",
        mlp="with MLP",
        residual="with residual",
        both="residual and MLP",
    ),
    ko=Text(
        title="어텐션만 쌓으면 몇 층 만에 모든 토큰이 똑같아진다",
        alt="층 수에 따라 모든 토큰이 같은 상태에서 얼마나 떨어져 있는지 그린 로그 그래프. "
        "어텐션만 쌓거나 MLP만 더하면 점점 가파르게 줄어 {r.lost_after}층에서 반올림 오차에 "
        "닿는다. 잔차 연결이 있으면 {r.depth}층 뒤에도 {r.residual_end:.2f}, MLP까지 있으면 "
        "{r.both_end:.2f}이다.",
        caption="무작위 가중치를 쓴 신경망에서 층마다 잰 "
        "$\\|X - 1\\bar{{x}}^{{\\top}}\\| / \\|X\\|$(띠는 시드에 따른 범위). "
        "잔차 연결이 없으면 토큰 사이의 차이가 점점 더 빨리 줄어 "
        "{r.lost_after}층에서 반올림 오차만 남으며, MLP만으로는 막지 못합니다. 잔차 연결이 있으면 "
        "천천히 줄어듭니다. 점선은 층을 지날 때마다 앞의 값을 세제곱한 것입니다.",
        x="층",
        y="모두 같은 상태와의 거리",
        alone="어텐션만",
        mlp="MLP 추가",
        residual="잔차 연결",
        both="잔차 연결과 MLP",
    ),
)
def rank(r: RankCollapse, text: Text) -> Figure:
    fig, ax = style.axes(height=3.2)
    depth = np.arange(r.depth + 1)
    lines = (
        ("both", palette.KEY, "--", text.both, (23.8, 40)),
        ("residual", palette.OUTPUT, "-", text.residual, (23.8, 0.012)),
        ("alone", palette.QUERY, "-", text.alone, (4.3, 3e-6)),
        ("mlp", palette.VALUE, "-.", text.mlp, (3.0, 1e-8)),
    )
    for kind, colour, dash, words, (x, y) in lines:
        numbers, typical = getattr(r, kind), r.typical[kind]
        # What lies below is rounding, which says nothing.
        shown = depth <= r.lost_after if kind in ("alone", "mlp") else depth >= 0
        low, high = numbers.min(0)[shown], numbers.max(0)[shown]
        ax.fill_between(depth[shown], low, high, color=colour, alpha=0.2, lw=0)
        ax.plot(depth[shown], typical[shown], color=colour, linestyle=dash)
        style.label(ax, x, y, words, colour, ha="right" if x != 4.3 else "left")
    cubes = r.typical["alone"][3] ** 3.0 ** np.arange(3)
    ax.plot(depth[3:6], cubes, color=palette.INK, linestyle=":", lw=1.2)
    ax.set(yscale="log", xlabel=text.x, ylabel=text.y, xlim=(0, r.depth), ylim=(1e-17, 1e3))
    ax.set_yticks([1, 1e-4, 1e-8, 1e-12, 1e-16])
    ax.minorticks_off()
    return fig
