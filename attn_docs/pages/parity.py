"""What the two languages of a page must share, and what prose must not hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .outline import Equation, Outline, outline, prose

# A decimal or a percentage. Two dots make a version or an address, not a measurement.
NUMBER = re.compile(
    r"(?<![\w.,])(?<!\w-)\d+(?:[.,]\d+)*\s*(?:%|％|percent\b|per cent\b|퍼센트)"
    r"|(?<![\w.])(?<!\w-)\d+\.\d+(?![\w.]*\.\d)(?=\D|$)"
)
# Numbers that name a place or a version: nobody measured them.
NAMED_BEFORE = re.compile(
    r"(?:[Ss]ections?|[Cc]hapters?|[Ff]igures?|[Tt]ables?|[Ee]quations?|[Cc]laims?|[Vv]ersions?|§"
    r"|(?<![가-힣])(?:그림|표|식|주장|버전|제)"
    r"|Python|NumPy|Pyodide|matplotlib|CC BY|Attribution|저작자표시|arXiv:"
    r"|(?:Chrom|Firefox|Safari|Edge|크롬|파이어폭스|사파리|엣지)\w*(?:[^|.\d]*\|)?)"
    r"\s?\(?(?:\d+\.\d+(?:,| and| to|–|와|과|~)\s?)?$"
)
# The article's own title starts with the number of its chapter; a level of confidence is chosen.
NAMED_AFTER = re.compile(r"\s?(?:절|장|판|interval|신뢰)|\s셀프 어텐션\(Self-Attention\)과 Q, K, V")
TEXT = re.compile(r"\\(?:text|mbox|textrm|operatorname)\{[^{}]*\}")


def differences(en: str, ko: str) -> list[str]:
    """What one language's page has and the other's has not, in words for their authors.

    Headings (by level and id), directives, displayed formulas and code must be equal in order;
    citations, references, numbers, links and formulas within sentences may come in another order.
    Words inside a formula (``\\text{…}``) may differ. An empty list means that all is well.
    """
    first, second = outline(en), outline(ko)
    found = []
    ordered = (
        ("headings", [_heading(h) for h in first.headings], [_heading(h) for h in second.headings]),
        ("directives", _directives(first), _directives(second)),
        ("displayed formulas", _equations(first), _equations(second)),
        ("code", [_code(c) for c in first.code], [_code(c) for c in second.code]),
    )
    for name, ours, theirs in ordered:
        if ours != theirs:
            found.append(f"{name} differ: {_first_difference(ours, theirs)}")
    for name, ours, theirs in (
        ("citations", first.citations, second.citations),
        ("cross-references", first.crossrefs, second.crossrefs),
        ("measured numbers", first.measured, second.measured),
        ("links", first.links, second.links),
        ("formulas within sentences", set(map(_tex, first.inline)), set(map(_tex, second.inline))),
    ):
        found += _unequal(name, ours, theirs)
    return found


def missing_ids(source: str) -> list[int]:
    """Positions (from 1) of headings below the title that lack an explicit id.

    >>> missing_ids("# Title\\n\\n## One { #one }\\n\\n## Two\\n")
    [3]
    """
    headings = outline(source).headings
    return [i for i, (level, name) in enumerate(headings, 1) if level > 1 and name is None]


def typed_numbers(source: str) -> list[tuple[int, str]]:
    """Decimals and percentages in prose, with their lines: what was measured is never typed.

    Names are no measurements: numbers of sections, figures, claims and versions pass.

    >>> typed_numbers("Section 4.1 says\\nthat $0.5$ and 93.5 % or 0.7 is `1.5`.")
    [(2, '93.5 %'), (2, '0.7')]
    >>> typed_numbers("4.2절과 NumPy 2.0, 2023년, Python 3.11.4")
    []
    """
    found = []
    for number, line in enumerate(prose(source).split("\n"), 1):
        start = re.match(r"#{1,6}[ ]+\d+\.\d+\b", line)
        for match in NUMBER.finditer(line, start.end() if start else 0):
            before, after = line[: match.start()], line[match.end() :]
            if not NAMED_BEFORE.search(before) and not NAMED_AFTER.match(after):
                found.append((number, match[0]))
    return found


def _heading(heading: tuple[int, str | None]) -> str:
    level, name = heading
    return f"{'#' * level} {name or ''}" if level > 1 else "#"


def _directives(page: Outline) -> list[str]:
    return [f"/// {kind} | {name}" for kind, name in page.directives]


def _equations(page: Outline) -> list[Equation]:
    return [Equation(_tex(e.tex), e.label, e.tag) for e in page.formulas]


def _code(code: tuple[str, str]) -> tuple[str, str]:
    """Code is equal word for word; a diagram's words are translated, its arrows are not."""
    language, text = code
    if language != "mermaid":
        return code
    arrows = re.findall(r"-->|-\.->|==>|---|-\.-|~~~|^\s*subgraph|^\s*end\b", text, re.M)
    return language, " ".join(arrow.strip() for arrow in arrows)


def _tex(tex: str) -> str:
    return re.sub(r"\s+", "", TEXT.sub(r"\\text{}", tex))


def _first_difference(ours: list, theirs: list) -> str:  # type: ignore[type-arg]
    for i, (a, b) in enumerate(zip(ours, theirs, strict=False), 1):
        if a != b:
            return f"number {i} is {_show(a)} in English, {_show(b)} in Korean"
    longer, lang = (ours, "English") if len(ours) > len(theirs) else (theirs, "Korean")
    return f"{_show(longer[min(len(ours), len(theirs))])} stands in {lang} only"


def _show(item: object) -> str:
    return repr(item if len(repr(item)) < 160 else f"{str(item)[:150]}…")


def _unequal(name: str, ours: Iterable[str], theirs: Iterable[str]) -> list[str]:
    here, there = Counter(ours), Counter(theirs)
    rows = []
    for lang, extra in (("English", here - there), ("Korean", there - here)):
        if extra:
            rows.append(f"{name} in {lang} only: {', '.join(sorted(extra.elements()))}")
    return rows
