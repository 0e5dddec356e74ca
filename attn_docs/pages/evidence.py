"""A claim's evidence in words: number and bound, control, spread, samples, seeds, sources."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from ..experiments.evidence import Evidence
from .citation import cite
from .claims import Claim
from .elements import follow, sub
from .errors import near
from .numbers import exact, written
from .page import Page
from .references import load_references
from .words import word


def bound_text(evidence: Evidence, lang: str) -> str:
    """The bound in words; an infinite end is left out.

    >>> bound_text(Evidence(value=1.0, low=0.98, high=1.02, control=2.0), "en")
    '0.98 to 1.02'
    >>> bound_text(Evidence(value=1.0, low=0.5, high=math.inf, control=0.0), "ko")
    '0.5 이상'
    >>> bound_text(Evidence(value=1.0, low=1.0, high=1.0, control=16.0), "en")
    'exactly 1'
    """
    low, high = (limit(end, evidence.format) for end in (evidence.low, evidence.high))
    if math.isinf(evidence.high):
        return word("at-least", lang, low)
    if math.isinf(evidence.low):
        return word("at-most", lang, high)
    if low == high:
        return word("exactly", lang, low)
    return word("between", lang, low, high)


def spread_text(low: str, high: str, lang: str) -> str:
    """The ends of a spread in words, or the one value that all seeds share.

    >>> spread_text("0.9", "1.1", "en"), spread_text("4", "4", "en"), spread_text("4", "4", "ko")
    ('0.9 to 1.1', '4 in every seed', '모든 시드에서 4')
    """
    return word("everywhere", lang, low) if low == high else word("between", lang, low, high)


def limit(value: float, spec: str) -> str:
    """A bound as its author wrote it: all its digits, up to six."""
    return written(value, ".6g" if spec.endswith(("g", "f", "e")) else spec)


def control_format(value: float, spec: str) -> str:
    """Format of a control, which may be of another size than the number that it controls.

    >>> control_format(1e-16, ".3f"), control_format(0.4, ".0e"), control_format(0.4, ".2f")
    ('.1e', '.3g', '.2f')
    >>> control_format(0.04, ".0%")
    '.0%'
    """
    if spec.endswith("e"):
        return ".3g" if 1e-3 <= abs(value) < 1e4 else spec
    hidden = value != 0 and float(format(value, spec).rstrip("%")) == 0
    return ".1e" if hidden else spec


def facts(parent: Element, page: Page, claim: Claim, evidence: Evidence | None) -> None:
    """Append a list of what was measured and where the claim comes from."""
    lang = page.lang
    listed = sub(parent, "dl", class_="claim-facts")
    if evidence is not None:
        meaning = _row(listed, word("number", lang), "number")
        _text(meaning, claim.measure, lang)
        _number(meaning, claim, evidence, "value")
        follow(meaning, f" ({word('bound', lang, bound_text(evidence, lang))})")
        meaning = _row(listed, word("control", lang), "control")
        _text(meaning, claim.control, lang)
        _number(meaning, claim, evidence, "control")
        follow(meaning, f" ({word('outside', lang)})")
        if evidence.spread is not None:
            low, high = (written(end, evidence.format) for end in evidence.spread)
            follow(_row(listed, word("spread", lang), "spread"), spread_text(low, high, lang))
        for name, count in (("samples", evidence.samples), ("seeds", evidence.seeds)):
            if count is not None:
                follow(_row(listed, word(name, lang), name), f"{count:,}")
    if claim.sources:
        meaning = _row(listed, word("sources", lang), "sources")
        known = load_references(page.docs)
        for key in claim.sources:
            if key not in known:
                raise claim.error(f"no reference {key!r} in references.bib; {near(key, known)}")
        meaning.append(cite(page, list(claim.sources), "sources"))
    if not len(listed):
        parent.remove(listed)


def _row(listed: Element, name: str, kind: str) -> Element:
    row = sub(listed, "div", class_=f"claim-{kind}")
    sub(row, "dt", name)
    return sub(row, "dd")


def _text(meaning: Element, text: object, lang: str) -> None:
    if isinstance(text, dict):
        sub(meaning, "span", text[lang], inline=True, class_="claim-what")
        follow(meaning, ": ")


def _number(meaning: Element, claim: Claim, evidence: Evidence, name: str) -> None:
    value = evidence.number(name)
    spec = evidence.format if name == "value" else control_format(value, evidence.format)
    sub(
        meaning, "data", written(value, spec), class_="measured", value=exact(value),
        data_of=f"{claim.id}.{name}",
    )  # fmt: skip
