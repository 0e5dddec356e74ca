"""``/// cell | slug/name``: code that readers run, with the output of the build."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from ..cells import CellError, Output, run_page
from ..cells.markup import cell_html
from .elements import raw, sub
from .errors import PageError, near
from .figure import once
from .page import Page

Sources = tuple[tuple[str, str], ...]


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

    def on_end(self, block: Element) -> None:
        if len(block):
            page: Page = self.config["page"]
            raise page.error("a cell takes no text: write it around the cell", self.argument)


def cell_source(page: Page, name: str) -> str:
    """Code of a cell; PageError with near matches where there is none."""
    folder = page.docs / "cells"
    path = folder / f"{name}.py"
    if not path.is_file():
        known = [p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.py")]
        raise page.error(f"no cell docs/cells/{name}.py; {near(name, known)}", f"| {name}", name)
    return path.read_text(encoding="utf-8")


def rendered(page: Page, name: str) -> str:
    """HTML of a cell. All cells of the page run, in page order, to give its output."""
    sources = tuple((cell, cell_source(page, cell)) for cell in page.outline.cells)
    try:
        outputs = _outputs(sources, page.lang)
    except CellError as error:
        raise _placed(page, str(error)) from None
    return cell_html(name, dict(sources)[name], outputs[name], page.lang)


@lru_cache(maxsize=64)
def _outputs(sources: Sources, lang: str) -> dict[str, Output]:
    return run_page(dict(sources), lang=lang)


def _placed(page: Page, message: str) -> PageError:
    match = re.match(r"cell (\S+?)(?:, line (\d+))?:", message)
    if match is None:
        return page.error(message, "/// cell")
    path = page.docs / "cells" / f"{match[1]}.py"
    return PageError(message, path, int(match[2] or 1))
