"""Figures of section 2; those of what is learned are in ``projections_learning``."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import projections
from attn_docs.figures import palette, projections_learning, style
from attn_docs.figures.registry import Text, figure

__all__ = ["images", "projections_learning", "rank"]

MARKS = ("o", "^", "s")


@figure(
    "projections/images",
    of=projections.images,
    en=Text(
        title="One cloud of tokens and its three images",
        alt="Four scatter plots of the same 54 tokens. In the whole cloud, in its two widest "
        "directions, kinds run into one another. In each of the three images three separate "
        "groups appear, "
        "with silhouettes of at least {r.least_own:.2f}, by another facet each time; one token "
        "followed through all four falls into a group of its own facet's kind in each.",
        caption="Each token has three facets of three kinds. In the cloud $X$ (top left, in its "
        "two widest directions; marks: first facet) they run into one another: no facet's "
        "silhouette exceeds {r.most_before:.2f}. Each matrix turns one facet towards us and drops "
        "the others; the marks are those of the facet that the image shows (silhouette at least "
        "{r.least_own:.2f}). The ring follows one token. The matrices are made for the picture, "
        "not learned.",
        x="tokens $X$",
        q="queries $XW_Q$",
        k="keys $XW_K$",
        v="values $XW_V$",
    ),
    ko=Text(
        title="토큰 구름 하나와 세 가지 상",
        alt="같은 토큰 54개를 그린 산점도 네 개. 전체 구름을 가장 넓은 두 방향에서 보면 종류가 "
        "뒤섞여 있다. 세 상에서는 저마다 다른 측면에 따라 세 무리로 갈라지며 실루엣은 "
        "{r.least_own:.2f} 이상이다. 토큰 하나를 네 그림에서 따라가면 상마다 그 측면의 종류에 "
        "맞는 무리에 들어간다.",
        caption="토큰마다 측면이 셋 있고 측면마다 종류가 셋 있습니다. 구름 $X$에서는(왼쪽 위, 가장 "
        "넓은 두 방향, 표식은 첫째 측면) 서로 겹쳐 있어 어느 측면의 실루엣도 "
        "{r.most_before:.2f} 이하입니다. 행렬은 저마다 한 측면을 우리 쪽으로 돌리고 나머지를 "
        "버립니다. 표식은 그 상이 드러내는 측면의 종류입니다(실루엣 {r.least_own:.2f} 이상). "
        "고리는 토큰 하나를 따라갑니다. 학습한 행렬이 아니라 설명하려고 만든 행렬입니다.",
        x="토큰 $X$",
        q="쿼리 $XW_Q$",
        k="키 $XW_K$",
        v="밸류 $XW_V$",
    ),
)
def images(r: projections.Images, text: Text) -> Figure:
    fig, axes = style.panels(2, 2, height=5.0, grid=False)
    views = (
        (r.drawn, 0, palette.MUTED, text.x),
        (r.Q, 0, palette.QUERY, text.q),
        (r.K, 1, palette.KEY, text.k),
        (r.V, 2, palette.VALUE, text.v),
    )
    for ax, (view, facet, colour, words) in zip(axes, views, strict=True):
        for kind, mark in enumerate(MARKS):
            part = view[r.kinds[:, facet] == kind]
            filled = colour if kind == 0 else "none"
            ax.scatter(*part.T, s=22, marker=mark, facecolor=filled, edgecolor=colour, lw=1.1)
        ax.scatter(*view[r.followed], s=150, facecolor="none", edgecolor=palette.INK, lw=1.4)
        ax.set_title(words, color=colour)
        ax.set(xlim=(-2, 2), ylim=(-2, 2), aspect="equal", xticks=[], yticks=[])
        ax.spines[:].set_visible(True)
    return fig


@figure(
    "projections/rank",
    of=projections.ranks,
    en=Text(
        title="The scores have rank d_k, the weights do not",
        alt="Two panels. Left: rank against d_k from 1 to 16: the rank of the scores equals d_k, "
        "that of the weights after softmax reaches all 40. Right: singular values of one example "
        "with d_k = 4: those of the scores fall to rounding after the fourth, those of the weights "
        "fall slowly.",
        caption="Left: numerical rank for 40 random tokens in 16 dimensions (all seeds agree for "
        "the scores; the band spans the seeds for the weights). Right: singular values at "
        "$d_k = 4$, relative to the largest. What passes through $d_k$ dimensions has rank $d_k$; "
        "softmax, "
        "entry by entry, lifts it again.",
        x="$d_k$",
        y="rank",
        scores="scores $S$",
        weights="weights softmax$(S)$",
        index="number of the singular value",
        size="relative size",
    ),
    ko=Text(
        title="스코어의 랭크는 d_k이지만 가중치의 랭크는 그렇지 않다",
        alt="두 그래프. 왼쪽: d_k를 1에서 16까지 바꿀 때의 랭크. 스코어의 랭크는 d_k와 같고 "
        "소프트맥스를 거친 가중치의 랭크는 40을 다 채운다. 오른쪽: d_k = 4인 예의 특잇값. 스코어는 "
        "네 번째 다음부터 반올림 오차 수준으로 떨어지고 가중치는 천천히 줄어든다.",
        caption="왼쪽: 16차원에 놓인 무작위 토큰 40개에서 잰 랭크(스코어는 모든 시드가 같고, "
        "가중치의 띠는 시드에 따른 범위입니다). 오른쪽: $d_k = 4$일 때 특잇값을 가장 큰 값으로 "
        "나눈 크기. $d_k$차원을 지나온 것은 랭크가 $d_k$입니다. 소프트맥스는 성분마다 따로 "
        "작용하면서 랭크를 다시 "
        "끌어올립니다.",
        x="$d_k$",
        y="랭크",
        scores="스코어 $S$",
        weights="가중치 softmax$(S)$",
        index="특잇값의 번호",
        size="상대적인 크기",
    ),
)
def rank(r: projections.Ranks, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.9)
    for found, colour, dash in (
        (r.scores, palette.QUERY, "-"),
        (r.weights, palette.OUTPUT, "--"),
    ):
        left.fill_between(r.d_k, found.min(0), found.max(0), color=colour, alpha=0.2, lw=0)
        left.plot(r.d_k, found.mean(0), color=colour, linestyle=dash)
    style.label(left, 16, 10, text.scores, palette.QUERY, ha="right")
    style.label(left, 16, 36, text.weights, palette.OUTPUT, ha="right")
    left.set(xlabel=text.x, ylabel=text.y, xlim=(1, 16), ylim=(0, 43))
    left.set_xticks([1, 4, 8, 12, 16])
    number = np.arange(1, r.spectrum_scores.size + 1)
    for spectrum, colour, mark in (
        (r.spectrum_scores, palette.QUERY, "o"),
        (r.spectrum_weights, palette.OUTPUT, "^"),
    ):
        # What is below rounding differs between machines: draw it at the floor.
        right.plot(number, np.maximum(spectrum, 1e-16), mark, color=colour, markersize=3)
    style.label(right, 7, 1e-13, text.scores, palette.QUERY)
    style.label(right, 3, 3e-6, text.weights, palette.OUTPUT)
    right.set(yscale="log", xlabel=text.index, ylabel=text.size, ylim=(1e-17, 10))
    right.minorticks_off()
    return fig
