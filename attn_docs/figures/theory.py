"""Figures of section 8 on kernels; those on layers are in ``theory_layers``."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attn_docs.experiments import theory
from attn_docs.experiments.theory_encoder import Encoders
from attn_docs.experiments.theory_features import Features
from attn_docs.figures import palette, style, theory_layers
from attn_docs.figures.registry import Text, figure

__all__ = ["bilinear", "gram", "random_features", "taylor", "theory_layers"]


@figure(
    "theory/gram",
    of=theory.gram,
    en=Text(
        title="One matrix gives a kernel, two do not",
        alt="Two panels with the eigenvalues of exp of the scores between 24 tokens. Left, of the "
        "symmetric part, in order: with a shared matrix all stay above zero; with two matrices "
        "about half are negative, down to {r.least_separate:.2f} of the largest. Right, in the "
        "complex plane: with a shared matrix all lie on the positive real axis, with two they "
        "scatter around zero.",
        caption="Eigenvalues of the matrix $G_{{ij}} = \\exp(q_i\\cdot k_j/\\sqrt{{d_k}})$ between "
        "24 random tokens, relative to the largest. Left: of its symmetric part; the bands span "
        "the seeds. With $W_Q = W_K$ none is below zero in any seed; with separate matrices "
        "they fall to ${r.least_separate:.2f}$. Right: of $G$ itself, "
        "for one seed. A kernel has its eigenvalues on the right half of the real axis.",
        x="number of the eigenvalue",
        y="eigenvalue / largest",
        shared="$W_Q = W_K$",
        separate="$W_Q \\neq W_K$",
        real="real part",
        imaginary="imaginary part",
    ),
    ko=Text(
        title="행렬이 하나면 커널이지만 둘이면 아니다",
        alt="토큰 24개 사이 스코어에 exp를 취한 행렬의 고윳값을 그린 두 그래프. 왼쪽은 대칭 부분의 "
        "고윳값을 큰 순서로 늘어놓았다. 행렬을 함께 쓰면 모두 0보다 크고, 따로 쓰면 절반쯤이 "
        "음수이며 가장 큰 값의 {r.least_separate:.2f}배까지 내려간다. 오른쪽은 복소평면이다. 함께 "
        "쓰면 모두 양의 실수축 위에 있고, 따로 쓰면 0 둘레에 흩어진다.",
        caption="무작위 토큰 24개 사이의 행렬 $G_{{ij}} = \\exp(q_i\\cdot k_j/\\sqrt{{d_k}})$의 "
        "고윳값을 가장 큰 값으로 나누었습니다. 왼쪽은 대칭 부분의 고윳값이고 띠는 시드에 따른 "
        "범위입니다. $W_Q = W_K$이면 어느 시드에서도 모두 0보다 크고, "
        "행렬이 따로면 ${r.least_separate:.2f}$까지 내려갑니다. 오른쪽은 한 시드에서 구한 $G$ "
        "자체의 고윳값입니다. 커널이라면 고윳값이 실수축의 오른쪽 반에 놓입니다.",
        x="고윳값의 번호",
        y="고윳값 / 최댓값",
        shared="$W_Q = W_K$",
        separate="$W_Q \\neq W_K$",
        real="실수부",
        imaginary="허수부",
    ),
)
def gram(r: theory.Gram, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.1)
    number = np.arange(1, r.shared.shape[1] + 1)
    left.axhline(0, color=palette.MUTED, lw=0.8)
    for found, colour, dash in (
        (r.separate, palette.QUERY, "--"),
        (r.shared, palette.KEY, "-"),
    ):
        left.fill_between(number, found.min(0), found.max(0), color=colour, alpha=0.2, lw=0)
        left.plot(number, np.median(found, 0), color=colour, linestyle=dash)
    style.label(left, 24, 0.33, text.shared, palette.KEY, ha="right")
    style.label(left, 15, -0.62, text.separate, palette.QUERY, ha="right")
    left.set(xlabel=text.x, ylabel=text.y, xlim=(1, 24), ylim=(-1, 1.05))
    left.set_xticks([1, 8, 16, 24])
    right.axhline(0, color=palette.MUTED, lw=0.8)
    right.plot(*r.separate_complex.T, "o", color=palette.QUERY, fillstyle="none")
    right.plot(*r.shared_complex.T, "^", color=palette.KEY)
    style.label(right, 0.98, -0.05, text.shared, palette.KEY, ha="right")
    style.label(right, 0.98, 0.14, text.separate, palette.QUERY, ha="right")
    right.set(xlabel=text.real, ylabel=text.imaginary, xlim=(-0.4, 1.1), ylim=(-0.25, 0.25))
    return fig


def _line(ax: Axes, x: np.ndarray, y: np.ndarray, colour: str, dash: str, mark: str) -> None:
    ax.plot(x, y, color=colour, linestyle=dash, marker=mark, fillstyle="none")


@figure(
    "theory/taylor",
    of=theory.features,
    en=Text(
        title="Taylor features converge, the later the sharper the scores",
        alt="Error of attention's output, on a logarithmic scale, against the degree of the Taylor "
        "polynomial from 0 to 20. With plain scores it falls to {r.taylor[0][8]:.4f} at degree 8; "
        "with scores four times as large it is still {r.taylor[2][8]:.1f} there, and falls only "
        "beyond.",
        caption="Relative error of attention when exp is cut off at a degree, for 16 queries and "
        "keys of length $\\sqrt{{d_k}}$, $d_k = 4$; scores as they are, doubled, and four "
        "times as large. Degree 8 means {r.monomials[8]:.0f} features; exactness would take "
        "infinitely many.",
        x="degree of the polynomial",
        y="relative error of $Z$",
        one="plain scores",
        two="doubled",
        four="fourfold",
    ),
    ko=Text(
        title="테일러 특징은 수렴하지만 스코어가 날카로울수록 늦다",
        alt="테일러 다항식의 차수를 0에서 20까지 바꾸며 어텐션 출력의 오차를 로그 눈금으로 그렸다. "
        "보통 스코어에서는 8차에서 {r.taylor[0][8]:.4f}까지 줄어든다. 스코어를 네 배로 키우면 "
        "8차에서도 {r.taylor[2][8]:.1f}이고 그 뒤에야 줄어든다.",
        caption="exp를 어느 차수에서 끊었을 때 어텐션의 상대 오차. 쿼리와 키는 16개씩이고 "
        "길이는 $\\sqrt{{d_k}}$, $d_k = 4$입니다. 스코어를 그대로 둘 때, 두 배로 할 때, 네 배로 할 "
        "때를 견줍니다. 8차이면 특징이 {r.monomials[8]:.0f}개이고, 정확히 맞추려면 무한히 많아야 "
        "합니다.",
        x="다항식의 차수",
        y="$Z$의 상대 오차",
        one="보통 스코어",
        two="두 배",
        four="네 배",
    ),
)
def taylor(r: Features, text: Text) -> Figure:
    fig, ax = style.axes(height=3.0)
    looks = (
        (palette.KEY, "-", "o", text.one, (9.2, 1e-7), "right"),
        (palette.VALUE, "--", "^", text.two, (17.6, 6e-7), "left"),
        (palette.QUERY, "-.", "s", text.four, (16.5, 6e-2), "left"),
    )
    for error, (colour, dash, mark, words, at, side) in zip(r.taylor, looks, strict=True):
        # Below rounding the numbers differ between machines: draw them at the floor.
        _line(ax, r.degree, np.maximum(error, 1e-15), colour, dash, mark)
        style.label(ax, *at, words, colour, ha=side)
    ax.set(yscale="log", xlabel=text.x, ylabel=text.y, xlim=(0, 20.5), ylim=(3e-16, 10))
    ax.set_xticks(range(0, 21, 4))
    ax.minorticks_off()
    return fig


@figure(
    "theory/random-features",
    of=theory.features,
    en=Text(
        title="Random features: the error falls like one over the root of their number",
        alt="Log-log plot of the error of attention's output against the number of random features "
        "from 32 to 2048. For quarter scores a line of slope {r.slope_soft:.2f}, ending at "
        "{r.last:.3f}; for full scores a slope of {r.slope_full:.2f}; with directions that are "
        "only repeated the line is flat.",
        caption="Mean error over the seeds (band: all seeds) of attention from positive "
        "random features [@choromanski2021], $d_k = 4$. Quarter of the usual scores: slope "
        "${r.slope_soft:.2f}$. At the usual size, still far from accurate, the line is flatter, "
        "with slope ${r.slope_full:.2f}$. Control: 16 directions, repeated.",
        x="number of features",
        y="relative error of $Z$",
        soft="quarter scores",
        full="full scores",
        repeated="repeated (control)",
        guide="slope −½",
    ),
    ko=Text(
        title="무작위 특징: 개수의 제곱근에 반비례하여 줄어드는 오차",
        alt="무작위 특징의 개수를 32에서 2048까지 바꾸며 어텐션 출력의 오차를 그린 양축 로그 "
        "그래프. 스코어를 4분의 1로 줄이면 기울기 {r.slope_soft:.2f}의 선이 되어 {r.last:.3f}까지 "
        "내려간다. 보통 스코어에서는 기울기가 {r.slope_full:.2f}이고, 같은 방향을 되풀이하기만 "
        "하면 선이 평평하다.",
        caption="양의 무작위 특징으로 [@choromanski2021] 계산한 어텐션의 오차를 시드에 대해 평균한 "
        "값(띠는 모든 시드의 범위), $d_k = 4$. 스코어를 보통의 4분의 1로 줄이면 기울기가 "
        "${r.slope_soft:.2f}$입니다. 보통 크기에서는 아직 정확한 근사와 거리가 멀고 기울기도 "
        "${r.slope_full:.2f}$에 그칩니다. 대조는 방향 16개를 되풀이한 것입니다.",
        x="특징의 개수",
        y="$Z$의 상대 오차",
        soft="4분의 1 스코어",
        full="보통 스코어",
        repeated="되풀이(대조)",
        guide="기울기 −½",
    ),
)
def random_features(r: Features, text: Text) -> Figure:
    fig, ax = style.axes(height=3.2)
    looks = (
        (r.repeated, palette.MUTED, ":", "s"),
        (r.random[2], palette.QUERY, "--", "^"),
        (r.random[0], palette.KEY, "-", "o"),
    )
    for error, colour, dash, mark in looks:
        if error is not r.repeated:
            ax.fill_between(r.count, error.min(0), error.max(0), color=colour, alpha=0.15, lw=0)
        _line(ax, r.count, error.mean(0), colour, dash, mark)
    guide = 0.075 * np.sqrt(r.count[0] / r.count[[0, -1]])
    ax.plot(r.count[[0, -1]], guide, color=palette.INK, lw=0.9)
    style.label(ax, 36, 0.045, text.guide, palette.INK)
    style.label(ax, 1900, 0.42, text.full, palette.QUERY, ha="right")
    style.label(ax, 36, 0.27, text.repeated, palette.MUTED)
    style.label(ax, 1900, 0.046, text.soft, palette.KEY, ha="right")
    ax.set(xscale="log", yscale="log", xlabel=text.x, ylabel=text.y, ylim=(6e-3, 1.2))
    ax.set_xticks([32, 128, 512, 2048], labels=["32", "128", "512", "2048"])
    ax.set_yticks([0.01, 0.1, 1], labels=["0.01", "0.1", "1"])
    ax.minorticks_off()
    return fig


@figure(
    "theory/bilinear",
    of=theory.encoders,
    en=Text(
        title="A relation that one score cannot fit",
        alt="Left: how strongly each time on a 24-hour dial is related to midnight. The relation "
        "has three bumps, eight hours apart; the best bilinear score is a flat line through them; "
        "the encoder's inner product follows the bumps. Right: error against the number of hidden "
        "units from 4 to 128: the encoder's falls to {r.last:.0%}, that of one score stays at "
        "{r.score:.0%}.",
        caption="Which times of day stand at the same point of their eight-hour shift? Left: the "
        "relation of all times to midnight, positive definite, and two attempts. Right: error "
        "relative to the relation's variation. The best that any $x^\\top M y$ can do is "
        "{r.score:.0%}, no better than a constant; the inner product of an encoder with itself "
        "(ReLUs drawn at random, last layer fitted; band: seeds) comes down to {r.last:.0%}. All "
        "on times that were not fitted.",
        x="hour",
        y="relation",
        width="hidden units",
        error="error",
        wanted="wanted",
        score="one score",
        encoder="encoder",
    ),
    ko=Text(
        title="스코어 하나로는 맞출 수 없는 관계",
        alt="왼쪽: 24시간 문자판의 시각이 자정과 맺는 관계. 원하는 관계는 여덟 시간 간격으로 "
        "봉우리가 셋이다. 가장 나은 쌍선형 스코어는 그 사이를 가로지르는 평평한 선이고, 인코더의 "
        "내적은 봉우리를 따라간다. 오른쪽: 은닉 뉴런을 4개에서 128개까지 늘릴 때의 오차. 인코더는 "
        "{r.last:.0%}까지 줄고 스코어 하나는 {r.score:.0%}에 머문다.",
        caption="여덟 시간 교대 근무에서 같은 지점에 놓이는 시각은 어느 것끼리일까요? 왼쪽은 모든 "
        "시각이 자정과 맺는 관계(양의 정부호)와 이를 흉내 낸 두 가지입니다. 오른쪽은 관계가 변하는 "
        "폭에 견준 오차로, $x^\\top M y$ 꼴로는 아무리 잘해도 {r.score:.0%}, 곧 상수와 다를 바 "
        "없습니다. 인코더 하나를 자기 자신과 내적하면(ReLU는 무작위로 뽑고 마지막 층만 맞춤, 띠는 "
        "시드) {r.last:.0%}까지 줄어듭니다. 모두 맞추는 데 쓰지 않은 시각에서 쟀습니다.",
        x="시각",
        y="관계",
        width="은닉 뉴런 수",
        error="오차",
        wanted="원하는 관계",
        score="스코어 하나",
        encoder="인코더",
    ),
)
def bilinear(r: Encoders, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.0)
    middle = r.angle.size // 2
    hour = 12 / np.pi * (r.angle - r.angle[middle])
    left.plot(hour, r.encoded[middle], "o", color=palette.KEY, fillstyle="none", markersize=3.5)
    left.plot(hour, r.wanted[middle], color=palette.INK)
    left.plot(hour, r.bilinear[middle], color=palette.QUERY, linestyle="--")
    style.label(left, 0, 1.13, text.wanted, palette.INK, ha="center")
    style.label(left, 6, -0.13, text.score, palette.QUERY, ha="center")
    style.label(left, -6, -0.13, text.encoder, palette.KEY, ha="center")
    left.set_xticks([-12, -8, 0, 8, 12], labels=["12", "16", "0", "8", "12"])
    left.set(xlabel=text.x, ylabel=text.y, ylim=(-0.25, 1.22))
    right.axhline(r.score, color=palette.QUERY, linestyle="--")
    error = r.encoder
    right.fill_between(r.width, error.min(0), error.max(0), color=palette.KEY, alpha=0.2, lw=0)
    _line(right, r.width, error.mean(0), palette.KEY, "-", "o")
    style.label(right, 128, r.score + 0.12, text.score, palette.QUERY, ha="right")
    style.label(right, 36, 0.42, text.encoder, palette.KEY)
    right.set(xscale="log", xlabel=text.width, ylabel=text.error, ylim=(0, 1.3))
    right.set_xticks(r.width, labels=[str(w) for w in r.width])
    right.set_yticks([0, 0.5, 1], labels=["0", "50%", "100%"])
    right.minorticks_off()
    return fig
