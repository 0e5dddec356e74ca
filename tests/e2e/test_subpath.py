"""The site built for a sub-path of a host, such as a project page: all of it works there too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Cell, Watch, serve
from tests.e2e.places import PLACES, ROOT, drawn
from tests.e2e.test_language import switch

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the site, built for /a/b/ and served there; the host's root holds nothing."""
    top = tmp_path_factory.mktemp("host")
    command = [sys.executable, str(ROOT / "tools" / "build.py"), "--out", str(top / "a" / "b")]
    env = {**os.environ, "SITE_URL": "http://127.0.0.1:8000/a/b/"}
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"the site was not built:\n{done.stdout}{done.stderr}", pytrace=False)
    for host in serve(Path(top)):
        yield f"{host}a/b/"


@pytest.fixture
def tab(browser: Browser, home: str) -> Iterator[Page]:
    """A page that may ask for nothing outside /a/b/."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    watch = Watch(page, home)
    page.watch = watch  # type: ignore[attr-defined]
    yield page
    context.close()
    assert watch.unexpected() == []
    assert watch.foreign() == []


def test_every_page_stands_and_asks_for_nothing_outside(tab: Page, home: str) -> None:
    failed: list[str] = []
    tab.on("response", lambda r: failed.append(r.url) if r.status >= 400 else None)
    for place in ("", *PLACES):
        answer = tab.goto(home + place)
        assert answer is not None
        assert answer.ok, place
        expect(tab.locator("h1").first).to_be_visible()
    assert failed == []


def test_a_cell_runs_there_and_python_outlives_the_page(tab: Page, home: str) -> None:
    tab.goto(f"{home}ko/scaling/")
    cell = Cell(tab, "scaling/variance")
    built = cell.output
    cell.run()
    assert cell.state == "done"
    assert cell.output.split()[:2] == built.split()[:2]
    tab.evaluate("window.mark = 1")
    tab.locator('.md-nav--primary a[href$="/dot-product/"]').first.evaluate("a => a.click()")
    tab.wait_for_url(f"{home}ko/dot-product/")
    drawn(tab)
    assert tab.evaluate("window.mark") == 1
    assert Cell(tab, "dot-product/angle").pythons == 1


def test_languages_switch_there(tab: Page, home: str) -> None:
    tab.goto(f"{home}en/scaling/#variance")
    switch(tab, "ko")
    expect(tab).to_have_url(f"{home}ko/scaling/#variance")


def test_the_chooser_remembers_there_and_the_reset_forgets(tab: Page, home: str) -> None:
    tab.goto(home)
    tab.locator("a[hreflang=ko]").click()
    tab.wait_for_url(f"{home}ko/")
    tab.goto(home)
    tab.wait_for_url(f"{home}ko/")
    tab.locator("form[data-md-component=palette] label:visible").click()
    tab.goto(f"{home}ko/about/")
    tab.locator("attn-reset button").click()
    expect(tab.locator("attn-reset [role=status]")).to_contain_text("지웠습니다")
    assert tab.evaluate("Object.keys(localStorage)") == []


def test_a_lost_reader_finds_home_there(tab: Page, home: str) -> None:
    tab.watch.expected.append("404")  # type: ignore[attr-defined]
    tab.goto(f"{home}ko/no/such/page/")
    tab.locator("section[lang=en] a").click()
    tab.wait_for_url(f"{home}en/")
    expect(tab.locator("h1").first).to_contain_text("Self-attention, seen as geometry")
