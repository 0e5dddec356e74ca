"""What the playground writes about a state holds for it: ties, masks, steps, refused numbers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e


def measure(play: Playground, name: str):
    return play.element.locator(f'[data-measure="{name}"] dd')


@pytest.mark.parametrize(
    ("lang", "top"), [("en", "comet (1 of 5 tied)"), ("ko", "혜성 (공동 1등 5개)")]
)
def test_a_tie_is_told(page: Page, site_url: str, lang: str, top: str):
    play = playground_at(page, site_url, lang)
    expect(measure(play, "top")).not_to_contain_text("(")  # the own token leads alone
    play.set({"sequence": "unrelated", "own_token": False})
    expect(measure(play, "top")).to_have_text(top)


def test_a_hidden_token_is_no_runner_up(page: Page, site_url: str):
    play = playground_at(page, site_url)
    play.set({"sequence": "chain", "mask": "causal"})
    expect(measure(play, "top_other")).to_have_text("–")
    play.set({"sequence": "chain", "query": 1, "mask": "causal"})
    expect(measure(play, "top_other")).to_contain_text("Mon · ")


def test_the_curve_says_that_it_is_from_before_the_steps(page: Page, site_url: str):
    play = playground_at(page, site_url)
    words = play.part("curve").locator("text", has_text="sharpness")
    expect(words).to_have_text("sharpness β")
    play.set({"steps": 3})
    expect(words).to_have_text("sharpness β (lines: before the steps)")


def test_tall_controls_leave_the_matrix_below_the_plane(page: Page, site_url: str):
    page.set_viewport_size({"width": 1440, "height": 1000})
    play = playground_at(page, site_url)

    def gap() -> float:
        return play.element.evaluate(
            """(root) => root.querySelector(".play-matrix").getBoundingClientRect().top
                - root.querySelector(".play-hint").getBoundingClientRect().bottom"""
        )

    before = gap()
    play.element.locator(".play-more > summary").click()
    expect(play.control("projection")).to_be_visible()
    page.wait_for_timeout(400)
    assert gap() <= before + 1


def test_a_refused_number_is_forgotten_with_its_matrix(page: Page, site_url: str):
    play = playground_at(page, site_url)
    play.element.locator(".play-more > summary").click()
    field = play.element.locator('[data-matrix="W_V"][data-at="00"]')
    field.fill("900")
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".attn-toast")).to_contain_text("from −100 to 100")
    play.control("projection").select_option("separate")
    play.settled()
    expect(field).to_have_value("1")
    expect(field).not_to_have_attribute("aria-invalid", "true")
