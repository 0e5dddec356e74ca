"""Links from a reference back to the places that cite it, once all pages are rendered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from ..sections import ROOMS
from .page import Page, section_number
from .words import word

CITED = re.compile(r'<a\b[^>]*\bclass="citation"[^>]*>')
ROOM = re.compile(r'<span class="backlinks" data-ref="([^"]+)" data-section="([^"]*)"></span>')

Places = Mapping[str, Sequence[str]]  # slug of a page: ids of its citations, in page order


def citations_in(html: str) -> list[tuple[str, str]]:
    """Key and id of each citation of a rendered page, in page order.

    >>> citations_in('<a class="citation" data-ref="k" id="cite-k-1" href="#">[7]</a>')
    [('k', 'cite-k-1')]
    """
    found = []
    for match in CITED.finditer(html):
        key = re.search(r'\bdata-ref="([^"]+)"', match[0])
        place = re.search(r'\bid="([^"]+)"', match[0])
        if key and place:
            found.append((key[1], place[1]))
    return found


def fill_backlinks(
    html: str, pages: Mapping[str, str], page: Page, titles: Mapping[str, str] | None = None
) -> str:
    """The references page with its backlinks.

    Args:
        html: the rendered references page.
        pages: rendered HTML of each page of the language, by slug. The ledger and the references
            page are left out: a ledger repeats what its pages cite.
        page: the references page.
        titles: titles of the pages that are no numbered sections, by slug.
    """
    cited: dict[str, dict[str, list[str]]] = {}
    for slug in sorted(pages, key=_rank):
        if slug in ("ledger", page.slug):
            continue
        for key, place in citations_in(pages[slug]):
            cited.setdefault(key, {}).setdefault(slug, []).append(place)
    return ROOM.sub(lambda m: _span(m, cited.get(m[1], {}), page, titles or {}), html)


def _rank(slug: str) -> tuple[int, str]:
    return (ROOMS.index(slug) if slug in ROOMS else len(ROOMS), slug)


def _span(match: re.Match[str], places: Places, page: Page, titles: Mapping[str, str]) -> str:
    head = match[0].removesuffix("></span>")
    if not places:
        return f'{head} data-further="">{_further(match[2], page)}</span>'
    rows = []
    for slug, ids in places.items():
        label = _label(slug, page.lang, titles)
        first = _link(page.to(slug, ids[0]), label)
        # Letters, raised: "section 1 2 3" would name three sections.
        more = " ".join(
            f"<sup>{_link(page.to(slug, place), _letter(i), f'{label} ({_letter(i)})')}</sup>"
            for i, place in enumerate(ids[1:], 1)
        )
        rows.append(f"{first} {more}".strip())
    return f"{head}>{word('cited-in', page.lang)} {', '.join(rows)}</span>"


def _further(section: str, page: Page) -> str:
    number = section_number(section)
    if number is None:
        return word("further", page.lang)
    text = _link(page.to(section), word("section", page.lang, str(number)))
    return word("further-for", page.lang, text)


def _label(slug: str, lang: str, titles: Mapping[str, str]) -> str:
    number = section_number(slug)
    return word("section", lang, str(number)) if number else titles.get(slug, slug)


def _letter(index: int) -> str:
    return chr(ord("a") + index) if index < 26 else str(index + 1)


def _link(address: str, text: str, name: str = "") -> str:
    named = f' aria-label="{escape(name)}"' if name else ""
    return f'<a href="{escape(address)}"{named}>{escape(text)}</a>'
