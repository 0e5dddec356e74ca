"""What readers of cells elsewhere put up with. Each known failure is a test by its name."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import SITE, Cell, serve

pytestmark = pytest.mark.e2e

NAME = "scaling/variance"
LONG = 60_000
ROOM = "attn_docs/__init__.py"


def test_endless_loop_that_freezes_a_tab(warm_cell):
    warm_cell.source = "while True: pass"
    warm_cell.button("run").click()
    warm_cell.wait("running")
    frames, took = warm_cell.element.evaluate(
        """async cell => {
            let frames = 0;
            for (const began = performance.now(); performance.now() - began < 1000; frames++)
                await new Promise(requestAnimationFrame);
            const began = performance.now();
            cell.querySelector('[data-action="stop"]').click();
            while (cell.dataset.state !== 'stopped') await new Promise(requestAnimationFrame);
            return [frames, performance.now() - began];
        }"""
    )
    assert frames > 5  # a frozen tab draws none
    assert took < 1000
    assert warm_cell.run("3 + 4").strip() == "7"


@pytest.mark.parametrize("value", ["0", "False", "[]", "''", "0.0"])
def test_falsy_last_value_hidden(warm_cell, value):
    assert warm_cell.run(value).strip() == value
    assert warm_cell.run("None") == ""
    assert "printed nothing" in warm_cell.status


def test_cells_dead_after_instant_navigation_and_two_runtimes_on_one_page(open_cell):
    cell = open_cell(NAME)
    page = cell.page
    cell.run("kept = 41")
    assert "42" in Cell(page, "scaling/saturation").run("kept + 1")
    assert cell.pythons == 1
    page.evaluate("window.mark = 1")
    page.locator('.md-nav--primary a[href$="/dot-product/"]').first.evaluate("a => a.click()")
    page.wait_for_selector('attn-cell:defined[data-cell^="dot-product/"]', timeout=LONG)
    assert page.evaluate("window.mark") == 1
    there = Cell(page, "dot-product/angle")
    assert "NameError" in there.run("kept")  # a page's names are its own
    assert there.run("3 + 4").strip() == "7"
    assert there.pythons == 1


def test_edits_lost_when_arriving_by_another_anchor(open_cell):
    open_cell(NAME).source = "mine = 1\n"
    again = open_cell(NAME, fragment="#cell-scaling-saturation")
    assert again.source == "mine = 1\n"
    expect(again.part("notice")).to_contain_text("Your edit from an earlier visit")
    again.part("notice").get_by_role("button", name="Show the original").click()
    assert "np.random" in again.source
    assert "np.random" in open_cell(NAME).source


def test_download_time_counted_as_run_time(open_cell):
    # A limit far below the boot must not strike before the reader's code has had it.
    cell = open_cell(NAME)
    assert cell.run("3 + 4", limit=3).strip() == "7"
    assert float(re.findall(r"[\d.]+", cell.status)[0]) < 3
    cell.run("while True: pass")
    assert cell.state == "stopped"
    assert "Stopped after 3 seconds" in cell.status


def test_spinner_that_vanishes_before_the_result(open_cell):
    cell = open_cell(NAME)
    cell.source = "import time\ntime.sleep(1)\nprint('result')"
    seen = cell.element.evaluate(
        """async cell => {
            const part = (name) => cell.querySelector(`[data-part="${name}"]`);
            const seen = [];
            const observer = new MutationObserver(() => seen.push([cell.dataset.state,
                part('output').ariaBusy, part('status').innerText, part('output').innerText]));
            observer.observe(cell, {attributes: true, childList: true, characterData: true,
                subtree: true});
            await cell.run();
            return seen;
        }"""
    )
    first = next(i for i, (*_, output) in enumerate(seen) if "result" in output)
    before = [look for look in seen[:first] if look[0] in {"queued", "running"}]
    assert before
    assert all(busy == "true" and status for _, busy, status, _ in before)
    assert seen[first][0] in {"running", "done"}


@pytest.mark.parametrize("kept", [False, True], ids=["", "kept for offline"])
def test_stale_wheel_after_a_deploy(browser: Browser, tmp_path: Path, kept: bool):
    release(tmp_path)
    server = serve(tmp_path)
    url = next(server)
    context = browser.new_context()
    context.set_default_timeout(LONG)
    page = context.new_page()
    try:
        if kept:
            page.goto(f"{url}en/about/")
            page.locator("attn-offline input").click()
            expect(page.locator("attn-offline [role=status]")).to_contain_text("On", timeout=LONG)
        code = "import attn_docs\ngetattr(attn_docs, 'RELEASE', 1)"
        page.goto(f"{url}en/scaling/")
        assert Cell(page, NAME).run(code).strip() == "1"
        deploy(tmp_path)
        page.goto(f"{url}en/scaling/")
        assert Cell(page, NAME).run(code).strip() == "2"
    finally:
        context.close()
        server.close()


def release(folder: Path) -> None:
    """The site as built, with the files of its own that a deploy changes."""
    for path in SITE.iterdir():
        if path.name not in {"assets", "en", "sw.js"}:
            (folder / path.name).symlink_to(path)
    for name in ("assets", "en"):
        (folder / name).mkdir()
        for path in (SITE / name).iterdir():
            if path.name != "scaling":
                (folder / name / path.name).symlink_to(path)
    (folder / "en/scaling").mkdir()
    for name in ("en/scaling/index.html", "sw.js"):
        (folder / name).write_bytes((SITE / name).read_bytes())


def deploy(folder: Path) -> None:
    """Another release: the package changed, and with it the name of its archive."""
    (old,) = (folder / "assets").glob("python-*.zip")
    new = old.with_name("python-0123456789ab.zip")
    with zipfile.ZipFile(old) as before, zipfile.ZipFile(new, "w") as after:
        for name in before.namelist():
            if name.startswith("attn_docs/__pycache__/"):
                continue  # byte code of the older release
            text = before.read(name)
            after.writestr(name, text + b"\nRELEASE = 2\n" if name == ROOM else text)
    for name in ("en/scaling/index.html", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8").replace(old.name, new.name)
        (folder / name).write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "0123456789ab"', text))
    old.unlink()


def test_no_output_for_a_second_run_while_the_first_still_downloads(open_cell):
    first = open_cell(NAME)
    second = Cell(first.page, "scaling/saturation")
    first.button("run").click()
    second.button("run").click()
    assert second.state == "queued"
    second.wait("done")
    assert first.state == "done"
    assert "effective number" in second.output


def test_tab_trap_in_the_editor(open_cell):
    cell = open_cell(NAME)
    cell.part("source").locator("pre").click()
    editor = cell.element.locator(".cm-content")
    expect(editor).to_be_focused()
    cell.page.keyboard.press("Tab")
    expect(editor).to_be_focused()
    cell.page.keyboard.press("Escape")
    cell.page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()
    assert "Escape" in (editor.get_attribute("aria-description") or "")


def test_plots_unreadable_in_dark_mode(warm_cell):
    warm_cell.run("import matplotlib.pyplot as plt\nplt.plot([1, 3])\nplt.title('Title')\n0")
    drawing = warm_cell.part("output").locator("svg")
    ink = "svg => getComputedStyle(svg).fill"
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = drawing.evaluate(ink), warm_cell.page.evaluate(paper)
    warm_cell.page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    dark = drawing.evaluate(ink), warm_cell.page.evaluate(paper)
    warm_cell.page.evaluate("document.body.dataset.mdColorScheme = 'default'")
    assert brightness(light[0]) < 100 < 200 < brightness(light[1])
    assert brightness(dark[1]) < 100 < 150 < brightness(dark[0])


def brightness(colour: str) -> float:
    """Mean of red, green and blue, 0 to 255."""
    return sum(float(part) for part in re.findall(r"[\d.]+", colour)[:3]) / 3
