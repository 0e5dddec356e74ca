"""The markup of a cell before any script."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from attn_docs.cells import Output, run_page
from attn_docs.cells.markup import BUTTONS, MENU, cell_html, part_html
from attn_docs.cells.texts import TEXTS

SOURCE = "# needs: setup\nx = 3 < 5\nprint('<b>', x)\n"


def parsed(lang: str = "en"):
    output = run_page({"scaling/show": SOURCE})["scaling/show"]
    return BeautifulSoup(cell_html("scaling/show", SOURCE, output, lang), "html.parser")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_what_the_design_promises(lang):
    cell = parsed(lang).find("attn-cell")
    assert cell is not None
    assert cell["data-cell"] == "scaling/show"
    assert cell["data-state"] == "idle"
    assert cell["data-needs"] == "scaling/setup"
    assert cell["id"] == "cell-scaling-show"
    actions = [b["data-action"] for b in cell.find_all("button")]
    assert actions == [*BUTTONS, *MENU]
    assert all(b.get_text() == TEXTS[lang][str(b["data-action"])] for b in cell.find_all("button"))
    assert {str(e["data-part"]) for e in cell.select("[data-part]")} == {
        "notice",
        "source",
        "status",
        "output",
    }


def test_code_and_output_are_text_and_nothing_else():
    cell = parsed()
    code = cell.select_one('[data-part="source"] code')
    output = cell.select_one('[data-part="output"]')
    assert code is not None
    assert output is not None
    assert code.get_text() == "x = 3 < 5\nprint('<b>', x)\n"
    assert output.get_text() == "<b> True\n"
    assert output.find("b") is None


def test_a_figure_stands_in_the_output_as_it_was_drawn():
    part = {"type": "figure", "svg": '<svg role="img"></svg>', "alt": "a"}
    assert part_html(part, "en") == (
        '<div class="attn-out attn-out--figure"><svg role="img"></svg></div>'
    )


def test_a_cell_whose_numbers_vary_says_so():
    html = cell_html("s/a", "# not deterministic: clock\n1\n", Output(), "en")
    assert "data-varies" in html
    assert TEXTS["en"]["varies"] in html
    assert "data-varies" not in cell_html("s/a", "1\n", Output(), "en")


def test_an_error_cannot_be_built():
    with pytest.raises(ValueError, match="error"):
        part_html({"type": "error"}, "en")


def test_both_languages_have_the_same_words():
    assert TEXTS["en"].keys() == TEXTS["ko"].keys()


def test_the_words_of_the_scripts_match_too():
    table = (Path(__file__).parents[2] / "docs/assets/js/texts.js").read_text(encoding="utf-8")
    english, korean = table.split("\n  ko: {")
    keys = [set(re.findall(r'^    "([\w.-]+)": "', half, re.M)) for half in (english, korean)]
    assert keys[0] == keys[1]
    assert len(keys[0]) > 50
    holes = [
        dict(re.findall(r'^    "([\w.-]+)": "(.*)",$', half, re.M)) for half in (english, korean)
    ]
    for key in keys[0]:
        named = [set(re.findall(r"\{(\w+)\}", half[key])) for half in holes]
        assert named[0] == named[1], key
