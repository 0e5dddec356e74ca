"""Instant navigation changes the page without loading it anew: everything on it still works."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Cell
from tests.e2e.places import drawn

pytestmark = pytest.mark.e2e

LONG = 30_000


def follow(page: Page, site_url: str, place: str) -> None:
    """Go to another page by a link of the navigation, and make sure that nothing was reloaded."""
    page.evaluate("window.mark = 'the same document'")
    page.locator(
        f'.md-nav--primary a.md-nav__link[href$="/{place.split("/", 1)[1]}"]'
    ).first.evaluate("a => a.click()")
    expect(page).to_have_url(site_url + place, timeout=LONG)
    expect(page.locator("article h1")).to_be_visible()
    assert page.evaluate("window.mark") == "the same document"


def test_everything_works_on_a_page_that_was_not_loaded(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/about/")
    follow(page, site_url, "en/scaling/")
    cell = Cell(page, "scaling/variance")
    assert "d_k" in cell.run()
    assert cell.state == "done"
    expect(page.locator(".attn-tex").first).to_be_attached()
    with page.expect_download(timeout=LONG):
        page.locator('[data-action="save-svg"]').first.click()

    follow(page, site_url, "en/dot-product/")
    drawn(page)
    box = page.locator("figure.diagram div.mermaid").bounding_box()
    assert box is not None
    assert box["height"] > 60
    # Python is still there: the worker lives in the module, not in the page.
    assert page.locator("html").get_attribute("data-runtime") == "ready"
    second = Cell(page, "dot-product/angle")
    second.run()
    assert second.state == "done"
    assert second.pythons == 1

    follow(page, site_url, "en/ledger/")
    expect(page.locator(".ledger-filters")).to_be_visible()
    page.locator("select[name=section]").select_option("scaling")
    expect(page.locator("attn-ledger [data-claim]:visible").first).to_have_attribute(
        "data-claim", "C4.1"
    )

    page.go_back()
    # With the heading at which the page was left.
    expect(page).to_have_url(re.compile(r"/en/dot-product/(#.*)?$"), timeout=LONG)
    again = Cell(page, "dot-product/angle")
    again.run()
    assert again.state == "done"
    assert again.pythons == 1


def test_the_living_figure_lives_after_instant_navigation(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}ko/about/")
    page.evaluate("window.mark = 1")
    page.locator(".md-header a.md-logo").click()
    expect(page.locator("attn-living")).to_have_attribute("data-ready", "", timeout=LONG)
    assert page.evaluate("window.mark") == 1
    beta = page.locator('input[data-part="beta"]')
    number = page.locator(".living-effective data").inner_text()
    beta.press("End")
    expect(page.locator(".living-effective data")).not_to_have_text(number)


def test_search_finds_after_instant_navigation(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/about/")
    follow(page, site_url, "en/scaling/")
    box = page.locator(".md-search__input")
    result = page.locator('.md-search-result__link[href*="/dot-product/"][href*="#"]').first
    for _ in range(3):  # the theme closes the search as a navigation ends, whatever stands in it
        box.focus()
        box.fill("orthogonality")
        box.press("End")
        result.wait_for(state="attached", timeout=LONG)
        page.wait_for_timeout(500)
        if result.is_visible():
            break
        box.blur()
    expect(result).to_be_visible(timeout=LONG)
    result.click()
    expect(page.locator("mark[data-md-highlight]").first).to_be_attached(timeout=LONG)
