"""The bibliography: ``docs/references.bib`` read, numbered, and shown as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from pybtex.database import parse_file
from pybtex.exceptions import PybtexError
from pybtex.richtext import Text
from pymdownx.blocks.block import Block

from .elements import follow, link, sub
from .errors import PageError
from .page import Page, Stamps, stamps


@dataclass(frozen=True)
class Reference:
    """One entry, its LaTeX decoded. ``number`` is the article's own where it has one."""

    key: str
    number: int
    own: bool
    authors: tuple[str, ...]
    title: str
    venue: str
    year: str
    links: tuple[tuple[str, str], ...]  # text, address
    notes: tuple[str, str]  # English, Korean
    section: str  # slug for which it is further reading, where it is not cited

    @property
    def short(self) -> str:
        """Who and when, for a tooltip."""
        names = [a.split(". ")[-1] for a in self.authors]
        who = names[0] if len(names) == 1 else f"{names[0]} et al." if names else self.venue
        return f"{who}, {self.title}" + (f" ({self.year})" if self.year else "")


def load_references(docs: Path) -> dict[str, Reference]:
    """All references by key, in the order of their numbers.

    The article's ``article-number`` comes first; the others are numbered on in file order.
    """
    return dict(_load(stamps(docs / "references.bib")))


@lru_cache(maxsize=8)
def _load(files: Stamps) -> dict[str, Reference]:
    if not files:
        return {}
    path = Path(files[0][0])
    try:
        entries = parse_file(path, "bibtex").entries
    except PybtexError as error:
        line = getattr(error, "lineno", None) or 1
        raise PageError(f"no valid BibTeX: {error}", path, int(line)) from None
    own = {key: int(e.fields["article-number"]) for key, e in entries.items() if _own(e)}
    following = max(own.values(), default=0)
    found = []
    for key, entry in entries.items():
        if key not in own:
            following += 1
        found.append(_reference(key, entry, own.get(key, following), key in own))
    return {r.key: r for r in sorted(found, key=lambda r: r.number)}


def _own(entry: Any) -> bool:
    return "article-number" in entry.fields


def _reference(key: str, entry: Any, number: int, own: bool) -> Reference:
    def of(name: str) -> str:
        return decoded(entry.fields.get(name, ""))

    return Reference(
        key=key,
        number=number,
        own=own,
        authors=tuple(_name(p) for p in entry.persons.get("author", [])),
        title=of("title"),
        venue=_venue(of),
        year=of("year"),
        links=tuple(_links(entry.fields)),
        notes=(of("note"), of("note-ko") or of("note")),
        section=of("section"),
    )


def decoded(latex: str) -> str:
    """Text without LaTeX's accents and braces.

    >>> decoded(r'Sch{\\"a}fl, Pavlovi{\\'c}: sqrt(d_k), 1--2')
    'Schäfl, Pavlović: sqrt(d_k), 1–2'
    """
    return str(Text.from_latex(latex.replace("_", r"\_"))) if latex else ""


def _name(person: Any) -> str:
    last = decoded(" ".join([*person.prelast_names, *person.last_names, *person.lineage_names]))
    given = [decoded(name) for name in [*person.first_names, *person.middle_names]]
    initials = ["-".join(f"{part[0]}." for part in name.split("-") if part) for name in given]
    return " ".join([*initials, last])


def _venue(of: Any) -> str:
    venue = of("journal") or of("booktitle") or of("howpublished") or of("organization")
    if of("volume"):
        venue += f" {of('volume')}" + (f"({of('number')})" if of("number") else "")
    return venue + (f", {of('pages')}" if of("pages") else "")


def _links(fields: Any) -> list[tuple[str, str]]:
    arxiv = fields.get("eprint") if fields.get("archiveprefix", "").lower() == "arxiv" else None
    found = []
    if fields.get("doi"):
        found.append((f"doi:{fields['doi']}", f"https://doi.org/{fields['doi']}"))
    if arxiv:
        found.append((f"arXiv:{arxiv}", f"https://arxiv.org/abs/{arxiv}"))
    url = fields.get("url")
    if url and url not in [address for _, address in found]:
        found.append((urlsplit(url).netloc.removeprefix("www."), url))
    return found


class ReferencesBlock(Block):
    """``/// references``: every entry, with room for the links back."""

    NAME = "references"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        listed = sub(parent, "ol", class_="references")
        for reference in load_references(page.docs).values():
            item = sub(listed, "li", id=f"ref-{reference.key}", value=str(reference.number))
            describe(item, reference, page.lang)
            sub(
                item, "span", class_="backlinks", data_ref=reference.key,
                data_section=reference.section,
            )  # fmt: skip
        return listed


def describe(item: Element, reference: Reference, lang: str) -> None:
    """Write an entry: authors, title, venue, year, links."""
    if reference.authors:
        sub(item, "span", joined(reference.authors, lang), class_="ref-authors")
        follow(item, ". ")
    sub(item, "cite", reference.title)
    follow(item, "" if reference.title.endswith(("?", "!", ".")) else ".")
    where = ", ".join(part for part in (reference.venue, reference.year) if part)
    if where:
        follow(item, f" {where}.")
    note = reference.notes[lang == "ko"]
    if note:
        follow(item, f" {note}.")
    for text, address in reference.links:
        follow(item, " ")
        link(item, address, text, class_="ref-link", rel="external")
    follow(item, " ")


def joined(names: Sequence[str], lang: str) -> str:
    """Names in a row.

    >>> joined(["A. B", "C. D", "E. F"], "en"), joined(["A. B", "C. D"], "ko")
    ('A. B, C. D and E. F', 'A. B, C. D')
    """
    if names[-1] == "others":
        return f"{', '.join(names[:-1])} {'외' if lang == 'ko' else 'et al'}"
    if lang == "ko" or len(names) == 1:
        return ", ".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
