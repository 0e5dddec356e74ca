"""Editing, keeping, sharing, taking along."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Cell

pytestmark = pytest.mark.e2e

NAME = "scaling/variance"


def edit(cell):
    """Open the editor as a reader does: a click into the code."""
    cell.part("source").locator("pre").click()
    editor = cell.element.locator(".cm-content")
    expect(editor).to_be_focused()
    return editor


def test_the_editor_comes_with_the_first_click_and_moves_nothing(open_cell, watch):
    cell = open_cell(NAME)
    before = cell.element.bounding_box()
    assert not [url for url in watch.requests if "/editor-" in url]
    edit(cell)
    after = cell.element.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] == pytest.approx(before["height"], abs=2)


def test_typing_runs_what_was_typed(open_cell):
    cell = open_cell(NAME)
    edit(cell)
    page = cell.page
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("한글 = 4\n한글 + 3")
    page.keyboard.press("Control+Enter")
    cell.wait("done")
    assert cell.output.strip() == "7"
    assert cell.source == "한글 = 4\n한글 + 3"
    expect(cell.element.locator(".cm-content")).to_be_focused()


def test_an_error_is_marked_on_its_line(open_cell):
    cell = open_cell(NAME)
    edit(cell)
    cell.run("a = 1\nb = a / 0\n")
    expect(cell.element.locator(".cm-lintRange-error")).to_have_text("b = a / 0")
    cell.part("output").get_by_role("button", name="line 2").click()
    expect(cell.element.locator(".cm-activeLine")).to_have_text("b = a / 0")


def test_names_of_the_live_namespace_are_offered(open_cell):
    cell = open_cell(NAME)
    edit(cell)
    cell.run("temperature_of_head = 3\n")
    cell.element.locator(".cm-content").focus()
    cell.page.keyboard.press("Control+End")
    cell.page.keyboard.type("tempera")
    expect(cell.page.locator(".cm-tooltip-autocomplete")).to_contain_text("temperature_of_head")


def test_an_edit_of_an_older_original_is_offered_not_forced(open_cell):
    cell = open_cell(NAME)
    cell.page.evaluate(
        "localStorage.setItem('attn:cell:scaling/variance',"
        " JSON.stringify({source: 'old = 1', hash: 'another'}))"
    )
    cell = open_cell(NAME)
    assert cell.source != "old = 1"
    expect(cell.part("notice")).to_contain_text("has changed")
    cell.part("notice").get_by_role("button", name="Show my edit").click()
    assert cell.source == "old = 1"


def test_reset_asks_nothing_and_can_be_undone(open_cell):
    cell = open_cell(NAME)
    built, original = cell.output, cell.source
    cell.run("'mine'")
    cell.button("reset").click()
    assert (cell.source, cell.output, cell.state) == (original, built, "idle")
    cell.part("notice").get_by_role("button", name="Undo").click()
    assert cell.source == "'mine'"
    assert cell.output.strip() == "'mine'"


def test_copy(open_cell):
    cell = open_cell(NAME)
    cell.button("copy").click()
    expect(cell.part("status")).to_have_text("Code copied.")
    assert cell.page.evaluate("navigator.clipboard.readText()") == cell.source


def test_a_link_carries_the_code_and_does_not_run_it(open_cell, browser):
    cell = open_cell(NAME)
    cell.source = "print('설명', 3 * 7)\n"
    cell.button("share").click()
    expect(cell.part("status")).to_contain_text("Link copied")
    link = cell.page.evaluate("navigator.clipboard.readText()")
    # Another reader opens it, who has kept nothing.
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    there = Cell(page, NAME)
    expect(there.part("notice")).to_contain_text("has not been run")
    assert there.source == "print('설명', 3 * 7)\n"
    assert there.state == "idle"
    assert there.page.locator("html").get_attribute("data-runtime") == "idle"
    assert "21" in there.run()
    context.close()


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        ("1.!!", "damaged"),
        ("1.AAAA", "damaged"),
        ("2.AAAA", "another version"),
        ("", "damaged"),
        ("1." + "A" * 70_000, "too long"),
    ],
)
def test_a_hostile_link_says_so_and_shows_the_original(open_cell, payload, words):
    cell = open_cell(NAME, fragment=f"#cell={NAME}&code={payload}")
    expect(cell.part("notice")).to_contain_text(words)
    assert "np.random" in cell.source


def test_a_link_that_unfolds_without_end_is_refused(open_cell):
    import base64
    import zlib

    packer = zlib.compressobj(9, wbits=-15)
    bomb = packer.compress(b"x" * 50_000_000) + packer.flush()
    payload = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    if len(payload) > 59_000:
        payload = payload[:59_000]
    cell = open_cell(NAME, fragment=f"#cell={NAME}&code=1.{payload}")
    expect(cell.part("notice")).to_contain_text("too long")


def test_a_link_to_no_cell_says_so(open_cell):
    cell = open_cell(NAME, fragment="#cell=scaling/none&code=1.AAAA")
    expect(cell.page.locator(".attn-toast")).to_contain_text("does not have")


def test_a_link_does_not_cost_the_readers_own_edit(open_cell):
    cell = open_cell(NAME)
    cell.source = "foreign = 1\n"
    cell.button("share").click()
    expect(cell.part("status")).to_contain_text("Link copied")
    link = cell.page.evaluate("navigator.clipboard.readText()")
    cell.source = "own = 1\n"
    cell.page.goto("about:blank")
    there = open_cell(NAME, fragment="#" + link.split("#")[1])
    assert there.source == "foreign = 1\n"
    there.part("notice").get_by_role("button", name="Show my edit").click()
    assert there.source == "own = 1\n"


@pytest.mark.parametrize("action", ["download-py", "download-ipynb"])
def test_downloads_carry_origin_and_requirements(open_cell, action):
    cell = open_cell("scaling/saturation")
    cell.element.locator("summary").click()
    with cell.page.expect_download() as waiting:
        cell.button(action).click()
    text = Path(waiting.value.path()).read_text()
    assert "pip install" in text
    assert "numpy" in text
    assert "/en/scaling/#cell-scaling-saturation" in text
    if action == "download-ipynb":
        notebook = json.loads(text)
        assert notebook["nbformat"] == 4
        code = "".join(notebook["cells"][-1]["source"])
    else:
        compile(text, "cell.py", "exec")
        code = text
    assert cell.source.strip() in code


def test_a_name_of_a_cell_that_has_not_run_is_offered(open_cell):
    cell = open_cell("scaling/saturation")
    cell.run("power + 1")
    hint = cell.part("output").locator(".attn-out__hint")
    expect(hint).to_contain_text(re.compile("variance.*has not run yet"))
    hint.get_by_role("button").click()
    cell.wait("done")
    assert cell.output.strip() == "1.5"


def test_run_all_above(open_cell):
    cell = open_cell("scaling/gradient")
    cell.source = "(power, name)"
    cell.element.locator("summary").click()
    cell.button("run-above").click()
    cell.wait("done")
    assert cell.output.strip() == "(0.5, 'scaled')"


def test_keyboard_alone(open_cell):
    cell = open_cell(NAME)
    page = cell.page
    cell.button("run").focus()
    page.keyboard.press("Enter")
    expect(cell.button("stop")).to_be_focused()
    cell.wait("done")
    expect(cell.button("run")).to_be_focused()
    order = []
    for _ in range(5):
        page.keyboard.press("Tab")
        order.append(
            page.evaluate("document.activeElement.dataset.action ?? document.activeElement.tagName")
        )
    assert order == ["reset", "copy", "share", "more", "PRE"]
    page.keyboard.press("Enter")
    expect(cell.element.locator(".cm-content")).to_be_focused()


def test_names_roles_and_states_for_screen_readers(open_cell):
    cell = open_cell(NAME)
    tree = cell.element.aria_snapshot()
    for line in ('group "Python cell: variance"', '- button "Run"', '- button "Reset"',
                 '- button "Share"', "- status", '- group "Output"'):  # fmt: skip
        assert line in tree, tree
    assert '- button "Stop"' not in tree
