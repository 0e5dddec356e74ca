"""Figures of section 2 about learning: relations, alignment, geometry in the plane."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attn_docs.experiments import projections_alignment as learned
from attn_docs.experiments import projections_relations as related
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "projections/relations",
    of=related.relations,
    en=Text(
        title="What shared matrices can learn, and what they cannot",
        alt="Grid of heatmaps, three relations by four columns: weights wanted, and weights "
        "learned with separate, shared and all-tied matrices. Separate matrices match all three "
        "relations. "
        "Shared ones find {r.shared_ring:.0%} on the ring and {r.shared_partner:.0%} on "
        "partners, with weight spilt on the diagonal, and {r.shared_class:.0%} on classes.",
        caption="Rows: the relation to learn. First column: the weights wanted; then those learned "
        "(one seed, mean over contents); below each the share of the wanted weight that is found "
        "(geometric mean; mean over seeds). Under shared matrices a token cannot help finding "
        "itself: the diagonal fills "
        "unless the relation wants it.",
        wanted="wanted",
        separate="separate",
        shared="$W_Q = W_K$",
        tied="all tied",
        ring="successor\non a ring",
        partner="partner",
        own="same class",
    ),
    ko=Text(
        title="행렬을 함께 쓰면 배울 수 있는 관계와 배울 수 없는 관계",
        alt="세 관계와 네 열로 이루어진 히트맵 격자. 열은 원하는 가중치, 그리고 따로 쓴 행렬, 함께 "
        "쓴 행렬, 셋을 모두 묶은 행렬로 학습한 가중치다. 따로 쓰면 세 관계를 모두 맞힌다. 함께 "
        "쓰면 고리에서 {r.shared_ring:.0%}, 짝에서 {r.shared_partner:.0%}만 찾으며 가중치가 "
        "대각선으로 새고, 같은 반에서는 {r.shared_class:.0%}를 찾는다.",
        caption="행은 배워야 할 관계입니다. 첫 열은 원하는 가중치이고, 나머지는 학습한 가중치입니다"
        "(시드 하나, 내용에 대한 평균). 아래 백분율은 원하는 가중치 가운데 찾아낸 몫(기하 평균)의 "
        "시드 "
        "평균입니다. 행렬을 함께 쓰면 토큰은 자기 자신을 찾지 않을 수 없습니다. 관계에 "
        "자신이 들어 있지 않아도 대각선이 채워집니다.",
        wanted="원하는 값",
        separate="따로",
        shared="$W_Q = W_K$",
        tied="셋 다 묶음",
        ring="고리의\n다음 토큰",
        partner="짝",
        own="같은 반",
    ),
)
def relations(r: related.Relations, text: Text) -> Figure:
    fig, axes = style.panels(3, 4, height=4.7, grid=False)
    columns = ("separate", "shared", "tied")
    names = (text.ring, text.partner, text.own)
    for row, name in enumerate(related.RELATIONS):
        line = axes[4 * row : 4 * row + 4]
        style.heatmap(line[0], r.wanted[row], limit=1)
        line[0].set_ylabel(names[row])
        for ax, design in zip(line[1:], columns, strict=True):
            style.heatmap(ax, r.learned[list(related.DESIGNS).index(design), row], limit=1)
            ax.set_xlabel(format(r.of(design, name), ".0%"))
    for ax, words in zip(
        axes[:4], (text.wanted, text.separate, text.shared, text.tied), strict=True
    ):
        ax.set_title(words)
    return fig


@figure(
    "projections/alignment",
    of=learned.alignment,
    en=Text(
        title="Matching queries and keys turn towards each other",
        alt="Two panels against the training step from 0 to 400. Left: the mean cosine of matching "
        "pairs rises from about 0 to {r.last_matching:.2f}, that of other pairs falls to "
        "{r.last_other:.2f}; with shuffled answers it stays near {r.last_control:.2f}. Right: the "
        "loss falls from {r.first_loss:.2f} to {r.last_loss:.2f}; with shuffled answers it stays "
        "above 1.",
        caption="Mean over seeds; bands span the seeds. Left: cosine of queries with the keys that "
        "belong to them and with all others. Right: cross-entropy on fresh sequences. In the "
        "control the answer to report is that of a random word, so that nothing belongs together: "
        "the loss falls only as far as counting labels takes it.",
        x="training step",
        y="cosine of $q$ and $k$",
        loss="loss (nats)",
        matching="matching",
        other="others",
        control="matching, control",
        real="trained",
        shuffled="control",
    ),
    ko=Text(
        title="맞는 쿼리와 키는 서로를 향해 돈다",
        alt="학습 단계 0에서 400까지 그린 두 그래프. 왼쪽: 맞는 쌍의 코사인 평균이 0 근처에서 "
        "{r.last_matching:.2f}까지 올라가고, 나머지 쌍은 {r.last_other:.2f}까지 내려간다. 답을 "
        "섞은 대조에서는 {r.last_control:.2f} 근처에 머문다. 오른쪽: 손실이 {r.first_loss:.2f}에서 "
        "{r.last_loss:.2f}까지 줄어든다. 답을 섞으면 1보다 큰 값에 머문다.",
        caption="시드 평균이며 띠는 시드에 따른 범위입니다. 왼쪽: 쿼리가 제 키와, 또 나머지 키와 "
        "이루는 코사인. 오른쪽: 새 시퀀스에서 잰 교차 엔트로피. 대조에서는 아무 단어의 "
        "답이나 대답하게 하여 서로 맞는 단어가 없습니다. 이때 손실은 레이블을 세어 맞힐 수 있는 "
        "만큼만 줄어듭니다.",
        x="학습 단계",
        y="$q$와 $k$의 코사인",
        loss="손실(nat)",
        matching="맞는 쌍",
        other="나머지 쌍",
        control="맞는 쌍(대조)",
        real="학습",
        shuffled="대조",
    ),
)
def alignment(r: learned.Alignment, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.0)

    def band(ax: Axes, curves: np.ndarray, colour: str, dash: str) -> None:
        ax.fill_between(r.step, curves.min(0), curves.max(0), color=colour, alpha=0.2, lw=0)
        ax.plot(r.step, curves.mean(0), color=colour, linestyle=dash)

    band(left, r.control_matching, palette.MUTED, ":")
    band(left, r.other, palette.KEY, "--")
    band(left, r.matching, palette.QUERY, "-")
    band(right, r.control_loss, palette.MUTED, ":")
    band(right, r.loss, palette.QUERY, "-")
    style.label(left, 400, 0.73, text.matching, palette.QUERY, ha="right")
    style.label(left, 400, 0.47, text.control, palette.MUTED, ha="right")
    style.label(left, 400, -0.42, text.other, palette.KEY, ha="right")
    style.label(right, 400, 1.35, text.shuffled, palette.MUTED, ha="right")
    style.label(right, 400, 0.14, text.real, palette.QUERY, ha="right")
    left.set(xlabel=text.x, ylabel=text.y, ylim=(-0.6, 1), xlim=(0, 400))
    right.set(xlabel=text.x, ylabel=text.loss, ylim=(0, 1.6), xlim=(0, 400))
    return fig


@figure(
    "projections/geometry",
    of=learned.geometry,
    en=Text(
        title="Queries and keys in the plane, before and after",
        alt="Two drawings of four query arrows and twelve key points with d_k = 2. Before training "
        "all are short and point anywhere. After {r.last_step} steps each arrow points "
        "towards the group of its three keys, with a cosine of {r.last_matching:.2f} on the mean "
        "over seeds.",
        caption="One run with $d_k = 2$, drawn as it is. Arrows: queries of four verbs; marks: "
        "keys of twelve nouns, one mark a verb. Left: at the start (mind the scale). Right: after "
        "training. The layer was told only which label to report. Mean cosine of matching pairs "
        "over all seeds: {r.last_matching:.2f}.",
        before="before",
        after="after",
        verbs="eat,drive,read,wear",
    ),
    ko=Text(
        title="평면에 그린 쿼리와 키의 학습 전과 후",
        alt="d_k = 2에서 쿼리 화살표 네 개와 키 점 열두 개를 그린 두 그림. 학습 전에는 모두 짧고 "
        "아무 방향이나 향한다. {r.last_step}단계 뒤에는 화살표마다 제 키 세 개의 무리 쪽을 향하며, "
        "시드 평균 코사인은 {r.last_matching:.2f}이다.",
        caption="$d_k = 2$로 한 번 학습한 결과를 그대로 그렸습니다. 화살표는 동사 네 개의 쿼리이고 "
        "표식은 명사 열두 개의 키이며, 동사마다 표식이 다릅니다. 왼쪽은 시작할 때(눈금에 주의), "
        "오른쪽은 학습한 뒤입니다. 층에 알려 준 것은 대답할 레이블뿐입니다. 맞는 쌍의 코사인은 "
        "모든 시드에서 평균 {r.last_matching:.2f}입니다.",
        before="학습 전",
        after="학습 후",
        verbs="먹다,몰다,읽다,입다",
    ),
)
def geometry(r: learned.Alignment, text: Text) -> Figure:
    fig, axes = style.panels(1, 2, height=3.1, grid=False)
    marks = ("o", "^", "s", "D")
    for moment, (ax, words) in enumerate(zip(axes, (text.before, text.after), strict=True)):
        queries, keys = r.queries[moment], r.keys[moment]
        limit = 1.45 * max(np.abs(queries).max(), np.abs(keys).max())
        ax.axhline(0, color=palette.RULE, lw=0.7)
        ax.axvline(0, color=palette.RULE, lw=0.7)
        for group, (q, mark) in enumerate(zip(queries, marks, strict=True)):
            own = keys[learned.MEMBERS * group : learned.MEMBERS * (group + 1)]
            ax.plot(*own.T, mark, color=palette.KEY, markersize=5, fillstyle="none")
            ax.annotate(
                "",
                q,
                (0, 0),
                arrowprops={"arrowstyle": "-|>", "color": palette.QUERY, "lw": 1.4, "shrinkB": 0},
            )
            ax.plot(*q, mark, color=palette.QUERY, markersize=5)
            if moment:
                x, y = q + 0.16 * limit * q / np.linalg.norm(q)
                style.label(ax, x, y, text.verbs.split(",")[group], palette.QUERY, ha="center")
        ax.set(xlim=(-limit, limit), ylim=(-limit, limit), aspect="equal", title=words)
        ax.locator_params(nbins=5)
    return fig
