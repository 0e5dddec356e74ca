"""The home page's figure moves by its table; the about page forgets what the site keeps."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e


def state(page: Page) -> tuple[str, str, list[str]]:
    """Place of the output, effective number, weights: as shown."""
    living = page.locator("attn-living")
    place = living.locator(".living-output").get_attribute("transform") or ""
    number = living.locator(".living-effective data").inner_text()
    return place, number, living.locator(".living-weights data").all_inner_texts()


def expected(page: Page, b: int, a: int) -> tuple[str, str, list[str]]:
    """The same from the table that the build wrote."""
    table = json.loads(page.locator("attn-living").get_attribute("data-table") or "")
    row = b * len(table["directions"]) + a
    x, y = (t / 10 for t in table["output"][2 * row : 2 * row + 2])
    weights = [f"{w / 1000:.3f}" for w in table["weights"][5 * row : 5 * row + 5]]
    place = f"translate({x:g} {y:g})"
    return place, f"{table['effective'][row] / 100:.2f}", weights


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_sliders_reach_every_state_by_keyboard(page: Page, site_url: str, lang: str) -> None:
    page.goto(f"{site_url}{lang}/")
    expect(page.locator("attn-living")).to_have_attribute("data-ready", "")
    assert state(page) == expected(page, 12, 8)
    beta = page.locator('input[data-part="beta"]')
    beta.press("ArrowRight")
    expect(beta).to_have_attribute("aria-valuetext", "3.25")
    assert state(page) == expected(page, 13, 8)
    beta.press("Home")
    assert state(page)[1:] == ("5.00", ["0.200"] * 5)
    direction = page.locator('input[data-part="direction"]')
    direction.press("End")
    beta.press("End")
    assert state(page) == expected(page, 48, 23)


def test_a_pointer_turns_the_query(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/")
    expect(page.locator("attn-living")).to_have_attribute("data-ready", "")
    ring = page.locator(".living-ring").bounding_box()
    assert ring
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.move(x, y + 40)
    page.mouse.down()
    expect(page.locator('output[data-part="direction"]')).to_have_text("270°")
    page.mouse.move(x + 60, y)
    expect(page.locator('output[data-part="direction"]')).to_have_text("0°")
    page.mouse.up()
    page.mouse.move(x, y - 40)
    expect(page.locator('output[data-part="direction"]')).to_have_text("0°")


def test_without_motion_the_sweep_jumps(browser: Browser, site_url: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site_url}en/")
    page.locator('attn-living [data-action="play"]').click()
    expect(page.locator('output[data-part="beta"]')).to_have_text("12.00")
    context.close()


def test_the_figure_stands_without_javascript(browser: Browser, site_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site_url}ko/")
    expect(page.locator("attn-living svg")).to_be_visible()
    expect(page.locator("attn-living input").first).to_be_hidden()
    assert state(page)[1:] == expected(page, 12, 8)[1:]
    context.close()


def test_one_button_forgets_all(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/about/")
    page.evaluate(
        """() => {
          localStorage.setItem("attn:cell:scaling/variance", "{}");
          localStorage.setItem("attn:language", "ko");
          localStorage.setItem("/ko/.__palette", "{}");
          localStorage.setItem("/elsewhere/.__palette", "{}");
        }"""
    )
    page.locator("attn-reset button").click()
    expect(page.locator("attn-reset [role=status]")).to_contain_text("has been removed")
    assert page.evaluate("Object.keys(localStorage)") == ["/elsewhere/.__palette"]
