"""Figures of section 1: influence by distance, its dilution, and recall."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import paradigm
from attn_docs.figures import palette, paradigm_cost, style
from attn_docs.figures.registry import Text, figure

__all__ = ["dilution", "influence", "paradigm_cost", "recall"]

DASHES = ("-", "--", "-.", ":")


@figure(
    "paradigm/influence",
    of=paradigm.influence,
    en=Text(
        title="Recurrent influence changes by a factor with every step; attention's does not",
        alt="Two panels with a logarithmic axis: influence of an input on the last output against "
        "its distance, from 0 to 79 steps. Left, a plain RNN: the lines for gains 1 and 1.5 "
        "fall steeply, gain 2 stays almost level, gain 3 climbs; the critical gain is "
        "{r.critical_gain:.2f}. Right, an LSTM: with forget bias 0 and 1 the lines fall, with 3 "
        "and 5 they stay almost level. Attention is level in both.",
        caption="Norm of the exact Jacobian of the last output with respect to the input $t$ "
        "steps back, relative to the most recent inputs; geometric means over the seeds. Straight "
        "lines on this scale are exponentials. The plain RNN passes from decay to explosion at a "
        "gain of {r.critical_gain:.2f}; the LSTM's forget bias sets how slowly it forgets.",
        x="distance $t$ (steps)",
        y="influence, relative",
        rnn="Plain RNN",
        lstm="LSTM",
        gain="gain {0}",
        bias="bias {0}",
        attention="attention",
    ),
    ko=Text(
        title="순환 신경망의 영향은 한 단계마다 일정한 비율로 바뀌고, 어텐션의 영향은 그대로다",
        alt="세로축이 로그인 두 그래프. 가로축은 0에서 79단계까지의 거리, 세로축은 입력이 마지막 "
        "출력에 미치는 영향이다. 왼쪽은 기본 RNN으로, 이득 1과 1.5의 선은 가파르게 떨어지고 "
        "2는 거의 평평하며 3은 올라간다. 임계 이득은 {r.critical_gain:.2f}이다. 오른쪽은 "
        "LSTM으로, 망각 편향 0과 1의 선은 떨어지고 3과 5의 선은 거의 평평하다. 어텐션은 양쪽에서 "
        "모두 평평하다.",
        caption="$t$단계 전 입력에 대한 마지막 출력의 야코비 행렬을 정확히 구해 그 노름을 가장 "
        "최근 입력과 비교한 값(시드별 값의 기하 평균). 이 눈금에서 직선은 지수 함수입니다. 기본 "
        "RNN은 이득 {r.critical_gain:.2f}에서 감쇠가 폭발로 바뀌고, LSTM은 망각 편향이 잊는 "
        "속도를 정합니다.",
        x="거리 $t$(단계)",
        y="상대적 영향",
        rnn="기본 RNN",
        lstm="LSTM",
        gain="이득 {0}",
        bias="편향 {0}",
        attention="어텐션",
    ),
)
def influence(r: paradigm.Influence, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=3.1, sharey=True)
    attention = np.exp(np.log(r.attention).mean(0))
    shown = (
        (left, "rnn", text.gain, palette.QUERY, (3.0, 2.0, 1.5, 1.0)),
        (right, "lstm", text.bias, palette.VALUE, (5.0, 3.0, 1.0, 0.0)),
    )
    for ax, name, words, colour, values in shown:
        for value, dash in zip(values, DASHES, strict=True):
            line = r.line(name, value) / r.line(name, value)[:3].mean()
            inside = line > 1e-12
            ax.plot(r.distance[inside], line[inside], color=colour, linestyle=dash)
            end = int(np.flatnonzero(inside)[-1])
            at = dict(ha="left") if end == r.distance[-1] else dict(ha="left", va="bottom")
            y = line[end] * (30 if value == 5.0 else 1)
            style.label(ax, end + 2, y, words.format(f"{value:g}"), colour, **at)
        ax.plot(r.distance[1:], attention[1:] / attention[1:].mean(), color=palette.OUTPUT, lw=2.4)
    style.label(right, 8, 60, text.attention, palette.OUTPUT)
    for ax, words in ((left, text.rnn), (right, text.lstm)):
        ax.set_title(words, loc="left")
        ax.set(yscale="log", xlabel=text.x, ylim=(1e-13, 1e8))
        ax.set_xlim(0, 79)
    left.set_ylabel(text.y)
    return fig


@figure(
    "paradigm/dilution",
    of=paradigm.dilution,
    en=Text(
        title="Attention forgets by crowding, not by distance",
        alt="Left: influence of a token on the last output of one attention layer against "
        "distance for 16, 64 and 256 tokens: three level bands of dots, lower the more tokens "
        "there are. Right: log-log plot of the mean influence against n, falling with exponent "
        "{r.exponent:.2f}.",
        caption="One layer without positions over random tokens. Left: how far back a token "
        "stands makes no difference. Right: each token's share shrinks like $1/n$ (fitted "
        "exponent ${r.exponent:.2f}$; dots are seeds, the grey line has slope $-1$).",
        x="distance (steps)",
        n="number of tokens $n$",
        y="influence",
        tokens="$n = {0}$",
        law="$1/n$",
    ),
    ko=Text(
        title="어텐션의 영향은 거리가 아니라 토큰 수 때문에 줄어든다",
        alt="왼쪽은 토큰이 16개, 64개, 256개일 때 어텐션 한 층의 마지막 출력에 미치는 영향을 "
        "거리에 대해 그린 것으로, 점으로 된 평평한 띠 세 개가 토큰이 많을수록 낮게 놓인다. "
        "오른쪽은 평균 영향을 n에 대해 그린 양축 로그 그래프로, 지수는 {r.exponent:.2f}이다.",
        caption="위치 정보가 없는 어텐션 한 층에 무작위 토큰을 넣은 결과. 왼쪽: 토큰이 얼마나 "
        "멀리 있는지는 영향을 바꾸지 않습니다. 오른쪽: 토큰 하나의 몫은 $1/n$처럼 줄어듭니다(맞춘 "
        "지수 ${r.exponent:.2f}$, 점은 시드, 회색 선은 기울기 $-1$).",
        x="거리(단계)",
        n="토큰 수 $n$",
        y="영향",
        tokens="$n = {0}$",
        law="$1/n$",
    ),
)
def dilution(r: paradigm.Dilution, text: Text) -> Figure:
    fig, (left, right) = style.panels(1, 2, height=2.8, sharey=True)
    for n in (16, 64, 256):
        (i,) = np.flatnonzero(r.n == n)
        left.plot(
            np.arange(1, n),
            r.by_distance[i, 1:n],
            color=palette.OUTPUT,
            linestyle="",
            marker=".",
            ms=3,
        )
        style.label(left, n + 4, r.influence[:, i].mean(), text.tokens.format(n), palette.OUTPUT)
    left.set(yscale="log", xlabel=text.x, ylabel=text.y)
    left.set_xlim(0, 256)
    left.set_xticks([0, 64, 128, 192, 256])
    mean = r.influence.mean(0)
    law = mean[0] * r.n[0] / r.n
    right.plot(r.n, law, color=palette.MUTED, linestyle=":")
    right.plot(r.n, mean, color=palette.OUTPUT)
    for seed in r.influence:
        right.plot(r.n, seed, color=palette.OUTPUT, linestyle="", marker="o", markersize=2.5)
    style.label(right, 40, law[0] / 6, text.law, palette.MUTED, ha="right")
    right.set(xscale="log", xlabel=text.n)
    right.set_xticks([16, 64, 256], labels=["16", "64", "256"])
    right.minorticks_off()
    return fig


@figure(
    "paradigm/recall",
    of=paradigm.associative_recall,
    en=Text(
        title="A fixed state fills up; stored pairs do not",
        alt="Two panels against the number of stored pairs n, from 2 to 512, with vectors of "
        "{r.width} numbers. Top, relative error: outer products follow the prediction and pass 1 "
        "just beyond n = {r.width}; the delta rule is 0 up to n = {r.width} and rises from there; "
        "attention with fixed sharpness rises to {r.blurred:.2f}; with growing sharpness it stays "
        "at 0. Bottom, share of nearest values that are right: the linear states fall to almost "
        "0, attention stays at 1.",
        caption="Recall of $n$ random pairs with $d = {r.width}$; bands span the seeds, the "
        "vertical line marks $n = d$. Crosses: the predicted $\\sqrt{{(n-1)/d}}$. “Delta rule, "
        "settled” is the least-squares memory to which its sweeps lead. Attention keeps all "
        "pairs; it blurs at a fixed $\\beta = 1$, and recalls with $\\beta = \\log n$.",
        n="number of pairs $n$",
        error="relative error",
        accuracy="nearest value right",
        outer="outer products",
        once="delta rule, one pass",
        delta="delta rule, settled",
        fixed="attention, $\\beta = 1$",
        growing="attention, $\\beta = \\log n$",
        both="attention, both",
    ),
    ko=Text(
        title="고정된 상태는 가득 차지만, 쌍을 그대로 두면 가득 차지 않는다",
        alt="저장한 쌍의 수 n을 2에서 512까지 바꾼 두 그래프. 벡터는 수 {r.width}개로 이루어진다. "
        "위는 상대 오차로, 외적의 합은 예측을 따라 n이 {r.width}를 넘으면 곧 1을 지나고, 델타 "
        "규칙은 n이 {r.width}일 때까지 0이다가 그 뒤로 커진다. 날카로움을 고정한 어텐션은 "
        "{r.blurred:.2f}까지 커지고, 날카로움을 키운 어텐션은 0에 머문다. 아래는 가장 가까운 "
        "밸류가 맞은 비율로, 선형 상태는 거의 0까지 떨어지고 어텐션은 1을 유지한다.",
        caption="$d = {r.width}$일 때 무작위 쌍 $n$개를 떠올린 결과. 띠는 시드에 따른 범위, "
        "세로선은 $n = d$입니다. 가위표는 예측값 $\\sqrt{{(n-1)/d}}$이고, ‘델타 규칙, 수렴 후’는 "
        "여러 번 훑으면 다다르는 최소제곱 기억입니다. 모든 쌍을 간직하는 어텐션은 $\\beta = 1$로 "
        "고정하면 흐려지지만 $\\beta = \\log n$이면 정확히 떠올립니다.",
        n="쌍의 수 $n$",
        error="상대 오차",
        accuracy="가장 가까운 값이 맞은 비율",
        outer="외적의 합",
        once="델타 규칙, 한 번",
        delta="델타 규칙, 수렴 후",
        fixed="어텐션, $\\beta = 1$",
        growing="어텐션, $\\beta = \\log n$",
        both="어텐션, 둘 다",
    ),
)
def recall(r: paradigm.Recall, text: Text) -> Figure:
    fig, (top, bottom) = style.panels(2, 1, height=5.0, sharex=True)
    lines = (
        (text.outer, palette.QUERY, "-"),
        (text.once, palette.KEY, ":"),
        (text.delta, palette.KEY, "--"),
        (text.fixed, palette.VALUE, "-."),
        (text.growing, palette.OUTPUT, "-"),
    )
    for i, (_, colour, dash) in enumerate(lines):
        for ax, numbers in ((top, r.error[i]), (bottom, r.accuracy[i])):
            ax.fill_between(r.n, numbers.min(0), numbers.max(0), color=colour, alpha=0.2, lw=0)
            ax.plot(r.n, numbers.mean(0), color=colour, linestyle=dash)
    top.plot(r.n, r.predicted, color=palette.INK, linestyle="", marker="x", markersize=4)
    ends = (3.99, 1.46, 1.05, 0.64, 0.0)
    for (words, colour, _), y in zip(lines, ends, strict=True):
        style.label(top, 560, y, words, colour)
    at = ((560, 0.05), (13, 0.8), (140, 0.62))
    for (words, colour, _), (x, y) in zip(lines, at, strict=False):
        style.label(bottom, x, y, words, colour, ha="right" if x == 13 else "left")
    style.label(bottom, 560, 1.0, text.both, palette.OUTPUT)
    for ax, words in ((top, text.error), (bottom, text.accuracy)):
        ax.axvline(r.width, color=palette.MUTED, lw=0.8)
        ax.set(xscale="log", ylabel=words)
        ax.set_xlim(2, 512)
        ax.minorticks_off()
    top.set_ylim(-0.1, 4.3)
    bottom.set_ylim(-0.05, 1.08)
    bottom.set_xlabel(text.n)
    bottom.set_xticks([2, 8, 32, 128, 512], labels=["2", "8", "32", "128", "512"])
    return fig
