"""Figures of section 8 on what layers learn and keep: preorder, equivariance, message passing."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import theory
from attn_docs.experiments.theory_messages import LAYERS, Messages
from attn_docs.experiments.theory_preorder import Preorder
from attn_docs.experiments.theory_symmetry import Equivariance
from attn_docs.figures import palette, style
from attn_docs.figures.registry import Text, figure


@figure(
    "theory/preorder",
    of=theory.preorder,
    en=Text(
        title="An order learned from some pairs answers for the others",
        alt="Two panels. Left: learned score against true level for 15 items of one order: points "
        "rise from left to right, items of one level close together. Right: share of right "
        "answers: held-out pairs {r.mean_held_out:.0%}, two strangers {r.mean_unseen:.0%}, the "
        "control without order {r.mean_control:.0%}.",
        caption="Left: score $q\\cdot k/\\sqrt{{d_k}}$ of every trained item against its level "
        "(never shown to the layer), for one order of one run. Right: share of right answers, one "
        "mark a seed, the line at the mean; the dotted line is chance. The control is a "
        "relation in which each pair was decided by a coin.",
        level="level",
        score="learned score",
        share="right answers",
        trained="trained pairs",
        held="held-out pairs",
        many="best of six",
        unseen="two strangers",
        control="control",
    ),
    ko=Text(
        title="몇 쌍에서 배운 순서가 나머지 쌍에도 답한다",
        alt="두 그래프. 왼쪽: 한 순서에서 항목 15개의 실제 수준과 학습한 스코어. 점이 왼쪽에서 "
        "오른쪽으로 올라가고 수준이 같은 항목은 모여 있다. 오른쪽: 맞힌 비율. 남겨 둔 쌍 "
        "{r.mean_held_out:.0%}, 처음 보는 둘 {r.mean_unseen:.0%}, 순서가 없는 대조 "
        "{r.mean_control:.0%}.",
        caption="왼쪽은 한 번의 학습에서 순서 하나를 골라, 학습한 항목의 스코어 "
        "$q\\cdot k/\\sqrt{{d_k}}$를 수준에 대해 그린 것입니다. 수준은 층에 보여 준 적이 없습니다. "
        "오른쪽은 맞힌 비율로, 표식 하나가 시드 하나이고 선은 평균, 점선은 우연입니다. "
        "대조에서는 쌍마다 동전을 던져 관계를 정했습니다.",
        level="수준",
        score="학습한 스코어",
        share="맞힌 비율",
        trained="학습한 쌍",
        held="남겨 둔 쌍",
        many="여섯 중 최고",
        unseen="처음 보는 둘",
        control="대조",
    ),
)
def preorder(r: Preorder, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.0)
    left.plot(r.level, r.score, "o", color=palette.KEY, fillstyle="none")
    left.set(xlabel=text.level, ylabel=text.score)
    rows = (
        (r.trained, text.trained, palette.KEY, "o"),
        (r.held_out, text.held, palette.OUTPUT, "o"),
        (r.many, text.many, palette.OUTPUT, "^"),
        (r.unseen, text.unseen, palette.MUTED, "s"),
        (r.control, text.control, palette.MUTED, "D"),
    )
    right.axvline(0.5, color=palette.MUTED, linestyle=":", lw=1)
    for at, (share, _, colour, mark) in enumerate(rows):
        right.plot(share, np.full(share.size, at), mark, color=colour, fillstyle="none")
        right.plot([share.mean()] * 2, [at - 0.3, at + 0.3], "-", color=colour)
    right.set_yticks(range(len(rows)), labels=[words for _, words, _, _ in rows])
    right.set_xticks([0, 0.5, 1], labels=["0", "50%", "100%"])
    right.set(xlabel=text.share, xlim=(-0.05, 1.05), ylim=(4.5, -0.5))
    return fig


@figure(
    "theory/equivariance",
    of=theory.equivariance,
    en=Text(
        title="What keeps equivariance, and what breaks it",
        alt="Dot plot on a logarithmic scale of how far five layers are from equivariance. One "
        "head and several heads: below ten to the minus 15, rounding. With positions added "
        "{r.mean_positions:.2f}, under a causal mask {r.mean_causal:.2f}, with a local window "
        "about 1.",
        caption="$\\lVert f(PX) - Pf(X)\\rVert/\\lVert f(X)\\rVert$ for random tokens, layers and "
        "orders; one mark a seed. Without positions or masks nothing but rounding is "
        "left. Sines and cosines of the place, added to the tokens, "
        "change the output by {r.mean_positions:.0%} of its size, a causal mask by "
        "{r.mean_causal:.0%}.",
        x="distance from equivariance",
        one="one head",
        many="two heads, $W_O$",
        positions="+ positions",
        causal="+ causal mask",
        window="+ local window",
    ),
    ko=Text(
        title="등변성을 지키는 것과 깨는 것",
        alt="다섯 층이 등변성에서 얼마나 벗어나는지 로그 눈금에 점으로 나타냈다. 헤드 하나와 여러 "
        "헤드는 10의 −15제곱보다 작은 반올림 오차이다. 위치를 더하면 {r.mean_positions:.2f}, "
        "인과 마스크를 쓰면 {r.mean_causal:.2f}, 국소 창을 쓰면 1쯤이다.",
        caption="무작위 토큰, 층, 순서에서 잰 $\\lVert f(PX) - Pf(X)\\rVert/\\lVert f(X)\\rVert$. "
        "표식 하나가 시드 하나입니다. 위치도 마스크도 없으면 반올림 오차만 남습니다. "
        "위치의 사인과 코사인을 토큰에 더하면 출력이 제 크기의 "
        "{r.mean_positions:.0%}만큼, 인과 마스크를 쓰면 {r.mean_causal:.0%}만큼 달라집니다.",
        x="등변성에서 벗어난 정도",
        one="헤드 하나",
        many="헤드 둘과 $W_O$",
        positions="+ 위치",
        causal="+ 인과 마스크",
        window="+ 국소 창",
    ),
)
def equivariance(r: Equivariance, text: Text) -> Figure:
    fig, ax = style.axes(height=2.6)
    words = (text.one, text.many, text.positions, text.causal, text.window)
    for at, error in enumerate(r.error):
        colour, mark = (palette.OUTPUT, "o") if at < 2 else (palette.QUERY, "^")
        ax.plot(error, np.full(error.size, at), mark, color=colour, fillstyle="none")
    ax.set_yticks(range(len(words)), labels=words)
    ax.set(xscale="log", xlabel=text.x, xlim=(1e-17, 10), ylim=(4.5, -0.5))
    ax.set_xticks([1e-16, 1e-12, 1e-8, 1e-4, 1])
    ax.minorticks_off()
    return fig


@figure(
    "theory/message-passing",
    of=theory.messages,
    en=Text(
        title="Three equivariant layers, two relations",
        alt="Dot plot of explained variance. Relation “same first mark”: attention and messages "
        "near 1, sets near 0. Relation “same product”: messages {r.messages_product:.2f}, one "
        "head of attention {r.attention_product:.2f}, sets {r.sets_product:.2f}; attention that is "
        "given the product is near 1 again.",
        caption="Share of the variance that a layer explains on new sequences, one mark a seed. "
        "All three layers are equivariant. Which tokens share the first mark is a bilinear "
        "question; which share the product of two marks is not, and one head of attention reaches "
        "{r.attention_product:.0%} where messages reach {r.messages_product:.0%}. Given the "
        "product as a coordinate, attention answers too. DeepSets see no pairs and answer "
        "neither.",
        x="explained variance",
        mark="same mark",
        product="same product",
        prepared="product given",
        attention="attention, one head",
        messages="messages",
        sets="DeepSets",
    ),
    ko=Text(
        title="등변인 세 층과 두 관계",
        alt="설명한 분산을 나타낸 점 그래프. ‘첫 표지가 같다’: 어텐션과 메시지는 1에 가깝고 집합 "
        "층은 0에 가깝다. ‘곱이 같다’: 메시지 {r.messages_product:.2f}, 헤드 하나인 어텐션 "
        "{r.attention_product:.2f}, 집합 층 {r.sets_product:.2f}. 곱을 미리 알려 주면 어텐션도 "
        "다시 1에 가깝다.",
        caption="층이 새 시퀀스에서 설명한 분산의 비율이며 표식 하나가 시드 하나입니다. 세 층 모두 "
        "등변입니다. 첫 표지가 같은 토큰을 찾는 일은 쌍선형이지만, 두 표지의 곱이 같은 토큰을 찾는 "
        "일은 그렇지 않습니다. 여기서 어텐션 헤드 하나는 {r.attention_product:.0%}, 메시지 층은 "
        "{r.messages_product:.0%}를 설명합니다. 곱을 좌표로 주면 어텐션도 답합니다. DeepSets 층은 "
        "쌍을 보지 못해 어느 쪽에도 답하지 못합니다.",
        x="설명한 분산",
        mark="같은 표지",
        product="같은 곱",
        prepared="곱을 준 경우",
        attention="어텐션, 헤드 하나",
        messages="메시지",
        sets="DeepSets",
    ),
)
def message_passing(r: Messages, text: Text) -> Figure:
    fig, axes = style.panels(1, 3, height=2.2, sharey=True)
    looks = (
        (palette.KEY, "o", text.attention),
        (palette.OUTPUT, "^", text.messages),
        (palette.MUTED, "s", text.sets),
    )
    for task, (ax, title) in enumerate(
        zip(axes, (text.mark, text.product, text.prepared), strict=True)
    ):
        for at, (colour, mark, _) in enumerate(looks):
            share = r.explained[at, task]
            ax.plot(share, np.full(share.size, at), mark, color=colour, fillstyle="none")
        ax.set(title=title, xlim=(-0.1, 1.1), ylim=(len(LAYERS) - 0.5, -0.5))
        ax.set_xticks([0, 0.5, 1], labels=["0", "½", "1"])
    axes[0].set_yticks(range(len(LAYERS)), labels=[words for _, _, words in looks])
    axes[1].set_xlabel(text.x)
    return fig
