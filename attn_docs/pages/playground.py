"""``/// playground``: attention to be taken in hand, in a state that the build draws completely.

Options, indented below the first line: ``state`` (entries that differ from the opening state) and
``controls`` (names, by blanks), which makes it a small one that shows just these. The Markdown
inside is the caption.
"""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
from pymdownx.blocks.block import Block

from ..playground import SEQUENCES, checked, compute, plain
from ..playground.readings import labels
from .elements import raw, sub
from .errors import near
from .page import Page
from .playground_controls import CONTROLS, controls_html, own_html, tools_html
from .playground_heads import heads_html
from .playground_picture import matrix_table, measures_list, plane_svg
from .playground_words import word

LEGEND = ("query", "key", "output", "hull", "trail")


@lru_cache(maxsize=32)
def _answer(state: str) -> dict[str, Any]:
    return compute(json.loads(state))


def _view(state: dict[str, Any], lang: str) -> str:
    """How the plane that is drawn relates to the room that the tokens live in."""
    if state["heads"] > 1:
        return word("view-heads", lang, d=2 * state["heads"])
    if state["sequence"] == "own" or SEQUENCES[state["sequence"]].planar:
        return word("planar", lang)
    return word("view", lang, d=SEQUENCES[state["sequence"]].features(0).shape[1])


def _needs_answer(state: dict[str, Any]) -> bool:
    """Whether no table answers a state (the page's script asks the same)."""
    cue = state["sequence"] != "own" and SEQUENCES[state["sequence"]].cue
    return bool(
        state["sequence"] == "own"
        or state["tokens"]
        or state["dimension"] is not None
        or state["heads"] > 1
        or state["projection"] != "identity"
        or (state["steps"] and not cue)
    )


def _answer_json(answer: dict[str, Any]) -> str:
    """The answer to a state that no table holds, so that opening a page starts no Python."""
    h, n = answer["weights"].shape[:2]
    arrays = {
        name: [None if np.isnan(x) else round(float(x), 7) for x in value.ravel()]
        for name, value in answer.items()
        if isinstance(value, np.ndarray)
    }
    return json.dumps({"h": h, "n": n, "d": answer["d"], **arrays}, separators=(",", ":"))


def playground_html(
    given: dict[str, Any], controls: tuple[str, ...] | None, lang: str, uid: str, home: str = "#"
) -> str:
    """The element as it stands before any script; ``home`` is the playground's own page.

    Raises:
        ValueError: for a state that is none, naming the entry.
    """
    state = plain(checked(given))
    text = json.dumps(state, ensure_ascii=False)
    answer, words = _answer(text), labels(state, lang)
    small = controls is not None
    drag = controls is None or "drag" in controls
    legend = "".join(
        f'<span data-mark="{name}"><i aria-hidden="true"></i>{escape(word(f"legend-{name}", lang))}'
        "</span>"
        for name in LEGEND
    )
    view = _view(state, lang)
    hint = word("hint" if drag else "hint-choose", lang)
    kept = (
        # An attribute, since instant navigation runs every script of a page that it brings.
        f'<span hidden data-part="answer" data-json="{escape(_answer_json(answer))}"></span>'
        if _needs_answer(state)
        else ""
    )
    foot = (
        f'<p class="play-open"><a data-part="open" href="{home}">'
        f"{escape(word('open', lang))}</a></p>"
        if small
        else tools_html(lang)
    )
    return (
        f'<attn-playground class="play{" play--small" if small else ""}" id="{uid}"'
        f' data-state="static" data-start="{escape(text, quote=True)}"'
        f' data-controls="{" ".join(controls or ())}">'
        '<div class="play-notice" data-part="notice" role="status" hidden></div>'
        f'<div class="play-grid"><div class="play-plane">'
        '<div class="play-stage"><div data-part="plane">'
        f"{plane_svg(state, answer, words, lang, uid)}</div>"
        '<p class="play-status" data-part="status" role="status"></p></div>'
        f'<p class="play-legend">{legend}</p>'
        f'<p class="play-hint"><span class="play-live">{escape(hint)}</span> '
        f'<span data-part="view">{escape(view)}</span></p></div>'
        f"{heads_html(state, answer, words, lang)}"
        f'<div class="play-controls play-live" role="group"'
        f' aria-label="{escape(word("controls", lang))}">'
        f"{controls_html(state, words, controls, lang)}"
        f"{'' if small else own_html(lang)}</div>"
        f'<div class="play-matrix"><div data-part="matrix">'
        f"{matrix_table(state, answer, words, lang)}</div>"
        '<p class="play-spoken" data-part="spoken" aria-live="polite"></p></div>'
        f'<div class="play-numbers"><div data-part="measures">'
        f"{measures_list(state, answer, lang, short=small)}</div>"
        '<div class="play-curve" data-part="curve"></div></div></div>'
        f"{foot}{kept}</attn-playground>"
    )


class PlaygroundBlock(Block):
    """The whole playground, or with ``controls`` a small one."""

    NAME = "playground"
    ARGUMENT = None
    OPTIONS = {"state": (None, lambda value: value), "controls": (None, lambda value: value)}  # noqa: RUF012

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        count = self.tracker["count"] = self.tracker.get("count", 0) + 1
        given = self.options["state"] or {}
        named = self.options["controls"]
        controls = None if named is None else tuple(str(named).split())
        for name in controls or ():
            if name not in CONTROLS:
                raise page.error(f"no control {name!r}; {near(name, CONTROLS)}", "/// playground")
        figure = sub(parent, "figure", class_="play-figure", id=f"fig-playground-{count}")
        try:
            html = playground_html(
                given, controls, page.lang, f"playground-{count}", page.to("playground")
            )
        except ValueError as error:
            raise page.error(f"the state of this playground: {error}", "/// playground") from None
        sub(figure, "div").text = raw(self.md, html)
        self.caption = sub(figure, "figcaption")
        return figure

    def on_add(self, block: Element) -> Element:
        return self.caption
