"""The navigation of both languages lists the same pages, numbered as the sections are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from attn_docs.sections import LANGUAGES, SECTIONS

ROOT = Path(__file__).resolve().parent.parent
CONFIGS = {"en": "mkdocs.yml", "ko": "mkdocs.ko.yml"}


class Loader(yaml.SafeLoader):
    """Reads MkDocs' own tags as nothing."""


Loader.add_multi_constructor("", lambda loader, suffix, node: None)


def pages(items: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Title and file of each page, in order."""
    found: list[tuple[str, str]] = []
    for item in items:
        for title, target in item.items():
            found += pages(target) if isinstance(target, list) else [(title, target)]
    return found


def navigation(lang: str) -> list[tuple[str, str]]:
    config = yaml.load((ROOT / CONFIGS[lang]).read_text(encoding="utf-8"), Loader)
    return pages(config["nav"])


def test_both_languages_list_the_same_pages_in_the_same_order() -> None:
    english, korean = ([target for _, target in navigation(lang)] for lang in LANGUAGES)
    assert english == korean


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sections_carry_their_numbers_and_titles(lang: str) -> None:
    titles = {target: title for title, target in navigation(lang)}
    for section in SECTIONS:
        title = titles[f"{section.slug}.md"]
        assert title == f"{section.number}. {section.title(lang).replace('d_k', 'dₖ')}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_listed(lang: str) -> None:
    there = {path.name for path in (ROOT / "docs" / lang).glob("*.md")}
    assert there == {target for _, target in navigation(lang)}
