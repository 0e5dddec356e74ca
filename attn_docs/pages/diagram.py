"""``/// diagram | D3``: a Mermaid diagram as a figure; the first paragraph is its caption."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown.util import STX
from pymdownx.blocks.block import Block

from .elements import figure_id, sub
from .figure import caption, once
from .page import Page


class DiagramBlock(Block):
    """Holds a caption and a ``mermaid`` fence."""

    NAME = "diagram"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        name = (self.argument or "").strip()
        once(page, self.tracker, "diagram", name)
        if not re.fullmatch(r"D\d+", name):
            raise page.error(f"a diagram is named D1, D2, …, not {name!r}", f"| {name}", name)
        figure = sub(parent, "figure", id=figure_id(name), class_="diagram", data_diagram=name)
        self.drawing = sub(figure, "div", class_="figure-drawing")
        return figure

    def on_add(self, block: Element) -> Element:
        return self.drawing

    def on_end(self, block: Element) -> None:
        page: Page = self.config["page"]
        name = self.argument.strip()
        first = next((p for p in self.drawing if p.tag == "p" and _is_text(p)), None)
        if first is None:
            raise page.error(
                f"diagram {name} has no caption: put a line of text first", f"| {name}", name
            )
        self.drawing.remove(first)
        if not len(self.drawing):
            raise page.error(f"diagram {name} has no mermaid fence", f"| {name}", name)
        caption(block, page, name, (first.text or "").strip())


def _is_text(paragraph: Element) -> bool:
    return not (paragraph.text or "").lstrip().startswith(STX)
