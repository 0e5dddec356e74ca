"""The home page's figure: its table is attention, and its first state is one of the table's."""

from __future__ import annotations

import json
import math
import re
from html import unescape
from xml.etree import ElementTree

import numpy as np
import pytest

from attn_docs.pages import living

TABLE = living.table()


def test_one_entry_by_hand() -> None:
    """β = 2, the query to the right: scores are the x coordinates, softmax as a loop."""
    b, a = 8, 0
    assert (living.BETAS[b], living.DIRECTIONS[a]) == (2, 0)
    x = [length * math.cos(math.radians(turn)) for length, turn in living.POLAR]
    raised = [math.exp(2 * score) for score in x]
    weights = [e / sum(raised) for e in raised]
    assert TABLE.weights[b, a] == pytest.approx(weights, abs=1e-12)
    assert TABLE.output[b, a, 0] == pytest.approx(sum(w * v for w, v in zip(weights, x)), abs=1e-12)
    entropy = -sum(w * math.log(w) for w in weights)
    assert TABLE.effective[b, a] == pytest.approx(math.exp(entropy), abs=1e-12)


def test_without_sharpness_the_output_is_the_mean() -> None:
    assert TABLE.weights[0] == pytest.approx(0.2, abs=1e-15)
    assert TABLE.effective[0] == pytest.approx(5, abs=1e-12)
    assert TABLE.output[0] == pytest.approx(np.broadcast_to(TABLE.points.mean(axis=0), (24, 2)))


def test_sharper_means_fewer_tokens_and_a_better_fit() -> None:
    assert (np.diff(TABLE.effective, axis=0) < 0).all()
    fit = np.einsum("bad,ad->ba", TABLE.output, TABLE.query)
    assert (np.diff(fit, axis=0) > 0).all()


def test_every_token_is_a_corner_of_the_hull() -> None:
    """Else the drawn polygon would not be the convex hull."""
    turn = np.argsort(np.arctan2(*TABLE.points.T[::-1]))
    corners = TABLE.points[turn]
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    assert (edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0).all()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_page_starts_in_a_state_of_the_table(lang: str) -> None:
    html = living.living_html(lang)
    found = re.search(r'<attn-living [^>]*data-table="([^"]*)"', html)
    assert found
    table = json.loads(unescape(found[1]))
    b, a = living.START
    row = b * len(table["directions"]) + a
    weights = [float(w) for w in re.findall(r'<data value="([\d.]+)">\1</data></li>', html)]
    assert [round(1000 * w) for w in weights] == table["weights"][5 * row : 5 * row + 5]
    assert f'<data value="{table["effective"][row] / 100:.2f}">' in html
    x, y = (t / 10 for t in table["output"][2 * row : 2 * row + 2])
    assert f'class="living-output" transform="translate({x:.1f} {y:.1f})"' in html
    assert f'value="{b}"' in html
    assert table["betas"][b] == 3


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_drawing_is_named_and_sound(lang: str) -> None:
    found = re.search(r"<svg.*</svg>", living.living_html(lang))
    assert found
    svg = ElementTree.fromstring(found[0])
    named = svg.attrib["aria-labelledby"].split()
    texts = {e.attrib["id"]: e.text for e in svg if "id" in e.attrib}
    assert [bool(texts[name]) for name in named] == [True, True]
    words = [e.text for e in svg.iter("text") if e.get("class") == "living-word"]
    assert tuple(words) == living.WORDS[lang]


def test_languages_differ_in_words_only() -> None:
    assert living.LABELS["en"].keys() == living.LABELS["ko"].keys()
    assert not set(living.WORDS["en"]) & set(living.WORDS["ko"])
