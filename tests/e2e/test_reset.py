"""After a visit that used everything, one button leaves nothing of the site in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Cell
from tests.e2e.places import until

pytestmark = pytest.mark.e2e

KEPT = """async () => ({
  local: Object.keys(localStorage),
  session: Object.keys(sessionStorage),
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map((d) => d.name),
  cookies: document.cookie,
})"""


def test_all_that_a_visit_left_is_removed(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}#choose")
    page.locator("a[hreflang=en]").click()
    page.wait_for_url("**/en/")
    page.locator("form[data-md-component=palette] label:visible").click()
    page.goto(f"{site_url}en/scaling/")
    cell = Cell(page, "scaling/variance")
    cell.source = "1 + 1"
    until(page, "() => Object.keys(localStorage).some((key) => key.startsWith('attn:cell'))")
    page.goto(f"{site_url}en/about/")
    kept = page.evaluate(KEPT)["local"]
    assert {"attn:language", "attn:cell:scaling/variance"} < set(kept)
    page.locator("attn-reset button").click()
    expect(page.locator("attn-reset [role=status]")).to_contain_text("has been removed")
    empty = {"local": [], "session": [], "caches": [], "databases": [], "cookies": ""}
    assert page.evaluate(KEPT) == empty
    page.goto(site_url)
    assert page.url == site_url  # the chooser asks again
    page.goto(f"{site_url}en/scaling/")
    assert Cell(page, "scaling/variance").source != "1 + 1"
