"""From a matplotlib figure to inline SVG that belongs to the page around it."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET

import matplotlib
from matplotlib.figure import Figure

from attn_docs.figures.palette import INK, VARIABLES

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
ET.register_namespace("", SVG)
ET.register_namespace("xlink", XLINK)

_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_NUMBER = re.compile(r"-?\d+\.\d{3,}")


def _variable(match: re.Match[str]) -> str:
    colour = match.group().lower()
    name = VARIABLES.get(colour)
    return f"var({name}, {colour})" if name else colour


def _short(match: re.Match[str]) -> str:
    number = float(match.group())
    # A scale of 0.015625 must keep its digits; a coordinate needs no more than two.
    return f"{number:.6g}" if abs(number) < 1 else f"{number:.2f}".rstrip("0").rstrip(".")


def unknown_colours(svg: str) -> set[str]:
    """Colours in ``svg`` that are no role of the palette."""
    bare = re.sub(r"var\(--attn-[\w-]+, #[0-9a-f]{6}\)", "", svg)
    return {c.lower() for c in _HEX.findall(bare)}


def to_svg(fig: Figure, *, name: str, title: str, description: str) -> str:
    """Inline ``<svg role="img">``: role colours as CSS variables, equal bytes always.

    ``name`` must be unique on the page (letters, digits, ``-``).
    """
    with matplotlib.rc_context({"svg.hashsalt": name}):
        stream = io.StringIO()
        fig.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    root = ET.fromstring(stream.getvalue())
    for metadata in root.findall(f"{{{SVG}}}metadata"):
        root.remove(metadata)
    for group in root.iter(f"{{{SVG}}}g"):
        if (group.get("id") or "").startswith("QuadMesh"):
            _merge(group)
    _rename(root, name)
    for element in root.iter():
        for key, text in element.attrib.items():
            if key in ("style", "fill", "stroke"):
                element.set(key, _HEX.sub(_variable, text))
            elif key in ("d", "transform", "x", "y", "width", "height", "points"):
                element.set(key, _NUMBER.sub(_short, " ".join(text.split())))
    for definitions in root.findall(f"{{{SVG}}}defs"):
        for sheet in definitions.findall(f"{{{SVG}}}style"):
            definitions.remove(sheet)  # inline, its rule for * would hold for the whole page
    box = root.get("viewBox", "0 0 1 1").split()
    root.attrib.clear()
    root.set("viewBox", " ".join(_NUMBER.sub(_short, number) for number in box))
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    root.set("class", "attn-figure")
    # matplotlib leaves black unsaid; what nothing coloured follows the page's ink.
    root.set(
        "style",
        f"fill: var(--attn-ink, {INK}); stroke-linejoin: round; stroke-linecap: butt",
    )
    for tag, text in (("desc", description), ("title", title)):
        child = ET.Element(f"{{{SVG}}}{tag}", {"id": f"{name}-{tag}"})
        child.text = text
        root.insert(0, child)
    return ET.tostring(root, encoding="unicode")


def _merge(group: ET.Element) -> None:
    """One path a colour instead of one a cell: a tenth of the bytes, and of the page's elements."""
    merged: dict[tuple[tuple[str, str], ...], ET.Element] = {}
    for path in list(group):
        rest = tuple(sorted((k, v) for k, v in path.attrib.items() if k != "d"))
        first = merged.setdefault(rest, path)
        if first is not path:
            first.set("d", f"{first.get('d')} {path.get('d')}")
            group.remove(path)


def _rename(root: ET.Element, name: str) -> None:
    """Keep only the ids that something refers to, under the figure's own name."""
    used: dict[str, str] = {}

    def own(identifier: str) -> str:
        return used.setdefault(identifier, f"{name}-{len(used)}")

    for element in root.iter():
        for key, text in list(element.attrib.items()):
            if key == f"{{{XLINK}}}href" and text.startswith("#"):
                # It stays xlink:href: the theme's instant navigation assigns to every plain href,
                # which a <use> does not allow.
                element.set(key, f"#{own(text[1:])}")
            elif "url(#" in text:
                element.set(key, _REFERENCE.sub(lambda m: f"url(#{own(m.group(1))})", text))
    for element in root.iter():
        identifier = element.attrib.pop("id", None)
        if identifier in used:
            element.set("id", used[identifier])
