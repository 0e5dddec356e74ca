"""The Markdown extension: all directives and inline forms of CONTRIBUTING.md, "Writing a page"."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from pymdownx.blocks import BlocksExtension, BlocksProcessor

from .cell import CellBlock
from .citation import CitationProcessor, number_citations
from .claim import ClaimBlock
from .crossref import CrossrefProcessor
from .diagram import DiagramBlock
from .elements import HREF
from .equation import EquationTreeprocessor
from .errors import PageError, near
from .figure import FigureBlock
from .glance import GlanceBlock
from .glossary import GlossaryBlock
from .ledger import LedgerBlock
from .living import Living
from .measured import MeasuredProcessor
from .page import Page
from .playground import PlaygroundBlock
from .references import ReferencesBlock
from .tries import TriesBlock

BLOCKS = (
    FigureBlock, ClaimBlock, CellBlock, DiagramBlock, LedgerBlock, ReferencesBlock, GlossaryBlock,
    Living, GlanceBlock, PlaygroundBlock, TriesBlock,
)  # fmt: skip


class TakeText(Preprocessor):
    """Keeps the page's source, in which the numbers of its figures and formulas are found."""

    def __init__(self, md: Markdown, page: Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, lines: list[str]) -> list[str]:
        self.page.take("\n".join(lines))
        for line, kind in self.page.outline.unclosed:
            if kind in {block.NAME for block in BLOCKS}:
                raise PageError(f"/// {kind} has no end (a line of ///)", self.page.file, line)
        return lines


class Leftovers(Treeprocessor):
    """Finds directives that nobody took: an unknown name or option would show as text."""

    def __init__(self, md: Markdown, page: Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        names = [block.NAME for block in BLOCKS]
        for paragraph in root.iter("p"):
            match = re.match(r"\s*/{3,}[ ]*([\w-]*)", paragraph.text or "")
            if match is None:
                continue
            first = (paragraph.text or "").strip().splitlines()[0]
            if match[1] in names:
                raise self.page.error(f"cannot read {first!r}: is an option wrong?", first)
            raise self.page.error(f"no directive {match[1]!r}; {near(match[1], names)}", first)


class Finish(Treeprocessor):
    """Last steps: ids of citations in page order, and the addresses of all links."""

    def run(self, root: Element) -> None:
        number_citations(root)
        for element in root.iter("a"):
            if HREF in element.attrib:
                element.set("href", element.attrib.pop(HREF))


class PagesExtension(BlocksExtension):
    """Registers the forms; every page has a Markdown instance and thus a Page of its own."""

    def __init__(self, **kwargs: Any) -> None:
        self.config = {
            "lang": ["en", "Language of the page: en or ko"],
            "page": ["index.md", "The page, from its language's folder"],
            "docs": ["docs", "Folder with references.bib, glossary.yml, claims/, cells/, en/, ko/"],
            "source": ["", "File of the page, to place errors"],
            "repository": ["", "Address of the repository, for links to code"],
        }
        super().__init__(**kwargs)

    def extendMarkdownBlocks(self, md: Markdown, block_mgr: BlocksProcessor) -> None:  # noqa: N802
        """Register on a Markdown instance."""
        source = self.getConfig("source")
        page = Page(
            lang=self.getConfig("lang"),
            src=self.getConfig("page"),
            docs=Path(self.getConfig("docs")),
            source=Path(source) if source else None,
            repository=self.getConfig("repository"),
        )
        for block in BLOCKS:
            block_mgr.register(block, {"page": page})
        # After snippets (32), which may bring directives; before whitespace is normalised (30).
        md.preprocessors.register(TakeText(md, page), "pages-text", 31)
        # After code (190), maths (189.9) and escapes (180), before links (170).
        for i, processor in enumerate((MeasuredProcessor, CitationProcessor, CrossrefProcessor)):
            name = f"pages-{processor.__name__.lower()}"
            md.inlinePatterns.register(processor(page), name, 175 - i / 10)
        md.treeprocessors.register(Leftovers(md, page), "pages-leftovers", 31)
        md.treeprocessors.register(EquationTreeprocessor(md, page), "pages-equations", 30)
        # After MkDocs has looked at the links that authors wrote (0).
        md.treeprocessors.register(Finish(md), "pages-finish", -10)


def makeExtension(**kwargs: Any) -> PagesExtension:  # noqa: N802
    """Entry point of Python-Markdown."""
    return PagesExtension(**kwargs)
