"""The glossary: ``docs/glossary.yml`` read, and shown as a list of definitions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import yaml
from pymdownx.blocks.block import Block

from ..sections import SECTIONS
from .elements import follow, link, sub
from .errors import PageError, line_of, near
from .page import Page, Stamps, stamps
from .words import word

FIELDS = ("id", "en", "ko", "definition", "symbol", "section")


@dataclass(frozen=True)
class Term:
    id: str
    en: str
    ko: str
    definition: Mapping[str, str]
    symbol: str | None  # TeX
    section: str | None  # slug of its first use

    def name(self, lang: str) -> str:
        return {"en": self.en, "ko": self.ko}[lang]


def load_terms(docs: Path) -> tuple[Term, ...]:
    """All terms, in file order.

    Raises:
        PageError: where an entry lacks a field or names an unknown section.
    """
    return _load(stamps(docs / "glossary.yml"))


@lru_cache(maxsize=8)
def _load(files: Stamps) -> tuple[Term, ...]:
    if not files:
        return ()
    path = Path(files[0][0])
    text = path.read_text(encoding="utf-8")
    terms = tuple(_term(row, path, text) for row in yaml.safe_load(text) or [])
    ids = [term.id for term in terms]
    for name in ids:
        if ids.count(name) > 1:
            raise PageError(f"term {name} stands twice", path, line_of(text, f"id: {name}") or 1)
    return terms


def _term(row: Any, path: Path, text: str) -> Term:
    name = str(row.get("id", "")) if isinstance(row, dict) else ""

    def fail(message: str) -> PageError:
        return PageError(f"term {name}: {message}", path, line_of(text, f"id: {name}") or 1)

    if not re.fullmatch(r"[a-z0-9-]+", name):
        raise PageError(f"a term needs an id of small letters, not {row!r:.60}", path)
    for key in row:
        if key not in FIELDS:
            raise fail(f"unknown field {key!r}; {near(str(key), FIELDS)}")
    definition = row.get("definition")
    if not (row.get("en") and row.get("ko") and isinstance(definition, dict)):
        raise fail("en, ko and definition are needed")
    if set(definition) != {"en", "ko"}:
        raise fail("definition needs a text in each language: {en: …, ko: …}")
    slugs = [s.slug for s in SECTIONS]
    if row.get("section") is not None and row["section"] not in slugs:
        raise fail(f"no section {row['section']!r}; {near(str(row['section']), slugs)}")
    return Term(name, row["en"], row["ko"], definition, row.get("symbol"), row.get("section"))


class GlossaryBlock(Block):
    """``/// glossary``: every term, in the alphabet of the page's language."""

    NAME = "glossary"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        other = "ko" if page.lang == "en" else "en"
        listed = sub(parent, "dl", class_="glossary")
        for term in sorted(load_terms(page.docs), key=lambda t: t.name(page.lang).casefold()):
            name = sub(listed, "dt", id=f"term-{term.id}")
            sub(name, "dfn", term.name(page.lang))
            follow(name, " ")
            sub(name, "span", term.name(other), lang=other, class_="term-other")
            meaning = sub(listed, "dd")
            sub(meaning, "p", term.definition[page.lang], inline=True)
            self._facts(meaning, term, page)
        return listed

    def _facts(self, meaning: Element, term: Term, page: Page) -> None:
        section = next((s for s in SECTIONS if s.slug == term.section), None)
        if term.symbol is None and section is None:
            return
        facts = sub(meaning, "p", class_="term-facts")
        if term.symbol is not None:
            sub(facts, "span", f"{word('symbol', page.lang)} ${term.symbol}$", inline=True)
        if section is not None:
            follow(facts, " " if term.symbol else "")
            place = sub(facts, "span", "")
            before, after = word("first-use", page.lang, "\0").split("\0")
            place.text = before
            title = f"{word('section', page.lang, str(section.number))}"
            link(place, page.to(section.slug), title).tail = after
