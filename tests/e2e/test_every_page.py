"""What holds for each page: nothing shifts or sticks out, paper shows everything, axe is content.

A page is opened once for all that is asked of it on a desk: to load it takes longer than to look.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.axe import OF_COLOUR, violations
from tests.e2e.conftest import Watch, new_tab
from tests.e2e.places import PLACES, drawn, each_place
from tests.e2e.shifts import CLS, OBSERVE, SCROLL, moved

pytestmark = pytest.mark.e2e

# What makes the page scroll sideways; the page itself, where nothing in it can be named.
WIDER = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const said = (e) => `${e.localName}.${e.getAttribute("class") ?? ""} #${e.id}`;
  const wide = [...document.querySelectorAll("body *")]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility());
  return ["page", ...wide.slice(0, 5).map(said)];
}"""

# Boxes that show only a part of what is in them, and what reaches beyond the sheet.
CLIPPED = """() => {
  const parts = ".md-content :is(figure svg, figure img, figure table, figcaption, .katex-display, "
    + "pre.attn-out, .claim, table, .mermaid)";
  const said = (e) =>
    `${e.localName}.${e.getAttribute("class") ?? ""} in #${e.closest("[id]")?.id}`;
  const found = [];
  for (const part of document.querySelectorAll(parts)) {
    const box = part.getBoundingClientRect();
    if (!box.width || part.closest(".katex-mathml")) continue;
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`${said(part)} leaves the sheet`);
    for (let up = part; up && !up.matches(".md-content"); up = up.parentElement) {
      const style = getComputedStyle(up);
      const cuts = style.overflowX !== "visible" || style.overflowY !== "visible";
      const wide = up.scrollWidth > up.clientWidth + 1 && up.clientWidth;
      const high = style.overflowY !== "visible" && up.scrollHeight > up.clientHeight + 2;
      if (cuts && up.localName !== "svg" && (wide || high)) {
        found.push(`${said(part)} cut by ${said(up)}`);
      }
    }
  }
  return [...new Set(found)];
}"""


@dataclass(frozen=True)
class Shown:
    """A page, and what moved on it from its first paint until a reader has scrolled through it."""

    page: Page
    shifts: list[dict[str, Any]]
    wider: list[str]  # what sticks out of the window


def show(page: Page, address: str, width: int) -> Shown:
    """Open a page, wait for its diagrams, scroll to its end and back."""
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(OBSERVE)
    page.goto(address)
    drawn(page)
    return Shown(page, page.evaluate(SCROLL), page.evaluate(WIDER))


@pytest.fixture(scope="module", params=PLACES, ids=lambda place: place.strip("/"))
def shown(
    shared_context: BrowserContext, site_url: str, request: pytest.FixtureRequest
) -> Iterator[Shown]:
    """A page as it stands on a desk."""
    page = new_tab(shared_context, site_url)
    watch = Watch(page, site_url)
    yield show(page, site_url + request.param, 1280)
    page.close()
    assert watch.unexpected() == []
    assert watch.foreign() == []


def test_nothing_shifts_or_sticks_out(shown: Shown) -> None:
    assert moved(shown.shifts) <= CLS, shown.shifts
    assert shown.wider == []


def test_paper_shows_everything_and_no_buttons(shown: Shown) -> None:
    page = shown.page
    page.set_viewport_size({"width": 680, "height": 1000})  # A4 less its margins
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(CLIPPED) == []
    # The small pictures of a playground's heads are to be seen, whatever a press on them does.
    controls = page.locator(".md-content :is(button:not([data-head]), select, input):visible")
    assert controls.evaluate_all("all => all.map((e) => e.outerHTML)") == []
    # Ink on white, whatever the screen's scheme.
    ink = "body => getComputedStyle(body.querySelector('.md-typeset')).color"
    red, green, blue = (int(x) for x in page.locator("body").evaluate(ink)[4:-1].split(",")[:3])
    assert max(red, green, blue) < 128


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_mend(shown: Shown, scheme: str) -> None:
    page = shown.page
    page.set_viewport_size({"width": 1280, "height": 844})
    page.emulate_media(media="screen", color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    assert violations(page, OF_COLOUR if scheme == "dark" else None) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["", "404.html"], ids=["root", "404"])
def test_axe_finds_nothing_to_mend_before_a_language_is_chosen(
    page: Page, site_url: str, place: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(site_url + place)
    assert violations(page) == []


@each_place
def test_nothing_shifts_or_sticks_out_on_a_phone(page: Page, site_url: str, place: str) -> None:
    shown = show(page, site_url + place, 390)
    assert moved(shown.shifts) <= CLS, shown.shifts
    assert shown.wider == []
