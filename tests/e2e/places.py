"""Every page of the site, and what a test asks of each of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from attn_docs.sections import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
_SOURCES = sorted((ROOT / "docs" / "en").rglob("*.*"))
# Addresses below a language's root; the home page is the empty one.
PAGES = [
    f"{path.relative_to(ROOT / 'docs' / 'en').with_suffix('').as_posix()}/".removesuffix("index/")
    for path in _SOURCES
    if path.suffix in {".md", ".ipynb"} or (path.suffix == ".py" and "labs" in path.parts)
]
PLACES = [f"{lang}/{page}" for lang in LANGUAGES for page in PAGES]

each_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.strip("/"))
each_language = pytest.mark.parametrize("lang", LANGUAGES)


# Waits for the next frame; a tab that the browser does not paint would wait for ever.
FRAME = """(() => new Promise((done) => {
  requestAnimationFrame(done);
  setTimeout(done, 500);
}))"""


def until(page: Page, condition: str, argument: object = None, *, seconds: float = 60) -> None:
    """Wait until a JavaScript function is true. Playwright's own way asks for ``eval``, which the
    pages' content security policy forbids."""
    seen = page.evaluate(
        f"""async ([argument, end]) => {{
          const condition = {condition};
          for (end += performance.now(); performance.now() < end; ) {{
            if (await condition(argument)) return true;
            await {FRAME}();
          }}
          return false;
        }}""",
        [argument, 1000 * seconds],
    )
    assert seen, f"still not true after {seconds} s: {condition}"


def drawn(page: Page) -> None:
    """Wait until every diagram of the page has been drawn."""
    expect(page.locator("pre.mermaid")).to_have_count(0, timeout=60_000)
