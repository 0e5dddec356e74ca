"""``/// ledger``: every claim by section, to be filtered; the same as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from ..experiments.evidence import function_of
from ..sections import ROOMS, SECTIONS
from .claim import claim_body, claim_element, claim_head
from .claims import KINDS, STATUSES, Claim, counts, load_claims
from .code import place_of
from .crossref import shown_figure
from .elements import anchor, follow, link, sub
from .page import Page
from .words import MARKS, word

JSON_FILE = "claims.json"  # beside the page; a hook publishes it


class LedgerBlock(Block):
    """The whole ledger. Without JavaScript it is a list by section, without filters."""

    NAME = "ledger"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        claims = load_claims(page.docs)
        ledger = sub(parent, "attn-ledger")
        _counts(ledger, counts(claims), page.lang)
        link(sub(ledger, "p", class_="ledger-json"), JSON_FILE, word("json", page.lang))
        filters(ledger, claims, page.lang)
        sub(ledger, "p", "", class_="ledger-shown", role="status")
        for slug in ROOMS:
            own = [claim for claim in claims.values() if claim.slug == slug]
            if own:
                self._section(ledger, slug, own, page)
        return ledger

    def _section(self, ledger: Element, slug: str, claims: list[Claim], page: Page) -> None:
        part = sub(ledger, "div", class_="ledger-section", data_section=slug)
        sub(part, "h2", room_title(slug, page.lang), id=f"ledger-{slug}")
        for claim in claims:
            entry = claim_element(part, "article", claim)
            entry.set("aria-labelledby", f"{anchor(claim.id)}-head")
            claim_head(entry, claim, page)
            claim_body(entry, claim, page)
            _links(entry, claim, page)


def room_title(slug: str, lang: str) -> str:
    """Title of a page with claims.

    >>> room_title("softmax", "en")
    '5. Softmax: a map of interactions'
    """
    found = next((s for s in SECTIONS if s.slug == slug), None)
    if found is None:
        return word("elsewhere", lang)
    return f"{found.number}. {found.title(lang)}".replace("d_k", "dₖ")  # no maths in a menu


def _counts(ledger: Element, found: Mapping[str, int], lang: str) -> None:
    listed = sub(ledger, "ul", class_="ledger-counts", aria_label=word("counts", lang))
    for status in STATUSES:
        item = sub(listed, "li", data_status=status)
        sub(item, "span", MARKS[status], aria_hidden="true", class_="badge-mark")
        follow(item, f" {word(status, lang)} ")
        sub(item, "data", str(found[status]), value=str(found[status]), class_="measured")
    item = sub(listed, "li", class_="ledger-total")
    follow(item, f"{word('total', lang)} ")
    sub(item, "data", str(found["total"]), value=str(found["total"]), class_="measured")
    sub(ledger, "p", word("verified", lang), class_="ledger-note")


def filters(ledger: Element, claims: Mapping[str, Claim], lang: str) -> None:
    """Append the form; it is hidden until the script that serves it has come."""
    form = sub(ledger, "form", class_="ledger-filters", hidden="", aria_label=word("filter", lang))
    rooms = [slug for slug in ROOMS if any(c.slug == slug for c in claims.values())]
    choices = {
        "section": [(slug, room_title(slug, lang)) for slug in rooms],
        "kind": [(kind, word(kind, lang)) for kind in KINDS],
        "status": [(status, word(status, lang)) for status in STATUSES],
    }
    labels = {"section": "filter-section", "kind": "kind", "status": "status"}
    for name, options in choices.items():
        label = sub(form, "label", f"{word(labels[name], lang)} ")
        select = sub(label, "select", name=name)
        for value, text in (("", word("all", lang)), *options):
            sub(select, "option", text, value=value)
    label = sub(form, "label", f"{word('filter-text', lang)} ")
    sub(label, "input", name="text", type="search", autocomplete="off")
    sub(form, "button", word("reset", lang), type="reset")


def _links(entry: Element, claim: Claim, page: Page) -> None:
    lang = page.lang
    links = [(page.to(claim.slug, anchor(claim.id)), word("on-page", lang))]
    # A page may lag behind its claims while it is written; a test finds what it still owes.
    target = shown_figure(page, claim.figure) if claim.figure else None
    if target:
        links.append((page.to(target.slug, target.anchor), target.text))
    outline = page.outline_of(claim.slug)
    if claim.cell and outline and claim.cell in outline.cells:
        name = f"cell-{claim.cell.replace('/', '-')}"
        links.append((page.to(claim.slug, name), word("to-cell", lang)))
    try:
        code = page.code(place_of(function_of(claim.id)))
    except LookupError:
        code = None
    if code:
        links.append((code, word("evidence-code", lang)))
    row = sub(entry, "p", class_="claim-links")
    for i, (address, text) in enumerate(links):
        follow(row, " · " if i else "")
        link(row, address, text)
