"""The page above both languages: two links that work alone, and a memory that traps nobody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e


def test_a_first_visit_stays_and_marks_a_language(browser: Browser, site_url: str) -> None:
    context = browser.new_context(locale="ko-KR")
    page = context.new_page()
    page.goto(site_url)
    expect(page.locator("a[data-suggested]")).to_have_attribute("hreflang", "ko")
    assert page.url == site_url
    context.close()


def test_a_choice_is_remembered_and_can_be_made_again(page: Page, site_url: str) -> None:
    page.goto(site_url)
    page.locator("a[hreflang=ko]").click()
    page.wait_for_url("**/ko/")
    page.goto(site_url)
    page.wait_for_url("**/ko/")
    page.goto(site_url + "#choose")
    expect(page.locator("a[hreflang=en]")).to_be_visible()
    page.locator("a[hreflang=en]").click()
    page.wait_for_url("**/en/")
    page.goto(site_url)
    page.wait_for_url("**/en/")


def test_it_works_without_javascript(browser: Browser, site_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site_url)
    page.locator("a[hreflang=en]").click()
    assert page.url == site_url + "en/"
    context.close()


def test_a_lost_reader_finds_both_homes(page: Page, site_url: str) -> None:
    page.goto(site_url + "404.html")
    expect(page.locator("section[lang=en] a")).to_be_visible()
    page.locator("section[lang=ko] a").click()
    page.wait_for_url("**/ko/")
