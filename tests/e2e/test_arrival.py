"""A cell is alive as soon as it has arrived: it waits neither for the rest of its page nor for the
theme's script."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import SITE, Cell, Handler, serve

pytestmark = pytest.mark.e2e


class Slow(Handler):
    """A host that sends a page up to the middle of its second cell, and the rest when told to."""

    rest = threading.Event()

    def do_GET(self) -> None:  # noqa: N802
        if self.path != "/en/scaling/":
            return super().do_GET()
        body = self._send(200, Path(self.directory) / "en" / "scaling" / "index.html").getvalue()
        middle = body.index(b'data-part="source"', body.index(b'id="cell-scaling-saturation"'))
        self.wfile.write(body[:middle])
        self.wfile.flush()
        self.rest.wait(60)
        self.wfile.write(body[middle:])


@pytest.fixture
def slow_page(browser: Browser) -> Iterator[Page]:
    Slow.rest.clear()
    page = browser.new_page()
    for url in serve(SITE, Slow):
        page.goto(f"{url}en/scaling/", wait_until="commit")
        yield page
        Slow.rest.set()
        page.close()


def test_a_cell_runs_while_the_rest_of_its_page_is_on_its_way(slow_page: Page) -> None:
    first = Cell(slow_page, "scaling/variance")
    assert first.run("3 + 4").strip() == "7", first.status
    assert slow_page.evaluate("document.readyState") == "loading"
    half = slow_page.locator("#cell-scaling-saturation")
    expect(half).to_have_count(1)

    Slow.rest.set()
    slow_page.wait_for_load_state("load")
    second = Cell(slow_page, "scaling/saturation")
    built = second.output
    assert "made when this page was built" in second.status
    assert built
    assert second.run("print(3 * 4)").strip() == "12"
    second.button("reset").click()
    assert second.output == built


def test_a_cell_does_not_wait_for_the_themes_script(
    page: Page, site_url: str, open_cell, watch
) -> None:
    watch.expected.append("ERR_FAILED")
    page.route("**/javascripts/bundle.*", lambda route: route.abort())
    cell = open_cell("scaling/variance")
    assert cell.run("3 + 4").strip() == "7"
    expect(page.locator(".attn-tex").first).to_be_attached()
