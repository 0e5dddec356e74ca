"""Figures of section 9."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import visualization
from attn_docs.experiments.visualization import WORDS
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "visualization/heads",
    of=visualization.heads,
    en=Text(
        title="Four heads, four habits",
        alt="Four heatmaps over the sentence “the robot lifted the box because it was strong”. "
        "One head looks at the previous word, one lets “it” look at “robot” with weight "
        "{r.reference:.2f}, one rests on the first word, one spreads its weight evenly.",
        caption="Weights of four heads built by hand under a causal mask; rows ask, columns are "
        "asked. *Previous* looks one word back. *Reference* lets “it” look at “robot” (weight "
        "{r.reference:.2f}). *Rest* parks its weight on the first word. *Broad* averages.",
        previous="previous",
        reference="reference",
        rest="rest",
        broad="broad",
    ),
    ko=Text(
        title="헤드 넷, 버릇 넷",
        alt="“the robot lifted the box because it was strong”이라는 문장의 히트맵 넷. 한 헤드는 "
        "바로 앞 단어를 보고, 한 헤드에서는 “it”이 “robot”에 가중치를 {r.reference:.2f}만큼 주며, "
        "한 헤드는 첫 단어에 머물고, 한 헤드는 가중치를 고르게 나눈다.",
        caption="손으로 만든 헤드 넷의 가중치(인과 마스크). 행이 묻고 열이 답합니다. *직전*은 한 "
        "단어 앞을 봅니다. *지시*에서는 “it”이 “robot”을 봅니다(가중치 {r.reference:.2f}). "
        "*휴식*은 가중치를 첫 단어에 맡겨 둡니다. *평균*은 고르게 나눕니다.",
        previous="직전",
        reference="지시",
        rest="휴식",
        broad="평균",
    ),
)
def heads(r: visualization.Heads, text: Text) -> Figure:
    fig, axes = style.panels(2, 2, height=5.6, grid=False)
    names = (text.previous, text.reference, text.rest, text.broad)
    for i, (ax, weights, name) in enumerate(zip(axes, r.weights, names)):
        rows = WORDS if i % 2 == 0 else ()
        style.heatmap(ax, weights, rows=rows, columns=WORDS if i > 1 else (), limit=1.0)
        ax.set_title(name)
        ax.tick_params(axis="x", rotation=90)
    return fig


@figure(
    "visualization/effect",
    of=visualization.heads,
    en=Text(
        title="A large weight may deliver little",
        alt="Two heatmaps of the resting head. In the weights the first column holds "
        "{r.rest_weight:.0%}; in what arrives, the first word contributes only "
        "{r.rest_effect:.0%}.",
        caption="The resting head twice. Left: its weights, {r.rest_weight:.0%} of them on the "
        "first "
        "word. Right: each word's share in what arrives, $\\|A_{{ij}}v_j\\|$. The value of the "
        "first "
        "word is close to zero, so only {r.rest_effect:.0%} of what arrives comes from there.",
        left="weights",
        right="share of what arrives",
    ),
    ko=Text(
        title="가중치가 커도 전해지는 것은 적을 수 있다",
        alt="휴식 헤드의 히트맵 둘. 가중치에서는 첫 열이 {r.rest_weight:.0%}를 차지하지만, 실제로 "
        "도착한 것에서 첫 단어의 몫은 {r.rest_effect:.0%}뿐이다.",
        caption="휴식 헤드를 두 가지로 그렸습니다. 왼쪽은 가중치로, {r.rest_weight:.0%}가 첫 "
        "단어에 있습니다. 오른쪽은 도착한 것 $\\|A_{{ij}}v_j\\|$에서 각 단어가 차지하는 몫입니다. "
        "첫 단어의 밸류가 0에 가까워서, 도착한 것 가운데 그 단어에서 온 것은 "
        "{r.rest_effect:.0%}뿐입니다.",
        left="가중치",
        right="도착한 것의 몫",
    ),
)
def effect(r: visualization.Heads, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.3, grid=False)
    style.heatmap(left, r.weights[2], rows=WORDS, columns=WORDS, limit=1.0)
    share = r.effect[2] / r.effect[2].sum(-1, keepdims=True)
    style.heatmap(right, share, columns=WORDS, limit=1.0)
    left.set_title(text.left)
    right.set_title(text.right)
    for ax in (left, right):
        ax.tick_params(axis="x", rotation=90)
    return fig


@figure(
    "visualization/rollout",
    of=visualization.flow,
    en=Text(
        title="Rollout against deletion",
        alt="Strip plot of rank correlations over random networks: the last layer's map has a "
        "median "
        "of {r.medians[last]:.2f}, the bare product {r.medians[product]:.2f}, rollout "
        "{r.medians[rollout]:.2f}, and rollout compared with another network "
        "{r.medians[shuffled]:.2f}.",
        caption="How well three maps predict which inputs matter when they are deleted: rank "
        "correlation, one dot a random network, the bar at the median. Rollout does best "
        "({r.medians[rollout]:.2f}), the last layer alone tells nearly nothing "
        "({r.medians[last]:.2f}). But rollout compared with the deletions of *another* network "
        "already "
        "reaches {r.medians[shuffled]:.2f}: most of the agreement is position.",
        x="rank correlation with deletion",
        last="last layer",
        product="bare product",
        rollout="rollout",
        shuffled="other network\n(control)",
    ),
    ko=Text(
        title="롤아웃과 삭제 실험의 비교",
        alt="무작위 신경망에서 구한 순위 상관의 점그림. 중앙값은 마지막 층의 맵이 "
        "{r.medians[last]:.2f}, 단순 곱이 {r.medians[product]:.2f}, 롤아웃이 "
        "{r.medians[rollout]:.2f}이고, 다른 신경망과 견준 롤아웃이 "
        "{r.medians[shuffled]:.2f}이다.",
        caption="입력을 지웠을 때 어느 입력이 중요한지를 세 가지 맵이 얼마나 맞히는지 순위 "
        "상관으로 "
        "쟀습니다. 점 하나가 무작위 신경망 하나이고 막대는 중앙값입니다. 롤아웃이 가장 낫고"
        "({r.medians[rollout]:.2f}), 마지막 층만 보아서는 거의 알 수 없습니다"
        "({r.medians[last]:.2f}). 그러나 *다른* 신경망의 삭제 결과와 견주어도 이미 "
        "{r.medians[shuffled]:.2f}입니다. 일치하는 까닭이 대부분 위치에 있다는 뜻입니다.",
        x="삭제 효과와의 순위 상관",
        last="마지막 층",
        product="단순 곱",
        rollout="롤아웃",
        shuffled="다른 신경망\n(대조)",
    ),
)
def rolled(r: visualization.Flow, text: Text) -> Figure:
    fig, ax = style.axes(height=2.7)
    rows = (
        (r.last, palette.MUTED, "s", text.last),
        (r.product, palette.KEY, "^", text.product),
        (r.rollout, palette.OUTPUT, "o", text.rollout),
        (r.shuffled, palette.QUERY, "x", text.shuffled),
    )
    for i, (numbers, colour, marker, _) in enumerate(rows):
        height = i + 0.22 * np.sin(2.4 * np.arange(len(numbers)))  # spread, so that dots show
        ax.plot(numbers, height, marker, color=colour, alpha=0.55, markersize=3.6, linestyle="none")
        ax.plot([np.median(numbers)] * 2, [i - 0.36, i + 0.36], color=colour, linestyle="-", lw=2.4)
    ax.set_yticks(range(4), labels=[row[3] for row in rows])
    ax.set(xlabel=text.x, ylim=(3.6, -0.6), xlim=(-0.6, 1.0))
    ax.axvline(0, color=palette.MUTED, lw=0.7)
    return fig


@figure(
    "visualization/projection",
    of=visualization.views,
    en=Text(
        title="The same three groups, seen twice",
        alt="Two scatter plots of three groups. PCA keeps the far group {r.ratio_pca:.1f} times "
        "as far "
        "away as the two close ones are from each other (truly {r.ratio_true:.1f}); t-SNE shows "
        "{r.ratio_tsne:.1f} and makes all groups equally wide.",
        caption="Three groups in 16 dimensions, C far from A and B and a third as wide. PCA keeps "
        "the "
        "ratio of the distances ({r.ratio_pca:.1f}, truly {r.ratio_true:.1f}) and the widths. "
        "t-SNE "
        "separates the groups more cleanly, and loses both: it shows a ratio of "
        "{r.ratio_tsne:.1f} and "
        "groups of equal width.",
        left="PCA",
        right="t-SNE",
    ),
    ko=Text(
        title="같은 세 무리를 두 가지로 본 그림",
        alt="세 무리의 산점도 둘. 멀리 있는 무리까지의 거리는 가까운 두 무리 사이 거리의 "
        "{r.ratio_true:.1f}배인데, PCA는 {r.ratio_pca:.1f}배로 보여 주고 t-SNE는 "
        "{r.ratio_tsne:.1f}배로 보여 주며 무리의 너비를 모두 같게 만든다.",
        caption="16차원에 있는 세 무리. C는 A와 B에서 멀고 너비는 3분의 1입니다. PCA는 거리의 비를 "
        "지키고({r.ratio_pca:.1f}, 실제 {r.ratio_true:.1f}) 너비도 지킵니다. t-SNE는 무리를 더 "
        "또렷하게 가르는 대신 둘 다 잃습니다. 거리의 비는 {r.ratio_tsne:.1f}까지 줄고 너비는 모두 "
        "같아집니다.",
        left="PCA",
        right="t-SNE",
    ),
)
def projection(r: visualization.Views, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.8, grid=False)
    looks = ((palette.QUERY, "o", "A"), (palette.KEY, "^", "B"), (palette.VALUE, "s", "C"))
    for ax, Y, name in ((left, r.pca, text.left), (right, r.tsne, text.right)):
        for g, (colour, marker, letter) in enumerate(looks):
            own = Y[r.group == g]
            ax.plot(*own.T, marker, color=colour, markersize=3, linestyle="none", alpha=0.8)
            x, y = own.mean(0)
            style.label(ax, x, y + 0.13 * np.ptp(Y[:, 1]), letter, colour, ha="center", size=10)
        ax.set_title(name)
        ax.set_xticks([])
        ax.set_yticks([])
        ax.margins(0.12, 0.2)
        ax.set_aspect("equal", adjustable="datalim")
        ax.spines[:].set_visible(True)
        ax.spines[:].set_color(palette.RULE)
    return fig
