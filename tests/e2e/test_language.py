"""The switch of languages keeps the place; a lost reader is met in both."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.places import PAGES, each_language

pytestmark = pytest.mark.e2e


def switch(page: Page, lang: str) -> None:
    """Choose a language in the header, as a reader does."""
    page.locator(".md-header .md-select > button").hover()
    page.locator(f".md-header .md-select__link[hreflang={lang}]").click()
    expect(page.locator(f"html[lang={lang}]")).to_be_attached(timeout=15_000)


@pytest.mark.parametrize(("lang", "other"), [("en", "ko"), ("ko", "en")])
def test_the_switch_keeps_page_and_anchor(page: Page, site_url: str, lang: str, other: str) -> None:
    page.goto(f"{site_url}{lang}/scaling/#variance")
    switch(page, other)
    expect(page).to_have_url(f"{site_url}{other}/scaling/#variance")
    expect(page.locator("h2#variance")).to_be_in_viewport()
    switch(page, lang)
    expect(page).to_have_url(f"{site_url}{lang}/scaling/#variance")


def test_the_switch_keeps_a_link_with_code(page: Page, site_url: str) -> None:
    """What a reader shares stands behind the #, long as it may be."""
    page.goto(f"{site_url}en/playground/#s=abc-_123&x=%ED%95%9C")
    switch(page, "ko")
    expect(page).to_have_url(f"{site_url}ko/playground/#s=abc-_123&x=%ED%95%9C")


@each_language
def test_every_page_offers_its_twin(page: Page, site_url: str, lang: str) -> None:
    other = {"en": "ko", "ko": "en"}[lang]
    page.goto(f"{site_url}{lang}/")
    for place in PAGES:
        html = page.request.get(
            f"{site_url}{lang}/{place}/".replace("//", "/").replace(":/", "://")
        )
        assert html.ok, place
        assert f'hreflang="{other}" class="md-select__link"' in html.text(), place


@pytest.mark.parametrize("place", ["nothing", "en/nothing/", "ko/deep/er/nothing/?q#h"])
def test_a_lost_reader_is_met_in_both_languages(
    page: Page, watch, site_url: str, place: str
) -> None:
    watch.expected.append("404")
    answer = page.goto(site_url + place)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("section[lang=en] h2")).to_have_text("There is no such page")
    expect(page.locator("section[lang=ko] h2")).to_have_text("찾으시는 페이지가 없습니다")
    for lang in ("en", "ko"):
        home = page.locator(f"section[lang={lang}] a").evaluate("a => a.href")
        assert home == f"{site_url}{lang}/"
    # Its style sheets are found from any depth.
    assert page.locator("a.door").first.evaluate("a => getComputedStyle(a).borderRadius") != "0px"
    page.locator("section[lang=ko] a").click()
    page.wait_for_url(f"{site_url}ko/")


@each_language
def test_pages_are_read_without_scripts(browser: Browser, site_url: str, lang: str) -> None:
    """Prose, figures, formulas and built outputs stand; nothing that would do nothing is shown."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for place in PAGES:
        page.goto(f"{site_url}{lang}/{place}")
        main = page.locator(".md-content")
        assert len(main.inner_text()) > 300, place
        drawings = main.locator("figure[data-figure] svg, attn-living svg")
        assert drawings.evaluate_all("all => all.every((e) => e.checkVisibility())"), place
        outputs = main.locator('attn-cell [data-part="output"]')
        for output in outputs.all():
            assert output.inner_text().strip(), place
            expect(output).to_be_visible()
        # The list of languages opens by style alone; a playground's heads are pictures then.
        dead = page.locator(
            ":is(button, select, input, [role=button], .needs-script):visible"
        ).and_(page.locator(":not(.md-select > button, .play-heads button:disabled)"))
        shown = dead.evaluate_all("all => all.map((e) => e.outerHTML.slice(0, 200))")
        assert shown == [], place
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, place
    context.close()
