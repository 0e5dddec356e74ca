"""``/// cell | slug/name``: code that readers run, with the output of the build."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from .elements import raw, sub
from .errors import near
from .figure import once
from .page import Page


class CellBlock(Block):
    """A cell by name. The cells of a page share a namespace and run in page order."""

    NAME = "cell"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        name = (self.argument or "").strip()
        once(page, self.tracker, "cell", name)
        holder = sub(parent, "div", class_="cell-holder")
        holder.text = raw(self.md, rendered(page, name))
        return holder


def cell_source(page: Page, name: str) -> str:
    """Code of a cell; PageError with near matches where there is none."""
    folder = page.docs / "cells"
    path = folder / f"{name}.py"
    if not path.is_file():
        known = [p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.py")]
        raise page.error(f"no cell docs/cells/{name}.py; {near(name, known)}", name)
    return path.read_text(encoding="utf-8")


def rendered(page: Page, name: str) -> str:
    """HTML of a cell. All cells of the page run, in page order, to give its output."""
    try:
        from ..cells import run_page
        from ..cells.markup import cell_html
    except ImportError:
        return f"<pre>{cell_source(page, name)}</pre>"

    sources = {cell: cell_source(page, cell) for cell in page.outline.cells}
    before = list(sources)[: list(sources).index(name)]
    return cell_html(name, sources[name], run_page(sources)[name], page.lang, before)
