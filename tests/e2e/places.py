"""Every page of the site, and what a test asks of each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

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
