"""The home page's figure: one query, five tokens in a plane, and a table that moves it.

The build computes every state the two sliders can reach; the page's script only looks it up.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from xml.etree import ElementTree

import numpy as np
from pymdownx.blocks.block import Block

from ..core import attention_weights, effective_number
from .elements import raw, sub
from .page import Page

BETAS = np.arange(0, 12.25, 0.25)
DIRECTIONS = np.arange(0, 360, 15)  # of the query, in degrees, anticlockwise from the right
START = (12, 8)  # β = 3, 120°

# Drawn by hand so that they fit into a plane: length and direction in degrees of each token.
POLAR = ((0.94, 156), (0.88, 219), (0.74, 95), (0.95, 29), (0.86, -41))

FORMULA = (
    r'<span class="arithmatex">\(\out{z} = \sum_j \mathrm{softmax}_j\bigl(\beta\,'
    r"\query{q} \cdot \key{k_j}\bigr)\, \val{v_j}\)</span>"
)

SCALE, CENTRE = 175.0, (230.0, 203.0)  # of the drawing, in its own units
WIDTH, HEIGHT = 460, 406

WORDS = {
    "en": ("river", "water", "bank", "money", "loan"),
    "ko": ("바다", "항구", "배", "사과", "과수원"),
}
LABELS = {
    "en": {
        "title": "One query looks at five tokens",
        "desc": "Lines from the query to each token are as thick as its weight; the diamond marks "
        "the output, the weighted mean of the tokens.",
        "query": "query",
        "output": "output",
        "beta": "Sharpness β",
        "direction": "Direction of the query",
        "weights": "Attention weights",
        "effective": "tokens attended to, effectively",
        "play": "Sweep β from 0 to 12",
    },
    "ko": {
        "title": "쿼리 하나가 토큰 다섯 개를 살펴봅니다",
        "desc": "쿼리에서 각 토큰으로 가는 선은 가중치만큼 굵고, 마름모는 토큰의 가중 평균인 "
        "출력을 나타냅니다.",
        "query": "쿼리",
        "output": "출력",
        "beta": "날카로움 β",
        "direction": "쿼리의 방향",
        "weights": "어텐션 가중치",
        "effective": "실효 주목 수",
        "play": "β를 0에서 12까지 훑기",
    },
}


@dataclass(frozen=True)
class Table:
    """What the figure can show, for each of b sharpnesses and a directions of the query."""

    points: np.ndarray  # (5, 2), keys and values alike
    query: np.ndarray  # (a, 2), of length 1
    weights: np.ndarray  # (b, a, 5)
    output: np.ndarray  # (b, a, 2)
    effective: np.ndarray  # (b, a)

    def json(self) -> str:
        """Whole numbers, flat: weights in thousandths, places in tenths, numbers in hundredths."""
        table = {
            "betas": BETAS.tolist(),
            "directions": DIRECTIONS.tolist(),
            "query": _whole(_place(self.query), 10),
            "weights": _whole(self.weights, 1000),
            "output": _whole(_place(self.output), 10),
            "effective": _whole(self.effective, 100),
        }
        return json.dumps(table, separators=(",", ":"))


def _unit(degrees: np.ndarray) -> np.ndarray:
    radians = np.radians(degrees)
    return np.stack([np.cos(radians), np.sin(radians)], axis=-1)


def _place(xy: np.ndarray) -> np.ndarray:
    return np.asarray(CENTRE) + SCALE * xy * np.array([1, -1])


def _whole(x: np.ndarray, times: int) -> list[int]:
    return np.rint(x * times).astype(int).ravel().tolist()


def _xy(point: np.ndarray) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def table() -> Table:
    """Weights softmax(β q·k), their blend of the tokens, and exp(H), from `attn_docs.core`."""
    polar = np.array(POLAR)
    points = polar[:, :1] * _unit(polar[:, 1])
    query = _unit(DIRECTIONS)
    weights = np.stack([attention_weights(query, points, scale=beta) for beta in BETAS])
    return Table(points, query, weights, weights @ points, effective_number(weights))


def _svg(t: Table, lang: str) -> str:
    label, (b, a) = LABELS[lang], START
    q = _place(t.query[a])
    at = _place(t.points)
    z = _place(t.output[b, a])
    hull = at[np.argsort(np.arctan2(*t.points.T[::-1]))]
    path = "M" + "L".join(_xy(p) for p in _place(t.output[:, a]))
    lines = "".join(
        f'<line class="living-thread" x1="{q[0]:.1f}" y1="{q[1]:.1f}" x2="{p[0]:.1f}"'
        f' y2="{p[1]:.1f}" stroke-width="{1 + 15 * w:.1f}"/>'
        for p, w in zip(at, t.weights[b, a])
    )
    tokens = "".join(
        f'<g class="living-token" transform="translate({_xy(p)})"><circle r="{5 + 9 * w:.1f}"/>'
        f'<text class="living-word" {_beside(point)}>{escape(word)}</text></g>'
        for p, point, w, word in zip(at, t.points, t.weights[b, a], WORDS[lang])
    )
    cx, cy = CENTRE
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-labelledby="living-title living-desc">'
        f'<title id="living-title">{escape(label["title"])}</title>'
        f'<desc id="living-desc">{escape(label["desc"])}</desc>'
        f'<circle class="living-ring" cx="{cx}" cy="{cy}" r="{SCALE}"/>'
        f'<path class="living-hull" d="M{"L".join(_xy(p) for p in hull)}Z"/>{lines}'
        f'<path class="living-path" d="{path}"/>'
        f'<line class="living-arrow" x1="{cx}" y1="{cy}" x2="{q[0]:.1f}" y2="{q[1]:.1f}"/>'
        f'<circle class="living-origin" cx="{cx}" cy="{cy}" r="3"/>{tokens}'
        f'<g class="living-output" transform="translate({_xy(z)})">'
        f'<path d="M0-11 11 0 0 11-11 0Z"/><text y="31">{escape(label["output"])}</text></g>'
        f'<g class="living-query" transform="translate({_xy(q)})"><circle r="9"/>'
        f"<text {_beside(t.query[a], 24)}>{escape(label['query'])}</text></g></svg>"
    )


def _beside(point: np.ndarray, away: float = 21) -> str:
    """Attributes that put a label on the side of its point that faces away from the centre."""
    x, y = point / np.hypot(*point) * away
    anchor = "middle" if abs(x) < away / 2 else ("start" if x > 0 else "end")
    return f'x="{x:.1f}" y="{-y:.1f}" text-anchor="{anchor}" dominant-baseline="central"'


def living_html(lang: str) -> str:
    """The figure as it stands before any script, with its table and its (still hidden) controls."""
    t, label, (b, a) = table(), LABELS[lang], START
    bars = "".join(
        f'<li style="--w:{w:.3f}"><span>{escape(word)}</span>'
        f'<span class="living-bar" aria-hidden="true"></span><data value="{w:.3f}">{w:.3f}</data>'
        "</li>"
        for word, w in zip(WORDS[lang], t.weights[b, a])
    )
    beta = f"{BETAS[b]:.2f}"
    # An attribute, since instant navigation runs every script of a page that it brings.
    return (
        f'<attn-living class="living" data-table="{escape(t.json())}">'
        f'<div class="living-plane">{_svg(t, lang)}</div>'
        f'<div class="living-side"><p class="living-formula">{FORMULA}</p>'
        f'<ol class="living-weights" aria-label="{label["weights"]}">{bars}</ol>'
        f'<p class="living-effective"><data value="{t.effective[b, a]:.2f}">'
        f"{t.effective[b, a]:.2f}</data> <span>{label['effective']}</span></p>"
        '<div class="living-controls">'
        f'<label>{label["beta"]} <output data-part="beta">{beta}</output>'
        f'<input type="range" data-part="beta" min="0" max="{len(BETAS) - 1}" value="{b}"'
        f' aria-valuetext="{beta}"></label>'
        f'<label>{label["direction"]} <output data-part="direction">{DIRECTIONS[a]}°</output>'
        f'<input type="range" data-part="direction" min="0" max="{len(DIRECTIONS) - 1}"'
        f' value="{a}" aria-valuetext="{DIRECTIONS[a]}°"></label>'
        f'<button type="button" data-action="play">{label["play"]}</button></div></div>'
        "</attn-living>"
    )


class Living(Block):
    """``/// living`` … ``///``: the figure; Markdown inside is its caption."""

    NAME = "living"
    ARGUMENT = None

    def on_create(self, parent: ElementTree.Element) -> ElementTree.Element:
        page: Page = self.config["page"]
        figure = sub(parent, "figure", id="fig-living", class_="living-figure")
        sub(figure, "div").text = raw(self.md, living_html(page.lang))
        return sub(figure, "figcaption")
