"""The plane, the matrix and the measurements of a state as they stand before any script.

The page's script draws the same again from the same numbers once it runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np

from ..playground.readings import readings
from .playground_words import word

WIDTH, HEIGHT = 560, 410
ROOM = (74.0, 54.0)  # around the tokens, for labels and for dragging
LETTER, WIDE, LINE = 8.2, 15.5, 17.0  # pixels of a letter, of a Hangul syllable, of a line


class Frame:
    """From the plane's units to the drawing's, as wide as what must be seen."""

    def __init__(self, points: np.ndarray, room: tuple[float, float] = ROOM) -> None:
        low, high = points.min(0), points.max(0)
        self.centre = (low + high) / 2
        half = np.maximum((high - low) / 2, 0.5)
        self.scale = float(np.min((np.array([WIDTH, HEIGHT]) / 2 - room) / half))

    def __call__(self, xy: np.ndarray) -> np.ndarray:
        return np.array([WIDTH, HEIGHT]) / 2 + self.scale * (xy - self.centre) * [1, -1]


def width_of(text: str) -> float:
    """Width of a label in pixels, estimated."""
    return sum(WIDE if ord(letter) > 0x1100 else LETTER for letter in text)


def label_places(
    points: np.ndarray, texts: Sequence[str], radii: Sequence[float]
) -> list[tuple[float, float]]:
    """Centres of labels, each in the one of eight places around its point that is freest."""
    boxes: list[tuple[float, float, float, float]] = []
    found = []
    turns = np.arange(8) * np.pi / 4
    for i, (point, text) in enumerate(zip(points, texts)):
        half = (width_of(text) / 2, LINE / 2)
        away = point - points.mean(0)
        best: tuple[float, float, float] | None = None
        for turn in turns:
            side = np.array([np.cos(turn), np.sin(turn)])
            at = point + side * (radii[i] + 6 + np.array(half) * [1.0, 1.0])
            box = (at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1])
            cost = sum(_overlap(box, other) for other in boxes)
            for j, (x, y) in enumerate(points):
                r = radii[j] + 2
                if j != i:
                    cost += 2 * _overlap(box, (x - r, y - r, x + r, y + r))
            inside = (0, 0, WIDTH, HEIGHT)
            cost += 4 * ((box[2] - box[0]) * (box[3] - box[1]) - _overlap(box, inside))
            cost -= 12 * float(side @ away) / (float(np.hypot(*away)) + 1)
            if best is None or cost < best[0]:
                best = (cost, float(at[0]), float(at[1]))
        assert best is not None
        boxes.append((best[1] - half[0], best[2] - half[1], best[1] + half[0], best[2] + half[1]))
        found.append(best[1:])
    return found


def _overlap(a: Sequence[float], b: Sequence[float]) -> float:
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return max(across, 0) * max(down, 0)


def hull(points: np.ndarray) -> np.ndarray:
    """Convex hull of points in the plane, in order (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points))
    if len(ordered) < 3:
        return np.array(ordered)
    halves = []
    for side in (ordered, ordered[::-1]):
        chain: list[tuple[float, ...]] = []
        for p in side:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        halves.append(chain[:-1])
    return np.array(halves[0] + halves[1])


def _turn(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _xy(point: Sequence[float] | np.ndarray) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def plane_svg(
    state: Mapping[str, Any], answer: Mapping[str, Any], words: Sequence[str], lang: str, uid: str
) -> str:
    """The token plane of the first head as SVG."""
    places, values = answer["places"][0], answer["values"][0]
    output, query = answer["output"][0], state["query"]
    frame = Frame(np.vstack([places, values, output[query : query + 1]]))
    at, z = frame(places), frame(output[query])
    weights = answer["weights"][0, query]
    lines = "".join(
        f'<line class="play-thread" x1="{at[query][0]:.1f}" y1="{at[query][1]:.1f}"'
        f' x2="{p[0]:.1f}" y2="{p[1]:.1f}" stroke-width="{1 + 15 * w:.1f}"/>'
        for p, w in zip(at, weights)
    )
    radii = [6 + 8 * float(w) for w in weights]
    tokens = "".join(
        f'<g class="play-token{" play-token--query" if i == query else ""}">'
        f'<circle cx="{p[0]:.1f}" cy="{p[1]:.1f}" r="{r:.1f}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}">{escape(text)}</text></g>'
        for i, (p, r, text, (x, y)) in enumerate(
            zip(at, radii, words, label_places(at, words, radii))
        )
    )
    trail = "L".join(map(_xy, frame(answer["trail"][0])))
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="{uid}-t {uid}-d">'
        f'<title id="{uid}-t">{escape(word("plane", lang))}</title>'
        f'<desc id="{uid}-d">{escape(word("desc", lang))}</desc>'
        f'<path class="play-hull" d="M{"L".join(map(_xy, frame(hull(values))))}Z"/>{lines}'
        f'<path class="play-trail" d="M{trail}"/>'
        f'<line class="play-shift" x1="{at[query][0]:.1f}" y1="{at[query][1]:.1f}"'
        f' x2="{z[0]:.1f}" y2="{z[1]:.1f}"/>{tokens}'
        f'<path class="play-output" transform="translate({_xy(z)})" d="M0-10 10 0 0 10-10 0Z"/>'
        "</svg>"
    )


def matrix_table(
    state: Mapping[str, Any], answer: Mapping[str, Any], words: Sequence[str], lang: str
) -> str:
    """The matrix of the first head: a real table whose cells carry the colours of a heat map."""
    A = answer["weights"][0]
    caption = f"{word('matrix', lang)}: {word('rows', lang)}"
    head = "".join(f'<th scope="col"><span>{escape(text)}</span></th>' for text in words)
    body = "".join(
        f"<tr{' data-query' if i == state['query'] else ''}>"
        f'<th scope="row"><span>{escape(text)}</span></th>'
        + "".join(f'<td data-shade="{round(15 * w)}">{100 * w:.0f}</td>' for w in A[i])
        + "</tr>"
        for i, text in enumerate(words)
    )
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


MEASURES = (
    "query", "top", "top_weight", "top_other", "entropy", "effective", "sharpness", "moved",
    "gradient", "recall", "energy", "rank", "asymmetry",
)  # fmt: skip
OPTIONAL = ("recall", "energy", "rank", "asymmetry")  # shown where they say something
SHORT = ("query", "top", "top_weight", "entropy", "effective", "sharpness")


def measures_list(
    state: Mapping[str, Any], answer: Mapping[str, Any], lang: str, *, short: bool
) -> str:
    """The measurements as a description list; the page's script fills the same places."""
    row = readings(state, answer, lang)
    parts = []
    for name in SHORT if short else MEASURES:
        title = word("asking" if name == "query" else name, lang)
        hidden = " hidden" if name in OPTIONAL and not _shown(name, state, row) else ""
        parts.append(
            f'<div data-measure="{name}"{hidden}><dt>{escape(title)}</dt>'
            f"<dd>{escape(measure_text(name, row, lang))}</dd></div>"
        )
    return f'<dl class="play-measures">{"".join(parts)}</dl>'


def _shown(name: str, state: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    if name == "rank":
        return state["steps"] > 0 and row["recall"] is None
    if name == "asymmetry":
        return row["asymmetry"] > 0.005
    return row[name] is not None


def measure_text(name: str, row: Mapping[str, Any], lang: str) -> str:
    """A measurement as the page writes it."""
    value = row[name]
    if value is None:
        return "–"
    if name in ("query", "top"):
        return str(value)
    if name == "top_weight":
        return f"{value:.1%}"
    if name == "top_other":
        return f"{value} · {row['top_other_weight']:.1%}"
    if name == "entropy":
        return f"{value:.3f} {word('nats', lang)} · {row['bits']:.3f} {word('bits', lang)}"
    if name == "effective":
        return f"{value:.2f} ({word('of', lang, row['keys'])})"
    return f"{value:.2f}" if name == "sharpness" else f"{value:.3f}"
