"""The core of the cells in Firefox's extended-support release."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

from tests.e2e.marionette import Firefox

pytestmark = pytest.mark.e2e

PROGRAM = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
NAME = "scaling/variance"
FIND = f"""const cell = document.querySelector('attn-cell[data-cell="{NAME}"]');
await customElements.whenDefined("attn-cell");
const part = (name) => cell.querySelector(`[data-part="${{name}}"]`).innerText;
const until = (...states) => new Promise((done) => {{
  const observer = new MutationObserver(() => look());
  const look = () => {{
    if (!states.includes(cell.dataset.state)) return;
    observer.disconnect();
    done(cell.dataset.state);
  }};
  observer.observe(cell, {{ attributes: true, attributeFilter: ["data-state"] }});
  look();
}});
"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if PROGRAM is None:
        pytest.skip("Firefox is not installed (Debian: apt-get install firefox-esr)")
    firefox = Firefox(PROGRAM, tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.close()


@pytest.fixture
def page(firefox: Firefox, site_url: str) -> Firefox:
    """A section page whose cells nobody has edited; Python of the test before is gone."""
    firefox.goto(f"{site_url}404.html")
    firefox.run("localStorage.clear()")
    firefox.goto(f"{site_url}en/scaling/")
    firefox.run(FIND)
    return firefox


def button(action: str) -> str:
    return f'attn-cell[data-cell="{NAME}"] [data-action="{action}"]'


def run(page: Firefox, source: str) -> tuple[str, str, str]:
    """State, output and status of the cell after a run of ``source``."""
    page.run(f"{FIND} cell.source = given[0];", source)
    page.click(button("run"))
    return tuple(
        page.run(
            f"{FIND} await until('queued', 'running', 'done', 'error', 'stopped');"
            "const state = await until('done', 'error', 'stopped');"
            "return [state, part('output'), part('status')];"
        )
    )


def test_the_original_code_gives_the_built_numbers(page: Firefox) -> None:
    built = page.run(f"{FIND} return part('output');")
    page.click(button("run"))
    live = page.run(f"{FIND} await until('done', 'error'); return part('output');")
    assert live == built
    assert "d_k" in live


def test_falsy_last_values_errors_and_figures(page: Firefox) -> None:
    assert run(page, "0")[:2] == ("done", "0")
    state, output, status = run(page, "import numpy as np\nnp.ones(3) @ np.ones(4)")
    assert state == "error"
    assert "do not fit" in output or "shape" in output
    assert "ValueError" in status
    state, _, _ = run(page, "import matplotlib.pyplot as plt\nplt.plot([1, 3])\n0")
    assert state == "done"
    drawing = """const svg = cell.querySelector('[data-part="output"] svg');
    return [svg.getAttribute("role"), svg.getBoundingClientRect().height > 50];"""
    assert page.run(FIND + drawing) == ["img", True]


def test_an_endless_loop_stops_within_a_second_and_the_next_run_works(page: Firefox) -> None:
    page.run(f"{FIND} cell.source = 'while True: pass';")
    page.click(button("run"))
    took = page.run(
        f"""{FIND} await until("running");
        await new Promise((go) => setTimeout(go, 500));
        const began = performance.now();
        cell.querySelector('[data-action="stop"]').click();
        await until("stopped");
        return performance.now() - began;"""
    )
    assert took < 1000
    assert run(page, "3 + 4")[:2] == ("done", "7")


def test_an_edit_typed_outlives_a_reload(page: Firefox, site_url: str) -> None:
    page.click(f'attn-cell[data-cell="{NAME}"] [data-part="source"] pre')
    page.run(
        f"""{FIND} const here = () => cell.querySelector(".cm-content");
        while (!here() || document.activeElement !== here())
            await new Promise((go) => requestAnimationFrame(go));"""
    )
    page.type(f'attn-cell[data-cell="{NAME}"] .cm-content', "한글 = 4\n")
    typed = page.run(f"{FIND} return cell.source;")
    assert "한글 = 4" in typed
    page.goto(f"{site_url}en/scaling/#cell-scaling-saturation")
    page.send("WebDriver:Refresh", {})
    assert page.run(f"{FIND} return cell.source;") == typed
    assert "earlier visit" in page.run(f"{FIND} return part('notice');")


def test_a_link_carries_the_code(page: Firefox, site_url: str) -> None:
    page.run(f"{FIND} cell.source = '설명 = 21';")
    page.click(button("share"))
    link = page.run(
        f"""{FIND} while (!part("status").includes("Link copied"))
            await new Promise((go) => requestAnimationFrame(go));
        return navigator.clipboard.readText();"""
    )
    page.run(f"{FIND} cell.source = 'own = 1';")
    page.goto("about:blank")
    page.goto(f"{site_url}en/scaling/#" + link.split("#")[1])
    source, state = page.run(
        f"""{FIND} while (!part("notice").includes("has not been run"))
            await new Promise((go) => requestAnimationFrame(go));
        return [cell.source, cell.dataset.state];"""
    )
    assert source == "설명 = 21"
    assert state == "idle"
