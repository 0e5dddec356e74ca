"""``/// glance``: the whole ledger in one figure, a mark for each claim, a row for each section."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from ..sections import ROOMS
from .claims import STATUSES, load_claims
from .elements import anchor, follow, link, sub
from .ledger import room_title
from .page import Page
from .words import MARKS, word


class GlanceBlock(Block):
    """The Markdown inside is the caption; every mark leads to its claim in the ledger."""

    NAME = "glance"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        claims = load_claims(page.docs)
        figure = sub(parent, "figure", class_="glance", id="fig-glance")
        rows = sub(figure, "ul", class_="glance-rows")
        for slug in ROOMS:
            own = [claim for claim in claims.values() if claim.slug == slug]
            if not own:
                continue
            row = sub(rows, "li")
            link(
                sub(row, "span", class_="glance-title"), page.to(slug), room_title(slug, page.lang)
            )
            marks = sub(row, "ul", class_="glance-marks")
            for claim in own:
                item = sub(marks, "li", data_status=claim.status)
                name = f"{claim.id}: {word(claim.status, page.lang)}"
                shown = link(item, page.to("ledger", anchor(claim.id)), None)
                shown.set("title", name)
                shown.set("aria-label", name)
                sub(shown, "span", MARKS[claim.status], aria_hidden="true")
        legend = sub(figure, "p", class_="glance-legend")
        for status in STATUSES:
            entry = sub(legend, "span", data_status=status)
            sub(entry, "span", MARKS[status], aria_hidden="true", class_="glance-sample")
            follow(entry, f" {word(status, page.lang)}")
        self.caption = sub(figure, "figcaption")
        return figure

    def on_add(self, block: Element) -> Element:
        return self.caption
