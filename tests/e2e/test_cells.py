"""A cell from first sight to result, in both languages."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ROOT, Cell
from tests.e2e.places import until

pytestmark = pytest.mark.e2e

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
HEAVY = ("runtime-", "python-", "editor-")


def test_a_page_costs_nothing_of_python_before_run(open_cell, watch):
    cell = open_cell("scaling/variance")
    expect(cell.part("status")).to_have_text("Output made when this page was built")
    assert "d_k" in cell.output
    assert not [url for url in watch.requests if any(f"/assets/{kind}" in url for kind in HEAVY)]
    assert cell.page.locator("html").get_attribute("data-runtime") == "idle"


# Both languages include the same files, so that one Korean page stands for all.
PLACES = [f"en/{slug.name}" for slug in sorted((ROOT / "docs" / "cells").iterdir())]


LINES = """([name, lines]) => document
  .querySelector(`attn-cell[data-cell="${name}"] [data-part="output"]`)
  .innerText.split("\\n").length > lines"""


@pytest.mark.parametrize("place", [*PLACES, "ko/scaling"])
def test_every_cell_agrees_with_its_built_output(page: Page, site_url, place):
    page.goto(f"{site_url}{place}/")
    names = page.locator("attn-cell").evaluate_all("cells => cells.map(c => c.dataset.cell)")
    assert names
    for name in names:
        cell = Cell(page, name)
        built = cell.output
        live = cell.run()
        assert cell.state == "done", live
        # The last lines are painted a frame after the state has changed.
        until(page, LINES, [name, built.count("\n")], seconds=20)
        live = cell.output
        if cell.element.get_attribute("data-varies") is not None:
            continue
        assert NUMBER.sub("#", live) == NUMBER.sub("#", built)
        for here, there in zip(NUMBER.findall(live), NUMBER.findall(built), strict=True):
            assert float(here) == pytest.approx(float(there), rel=1e-9, abs=1e-9)


def test_states_and_bytes_are_told_from_click_to_result(open_cell):
    cell = open_cell("scaling/variance")
    seen = cell.element.evaluate(
        """async cell => {
            const seen = [];
            const look = () => seen.push([document.documentElement.dataset.runtime,
                cell.dataset.state, cell.querySelector('[data-part="status"]').innerText]);
            const observer = new MutationObserver(look);
            const all = {attributes: true, childList: true, characterData: true, subtree: true};
            observer.observe(document.documentElement, {attributes: true});
            observer.observe(cell, all);
            await cell.run();
            return seen;
        }"""
    )
    runtime = list(dict.fromkeys(state for state, _, _ in seen))
    assert runtime == ["downloading", "starting", "ready", "running"]
    assert list(dict.fromkeys(state for _, state, _ in seen)) == ["queued", "running", "done"]
    assert any(re.search(r"\d of \d+\.\d MB", text) for _, _, text in seen)
    assert all(text for _, _, text in seen)
    status = cell.part("status")
    expect(status).to_have_attribute("role", "status")
    expect(status).to_have_attribute("aria-live", "polite")


def test_korean_pages_speak_korean(open_cell):
    cell = open_cell("scaling/variance", lang="ko")
    cell.run("import numpy as np\nnp.ones(3) @ np.ones(4)")
    assert "모양(shape)이 맞지 않습니다" in cell.output
    assert cell.status == "오류로 끝났습니다: ValueError"


def test_output_keeps_its_order_and_its_streams(warm_cell):
    warm_cell.run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\n4 + 3")
    parts = warm_cell.part("output").locator(".attn-out")
    classes = parts.evaluate_all("all => all.map(e => e.className.split('--')[1])")
    assert classes == ["stdout", "stderr", "stdout", "value"]
    assert parts.all_inner_texts() == ["a\n", "b\n", "c\n", "7"]


def test_output_streams_while_the_code_runs(warm_cell):
    warm_cell.source = "import time\nprint('first')\ntime.sleep(3)\nprint('second')"
    warm_cell.button("run").click()
    expect(warm_cell.part("output")).to_have_text("first\n")
    assert warm_cell.state == "running"
    warm_cell.wait("done")
    assert "second" in warm_cell.output


def test_top_level_await(warm_cell):
    assert "7" in warm_cell.run("import asyncio\nawait asyncio.sleep(0.01)\n3 + 4")


def test_a_dataclass_is_a_table(warm_cell):
    warm_cell.run(
        "from dataclasses import dataclass\nimport numpy as np\n"
        "@dataclass\nclass Result:\n    d: int\n    A: object\nResult(7, np.eye(3))"
    )
    table = warm_cell.part("output").locator("table")
    assert table.locator("caption").inner_text() == "Result"
    assert table.locator("tbody th").all_inner_texts() == ["d", "A"]
    assert table.locator("tbody td").all_inner_texts() == ["int", "7", "float64 3 × 3", "0 … 1"]


def test_a_plot_is_svg_in_the_colours_of_the_page(warm_cell):
    warm_cell.run(
        "import matplotlib.pyplot as plt\nplt.plot([1, 3], label='up')\nplt.title('Title')"
    )
    drawing = warm_cell.part("output").locator("svg")
    expect(drawing).to_have_attribute("role", "img")
    assert "Title" in (drawing.locator("desc").text_content() or "")
    style = drawing.inner_html()
    assert "var(--attn-query" in style


def test_a_script_in_a_drawing_does_not_reach_the_page(warm_cell):
    warm_cell.run(
        "import matplotlib.pyplot as plt, attn_docs.figures.svg as s\n"
        "old = s.to_svg\n"
        's.to_svg = lambda *a, **k: \'<svg xmlns="http://www.w3.org/2000/svg" onload="top.hurt=1">'
        '<script>top.hurt=1</script><a href="javascript:top.hurt=1"><rect/></a></svg>\'\n'
        "plt.plot([1, 2])\n0"
    )
    svg = warm_cell.part("output").locator("svg")
    assert svg.evaluate("s => s.outerHTML.includes('hurt')") is False
    assert warm_cell.page.evaluate("window.hurt") is None
    warm_cell.run("s.to_svg = old")


def test_only_a_run_that_failed_speaks_in_red(warm_cell):
    def colour():
        return warm_cell.part("status").evaluate("e => getComputedStyle(e).color")

    warm_cell.run("3 + 4")
    calm = colour()
    warm_cell.run("1 / 0")
    assert colour() != calm
    warm_cell.button("copy").click()
    expect(warm_cell.part("status")).to_have_text("Code copied.")
    assert colour() == calm
