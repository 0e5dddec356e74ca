"""Several heads: all of them in small, side by side, and the chosen one large."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e

CHOSEN = {"en": "most to boat: 46%", "ko": "가장 주목: 배 46%"}


@pytest.fixture
def open_playground(page: Page, site_url: str) -> Callable[..., Playground]:
    return functools.partial(playground_at, page, site_url)


def widths(card: Locator) -> list[float]:
    return card.locator("line").evaluate_all(
        "(lines) => lines.map((line) => Number(line.getAttribute('stroke-width')))"
    )


def cells(card: Locator) -> int:
    """How many cells the small matrix has, over all its shades."""
    return card.locator(".play-head__matrix path").evaluate_all(
        "(paths) => paths.map((p) => p.getAttribute('d').split('M').length - 1)"
        ".reduce((a, b) => a + b)"
    )


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_head_is_shown_in_small_and_the_chosen_one_large(open_playground, page, lang):
    play = open_playground(lang)
    strip = play.part("heads")
    expect(strip).to_be_hidden()
    play.element.locator(".play-more > summary").click()
    play.control("heads").select_option("3")
    assert strip.is_visible()  # at once: its place is held while Python starts
    play.settled()
    cards = strip.locator("button")
    expect(cards).to_have_count(3)
    assert strip.get_attribute("aria-label")
    expect(cards.first.locator(".play-head__top")).to_have_text(CHOSEN[lang])
    weights = play.element.evaluate("(element) => element.measure(element.state)")
    for head in range(3):
        expected = [4 + 36 * weights[f"w{head}-0-{j}"] for j in range(6)]
        assert widths(cards.nth(head)) == pytest.approx(expected, abs=0.051)
        assert cells(cards.nth(head)) == 36
    cards.nth(1).focus()
    page.keyboard.press("Enter")
    for head in range(3):
        expect(cards.nth(head)).to_have_attribute("aria-pressed", str(head == 1).lower())
    row = play.element.locator("tbody tr").first.locator("td").all_inner_texts()
    assert list(map(int, row)) == [round(100 * weights[f"w1-0-{j}"]) for j in range(6)]
    assert play.measurements["top_weight"] == max(weights[f"w1-0-{j}"] for j in range(6))
    play.control("query").select_option("4")
    play.settled()
    weights = play.element.evaluate("(element) => element.measure(element.state)")
    expected = [4 + 36 * weights[f"w2-4-{j}"] for j in range(6)]
    assert widths(cards.nth(2)) == pytest.approx(expected, abs=0.051)
    play.control("heads").select_option("1")
    play.settled()
    expect(strip).to_be_hidden()


def test_four_heads_stand_two_by_two_on_a_phone(page, site_url):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    play = playground_at(page, site_url, "ko", "#play=1&heads=4&sequence=retrieval")
    cards = play.part("heads").locator("button")
    boxes = [cards.nth(k).bounding_box() for k in range(4)]
    lefts, tops = ([round(box[side]) for box in boxes if box] for side in ("x", "y"))
    assert lefts[0] == lefts[2] < lefts[1] == lefts[3]
    assert tops[0] == tops[1] < tops[2] == tops[3]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for text in cards.locator(".play-head__top").all():
        assert text.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_heads_that_the_build_drew_keep_their_place(page, site_url, lang):
    page.goto(f"{site_url}{lang}/multi-head/")
    small = page.locator("attn-playground")
    strip = small.locator('[data-part="heads"]')
    expect(small).to_have_attribute("data-state", "static")
    built = [widths(strip.locator("button").nth(k)) for k in range(2)]
    texts = strip.inner_text()
    height = strip.evaluate("(element) => element.getBoundingClientRect().height")
    small.scroll_into_view_if_needed()
    expect(small).to_have_attribute("data-state", "ready")
    assert strip.evaluate("(element) => element.getBoundingClientRect().height") == height
    assert strip.inner_text() == texts
    assert [widths(strip.locator("button").nth(k)) for k in range(2)] == built
    small.locator('[data-head="1"]').click()
    assert page.locator("html").get_attribute("data-runtime") == "idle"
    page.emulate_media(media="print")
    expect(strip.locator("button").first).to_be_visible()
    expect(small.locator("select").first).to_be_hidden()
    page.emulate_media(media="screen")


def test_heads_are_a_picture_without_a_script(browser: Browser, site_url):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site_url}en/multi-head/")
    cards = page.locator("attn-playground [data-head]")
    expect(cards).to_have_count(2)
    expect(cards.nth(1)).to_be_visible()
    expect(cards.nth(1)).to_be_disabled()
    assert len(widths(cards.nth(1))) == 6
    context.close()
