"""Anchors of numbered formulas: ``\\label{eq:name}`` becomes ``id="eq-name"``."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from .outline import LABEL
from .page import Page


class EquationTreeprocessor(Treeprocessor):
    """Takes labels out of displayed formulas, since KaTeX knows none."""

    def __init__(self, md: Markdown, page: Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        seen: set[str] = set()
        for element in root.iter("div"):
            if element.get("class") != "arithmatex" or not element.text:
                continue
            labels = LABEL.findall(element.text)
            for label in labels:
                if label in seen:
                    raise self.page.error(f"formula eq:{label} stands twice", f"eq:{label}")
                seen.add(label)
                element.set("id", f"eq-{label}")
            if len(labels) > 1:
                raise self.page.error("one formula has two labels", f"eq:{labels[1]}")
            element.text = AtomicString(LABEL.sub("", element.text))
