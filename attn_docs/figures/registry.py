"""Figures by name: a drawing function, the experiment it draws, its texts in both languages."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from attn_docs.experiments.memo import kept
from attn_docs.figures import style
from attn_docs.figures.svg import to_svg
from attn_docs.figures.table import to_csv
from attn_docs.sections import ROOMS


class Text:
    """The words of a figure in one language; any keyword beyond the first three is a label."""

    def __init__(self, *, title: str, alt: str, caption: str, **labels: str) -> None:
        self.title = title
        self.alt = alt
        self.caption = caption
        self.labels = labels

    def __getattr__(self, name: str) -> str:
        try:
            return self.__dict__["labels"][name]
        except KeyError:
            raise AttributeError(f"the figure's texts have no label {name!r}") from None

    def filled(self, result: object) -> Text:
        """The same words with the result's numbers (``{r.field:.2f}``) put in."""
        keep = {k: v.format(r=result) for k, v in vars(self).items() if isinstance(v, str)}
        return Text(**keep, **self.labels)


@dataclass(frozen=True)
class Entry:
    name: str
    draw: Callable[[Any, Text], Figure]
    of: Callable[[], Any]
    texts: dict[str, Text]

    def figure(self, lang: str) -> Figure:
        """The matplotlib figure, drawn and laid out; call within ``style.context()``."""
        result = self.of()
        return self.draw(result, self.texts[lang].filled(result))


@dataclass(frozen=True)
class Rendered:
    svg: str
    title: str
    alt: str
    caption: str
    source: str  # path:line of the drawing function, from the top of the checkout
    csv: str


_REGISTRY: dict[str, Entry] = {}


def figure(
    name: str, *, of: Callable[[], Any], en: Text, ko: Text
) -> Callable[[Callable[[Any, Text], Figure]], Callable[[Any, Text], Figure]]:
    """Register a drawing function under ``slug/name``."""
    if en.labels.keys() != ko.labels.keys():
        odd = sorted(en.labels.keys() ^ ko.labels.keys())
        raise ValueError(f"figure {name}: labels in one language only: {', '.join(odd)}")

    def register(draw: Callable[[Any, Text], Figure]) -> Callable[[Any, Text], Figure]:
        _REGISTRY[name] = Entry(name, draw, of, {"en": en, "ko": ko})
        return draw

    return register


def _load(slug: str) -> None:
    module = f"attn_docs.figures.{slug.replace('-', '_')}"
    if find_spec(module) is not None:
        importlib.import_module(module)


def names() -> tuple[str, ...]:
    """All figures, in the order of the sections."""
    for slug in ROOMS:
        _load(slug)
    rooms = list(ROOMS)
    return tuple(sorted(_REGISTRY, key=lambda n: rooms.index(n.split("/")[0])))


def entry(name: str) -> Entry:
    """One figure; ``LookupError`` where there is none of that name."""
    slug = name.split("/")[0]
    if slug in ROOMS:
        _load(slug)
    try:
        return _REGISTRY[name]
    except KeyError:
        raise LookupError(f"no figure {name!r}; there are {', '.join(names())}") from None


def _source(draw: Callable[..., Figure]) -> str:
    path = Path(inspect.getsourcefile(draw) or "")
    package = Path(__file__).resolve().parent.parent
    line = inspect.getsourcelines(draw)[1]
    return f"{path.resolve().relative_to(package.parent).as_posix()}:{line}"


def render(name: str, lang: str) -> Rendered:
    """Draw a figure in a language; kept on disk until a source that it rests on changes."""
    found = entry(name)

    def draw() -> Rendered:
        result = found.of()
        text = found.texts[lang].filled(result)
        with style.context():
            svg = to_svg(
                found.draw(result, text),
                name=f"fig-{name.replace('/', '-')}-{lang}",
                title=text.title,
                description=text.alt,
            )
        csv = to_csv(result)
        return Rendered(svg, text.title, text.alt, text.caption, _source(found.draw), csv)

    return kept(found.draw.__module__, f"figure-{name.replace('/', '-')}-{lang}", draw)
