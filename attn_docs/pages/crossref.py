"""``[#fig:slug/name]``, ``[#eq:name]``, ``[#C4.1]``, ``[#D3]``, ``[#term:id]``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor

from .claims import IDENTIFIER
from .elements import anchor, figure_id, link
from .errors import near
from .glossary import load_terms
from .measured import find_claim
from .page import Page, section_number
from .words import word

PATTERN = r"\[#([^\]\n]+)\](?!\()"


@dataclass(frozen=True)
class Target:
    """Where a reference leads and how it is worded."""

    text: str
    slug: str
    anchor: str
    title: str = ""  # shown as a tooltip


class CrossrefProcessor(InlineProcessor):
    """Puts the wording of the page's language, linked."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, page: Page) -> None:
        super().__init__(PATTERN)
        self.page = page

    def handleMatch(  # type: ignore[override]  # noqa: N802 (the library's name)
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        target = resolve(self.page, m[1].strip())
        address = self.page.to(target.slug, target.anchor)
        element = link(Element("span"), address, target.text, class_="crossref")
        if target.title:
            element.set("title", target.title)
        return element, m.start(0), m.end(0)


def resolve(page: Page, name: str) -> Target:
    """What ``[#name]`` refers to.

    Raises:
        PageError: if there is no such claim, figure, formula, diagram or term.
    """
    if IDENTIFIER.fullmatch(name):
        claim = find_claim(page, name, f"[#{name}]")
        return Target(word("claim", page.lang, name), claim.slug, anchor(name))
    if re.fullmatch(r"D\d+", name):
        return _figure(page, name)
    kind, _, rest = name.partition(":")
    if kind == "fig":
        return _figure(page, rest)
    if kind == "eq":
        return _equation(page, rest)
    if kind == "term":
        return _term(page, rest)
    raise page.error(
        f"[#{name}] refers to nothing: write [#C4.1], [#fig:slug/name], [#eq:name], "
        "[#D3], [#term:id] or [#term:id|wording]",
        f"[#{name}]",
    )


def figure_number(slug: str, index: int) -> str:
    """Number of the figure at ``index`` (from 0) of a page.

    >>> figure_number("scaling", 1), figure_number("ledger", 1)
    ('4.2', '2')
    """
    section = section_number(slug)
    return f"{section}.{index + 1}" if section else str(index + 1)


def shown_figure(page: Page, name: str) -> Target | None:
    """Where a figure is shown: on this page, on the page of its slug, or on another."""
    home = name.split("/")[0]
    others = sorted(page.slugs(), key=lambda slug: (slug != home, slug))
    for slug in (page.slug, *others):
        outline = page.outline_of(slug)
        figures = outline.figures if outline else ()
        if name in figures:
            number = figure_number(slug, figures.index(name))
            return Target(word("figure", page.lang, number), slug, figure_id(name))
    return None


def _figure(page: Page, name: str) -> Target:
    found = shown_figure(page, name)
    if found is None:
        outlines = [page.outline, *map(page.outline_of, page.slugs())]
        known = {name for outline in outlines if outline for name in outline.figures}
        raise page.error(f"no page shows a figure {name!r}; {near(name, known)}", f"{name}]")
    return found


def _term(page: Page, name: str) -> Target:
    name, _, wording = name.partition("|")
    terms = {term.id: term for term in load_terms(page.docs)}
    if name not in terms:
        raise page.error(f"no term {name!r} in glossary.yml; {near(name, terms)}", f"term:{name}")
    term = terms[name]
    text = wording.strip() or term.name(page.lang)
    return Target(text, "glossary", f"term-{name}", term.definition[page.lang])


def _equation(page: Page, name: str) -> Target:
    slug, _, label = name.rpartition("/")
    slug = slug or page.slug
    outline = page.outline_of(slug)
    culprit = f"[#eq:{name}]"
    if outline is None:
        raise page.error(f"no page {slug!r}; {near(slug, page.slugs())}", culprit)
    labelled = {e.label: e for e in outline.formulas if e.label}
    if label not in labelled:
        raise page.error(
            f"no formula \\label{{eq:{label}}} on page {slug}; {near(label, labelled)}", culprit
        )
    tag = labelled[label].tag
    if tag is None:
        raise page.error(f"formula eq:{label} is referred to, so it needs a \\tag{{…}}", culprit)
    return Target(word("equation", page.lang, tag), slug, f"eq-{label}")
