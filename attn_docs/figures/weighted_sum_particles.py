"""Figures of section 6 on tokens as particles: circle, sphere, numbers of clusters."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from attn_docs.experiments.weighted_sum_particles import LATE, Clusters, clusters
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure

__all__ = ["circle", "numbers", "sphere"]


@figure(
    "weighted-sum/circle",
    of=clusters,
    en=Text(
        title="Tokens on a circle gather in clusters that last",
        alt="Three panels: the angles of 32 tokens on a circle against logarithmic time, up to "
        "300. At β = 1 all meet in one point by time 10. At β = 9 and β = 36 they gather in "
        "several clusters by time 10; those stand still for long, and now and then two merge. "
        "Mean number at β = 16: {r.formed:.1f} at time 20 and {r.late:.1f} at time 300.",
        caption="Angles of 32 tokens (one line each) that attract one another by attention, $Q = "
        "K = V = X$ on the circle. The sharper the weights, the more clusters form and the longer "
        "they stand. Top and bottom edge of a panel are the same angle.",
        x="time",
        y="angle",
    ),
    ko=Text(
        title="원 위의 토큰은 무리를 짓고, 무리는 오래 버틴다",
        alt="세 그래프: 원 위에 있는 토큰 32개의 각을 로그 시간 300까지 그린 것. β = 1이면 시간 "
        "10 무렵 모두 한 점에서 만난다. β = 9와 β = 36이면 시간 10 무렵 여러 무리로 모이고, 그 "
        "무리는 오랫동안 움직이지 않다가 가끔 둘이 합쳐진다. β = 16에서 평균 무리 수는 시간 20에 "
        "{r.formed:.1f}, 시간 300에 {r.late:.1f}이다.",
        caption="원 위에서 어텐션으로 서로 끌어당기는 토큰 32개의 각(토큰마다 한 선). $Q = K = V "
        "= X$입니다. 가중치가 날카로울수록 무리가 더 많이 생기고 더 오래 버팁니다. 각 그래프의 "
        "위 끝과 아래 끝은 같은 각입니다.",
        x="시간",
        y="각",
    ),
)
def circle(r: Clusters, text: Text) -> Figure:
    fig, axes = style.panels(1, 3, height=2.7, sharey=True, grid=False)
    for ax, beta, angles in zip(axes, (1, 9, 36), r.angles, strict=True):
        for token in angles.T:
            # A token that crosses the edge goes on at the other: no line across the panel.
            broken = token.copy()
            broken[1:][np.abs(np.diff(token)) > np.pi] = np.nan
            ax.plot(r.path_time, broken, color=palette.OUTPUT, linestyle="-", lw=0.7)
        ax.set(xscale="log", title=f"$\\beta = {beta}$", xlabel=text.x)
        ax.set(xlim=(0.1, LATE), ylim=(-np.pi, np.pi))
        ax.set_xticks([0.1, 1, 10, 100], labels=["0.1", "1", "10", "100"])
        ax.set_yticks([-np.pi, 0, np.pi], labels=["−π", "0", "π"])
        ax.minorticks_off()
    axes[0].set_ylabel(text.y)
    return fig


@figure(
    "weighted-sum/numbers",
    of=clusters,
    en=Text(
        title="How many clusters, for how long",
        alt="Left: number of clusters against time on the circle. All start near {r.start:.0f}; "
        "at β = 1 one is left by time 20, at β = 36 a plateau of about six stands until 300; "
        "with values of the opposite sign none form. Right: number at time 20 against β, "
        "log-log: on the circle slope {r.slope:.2f}, on the sphere {r.slope_sphere:.2f}.",
        caption="Mean over 8 seeds (band: seeds). Left: clusters of 32 tokens on the circle over "
        "time; dotted, the control in which every token pulls alike. Right: how many stand at time "
        "20. On the circle the number grows about like $\\sqrt\\beta$ (dotted guide): attraction "
        "reaches about $1/\\sqrt\\beta$ far. On the sphere there is more room.",
        x="time",
        y="number of clusters",
        x_beta="$\\beta$",
        circle="circle",
        sphere="sphere",
        guide="$\\sqrt{\\beta}$",
        uniform="all alike",
    ),
    ko=Text(
        title="무리는 몇 개 생기고 얼마나 오래 가는가",
        alt="왼쪽: 원 위에서 시간에 따른 무리 수. 모두 {r.start:.0f} 근처에서 출발한다. β = 1이면 "
        "시간 20에 하나만 남고, β = 36이면 여섯쯤에서 평평해져 300까지 이어진다. 밸류의 부호를 "
        "뒤집으면 무리가 생기지 않는다. 오른쪽: 시간 20의 무리 수를 β에 대해 그린 양축 로그 "
        "그래프. 기울기는 원에서 {r.slope:.2f}, 구에서 {r.slope_sphere:.2f}이다.",
        caption="시드 8개의 평균(띠는 시드에 따른 범위). 왼쪽: 원 위 토큰 32개의 무리 수. 점선은 "
        "모든 토큰이 똑같이 끌어당기는 대조 실험입니다. 오른쪽: 시간 20에 남은 무리 수. 원에서는 "
        "대략 $\\sqrt\\beta$(점선)처럼 늘어납니다. 끌어당기는 힘이 $1/\\sqrt\\beta$쯤까지 미치기 "
        "때문입니다. 구에는 자리가 더 많습니다.",
        x="시간",
        y="무리의 수",
        x_beta="$\\beta$",
        circle="원",
        sphere="구",
        guide="$\\sqrt{\\beta}$",
        uniform="모두 똑같이",
    ),
)
def numbers(r: Clusters, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.0)
    lines = (
        (r.circle[5], palette.QUERY, "-", "$\\beta = 36$", (320, 6.2)),
        (r.circle[2], palette.OUTPUT, "--", "$\\beta = 9$", (320, 3.4)),
        (r.circle[0], palette.KEY, "-.", "$\\beta = 1$", (320, 1.25)),
    )
    for found, colour, dash, words, (x, y) in lines:
        left.fill_between(r.time, found.min(0), found.max(0), color=colour, alpha=0.15, lw=0)
        left.plot(r.time, found.mean(0), color=colour, linestyle=dash)
        style.label(left, x, y, words, colour, ha="right")
    left.plot(r.time, r.uniform.mean(0), color=palette.MUTED, linestyle=":")
    style.label(left, 1.3, 2.4, text.uniform, palette.MUTED)
    left.set(yscale="log", xlabel=text.x, ylabel=text.y, xlim=(1, 340), ylim=(0.9, 33))
    left.set(xscale="log")
    left.set_xticks([1, 10, 100], labels=["1", "10", "100"])
    for found, colour, dash, mark, words, y in (
        (r.formed_by_beta(sphere=True), palette.VALUE, "--", "s", text.sphere, 9.0),
        (r.formed_by_beta(), palette.OUTPUT, "-", "o", text.circle, 2.3),
    ):
        right.plot(r.beta, found, color=colour, linestyle=dash, marker=mark)
        style.label(right, 8 if mark == "s" else 14, y, words, colour, ha="center")
    right.plot(r.beta, np.sqrt(r.beta), color=palette.INK, linestyle=":", lw=1.1)
    style.label(right, 2.2, 1.15, text.guide, palette.INK)
    right.set(xscale="log", yscale="log", xlabel=text.x_beta, ylim=(0.9, 33))
    right.set_xticks(r.beta, labels=[str(b) for b in r.beta])
    for ax in (left, right):
        ax.set_yticks([1, 2, 4, 8, 16, 32], labels=["1", "2", "4", "8", "16", "32"])
        ax.minorticks_off()
    return fig


@figure(
    "weighted-sum/sphere",
    of=clusters,
    en=Text(
        title="The same on a sphere",
        alt="Three spheres seen from one side, at times 0, 5 and 20, with β = 9: 32 tokens "
        "scattered at first are drawn together into a few spots; the mean over seeds at time 20 "
        "is {r.formed_sphere:.1f} clusters.",
        caption="32 tokens on the sphere, $\\beta = 9$, one seed, seen from one side. Filled: in "
        "front; hollow: behind. Spots at time 20 hold many tokens each; over the seeds there are "
        "{r.formed_sphere:.1f} of them on average.",
        time="time",
    ),
    ko=Text(
        title="구 위에서도 마찬가지다",
        alt="시간 0, 5, 20에 한쪽에서 바라본 구 세 개, β = 9. 처음에 흩어져 있던 토큰 32개가 몇 "
        "곳으로 모인다. 시간 20의 무리 수는 시드 평균 {r.formed_sphere:.1f}개다.",
        caption="구 위의 토큰 32개를 한쪽에서 본 모습($\\beta = 9$, 시드 하나). 채운 점은 앞쪽, 빈 "
        "점은 뒤쪽에 있습니다. 시간 20의 점 하나에는 토큰이 여럿 겹쳐 있으며, 무리는 시드 평균 "
        "{r.formed_sphere:.1f}개입니다.",
        time="시간",
    ),
)
def sphere(r: Clusters, text: Text) -> Figure:
    fig, axes = style.panels(1, 3, height=2.2, grid=False)
    for ax, time, points in zip(axes, (0, 5, 20), r.globe, strict=True):
        ax.add_patch(Circle((0, 0), 1, fc=palette.SURFACE, ec=palette.MUTED, lw=0.8))
        front = points[:, 2] > 0
        ax.plot(*points[~front, :2].T, "o", mfc="none", mec=palette.OUTPUT, ms=4.5, lw=0.8)
        ax.plot(*points[front, :2].T, "o", color=palette.OUTPUT, ms=4.5)
        ax.set(title=f"{text.time} {time}", xlim=(-1.1, 1.1), ylim=(-1.1, 1.1))
        ax.set_aspect("equal")
        ax.set_xticks([])
        ax.set_yticks([])
        ax.spines[:].set_visible(False)
    return fig
