"""The directives ``/// playground`` and ``/// tries``: a complete picture before any script."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from attn_docs.pages.errors import PageError
from attn_docs.pages.playground import playground_html
from attn_docs.pages.playground_picture import Frame, hull, label_places, matrix_table, plane_svg
from attn_docs.playground import SEQUENCES, compute, plain
from attn_docs.playground.readings import labels
from attn_docs.playground.state import State
from attn_docs.playground.tries import TRIES


def parsed(html: str) -> ElementTree.Element:
    """The markup as XML, which it is but for empty elements and bare attributes."""
    html = re.sub(r"<input([^>]*)>", r"<input\1/>", html)
    html = re.sub(r" (hidden|checked|selected|disabled|data-query)(?=[ />])", r' \1=""', html)
    return ElementTree.fromstring(html)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_whole_playground_stands_complete(lang):
    root = parsed(playground_html({}, None, lang, "play"))
    assert root.get("data-state") == "static"
    assert json.loads(root.get("data-start", ""))["sequence"] == "two-topics"
    words = SEQUENCES["two-topics"].labels[lang]
    svg = root.find(".//svg[@role='img']")
    assert svg is not None
    assert [t.text for t in svg.iter("text")] == list(words)
    assert len(svg.findall(".//line[@class='play-thread']")) == 6
    rows = root.findall(".//tbody/tr")
    A = compute({})["weights"][0]
    shown = [[int(td.text or "") for td in row.findall("td")] for row in rows]
    np.testing.assert_array_equal(shown, np.rint(100 * A))
    assert [row.find("th/span").text for row in rows] == list(words)  # type: ignore[union-attr]
    effective = root.find(".//div[@data-measure='effective']/dd")
    assert effective is not None
    assert (effective.text or "").startswith("3.64")
    controls = {e.get("data-control") for e in root.iter() if e.get("data-control")}
    assert controls >= {"query", "sequence", "sharpness", "scaled", "own_token", "mask", "heads"}


def test_every_control_has_a_name():
    root = parsed(playground_html({}, None, "ko", "play"))
    inside = [
        field for label in root.iter("label") for field in label.iter() if field.get("data-control")
    ]
    fields = [e for e in root.iter() if e.get("data-control")]
    assert len(fields) == len(inside)
    assert all(e.get("aria-label") for e in root.iter() if e.get("data-matrix"))


def test_a_small_one_shows_only_the_controls_that_it_names():
    root = parsed(
        playground_html({"sequence": "bank", "position": 4}, ("position", "query"), "en", "play-2")
    )
    controls = [e.get("data-control") for e in root.iter() if e.get("data-control")]
    assert sorted(filter(None, controls)) == ["position", "query"]
    assert root.find(".//*[@data-action='share']") is None
    assert root.find(".//*[@data-part='open']") is not None


def test_labels_are_escaped():
    tokens = [{"label": "<i>&", "x": 1.0, "y": 0.0}, {"label": "b", "x": 0.0, "y": 1.0}]
    state = plain(State(sequence="own", tokens=tuple((t["label"], t["x"], t["y"]) for t in tokens)))
    answer, words = compute(state), labels(state, "en")
    assert "&lt;i&gt;&amp;" in plane_svg(state, answer, words, "en", "u")
    assert "<i>" not in matrix_table(state, answer, words, "en")


@pytest.mark.parametrize("name", list(SEQUENCES))
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_labels_do_not_overlap_and_stay_inside(name, lang):
    words = SEQUENCES[name].labels[lang]
    points = Frame(SEQUENCES[name].layout(0))(SEQUENCES[name].layout(0))
    at = np.array(label_places(points, words, [8.0] * len(words)))
    for i in range(len(words)):
        for j in range(i):
            apart = np.abs(at[i] - at[j])
            assert apart[1] >= 16 or apart[0] >= 8 * (len(words[i]) + len(words[j])) / 2 - 1
    assert (at > 0).all()
    assert (at < [560, 410]).all()


def test_the_hull_holds_every_point():
    points = np.random.default_rng(4).standard_normal((17, 2))
    corners = hull(points)
    edges = np.roll(corners, -1, axis=0) - corners
    for p in points:
        away = p - corners
        assert (edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0] >= -1e-12).all()
    assert 3 <= len(corners) < 17


def test_directives_render_on_a_page(render):
    soup = render(
        "/// playground\n    state: {sequence: chain, query: 2}\n    controls: query sharpness\n"
        "\nThe **caption**.\n///\n\n/// tries\n///\n"
    )
    html = str(soup)
    assert 'data-controls="query sharpness"' in html
    assert "<strong>caption</strong>" in html
    assert html.count("data-try=") == len(TRIES)
    assert "{0." not in re.sub(r'data-outcome="[^"]*"', "", html)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("    state: {sequence: nowhere}", "sequence is 'nowhere'"),
        ("    controls: query volume", "no control 'volume'"),
    ],
)
def test_a_wrong_option_names_itself(render, option, message):
    with pytest.raises(PageError, match=re.escape(message)):
        render(f"/// playground\n{option}\n///\n")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_several_heads_stand_side_by_side(lang):
    root = parsed(playground_html({"heads": 3, "query": 4}, (), lang, "play"))
    strip = root.find(".//div[@data-part='heads']")
    assert strip is not None
    A = compute({"heads": 3, "query": 4})["weights"]
    cards = strip.findall("button")
    assert len(cards) == 3
    for head, card in enumerate(cards):
        widths = [float(line.get("stroke-width", "")) for line in card.iter("line")]
        np.testing.assert_allclose(widths, 4 + 36 * A[head, 4], atol=0.051)
        shades = {int(p.get("data-shade") or 0): p.get("d", "") for p in card.iter("path")}
        drawn = np.full((6, 6), -1)
        for shade, path in shades.items():
            for x, y in re.findall(r"M(\d) (\d)h1v1h-1z", path):
                drawn[int(y), int(x)] = shade
        np.testing.assert_array_equal(drawn, np.rint(15 * A[head]))
    one = parsed(playground_html({}, None, lang, "play")).find(".//div[@data-part='heads']")
    assert one is not None
    assert one.get("hidden") is not None
    assert len(one) == 0
