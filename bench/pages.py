"""What a page weighs before any Run, and how much of it moves."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from attn_docs.sections import SECTIONS
from bench.rows import Row
from tests.e2e.places import PLACES, drawn
from tests.e2e.shifts import OBSERVE, SCROLL, moved


def weights(page: Page, url: str, site: Path) -> Iterator[Row]:
    """Own scripts and styles of each section, compressed; and what it must not load at all."""
    slugs = [section.slug for section in SECTIONS]
    own: dict[str, int] = {}
    heavy: dict[str, int] = {}
    for place in (f"{lang}/{slug}/" for lang in ("en", "ko") for slug in slugs):
        asked: list[str] = []
        note = lambda request, asked=asked: asked.append(urlsplit(request.url).path)  # noqa: E731
        page.on("request", note)
        page.goto(url + place, wait_until="networkidle")
        drawn(page)
        page.remove_listener("request", note)
        files = [site / path.lstrip("/") for path in dict.fromkeys(asked)]
        shared = [f for f in files if f.is_relative_to(site / "assets") and f.is_file()]
        # The site's own; Mermaid is counted apart, where a page has a diagram.
        kinds = {f: f.relative_to(site / "assets").parts[0].split("-")[0] for f in shared}
        code = [f for f in shared if f.suffix in {".js", ".css"} and kinds[f] != "mermaid"]
        own[place] = sum(len(gzip.compress(f.read_bytes(), 9)) for f in code)
        banned = {"runtime", "python", "editor"}
        banned |= set() if page.locator(".mermaid").count() else {"mermaid"}
        heavy[place] = sum(f.stat().st_size for f in shared if kinds[f] in banned)
    worst = max(own, key=lambda place: own[place])
    yield Row("JS + CSS of a section beyond the theme, gzip", "≤ 60 kB", own[worst] / 1000, "kB",
              f"largest of {len(own)}: {worst}")  # fmt: skip
    yield Row("Pyodide, editor, unused Mermaid before Run", "0 bytes", sum(heavy.values()), "bytes")


def shifts(browser: Browser, url: str) -> Iterator[Row]:
    """The largest layout shift of any page, slow scroll to the end included."""
    worst, where = 0.0, "no page shifts"
    for width in (390, 1280):
        page = browser.new_page(viewport={"width": width, "height": 844})
        page.add_init_script(OBSERVE)
        for place in PLACES:
            page.goto(url + place)
            drawn(page)
            total = moved(page.evaluate(SCROLL))
            if total > worst:
                worst, where = total, f"{place} at {width} px"
        page.close()
    more = f"{len(PLACES)} pages, 390 and 1280 px; {where}"
    yield Row("Layout shift (CLS) of any page", "≤ 0.01", worst, "", more)


def rows(browser: Browser, url: str, site: Path) -> Iterator[Row]:
    yield from weights(browser.new_page(), url, site)
    yield from shifts(browser, url)
