"""The ledger's filters narrow it, say how much is left, and never hide what a link names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.places import each_language

pytestmark = pytest.mark.e2e

ENTRIES = "attn-ledger [data-claim]"


def shown(page: Page) -> list[str]:
    visible = page.locator(f"{ENTRIES}:visible")
    return visible.evaluate_all("all => all.map((e) => e.dataset.claim)")


@each_language
def test_filters_narrow_and_reset_widens(page: Page, site_url: str, lang: str) -> None:
    page.goto(f"{site_url}{lang}/ledger/")
    form = page.locator(".ledger-filters")
    expect(form).to_be_visible()
    everything = page.locator(ENTRIES).evaluate_all("all => all.map((e) => e.dataset.claim)")
    assert shown(page) == everything

    form.locator("select[name=section]").select_option("scaling")
    expected = [claim for claim in everything if claim.startswith("C4.")]
    assert shown(page) == expected
    expect(page.locator(".ledger-shown")).to_contain_text(str(len(expected)))
    assert page.locator(".ledger-section:visible").count() == 1

    form.locator("select[name=status]").select_option("qualified")
    narrow = page.locator(f'{ENTRIES}[data-status="qualified"]:visible')
    assert narrow.count() == len(shown(page)) > 0
    assert set(shown(page)) < set(expected)

    form.locator("input[name=text]").fill("nothing has these words")
    assert shown(page) == []
    expect(page.locator(".ledger-shown")).not_to_be_empty()
    form.locator("button[type=reset]").click()
    expect(page.locator(f"{ENTRIES}:visible")).to_have_count(len(everything))


def test_words_are_found_in_any_case_and_together(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/ledger/")
    expect(page.locator(".ledger-filters")).to_be_visible()
    page.locator("input[name=text]").fill("VARIANCE d")
    found = shown(page)
    assert "C4.1" in found
    assert len(found) < page.locator(ENTRIES).count()


def test_a_link_to_a_hidden_claim_brings_it_back(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/ledger/")
    expect(page.locator(".ledger-filters")).to_be_visible()
    page.locator("select[name=section]").select_option("scaling")
    expect(page.locator("#claim-c3-1")).to_be_hidden()
    page.evaluate("location.hash = '#claim-c3-1'")
    expect(page.locator("#claim-c3-1")).to_be_in_viewport()


def test_a_claim_leads_to_its_page_and_back(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}ko/ledger/#claim-c4-1")
    page.locator("#claim-c4-1 .claim-links a").first.click()
    expect(page).to_have_url(f"{site_url}ko/scaling/#claim-c4-1", timeout=15_000)
    expect(page.locator("#claim-c4-1")).to_be_in_viewport()


def test_the_address_keeps_the_choice(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/ledger/")
    page.locator("select[name=section]").select_option("scaling")
    page.locator("input[name=text]").fill("variance")
    seen = shown(page)
    assert "section=scaling&text=variance" in page.url
    page.goto("about:blank")
    page.goto(f"{site_url}en/ledger/?section=scaling&text=variance")
    expect(page.locator("select[name=section]")).to_have_value("scaling")
    assert shown(page) == seen
    page.locator(".ledger-filters button[type=reset]").click()
    expect(page).to_have_url(f"{site_url}en/ledger/")


def test_an_address_with_a_choice_that_does_not_exist_shows_all(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/ledger/?section=%3Cscript%3E&status=toString&odd=1")
    expect(page.locator(".ledger-filters")).to_be_visible()
    assert len(shown(page)) == page.locator(ENTRIES).count()


@pytest.mark.parametrize(
    ("place", "verdict", "words"),
    [
        ("en/scaling/", "claim C4.1 (holds)", "(accessed 20"),
        ("ko/ledger/", "주장 C4.1(성립)", "확인)."),
    ],
)
def test_a_claim_can_be_cited_with_its_verdict_and_address(
    page: Page, site_url: str, place: str, verdict: str, words: str
) -> None:
    page.goto(site_url + place)
    page.locator("#claim-c4-1 .claim-cite").click()
    expect(page.locator(".attn-toast")).to_contain_text(verdict)
    cited = page.evaluate("navigator.clipboard.readText()")
    assert verdict in cited
    assert words in cited
    assert f"{site_url}{place}#claim-c4-1" in cited
    assert "$" in cited  # the statement's formulas, as TeX
    assert "  " not in cited
