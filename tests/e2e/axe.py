"""axe-core, asked what a page as it is shown leaves to mend."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.e2e.places import FRAME, ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# What a scheme can change; everything else is one and the same page.
OF_COLOUR = ["color-contrast", "link-in-text-block"]

RUN = """async (only) => {
  const frame = FRAME;
  await frame();
  await frame();
  // What moves or fades is judged where it comes to rest.
  const still = new CSSStyleSheet();
  still.replaceSync(
    "*, ::before, ::after { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets.push(still);
  // Formulas and drawings hold no element that a rule is about: they speak through MathML, title
  // and description. They are most of all elements, so they are taken out while axe looks, and
  // leave boxes of their size.
  const parts = ".katex-html, .katex-mathml > math, .figure-drawing > svg > g";
  const strokes = [...document.querySelectorAll(parts)]
    .map((of) => ({ of, nodes: [...of.childNodes], box: of.getBoundingClientRect() }));
  for (const { of, box } of strokes) {
    of.replaceChildren();
    if (!of.matches(".katex-html")) continue;
    Object.assign(of.style,
      { display: "inline-block", width: `${box.width}px`, height: `${box.height}px` });
  }
  const context = { exclude: [".katex-html", ".figure-drawing > svg > g"] };
  const options = { resultTypes: ["violations"], elementRef: false };
  if (only) options.runOnly = { type: "rule", values: only };
  const { violations } = await axe.run(context, options);
  for (const { of, nodes } of strokes) {
    of.replaceChildren(...nodes);
    if (of.matches(".katex-html")) of.removeAttribute("style");
  }
  return violations.map(({ id, help, nodes }) => [id, help, nodes.length,
    ...nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`)]);
}""".replace("FRAME", FRAME)


def violations(page: Page, only: list[str] | None = None) -> list[Any]:
    """What axe-core objects to on the page as it is shown now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(RUN, only)
