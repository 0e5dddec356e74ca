"""Figures of section 7; those of the two look-ups are in ``multi_head_lookup``."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import multi_head
from attn_docs.figures import multi_head_lookup, palette, style
from attn_docs.figures.registry import Text, figure

__all__ = ["multi_head_lookup", "shares", "slices"]


@figure(
    "multi-head/slices",
    of=multi_head.slices,
    en=Text(
        title="Every head reads all of x",
        alt="Two three-by-three tables: relative change of each head's output when one third of "
        "every token is set to zero. With heads that project all of x each entry is large, "
        "{r.least_mean:.0%} for the least. With heads that slice x only the diagonal "
        "changes, by {r.own:.0%}, and everything else by {r.other:.0%}.",
        caption="How far a head's output moves, relative to its own size, when one third of the "
        "components of *every* token is set to zero (mean over seeds). Left: heads as they are. "
        "Right (the control): heads that see only a third each. A slice that is zero for all "
        "leaves such a head nothing, hence {r.own:.0%} on its diagonal.",
        projecting="projecting all of $x$",
        slicing="slicing $x$",
        head="head",
        part="third set to zero",
    ),
    ko=Text(
        title="헤드는 모두 x 전체를 읽는다",
        alt="가로세로 세 칸씩인 표 두 개. 모든 토큰에서 성분의 3분의 1을 0으로 둘 때 헤드마다 "
        "출력이 얼마나 변하는지 보여 준다. x 전체를 투영하는 헤드에서는 모든 칸이 크고 가장 작은 "
        "칸도 {r.least_mean:.0%}다. x를 잘라 쓰는 헤드에서는 대각선만 {r.own:.0%} 변하고 나머지는 "
        "{r.other:.0%}다.",
        caption="*모든* 토큰에서 성분의 3분의 1을 0으로 둘 때 헤드의 출력이 제 크기에 견주어 "
        "얼마나 움직이는지 나타냅니다(시드 평균). 왼쪽은 본래의 헤드이고, 오른쪽(대조)은 3분의 "
        "1씩만 보는 헤드입니다. 제 몫이 모두 0이 된 헤드에는 남는 것이 없으므로 대각선은 "
        "{r.own:.0%}입니다.",
        projecting="$x$ 전체를 투영",
        slicing="$x$를 잘라 쓰기",
        head="헤드",
        part="0으로 둔 부분",
    ),
)
def slices(r: multi_head.Slices, text: Text) -> Figure:
    fig, axes = style.panels(1, 2, height=2.9, grid=False)
    names = [str(i + 1) for i in range(multi_head.H)]
    for ax, moved, words in zip(
        axes, (r.projecting, r.slicing), (text.projecting, text.slicing), strict=True
    ):
        style.heatmap(ax, moved.mean(0), rows=names, columns=names, limit=1.2, annotate=".0%")
        ax.set(xlabel=text.part, title=words)
    axes[0].set_ylabel(text.head)
    return fig


@figure(
    "multi-head/shares",
    of=multi_head.shares,
    en=Text(
        title="The output is the sum of what the heads contribute",
        alt="Five matrices of seven tokens by twelve components, signed colours: the contributions "
        "of heads 1, 2 and 3, their sum, and the output of concatenation and W_O. The last two "
        "look alike; they differ by at most {r.worst:.0e}.",
        caption="One layer with three heads on seven tokens (rows). Each head writes into *all* "
        "twelve components (columns), though along four directions only. The sum of the three "
        "(below, left) is what concatenation and $W_O$ yield (below, right).",
        head="head",
        total="sum of the heads",
        output="concat, then $W_O$",
    ),
    ko=Text(
        title="출력은 헤드마다 보탠 몫의 합이다",
        alt="토큰 일곱 개와 성분 열두 개로 된 행렬 다섯 개를 부호에 따라 색칠했다. 헤드 1, 2, 3이 "
        "보탠 몫과 그 합, 그리고 이어 붙여 W_O를 곱한 출력이다. 마지막 둘은 똑같아 보이며 차이는 "
        "기껏해야 {r.worst:.0e}이다.",
        caption="토큰 일곱 개(행)에 헤드 세 개짜리 층을 적용했습니다. 헤드마다 네 방향으로만 쓸 수 "
        "있지만 열두 성분(열)에 *모두* 씁니다. 셋을 더하면(아래 왼쪽) 이어 붙여 $W_O$를 곱한 "
        "결과(아래 오른쪽)와 같습니다.",
        head="헤드",
        total="헤드의 합",
        output="이어 붙이고 $W_O$",
    ),
)
def shares(r: multi_head.Shares, text: Text) -> Figure:
    fig = style.figure(height=3.1)
    grid = fig.add_gridspec(2, 6)
    limit = float(np.abs([*r.contributions, r.output]).max())
    for i, part in enumerate(r.contributions):
        ax = fig.add_subplot(grid[0, 2 * i : 2 * i + 2])
        style.heatmap(ax, part, signed=True, limit=limit)
        ax.set_title(f"{text.head} {i + 1}")
    both = ((r.contributions.sum(0), text.total), (r.output, text.output))
    for i, (matrix, words) in enumerate(both):
        ax = fig.add_subplot(grid[1, 3 * i : 3 * i + 3])
        style.heatmap(ax, matrix, signed=True, limit=limit)
        ax.set_title(words, color=palette.OUTPUT)
    return fig
