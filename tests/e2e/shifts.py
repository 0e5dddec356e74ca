"""What moves on a page that nobody has touched, as the browser itself measures it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.e2e.places import FRAME

CLS = 0.01  # budget of the design

# Before any script of the page: shifts that nobody asked for, from the first paint on.
OBSERVE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    const nodes = entry.sources.map(({ node, previousRect, currentRect }) => {
      const name = node?.nodeType === 1
        ? `${node.localName}.${node.getAttribute("class") ?? ""}`
        : `${node?.nodeName} ${node?.textContent?.slice(0, 20)}`;
      return `${name} from ${box(previousRect)} to ${box(currentRect)}`;
    });
    window.shifts.push({ value: entry.value, at: Math.round(entry.startTime), nodes });
  }
}).observe({ type: "layout-shift", buffered: true });
"""

# To the end and back by whole screens; each is painted before the next.
SCROLL = """async () => {
  const frame = FRAME;
  const painted = async () => void (await frame(), await frame());
  await document.fonts.ready;
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo({ top: y, behavior: "instant" });
    await painted();
  }
  scrollTo({ top: 0, behavior: "instant" });
  await painted();
  return window.shifts;
}""".replace("FRAME", FRAME)


def moved(shifts: Iterable[Mapping[str, Any]]) -> float:
    """Their sum, which is the page's cumulative layout shift."""
    return sum(shift["value"] for shift in shifts)
