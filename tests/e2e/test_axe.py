"""axe-core finds nothing to mend, on any page, in either language, in either scheme."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.places import PLACES, ROOT, drawn

pytestmark = pytest.mark.e2e

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# What a scheme can change; everything else is one and the same page.
OF_COLOUR = ["color-contrast", "link-in-text-block"]

RUN = """async (only) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  // What moves or fades is judged where it comes to rest.
  const still = new CSSStyleSheet();
  still.replaceSync(
    "*, ::before, ::after { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets.push(still);
  // Strokes of glyphs and of drawings hold no element that a rule is about: formulas speak through
  // their MathML, figures through title and description. Without them it takes half the time.
  const context = { exclude: [".katex-html", ".figure-drawing > svg > g"] };
  const options = { resultTypes: ["violations"], elementRef: false };
  if (only) options.runOnly = { type: "rule", values: only };
  const { violations } = await axe.run(context, options);
  return violations.map(({ id, help, nodes }) => [id, help, nodes.length,
    ...nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`)]);
}"""


def violations(page: Page, only: list[str] | None = None) -> list[Any]:
    """What axe-core objects to on the page as it is shown now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN, only)


@pytest.mark.parametrize("place", ["", "404.html", *PLACES], ids=lambda place: place.strip("/"))
def test_no_violation_in_light_or_dark(page: Page, site_url: str, place: str) -> None:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(site_url + place)
    drawn(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    if place in ("", "404.html"):
        page.reload()
    assert violations(page, OF_COLOUR) == []
