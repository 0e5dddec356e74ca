"""``/// figure | slug/name``: a figure as inline SVG, its caption, and ways to take it along."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from ..figures import registry
from .crossref import figure_number
from .elements import figure_id, follow, link, raw, sub
from .errors import near
from .page import FIGURE_FILES, Page
from .words import word


def csv_path(name: str, lang: str) -> str:
    """Where the data of a figure are published, below the site's root.

    >>> csv_path("scaling/variance", "en")
    'assets/figures/scaling/variance.en.csv'
    """
    return f"{FIGURE_FILES}/{name}.{lang}.csv"


class FigureBlock(Block):
    """A figure by name; it takes no content, since its texts stand beside the drawing."""

    NAME = "figure"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        name = (self.argument or "").strip()
        self.content = sub(parent, "div")
        once(page, self.tracker, "figure", name)
        if name not in registry.names():
            raise page.error(
                f"no figure {name!r}; {near(name, registry.names())}", f"| {name}", name
            )
        drawn = registry.render(name, page.lang)
        parent.remove(self.content)
        figure = sub(parent, "figure", id=figure_id(name), data_figure=name)
        sub(figure, "div", class_="figure-drawing").text = raw(self.md, drawn.svg)
        caption(figure, page, name, drawn.caption)
        self._tools(figure, page, name, drawn)
        return figure

    def on_add(self, block: Element) -> Element:
        return self.content

    def on_end(self, block: Element) -> None:
        if len(self.content) or (self.content.text or "").strip():
            page: Page = self.config["page"]
            raise page.error("a figure takes no text: its caption stands beside the drawing",
                             self.argument or "")  # fmt: skip

    def _tools(self, figure: Element, page: Page, name: str, drawn: registry.Rendered) -> None:
        tools = sub(figure, "p", class_="figure-tools")
        for action in ("save-svg", "save-png"):
            sub(
                tools, "button", word(action, page.lang), type="button", data_action=action,
                data_file=f"{name.replace('/', '-')}.{page.lang}",
            )  # fmt: skip
            follow(tools, " ")
        link(tools, page.asset(csv_path(name, page.lang)), word("data", page.lang), download="")
        code = page.code(drawn.source)
        if code:
            follow(tools, " ")
            link(tools, code, word("figure-code", page.lang), rel="external")


def caption(figure: Element, page: Page, name: str, text: str) -> Element:
    """Append the numbered caption; its text is inline Markdown."""
    element = sub(figure, "figcaption")
    figures = page.outline.figures
    number = figure_number(page.slug, figures.index(name) if name in figures else 0)
    sub(
        element, "span", word("figure", page.lang, number), class_="figure-number"
    ).tail = f" {text}"
    return element


def once(page: Page, seen: dict[str, object], kind: str, name: str) -> None:
    """PageError where a directive lacks its name, or stands twice on a page."""
    if not name:
        raise page.error(f"/// {kind} needs a name: /// {kind} | …", f"/// {kind}")
    if name in seen:
        raise page.error(
            f"{kind} {name} stands twice on this page; refer to it instead", f"| {name}", name
        )
    seen[name] = True
