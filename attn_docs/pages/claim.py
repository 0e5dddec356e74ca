"""``/// claim | C4.1``: a claim's box; Markdown inside is the discussion."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from .claims import Claim, evidence_of
from .elements import anchor, follow, link, sub
from .evidence import facts
from .figure import once
from .measured import find_claim
from .page import Page
from .words import MARKS, word


class ClaimBlock(Block):
    """A claim by id, on the page of its section."""

    NAME = "claim"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        name = (self.argument or "").strip()
        once(page, self.tracker, "claim", name)
        claim = find_claim(page, name, f"| {name}", name)
        if claim.slug != page.slug:
            raise page.error(
                f"claim {name} belongs on page {claim.slug}; write [#{name}]", f"| {name}", name
            )
        box = claim_element(parent, "section", claim)
        box.set("role", "group")
        box.set("aria-labelledby", f"{anchor(name)}-head")
        head = claim_head(box, claim, page)
        follow(head, " ")
        ledger = page.to("ledger", anchor(name))
        link(head, ledger, word("in-ledger", page.lang), class_="claim-elsewhere")
        claim_body(box, claim, page)
        self.discussion = sub(box, "div", class_="claim-discussion")
        return box

    def on_add(self, block: Element) -> Element:
        return self.discussion

    def on_end(self, block: Element) -> None:
        if not len(self.discussion):
            block.remove(self.discussion)


def claim_element(parent: Element, tag: str, claim: Claim) -> Element:
    """The element that stands for a claim, on its page and in the ledger."""
    return sub(
        parent, tag, class_="claim", id=anchor(claim.id), data_claim=claim.id,
        data_kind=claim.kind, data_status=claim.status, data_section=claim.slug,
    )  # fmt: skip


def claim_head(box: Element, claim: Claim, page: Page) -> Element:
    """Append the line with id, kind, status and a button to cite; the id is a permanent link."""
    lang = page.lang
    head = sub(box, "p", class_="claim-head", id=f"{anchor(claim.id)}-head")
    link(
        head, f"#{anchor(claim.id)}", claim.id, class_="claim-id",
        title=word("permalink", lang, claim.id),
    )  # fmt: skip
    follow(head, " ")
    badge = sub(head, "span", class_="badge badge-status", data_status=claim.status)
    sub(badge, "span", MARKS[claim.status], aria_hidden="true", class_="badge-mark")
    follow(badge, f" {word(claim.status, lang)}")
    if claim.kind != claim.status:
        follow(head, " ")
        sub(head, "span", word(claim.kind, lang), class_="badge badge-kind")
    follow(head, " ")
    sub(
        head, "button", word("cite", lang), type="button", class_="claim-cite",
        data_search_exclude="", aria_label=word("cite-claim", lang, claim.id),
    )  # fmt: skip
    return head


def claim_body(box: Element, claim: Claim, page: Page) -> None:
    """Append statement, verdict, evidence, and where the article is departed from."""
    lang = page.lang
    sub(box, "p", claim.statement[lang], inline=True, class_="claim-statement")
    evidence = evidence_of(claim)
    if claim.status == "open":
        sub(box, "p", word("to-come", lang), class_="claim-open")
    if claim.verdict is not None:
        label = {"reading": "view", "open": "plan"}.get(claim.status, "finding")
        _labelled(box, "claim-verdict", word(label, lang), claim.verdict[lang])
    facts(box, page, claim, evidence)
    if claim.disagrees is not None:
        _labelled(box, "claim-disagrees", word("departs", lang), claim.disagrees[lang])


def _labelled(box: Element, name: str, label: str, text: str) -> None:
    paragraph = sub(box, "p", class_=name)
    sub(paragraph, "strong", f"{label}.").tail = f" {text}"
