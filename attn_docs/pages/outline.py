"""What a page's Markdown source is made of, without rendering it.

Used to number figures, to resolve references from other pages, to run a page's cells in order,
and to compare the two languages of a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)\n(.*?)(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.M | re.S
)
FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)
START = re.compile(r"^[ ]{0,3}(/{3,})[ ]*([\w-]+)[ ]*(?:\|[ ]*(.*?))?[ ]*$", re.M)
END = re.compile(r"^[ ]{0,3}(/{3,})[ ]*$", re.M)
CODE = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
DISPLAY = re.compile(r"\$\$((?:\\.|[^\\$])+?)\$\$", re.S)
INLINE = re.compile(r"(?<![\\$])\$(?!\s)((?:\\.|[^\\$])+?)(?<!\s)\$")
HEADING = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*(?:\{[^}\n]*?#([\w-]+)[^}\n]*\})?[ \t#]*$", re.M)
LABEL = re.compile(r"\\label\{eq:([\w-]+)\}")
TAG = re.compile(r"\\tag\{([^}]*)\}")
CITATION = re.compile(r"\[(@[^\]\n]+)\](?!\()")
CROSSREF = re.compile(r"\[#([^\]\n]+)\](?!\()")
MEASURED = re.compile(r"\{\{([^{}\n]+)\}\}")
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|<(https?://[^>\s]+)>")
COMMENT = re.compile(r"<!--.*?-->", re.S)


@dataclass(frozen=True)
class Equation:
    """A displayed formula: its TeX without label and tag, and both where it has them."""

    tex: str
    label: str | None
    tag: str | None


@dataclass(frozen=True)
class Outline:
    """The parts of a page that both languages share."""

    headings: tuple[tuple[int, str | None], ...]  # level, explicit id
    directives: tuple[tuple[str, str], ...]  # kind, name
    formulas: tuple[Equation, ...]  # displayed
    inline: tuple[str, ...]  # TeX within the text
    citations: tuple[str, ...]
    crossrefs: tuple[str, ...]
    measured: tuple[str, ...]
    links: tuple[str, ...]
    code: tuple[tuple[str, str], ...]  # language, text of fenced code
    unclosed: tuple[tuple[int, str], ...]  # line, kind of directives without an end

    def named(self, *kinds: str) -> tuple[str, ...]:
        """Names of the directives of these kinds, in page order."""
        return tuple(name for kind, name in self.directives if kind in kinds)

    @property
    def cells(self) -> tuple[str, ...]:
        return self.named("cell")

    @property
    def claims(self) -> tuple[str, ...]:
        return self.named("claim")

    @property
    def figures(self) -> tuple[str, ...]:
        """Figures and diagrams: they share one numbering."""
        return self.named("figure", "diagram")


def outline(source: str) -> Outline:
    """Take a page's Markdown apart.

    >>> page = outline("## A { #a }\\n\\n/// cell | scaling/x\\n///\\n\\nBy $x$ [@k]: {{C4.1}}.")
    >>> page.headings, page.cells, page.inline, page.citations, page.measured
    (((2, 'a'),), ('scaling/x',), ('x',), ('k',), ('C4.1',))
    """
    code: list[tuple[str, str]] = []

    def fenced(match: re.Match[str]) -> str:
        code.append((match[2].strip(), match[3]))
        return _lines(match[0])

    text = COMMENT.sub(_blank, FENCE.sub(fenced, FRONT.sub(_blank, source)))
    text = CODE.sub(_blank, text)
    formulas: list[Equation] = []

    def displayed(match: re.Match[str]) -> str:
        formulas.append(_equation(match[1]))
        return _lines(match[0])

    text = DISPLAY.sub(displayed, text)
    inline = tuple(m[1].strip() for m in INLINE.finditer(text))
    text = INLINE.sub(_blank, text)
    return Outline(
        headings=tuple((len(m[1]), m[3]) for m in HEADING.finditer(text)),
        directives=tuple((m[2].lower(), (m[3] or "").strip()) for m in START.finditer(text)),
        formulas=tuple(formulas),
        inline=inline,
        citations=tuple(k for m in CITATION.finditer(text) for k in keys(m[1])),
        crossrefs=tuple(m[1].partition("|")[0].strip() for m in CROSSREF.finditer(text)),
        measured=tuple(m[1].strip() for m in MEASURED.finditer(text)),
        links=tuple(m[1] or m[2] for m in LINK.finditer(text)),
        code=tuple(code),
        unclosed=_unclosed(text),
    )


def keys(inside: str) -> list[str]:
    """Keys of a citation's inside.

    >>> keys("@vaswani2017; @sarkar-sdpa")
    ['vaswani2017', 'sarkar-sdpa']
    """
    return [part.strip().removeprefix("@") for part in inside.split(";")]


def prose(source: str) -> str:
    """The sentences of a page, line by line: no code, maths, directives, link targets or tags."""
    text = FENCE.sub(_blank, FRONT.sub(_blank, source))
    for pattern in (COMMENT, CODE, DISPLAY, INLINE, MEASURED, CITATION, CROSSREF, START):
        text = pattern.sub(_blank, text)
    text = LINK.sub("]", text)
    text = re.sub(r"\{[:#. ][^}\n]*\}", "", text)
    return re.sub(r"</?[A-Za-z][^>]*>", _blank, text)


def _equation(tex: str) -> Equation:
    label, tag = LABEL.search(tex), TAG.search(tex)
    bare = TAG.sub("", LABEL.sub("", tex))
    return Equation(" ".join(bare.split()), label[1] if label else None, tag[1] if tag else None)


def _unclosed(text: str) -> tuple[tuple[int, str], ...]:
    marks = [(m.start(), len(m[1]), m[2]) for m in START.finditer(text)]
    marks += [(m.start(), len(m[1]), "") for m in END.finditer(text)]
    waiting: list[tuple[int, int, str]] = []
    for at, length, kind in sorted(marks):
        if kind:
            waiting.append((at, length, kind))
        else:
            index = next(
                (i for i in reversed(range(len(waiting))) if waiting[i][1] == length), None
            )
            if index is not None:
                del waiting[index]
    return tuple((text.count("\n", 0, at) + 1, kind) for at, _, kind in waiting)


def _lines(text: str) -> str:
    return "\n" * text.count("\n")


_blank: Callable[[re.Match[str]], str] = lambda match: _lines(match[0])  # noqa: E731
