"""Figures that a reader's code draws: in the page's style, as inline SVG with a text for them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

from attn_docs.cells.output import Part
from attn_docs.cells.texts import TEXTS

MOST = 8  # figures that one run may show
# Modules that draw, and what the browser must fetch before they can be imported.
NEEDS = {
    "matplotlib": "matplotlib",
    "mpl_toolkits": "matplotlib",
    "attn_docs.figures": "matplotlib",
}


def packages(imported: set[str]) -> set[str]:
    """Packages of the runtime beyond NumPy that the imports of a cell call for."""
    return {
        package
        for module, package in NEEDS.items()
        if any(name == module or name.startswith(module + ".") for name in imported)
    }


@contextlib.contextmanager
def style(imported: set[str]) -> Iterator[None]:
    """The page's drawing style around a run that imports matplotlib; else nothing."""
    if not packages(imported):
        yield
        return
    os.environ.setdefault("MPLBACKEND", "agg")
    import logging

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    import matplotlib

    from attn_docs.figures.style import WIDTH, context

    # Of the text's width, and laid out without being asked to.
    plain: Any = {"figure.figsize": (WIDTH, 3.2), "figure.constrained_layout.use": True}
    with context(), matplotlib.rc_context(plain):
        yield


def collect(value: object, *, name: str, lang: str) -> list[Part]:
    """Parts for all open pyplot figures and for ``value`` if it is a figure; closes them."""
    if "matplotlib.figure" not in sys.modules:
        return []
    figures: list[Any] = []
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        figures += [pyplot.figure(number) for number in pyplot.get_fignums()]
    if isinstance(value, sys.modules["matplotlib.figure"].Figure) and value not in figures:
        figures.append(value)
    try:
        return [
            _part(figure, f"{name}-{index}", lang)
            for index, figure in enumerate(figures[:MOST])
            if figure.get_axes() or figure.texts
        ]
    finally:
        if pyplot is not None:
            pyplot.close("all")


def _part(figure: Any, name: str, lang: str) -> Part:
    from attn_docs.figures.svg import to_svg

    words = TEXTS[lang]
    title, alt = _title(figure) or words["figure"], describe(figure, lang)
    return {
        "type": "figure",
        "svg": to_svg(figure, name=name, title=title, description=alt),
        "alt": alt,
    }


def _title(figure: Any) -> str:
    above = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
    return above or next((a.get_title() for a in figure.get_axes() if a.get_title()), "")


def describe(figure: Any, lang: str) -> str:
    """A sentence for readers who do not see the figure: titles, axes, what is drawn."""
    words = TEXTS[lang]
    said = [words["figure"] + (f": {_title(figure)}" if _title(figure) else "")]
    for axes in figure.get_axes():
        facts = []
        if axes.get_xlabel():
            facts.append(f"x: {axes.get_xlabel()}")
        if axes.get_ylabel():
            facts.append(f"y: {axes.get_ylabel()}")
        for kind in ("lines", "patches", "images", "collections"):
            if count := len(getattr(axes, kind)):
                facts.append(words[kind].format(count=count))
        labels = [text for text in axes.get_legend_handles_labels()[1] if text]
        if labels:
            facts.append(", ".join(labels))
        if facts:
            said.append("; ".join(facts))
    return ". ".join(said) + "."
