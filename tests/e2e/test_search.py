"""The search finds Korean words whatever stands around them, in the index and in the query."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.e2e


def search(page: Page, query: str) -> list[str]:
    """Addresses that the search finds, best first."""
    box = page.locator(".md-search__input")
    box.focus()
    box.fill(query)
    box.press("End")  # the theme listens to keys; filling alone presses none
    meta = page.locator(".md-search-result__meta")
    expect(meta).not_to_have_text(re.compile(r"초기화|Initializing|입력|Type to start"))
    # The list is filled a moment after the line above it has said how many there are.
    nothing = page.get_by_text(re.compile("문서가 없습니다|No matching documents"))
    expect(page.locator(".md-search-result__link").or_(nothing).first).to_be_attached()
    return [
        link.get_attribute("href") or "" for link in page.locator(".md-search-result__link").all()
    ]


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("어텐션을", "어텐션"),
        ("어텐션은", "어텐션"),
        ("소프트맥스로", "소프트맥스"),
        ("분산을", "분산"),
        ("분산이", "분산"),
        ("쿼리와", "쿼리"),
    ],
)
def test_a_particle_changes_nothing(page: Page, site_url: str, query: str, word: str) -> None:
    page.goto(site_url + "ko/")
    with_particle = search(page, query)
    page.goto(site_url + "ko/")
    assert with_particle
    assert with_particle == search(page, word)


@pytest.mark.parametrize("mark", ["({})", '"{}"', "“{}”", "「{}」", "{}·"])
def test_a_word_in_brackets_or_quotes_is_found(page: Page, site_url: str, mark: str) -> None:
    page.goto(site_url + "ko/")
    assert search(page, mark.format("분산")), mark


def test_a_word_that_stands_in_brackets_only_is_found(page: Page, site_url: str) -> None:
    """Korean pages give the English term in brackets behind the Korean one."""
    page.goto(site_url + "ko/")
    index = page.request.get(site_url + "ko/search/search_index.json").json()
    text = json.dumps(index["docs"], ensure_ascii=False)
    words = re.findall(r"[가-힣]\(([a-z]{5,})\)", text)
    assert words, "no Korean page gives an English term in brackets"
    assert search(page, words[0])


def test_english_is_searched_in_english(page: Page, site_url: str) -> None:
    page.goto(site_url + "en/")
    found = search(page, "variance")
    assert found
    assert all("/ko/" not in address for address in found)


def test_a_result_opens_and_marks_the_word(page: Page, site_url: str) -> None:
    page.goto(site_url + "ko/")
    search(page, "분산을")
    page.locator(".md-search-result__link[href*='#']").first.click()
    expect(page.locator(".md-content mark[data-md-highlight]").first).to_contain_text(
        "분산", timeout=15_000
    )


def test_the_index_holds_each_language_once(site_url: str, page: Page) -> None:
    assert Path(site_url).name  # a served site, not a folder
    for lang in ("en", "ko"):
        index = page.request.get(f"{site_url}{lang}/search/search_index.json").json()
        places = [doc["location"] for doc in index["docs"]]
        assert len(places) == len(set(places))
