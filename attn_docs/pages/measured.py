"""``{{C4.1}}``: a measured number; ``{{ledger.holds}}``: a count of claims."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from .claims import Claim, counts, evidence_of, load_claims
from .errors import near
from .numbers import exact, written
from .page import Page

PATTERN = r"\{\{([^{}\n]+)\}\}"
NUMBER = re.compile(r"(C\d+\.\d+|P\d+)(?:\.([A-Za-z_]\w*))?(?::(\S+))?")
COUNT = re.compile(r"ledger\.(\w+)")


class MeasuredProcessor(InlineProcessor):
    """Puts the number that the build computed."""

    def __init__(self, page: Page) -> None:
        super().__init__(PATTERN)
        self.page = page

    def handleMatch(  # type: ignore[override]  # noqa: N802 (the library's name)
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        element = Element("data", {"class": "measured"})
        name, value, text = resolve(self.page, m[1])
        element.set("value", exact(value))
        element.set("data-of", name)
        element.text = AtomicString(text)
        return element, m.start(0), m.end(0)


def resolve(page: Page, inside: str) -> tuple[str, float, str]:
    """Name, value and text of the number that ``{{inside}}`` stands for.

    Raises:
        PageError: if there is no such claim, number or format.
    """
    culprit = f"{{{{{inside}}}}}"
    inside = inside.strip()
    counted = COUNT.fullmatch(inside)
    if counted:
        known = counts(load_claims(page.docs))
        if counted[1] not in known:
            raise page.error(f"no count {inside!r}; {near(counted[1], known)}", culprit)
        return inside, known[counted[1]], str(known[counted[1]])
    match = NUMBER.fullmatch(inside)
    if match is None:
        raise page.error(
            f"{culprit} is no number: write {{{{C4.1}}}}, {{{{C4.1.control:.3f}}}} or "
            "{{ledger.holds}}",
            culprit,
        )
    identifier, name, spec = match[1], match[2] or "value", match[3]
    claim = find_claim(page, identifier, culprit)
    evidence = evidence_of(claim)
    if evidence is None:
        raise page.error(f"claim {identifier} has no evidence to quote", culprit)
    try:
        value = evidence.number(name)
    except LookupError as error:
        raise page.error(f"claim {identifier}: {error.args[0]}", culprit) from None
    try:
        text = written(value, spec or evidence.format)
    except ValueError as error:
        raise page.error(f"{culprit}: {error}", culprit) from None
    return f"{identifier}.{name}", value, text


def find_claim(page: Page, identifier: str, *culprits: str) -> Claim:
    """A claim by id; PageError with near matches where there is none."""
    claims = load_claims(page.docs)
    if identifier not in claims:
        raise page.error(
            f"no claim {identifier!r} in docs/claims; {near(identifier, claims)}", *culprits
        )
    return claims[identifier]
