"""Figures of section 4."""

from __future__ import annotations

from matplotlib.figure import Figure

from attn_docs.experiments import scaling
from attn_docs.experiments.scaling_curvature import Curvature
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "scaling/variance",
    of=scaling.variance_growth,
    en=Text(
        title="The variance of dot products grows with the dimension",
        alt="Log-log plot of the variance of q·k against d_k from 2 to 4096: the unscaled line "
        "rises with slope {r.slope:.3f}, the scaled one stays flat at 1, the one with correlated "
        "components rises with slope {r.slope_correlated:.2f}.",
        caption="Variance of $q \\cdot k$ over random pairs; the band spans the seeds. Independent "
        "components give a straight line of slope {r.slope:.3f}; division by $\\sqrt{{d_k}}$ makes "
        "it flat; correlated components (the control) climb faster, with slope "
        "{r.slope_correlated:.2f}.",
        x="$d_k$",
        y="variance of the score",
        independent="independent",
        scaled="divided by $\\sqrt{d_k}$",
        correlated="correlated (control)",
    ),
    ko=Text(
        title="차원이 커지면 내적의 분산도 커진다",
        alt="d_k를 2에서 4096까지 바꾸며 q·k의 분산을 그린 양축 로그 그래프. 스케일링하지 않은 "
        "선은 기울기가 {r.slope:.3f}이고, 스케일링한 선은 1에서 평평하며, 성분끼리 "
        "상관이 있는 선은 기울기가 {r.slope_correlated:.2f}이다.",
        caption="무작위 쌍에서 잰 $q \\cdot k$의 분산. 띠는 시드에 따른 범위입니다. 성분이 "
        "독립이면 기울기 {r.slope:.3f}의 직선이 되고, $\\sqrt{{d_k}}$로 나누면 평평해집니다. "
        "성분에 상관이 있으면(대조) 기울기가 {r.slope_correlated:.2f}까지 가팔라집니다.",
        x="$d_k$",
        y="스코어의 분산",
        independent="독립 성분",
        scaled="$\\sqrt{d_k}$로 나눈 값",
        correlated="상관된 성분(대조)",
    ),
)
def variance(r: scaling.VarianceGrowth, text: Text) -> Figure:
    fig, ax = style.axes(height=3.2)
    lines = (
        (r.correlated, palette.MUTED, ":", text.correlated),
        (r.independent, palette.QUERY, "-", text.independent),
        (r.scaled, palette.OUTPUT, "--", text.scaled),
    )
    for numbers, colour, dash, words in lines:
        ax.fill_between(r.d_k, numbers.min(0), numbers.max(0), color=colour, alpha=0.2, lw=0)
        ax.plot(r.d_k, numbers.mean(0), color=colour, linestyle=dash)
        style.label(ax, 5200, numbers.mean(0)[-1], words, colour)
    ax.set(xscale="log", yscale="log", xlabel=text.x, ylabel=text.y)
    ax.set_xticks([2, 16, 128, 1024], labels=["2", "16", "128", "1024"])
    ax.set_xlim(right=4096)
    ax.minorticks_off()
    return fig


@figure(
    "scaling/saturation",
    of=scaling.saturation,
    en=Text(
        title="Without scaling softmax saturates",
        alt="Two panels against d_k. Left: the effective number of keys attended falls to about 1 "
        "without scaling and stays near {r.number_scaled:.0f} of 16 with it. Right: the "
        "median norm of the softmax Jacobian falls to {r.median_unscaled[11]:.0e} without "
        "scaling and stays near {r.median_scaled[11]:.1f} with it, while the unscaled mean falls "
        "slowly.",
        caption="Left: how many of 16 keys a query effectively attends to, $e^{{H}}$. Right: norm "
        "of the softmax Jacobian. Without scaling the *median* gradient vanishes; the *mean* falls "
        "slowly, kept up by the rare query whose two best keys nearly tie.",
        x="$d_k$",
        left="effective number of keys",
        right="norm of the Jacobian",
        scaled="scaled",
        unscaled="unscaled",
        mean="mean",
        median="median",
    ),
    ko=Text(
        title="스케일링이 없으면 소프트맥스가 포화한다",
        alt="d_k에 대한 두 그래프. 왼쪽: 실효 주목 수는 스케일링이 없으면 약 1까지 떨어지고, "
        "있으면 16개 중 {r.number_scaled:.0f}개 근처에 머문다. 오른쪽: 소프트맥스 야코비 "
        "행렬 노름의 중앙값은 스케일링이 없으면 {r.median_unscaled[11]:.0e}까지 떨어지고, "
        "있으면 {r.median_scaled[11]:.1f} 근처에 머문다. 스케일링하지 않은 평균은 천천히 줄어든다.",
        caption="왼쪽: 쿼리 하나가 키 16개 가운데 실제로 주목하는 개수 $e^{{H}}$. 오른쪽: "
        "소프트맥스 야코비 행렬의 노름. 스케일링이 없으면 기울기의 *중앙값*은 사라지지만 "
        "*평균*은 천천히 줄어듭니다. 1등과 2등 키가 거의 비기는 드문 쿼리가 평균을 떠받치기 "
        "때문입니다.",
        x="$d_k$",
        left="실효 주목 수",
        right="야코비 행렬의 노름",
        scaled="스케일링 후",
        unscaled="스케일링 전",
        mean="평균",
        median="중앙값",
    ),
)
def saturation(r: scaling.Saturation, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.0)
    lines = (
        (r.effective_scaled, palette.OUTPUT, "--", text.scaled, (32, 12.6)),
        (r.effective_unscaled, palette.QUERY, "-", text.unscaled, (80, 2.6)),
    )
    for number, colour, dash, words, at in lines:
        left.fill_between(r.d_k, number.min(0), number.max(0), color=colour, alpha=0.2, lw=0)
        left.plot(r.d_k, number.mean(0), color=colour, linestyle=dash)
        style.label(left, *at, words, colour)
    left.set(xscale="log", xlabel=text.x, ylabel=text.left, ylim=(0, 16))
    right.plot(r.d_k, r.median_scaled, color=palette.OUTPUT, linestyle="--")
    right.plot(r.d_k, r.mean_unscaled, color=palette.QUERY, linestyle="-.")
    right.plot(r.d_k, r.median_unscaled, color=palette.QUERY)
    style.label(right, 3, 3.0, text.scaled, palette.OUTPUT)
    style.label(right, 520, 9e-3, text.mean, palette.QUERY)
    style.label(right, 600, 1e-6, text.median, palette.QUERY, ha="right")
    right.set(xscale="log", yscale="log", xlabel=text.x, ylabel=text.right, ylim=(1e-10, 30))
    for ax in (left, right):
        ax.set_xticks([2, 32, 512], labels=["2", "32", "512"])
        ax.minorticks_off()
    return fig


@figure(
    "scaling/curvature",
    of=scaling.curvature,
    en=Text(
        title="Scaling lowers the largest possible curvature; the typical one is another matter",
        alt="Log-log plot against d_k. The largest curvature is {r.supremum_unscaled[11]:.1f} "
        "without scaling at every dimension and falls like 1/(2√d_k) with it. The typical "
        "unscaled curvature is above the typical scaled one at first and falls below both later.",
        caption="Largest eigenvalue of $\\beta(\\operatorname{{diag}} p - pp^{{\\top}})$. Scaling "
        "lowers the largest possible value from ½ to $1/(2\\sqrt{{d_k}})$. The *typical* unscaled "
        "point bends more than a scaled one at first; once saturated it is flatter than either, "
        "flat because nothing moves any more.",
        x="$d_k$",
        y="curvature",
        sup_unscaled="unscaled, largest",
        sup_scaled="scaled, largest",
        typical_scaled="scaled, typical",
        typical_unscaled="unscaled, typical",
    ),
    ko=Text(
        title="스케일링은 가능한 최대 곡률을 낮추지만 전형적인 곡률은 사정이 다르다",
        alt="d_k에 대한 양축 로그 그래프. 최대 곡률은 스케일링이 없으면 차원과 관계없이 "
        "{r.supremum_unscaled[11]:.1f}이고, 있으면 1/(2√d_k)로 줄어든다. 스케일링하지 않은 "
        "전형적인 곡률은 처음에는 스케일링한 것보다 크지만 d_k가 커지면 둘보다 낮아진다.",
        caption="$\\beta(\\operatorname{{diag}} p - pp^{{\\top}})$의 가장 큰 고윳값. 스케일링은 "
        "가능한 최댓값을 ½에서 $1/(2\\sqrt{{d_k}})$로 낮춥니다. 스케일링하지 않은 *전형적인* 점은 "
        "처음에는 더 많이 휘지만, 포화하고 나면 어느 쪽보다도 평평합니다. 더는 아무것도 움직이지 "
        "않기 때문입니다.",
        x="$d_k$",
        y="곡률",
        sup_unscaled="스케일링 전, 최대",
        sup_scaled="스케일링 후, 최대",
        typical_scaled="스케일링 후, 전형",
        typical_unscaled="스케일링 전, 전형",
    ),
)
def curvature(r: Curvature, text: Text) -> Figure:
    fig, ax = style.axes(height=3.2)
    ax.plot(r.d_k, r.supremum_unscaled, color=palette.QUERY)
    ax.plot(r.d_k, r.supremum_scaled, color=palette.OUTPUT, linestyle="--")
    ax.plot(r.d_k, r.typical_scaled, color=palette.OUTPUT, linestyle=":")
    ax.plot(r.d_k, r.typical_unscaled, color=palette.QUERY, linestyle="-.")
    style.label(ax, 5200, r.supremum_unscaled[-1], text.sup_unscaled, palette.QUERY)
    style.label(ax, 5200, r.supremum_scaled[-1] * 1.6, text.sup_scaled, palette.OUTPUT)
    style.label(ax, 5200, r.typical_scaled[-1] / 1.6, text.typical_scaled, palette.OUTPUT)
    style.label(ax, 450, 3e-4, text.typical_unscaled, palette.QUERY, ha="right")
    ax.set(xscale="log", yscale="log", xlabel=text.x, ylabel=text.y, ylim=(1e-6, 2))
    ax.set_xticks([2, 16, 128, 1024], labels=["2", "16", "128", "1024"])
    ax.set_xlim(right=4096)
    ax.minorticks_off()
    return fig


@figure(
    "scaling/query-gradient",
    of=scaling.saturation,
    en=Text(
        title="What reaches the query",
        alt="Log-log plot of the norm of the derivative of the weights by the query against d_k. "
        "Scaled, it stays near {r.query_scaled[11]:.1f}. Unscaled, its mean climbs to "
        "{r.query_mean[11]:.1f} while its median rises at first and then falls to "
        "{r.query_median[11]:.0e}.",
        caption="Norm of $\\partial A/\\partial q = s\\,(\\operatorname{{diag}}p - "
        "pp^{{\\top}})K$, with $s$ the scale. Without scaling the keys enter at full length: a "
        "few queries receive large gradients, most receive none. With scaling all receive about "
        "the same.",
        x="$d_k$",
        y="norm of $\\partial A/\\partial q$",
        scaled="scaled",
        mean="unscaled, mean",
        median="unscaled, median",
    ),
    ko=Text(
        title="쿼리까지 닿는 기울기",
        alt="가중치를 쿼리로 미분한 값의 노름을 d_k에 대해 그린 양축 로그 그래프. 스케일링하면 "
        "{r.query_scaled[11]:.1f} 근처에 머문다. 스케일링이 없으면 평균은 "
        "{r.query_mean[11]:.1f}까지 올라가고, 중앙값은 잠시 올랐다가 {r.query_median[11]:.0e}까지 "
        "떨어진다.",
        caption="$\\partial A/\\partial q = s\\,(\\operatorname{{diag}}p - pp^{{\\top}})K$의 "
        "노름. $s$는 스코어에 곱하는 수입니다. 스케일링이 없으면 키가 제 길이 그대로 곱해져서, "
        "몇몇 쿼리는 큰 기울기를 받고 대부분은 거의 받지 못합니다. 스케일링하면 모두 비슷하게 "
        "받습니다.",
        x="$d_k$",
        y="$\\partial A/\\partial q$의 노름",
        scaled="스케일링 후",
        mean="스케일링 전, 평균",
        median="스케일링 전, 중앙값",
    ),
)
def query_gradient(r: scaling.Saturation, text: Text) -> Figure:
    fig, ax = style.axes(height=2.8)
    ax.plot(r.d_k, r.query_scaled, color=palette.OUTPUT, linestyle="--")
    ax.plot(r.d_k, r.query_mean, color=palette.QUERY, linestyle="-.")
    ax.plot(r.d_k, r.query_median, color=palette.QUERY)
    style.label(ax, 5200, r.query_scaled[-1], text.scaled, palette.OUTPUT)
    style.label(ax, 5200, r.query_mean[-1] * 1.5, text.mean, palette.QUERY)
    style.label(ax, 900, 1e-5, text.median, palette.QUERY, ha="right")
    ax.set(xscale="log", yscale="log", xlabel=text.x, ylabel=text.y, ylim=(1e-9, 30))
    ax.set_xticks([2, 16, 128, 1024], labels=["2", "16", "128", "1024"])
    ax.set_xlim(right=4096)
    ax.minorticks_off()
    return fig
