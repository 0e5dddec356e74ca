"""What holds for each page at each width: it neither shifts nor scrolls sideways, also on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.places import drawn, each_place

pytestmark = pytest.mark.e2e

CLS = 0.01  # budget of the design

# Before any script of the page: shifts that nobody asked for, from the first paint on.
OBSERVE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const nodes = entry.sources.map(({ node }) => node?.nodeType === 1
      ? `${node.localName}.${node.getAttribute("class") ?? ""}` : node?.nodeName);
    window.shifts.push({ value: entry.value, nodes });
  }
}).observe({ type: "layout-shift", buffered: true });
"""

# To the end and back by steps of half a screen; each step is painted before the next.
SCROLL = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const painted = async () => void (await frame(), await frame());
  await document.fonts.ready;
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: "instant" });
    await painted();
  }
  scrollTo({ top: 0, behavior: "instant" });
  await painted();
  return window.shifts;
}"""

WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility())
  .map((e) => `${e.localName}.${e.getAttribute("class") ?? ""} #${e.id}`).slice(0, 5)"""

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


def show(page: Page, address: str) -> None:
    """Open a page and wait for its diagrams."""
    page.goto(address)
    drawn(page)


@pytest.mark.parametrize("width", [390, 1280])
@each_place
def test_nothing_shifts_or_sticks_out(page: Page, site_url: str, place: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(OBSERVE)
    show(page, site_url + place)
    shifts = page.evaluate(SCROLL)
    assert sum(shift["value"] for shift in shifts) <= CLS, shifts
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, page.evaluate(WIDER)


@each_place
def test_paper_shows_everything_and_no_buttons(page: Page, site_url: str, place: str) -> None:
    page.set_viewport_size({"width": 680, "height": 1000})  # A4 less its margins
    show(page, site_url + place)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(CLIPPED) == []
    # The small pictures of a playground's heads are to be seen, whatever a press on them does.
    controls = page.locator(".md-content :is(button:not([data-head]), select, input):visible")
    assert controls.evaluate_all("all => all.map((e) => e.outerHTML)") == []
    # Ink on white, whatever the screen's scheme.
    ink = "body => getComputedStyle(body.querySelector('.md-typeset')).color"
    red, green, blue = (int(x) for x in page.locator("body").evaluate(ink)[4:-1].split(",")[:3])
    assert max(red, green, blue) < 128
