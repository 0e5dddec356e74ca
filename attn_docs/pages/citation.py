"""``[@key; @other]``: citations."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor

from .elements import follow, link
from .errors import near
from .outline import keys
from .page import Page
from .references import Reference, load_references

PATTERN = r"\[(@[^\]\n]+)\](?!\()"


class CitationProcessor(InlineProcessor):
    """Puts the numbers of the sources, linked to the list of references."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, page: Page) -> None:
        super().__init__(PATTERN)
        self.page = page

    def handleMatch(  # type: ignore[override]  # noqa: N802 (the library's name)
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        return cite(self.page, keys(m[1]), m[0]), m.start(0), m.end(0)


def cite(page: Page, names: list[str], culprit: str) -> Element:
    """``[7]`` as one link, or ``[7, 8]`` as a row of links.

    Raises:
        PageError: if a key is not in the bibliography.
    """
    found = [find_reference(page, name, culprit) for name in names]
    if len(found) == 1:
        return _link(Element("span"), page, found[0], f"[{found[0].number}]")
    row = Element("span", {"class": "citations"})
    for i, reference in enumerate(found):
        follow(row, ", " if i else "[")
        _link(row, page, reference, str(reference.number))
    follow(row, "]")
    return row


def find_reference(page: Page, name: str, culprit: str) -> Reference:
    """A reference by key; PageError with near matches where there is none."""
    known = load_references(page.docs)
    if name not in known:
        raise page.error(f"no reference {name!r} in references.bib; {near(name, known)}", culprit)
    return known[name]


def _link(row: Element, page: Page, reference: Reference, text: str) -> Element:
    address = page.to("references", f"ref-{reference.key}")
    return link(
        row, address, text, class_="citation", data_ref=reference.key, title=reference.short
    )


def number_citations(root: Element) -> None:
    """Give each citation an id of its own, in page order: ``cite-key-1``, ``cite-key-2``."""
    seen: dict[str, int] = {}
    for element in root.iter("a"):
        key = element.get("data-ref")
        if key and element.get("class") == "citation":
            seen[key] = seen.get(key, 0) + 1
            element.set("id", f"cite-{key}-{seen[key]}")
