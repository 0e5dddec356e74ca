"""One look for all figures: size, fonts, axes, heatmaps."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager

from attn_docs.figures import palette

# Narrow enough that 9 pt stays readable when the figure is 360 px wide on a telephone.
WIDTH = 5.6
FONT_PACKAGE = "pylopdf_fonts_ko"


@functools.cache
def font_family() -> str:
    """The family with Hangul that the build installs; a browser without it gets the default."""
    spec = importlib.util.find_spec(FONT_PACKAGE)
    if spec is None or spec.origin is None:
        return "DejaVu Sans"
    (path,) = Path(spec.origin).parent.rglob("NotoSansKR-Regular.otf")
    fontManager.addfont(path)
    return FontProperties(fname=str(path)).get_name()


@contextmanager
def context() -> Iterator[None]:
    """Matplotlib's settings while a figure is drawn and saved."""
    family = font_family()
    settings: Any = {
        "font.family": [family],
        "font.size": 9,
        "axes.titlesize": 9.5,
        "axes.labelsize": 9,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "mathtext.fontset": "cm",
        "axes.unicode_minus": family == "DejaVu Sans",
        "text.color": palette.INK,
        "axes.edgecolor": palette.MUTED,
        "axes.labelcolor": palette.INK,
        "axes.titlecolor": palette.INK,
        "axes.linewidth": 0.7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": cycler(
            color=[palette.QUERY, palette.KEY, palette.VALUE, palette.OUTPUT],
            linestyle=["-", "--", "-.", ":"],
        ),
        "xtick.color": palette.MUTED,
        "ytick.color": palette.MUTED,
        "xtick.labelcolor": palette.INK,
        "ytick.labelcolor": palette.INK,
        "grid.color": palette.RULE,
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "lines.linewidth": 1.6,
        "lines.markersize": 4.5,
        "patch.edgecolor": palette.INK,
        "hatch.color": palette.INK,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "savefig.facecolor": "none",
        "legend.frameon": False,
        "legend.fontsize": 8,
        "svg.fonttype": "path",
        "path.simplify": True,
    }
    with matplotlib.rc_context(settings):
        yield


def figure(*, height: float = 3.2, width: float = WIDTH) -> Figure:
    """An empty figure of the text column's width (inches), laid out without overlaps."""
    return Figure(figsize=(width, height), layout="constrained")


def axes(*, height: float = 3.2, grid: bool = True) -> tuple[Figure, Axes]:
    """A figure with one axes."""
    fig = figure(height=height)
    ax = fig.subplots()
    ax.grid(grid)
    return fig, ax


def panels(
    rows: int, columns: int, *, height: float = 3.2, grid: bool = True, **options: Any
) -> tuple[Figure, list[Axes]]:
    """A figure with ``rows × columns`` axes, in reading order; options go to ``subplots``."""
    fig = figure(height=height)
    found = list(np.asarray(fig.subplots(rows, columns, **options)).ravel())
    for ax in found:
        ax.grid(grid)
    return fig, found


def heatmap(
    ax: Axes,
    matrix: np.ndarray,
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    signed: bool = False,
    limit: float | None = None,
    annotate: str | None = None,
) -> None:
    """Draw ``matrix`` as coloured cells, first row on top.

    ``signed`` centres a diverging map on zero; ``limit`` is the value at the end of the map
    (default: the largest there is); ``annotate`` is a format such as ``".2f"`` for numbers in
    the cells. Vector cells in palette colours, so that they follow the page's scheme.
    """
    matrix = np.asarray(matrix, dtype=float)
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"heatmap wants a matrix, got shape {matrix.shape}")
    ramp = palette.DIVERGING if signed else palette.SEQUENTIAL
    top = limit if limit is not None else float(np.nanmax(np.abs(matrix))) or 1.0
    share = (matrix / top + 1) / 2 if signed else matrix / top
    steps = np.clip(np.rint(share * (len(ramp) - 1)), 0, len(ramp) - 1).astype(int)
    n, m = matrix.shape
    ax.pcolormesh(
        np.arange(m + 1) - 0.5,
        np.arange(n + 1) - 0.5,
        steps,
        cmap=ListedColormap(ramp),
        vmin=-0.5,
        vmax=len(ramp) - 0.5,
        edgecolors=palette.PAPER,
        linewidth=0.4,
        rasterized=False,
    )
    ax.set_ylim(n - 0.5, -0.5)
    ax.set_aspect("equal")
    ax.grid(False)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xticks(range(m) if columns else [], labels=list(columns) or None)
    ax.set_yticks(range(n) if rows else [], labels=list(rows) or None)
    if annotate is not None:
        for (i, j), number in np.ndenumerate(matrix):
            strong = abs(steps[i, j] - 8) > 5 if signed else steps[i, j] > 7
            colour = palette.ON_HIGH if strong else palette.ON_LOW
            ax.text(j, i, format(number, annotate), ha="center", va="center", color=colour, size=7)


def label(ax: Axes, x: float, y: float, words: str, colour: str, **options: Any) -> None:
    """A direct label in the colour of what it names."""
    settings: dict[str, Any] = {"ha": "left", "va": "center", "size": 8.5, **options}
    ax.text(x, y, words, color=colour, **settings)
