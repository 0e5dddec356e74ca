"""A page is of use while it arrives: a cell waits neither for the rest of its page nor for the
theme's script, and nothing that is read already moves when more comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from attn_docs.sections import LANGUAGES
from tests.e2e.conftest import SITE, Cell, Handler, serve
from tests.e2e.places import FRAME
from tests.e2e.shifts import CLS, OBSERVE, moved

pytestmark = pytest.mark.e2e


class Slow(Handler):
    """A host that sends pages up to a mark in them, and the rest when told to."""

    rest = threading.Event()
    marks: tuple[bytes, ...] = ()  # each looked for behind the one before

    def do_GET(self) -> None:  # noqa: N802
        if not self.path.endswith("/"):
            return super().do_GET()
        body = self._send(200, Path(self.translate_path(self.path)) / "index.html").getvalue()
        middle = 0
        for mark in self.marks:
            middle = body.index(mark, middle)
        self.wfile.write(body[:middle])
        self.wfile.flush()
        self.rest.wait(60)
        self.wfile.write(body[middle:])


@pytest.fixture
def slow_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that arrives up to the mark that the test gives, until ``Slow.rest`` is set."""
    place, *marks = request.param
    Slow.marks = tuple(marks)
    Slow.rest.clear()
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(OBSERVE)
    for url in serve(SITE, Slow):
        page.goto(url + place, wait_until="commit")
        yield page
        Slow.rest.set()
        page.close()


@pytest.mark.parametrize(
    "slow_page",
    [
        (f"{lang}/{place}", cut)
        for lang in LANGUAGES
        for place, cut in (
            ("", b'<figure class="living-figure"'),
            ("playground/", b"<attn-playground "),
            ("playground/", b'<div class="play-heads"'),
        )
    ],
    indirect=True,
)
def test_what_has_arrived_stays_where_it_is(slow_page: Page) -> None:
    expect(slow_page.locator("h1")).to_be_visible()
    painted = f"async () => void (await {FRAME}(), await {FRAME}())"
    slow_page.evaluate(painted)
    assert slow_page.evaluate("document.readyState") == "loading"
    Slow.rest.set()
    slow_page.wait_for_load_state("load")
    slow_page.evaluate(painted)
    shifts = slow_page.evaluate("window.shifts")
    assert moved(shifts) <= CLS, shifts


@pytest.mark.parametrize(
    "slow_page",
    [("en/scaling/", b'id="cell-scaling-saturation"', b'data-part="source"')],
    indirect=True,
)
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
