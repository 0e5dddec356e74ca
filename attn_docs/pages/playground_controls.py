"""The playground's controls as markup: hidden until the page's script can answer them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from html import escape
from typing import Any

from ..playground import SEQUENCES
from ..playground.state import NAMED_MATRICES, PROJECTIONS
from ..playground.tables import UPDATES
from .playground_words import word

PLAIN = ("sequence", "query", "sharpness", "position", "steps", "scaled", "own_token", "mask")
MORE = ("dimension", "heads", "projection")
CONTROLS = (*PLAIN, *MORE, "drag")  # what an embedded playground may name


def _select(name: str, title: str, options: Iterable[tuple[str, str]], chosen: str) -> str:
    rows = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>'
        f"{escape(text)}</option>"
        for value, text in options
    )
    return (
        f'<label class="play-field"><span>{escape(title)}</span>'
        f'<select data-control="{name}">{rows}</select></label>'
    )


def _range(
    name: str, title: str, top: float, step: float, value: float, shown: str, *, idle: bool = False
) -> str:
    hidden = " hidden" if idle else ""
    return (
        f'<label class="play-field play-slide" data-for="{name}"{hidden}>'
        f"<span>{escape(title)}</span>"
        # No <output>: a label names the first control inside it, and that is one.
        f'<span class="play-shows" data-shows="{name}">{shown}</span>'
        f'<input type="range" data-control="{name}" min="0" max="{top:g}" step="{step:g}"'
        f' value="{value:g}"></label>'
    )


def _check(name: str, title: str, on: bool) -> str:
    checked = " checked" if on else ""
    return (
        f'<label class="play-check"><input type="checkbox" data-control="{name}"{checked}>'
        f"<span>{escape(title)}</span></label>"
    )


def _matrix(name: str) -> str:
    symbol = f"W<sub>{name[-1]}</sub>"
    cells = "".join(
        f'<input type="number" step="0.25" min="-100" max="100" data-matrix="{name}"'
        f' data-at="{r}{c}" value="{NAMED_MATRICES["identity"][name][r][c]:g}"'
        f' aria-label="{name} {r + 1},{c + 1}">'
        for r in range(2)
        for c in range(2)
    )
    return (
        f'<div class="play-map" data-role="{name[-1].lower()}"><span>{symbol}</span>'
        f'<div class="play-map__cells">{cells}</div>'
        f'<svg viewBox="-2 -2 4 4" aria-hidden="true" data-map="{name}"></svg></div>'
    )


def controls_html(
    state: Mapping[str, Any], words: Iterable[str], chosen: Collection[str] | None, lang: str
) -> str:
    """Labelled controls; ``chosen`` None shows all."""

    def wanted(name: str) -> bool:
        return chosen is None or name in chosen

    made = {
        "sequence": lambda: _select(
            "sequence",
            word("sequence", lang),
            [(name, word(name, lang)) for name in (*SEQUENCES, "own")],
            state["sequence"],
        ),
        "query": lambda: _select(
            "query",
            word("query", lang),
            [(str(i), text) for i, text in enumerate(words)],
            str(state["query"]),
        ),
        "sharpness": lambda: (
            _range(
                "sharpness", word("sharpness", lang), 12, 0.25, state["sharpness"],
                f"{state['sharpness']:.2f}",
            )
            + ("" if chosen else f'<p class="play-note">{escape(word("sharper", lang))}</p>')
        ),
        "position": lambda: _range(
            "position", word("position", lang), 6, 1, state["position"], str(state["position"]),
            idle=state["sequence"] not in SEQUENCES or SEQUENCES[state["sequence"]].positions == 1,
        ),
        "steps": lambda: _range(
            "steps", word("steps", lang), UPDATES - 1, 1, state["steps"], str(state["steps"])
        ),
        "scaled": lambda: _check("scaled", word("scaled", lang), state["scaled"]),
        "own_token": lambda: _check("own_token", word("own_token", lang), state["own_token"]),
        "mask": lambda: _check("mask", word("mask", lang), state["mask"] == "causal"),
        "dimension": lambda: (
            _select("dimension", word("dimension", lang), [("", "–")], "")
            + f'<p class="play-note">{escape(word("dimension-note", lang))}</p>'
        ),
        "heads": lambda: _select(
            "heads", word("heads", lang), [(str(h), str(h)) for h in range(1, 5)],
            str(state["heads"]),
        ),
        "projection": lambda: _select(
            "projection",
            word("projection", lang),
            [(name, word(name, lang)) for name in PROJECTIONS],
            state["projection"],
        )
        + f'<div class="play-maps">{"".join(map(_matrix, ("W_Q", "W_K", "W_V")))}</div>',
    }  # fmt: skip
    plain = "".join(made[name]() for name in PLAIN if wanted(name))
    more = "".join(made[name]() for name in MORE if wanted(name))
    if not more:
        return plain
    if chosen is not None:
        return plain + more
    note = f'<p class="play-note">{escape(word("more-note", lang))}</p>'
    summary = f"<summary>{escape(word('more', lang))}</summary>"
    return f'{plain}<details class="play-more">{summary}{more}{note}</details>'


def own_html(lang: str) -> str:
    """The editor of one's own tokens: words, and a dial for each."""
    return (
        '<div class="play-own" data-part="own" hidden>'
        f'<label class="play-field"><span>{escape(word("words", lang))}</span>'
        '<textarea data-own="words" rows="2" spellcheck="false"></textarea></label>'
        f'<p class="play-note">{escape(word("words-note", lang))}</p>'
        '<ol class="play-dials" data-own="dials"></ol></div>'
    )


def tools_html(lang: str) -> str:
    """Buttons below the whole playground."""

    def button(action: str, key: str, extra: str = "") -> str:
        return (
            f'<button type="button" data-action="{action}"{extra}>'
            f"{escape(word(key, lang))}</button>"
        )

    saves = "".join(
        button(f"export-{kind}", f"export-{kind}") for kind in ("png", "svg", "csv", "json")
    )
    return (
        '<div class="play-tools">'
        + button("undo", "undo", " disabled")
        + button("restart", "restart")
        + button("share", "share")
        + f'<details class="play-saves"><summary>{escape(word("export", lang))}</summary>'
        + f"<div>{saves}</div></details>"
        + button("cite", "cite")
        + button("python", "python")
        + "</div>"
    )
