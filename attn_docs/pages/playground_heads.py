"""All heads of a state side by side, each with its plane and its matrix in small.

The page's script draws the same again, and then each of them chooses its head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from .playground_picture import HEIGHT, WIDTH, Frame
from .playground_words import word

ROOM = (44.0, 44.0)  # around the tokens, which have no labels here
DOT, DOT_MORE, LINE, LINE_MORE = 17, 20, 4, 36  # sizes at weight 0, and what weight 1 adds


def heads_html(
    state: Mapping[str, Any], answer: Mapping[str, Any], words: Sequence[str], lang: str
) -> str:
    """A card for each head; none for a single head, which the plane shows already."""
    count = state["heads"] if state["heads"] > 1 else 0
    cards = "".join(_card(k, state["query"], answer, words, lang) for k in range(count))
    return (
        f'<div class="play-heads" data-part="heads" role="group"'
        f' aria-label="{escape(word("heads-choose", lang))}" data-count="{count}"'
        f"{'' if cards else ' hidden'}>{cards}</div>"
    )


def _card(head: int, query: int, answer: Mapping[str, Any], words: Sequence[str], lang: str) -> str:
    top = int(answer["top"][head, query])
    weight = answer["weights"][head, query, top]
    most = word("head-top", lang, top=words[top], weight=f"{weight:.0%}") if weight else "–"
    return (
        # Without a script it is a picture only.
        f'<button type="button" disabled data-head="{head}"'
        f' aria-pressed="{"false" if head else "true"}">'
        f"<strong>{escape(word('head-name', lang, head + 1))}</strong>"
        f'<span class="play-head__top">{escape(most)}</span>'
        f'<span class="play-head__pictures">{small_plane(answer, head, query)}'
        f"{small_matrix(answer['weights'][head], query)}</span></button>"
    )


def small_plane(answer: Mapping[str, Any], head: int, query: int) -> str:
    """The tokens in one head's plane, its weights from the query, and its output."""
    places, z = answer["places"][head], answer["output"][head, query]
    frame = Frame(np.vstack([places, z[None]]), ROOM)
    at, (x, y) = frame(places), frame(z)
    weights = answer["weights"][head, query]
    q = at[query]
    lines = "".join(
        f'<line class="play-thread" x1="{q[0]:.1f}" y1="{q[1]:.1f}" x2="{p[0]:.1f}"'
        f' y2="{p[1]:.1f}" stroke-width="{LINE + LINE_MORE * w:.1f}"/>'
        for p, w in zip(at, weights)
    )
    dots = "".join(
        f'<circle class="play-dot{" play-dot--query" if j == query else ""}" cx="{p[0]:.1f}"'
        f' cy="{p[1]:.1f}" r="{DOT + DOT_MORE * w:.1f}"/>'
        for j, (p, w) in enumerate(zip(at, weights))
    )
    return (
        f'<svg class="play-head__plane" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f"{lines}{dots}"
        f'<path class="play-output" transform="translate({x:.1f} {y:.1f})"'
        ' d="M0-30 30 0 0 30-30 0Z"/></svg>'
    )


def small_matrix(A: np.ndarray, query: int) -> str:
    """A heat map, one path for each shade; the query's row is framed."""
    n = len(A)
    cells: dict[int, list[str]] = {}
    for i, row in enumerate(A):
        for j, weight in enumerate(row):
            cells.setdefault(round(15 * weight), []).append(f"M{j} {i}h1v1h-1z")
    shades = "".join(
        f'<path data-shade="{shade}" d="{"".join(cells[shade])}"/>' for shade in sorted(cells)
    )
    return (
        f'<svg class="play-head__matrix" viewBox="0 0 {n} {n}" aria-hidden="true">{shades}'
        f'<rect x="0" y="{query}" width="{n}" height="1"/></svg>'
    )
