"""Who asks for less motion gets none: every change of the playground is there at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e

RECORD = """() => {
    // What moves in the playground: CSS transitions and animations, and those of scripts.
    window.moving = new Set();
    const note = (target, what) => {
        if (target?.closest?.("attn-playground, attn-tries")) window.moving.add(what);
    };
    for (const name of ["transitionrun", "animationstart"]) {
        const told = (event) => note(event.target, event.propertyName ?? event.animationName);
        document.addEventListener(name, told, true);
    }
    const frame = () => {
        for (const animation of document.getAnimations()) note(animation.effect?.target, "script");
        requestAnimationFrame(frame);
    };
    frame();
}"""
FRAMES = """(count) => new Promise((done) => {
    const next = () => (count-- ? requestAnimationFrame(next) : done());
    next();
})"""
PRESS = """(button) => {
    // Where the page stands just after a press, before any frame.
    button.click();
    return scrollY;
}"""


def still(play: Playground) -> None:
    """What has settled stays as it is in the frames after."""
    play.settled()
    before = play.element.inner_html()
    play.page.evaluate(FRAMES, 20)
    assert play.element.inner_html() == before


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_nothing_moves_by_itself(browser: Browser, site_url, lang):
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    play = playground_at(page, site_url, lang)
    page.evaluate(RECORD)
    still(play)
    play.control("sharpness").press("End")
    still(play)
    play.control("sequence").select_option("retrieval")
    still(play)
    play.control("steps").press("End")
    still(play)
    play.token(2).hover()
    play.token(2).click()
    still(play)
    play.element.locator("tbody td").nth(3).hover()
    play.element.locator(".play-more > summary").click()
    play.control("sequence").select_option("two-topics")
    play.control("heads").select_option("3")
    still(play)
    play.element.locator('[data-head="2"]').click()
    still(play)
    play.element.locator(".play-saves > summary").click()
    play.button("undo").hover()
    item = page.locator('[data-try="sharpness"]')
    item.locator('[data-answer="0"]').click()
    expect(item).to_have_attribute("data-state", "done")
    still(play)
    look = item.locator('[data-step="0"]')
    look.scroll_into_view_if_needed()
    from_here = page.evaluate("scrollY")
    there = look.evaluate(PRESS)
    assert there < from_here - 200
    still(play)
    assert page.evaluate("scrollY") == pytest.approx(there, abs=2)
    assert page.evaluate("[...window.moving]") == []
    context.close()


def test_the_same_moves_for_everyone_else(browser: Browser, site_url):
    """The control: what the test above listens to is there to be heard."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    play = playground_at(page, site_url)
    page.evaluate(RECORD)
    play.element.locator(".play-more > summary").click()
    page.wait_for_function("() => window.moving.size > 0")
    item = page.locator('[data-try="sharpness"]')
    item.locator('[data-answer="0"]').click()
    expect(item).to_have_attribute("data-state", "done")
    look = item.locator('[data-step="0"]')
    look.scroll_into_view_if_needed()
    from_here = page.evaluate("scrollY")
    assert look.evaluate(PRESS) == pytest.approx(from_here, abs=2)
    page.wait_for_function("(y) => scrollY < y - 200", arg=from_here)
    context.close()
