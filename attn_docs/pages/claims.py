"""The claims: their texts from ``docs/claims/*.yml``, joined with the evidence that is measured."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ..experiments.evidence import BoundError, Evidence, evidence_for, function_of
from ..sections import LANGUAGES, ROOMS, section_of
from .errors import PageError, line_of, near
from .page import Stamps, stamps

KINDS = ("measured", "cited", "reading")
STATUSES = ("holds", "qualified", "corrected", "reading", "open")
TEXTS = ("statement", "verdict", "measure", "control", "disagrees")
FIELDS = ("id", "kind", "status", *TEXTS, "sources", "figure", "cell")
IDENTIFIER = re.compile(r"C\d+\.\d+|P\d+")

Text = Mapping[str, str]


@dataclass(frozen=True)
class Claim:
    """One claim as its authors wrote it; a text that it lacks is None."""

    id: str
    kind: str
    status: str
    statement: Text
    verdict: Text | None
    measure: Text | None
    control: Text | None
    disagrees: Text | None
    sources: tuple[str, ...]
    figure: str | None
    cell: str | None
    file: Path
    line: int

    @property
    def slug(self) -> str:
        """Page on which it stands."""
        return section_of(self.id)

    def error(self, message: str) -> PageError:
        return PageError(f"claim {self.id}: {message}", self.file, self.line)


def load_claims(docs: Path) -> dict[str, Claim]:
    """All claims by id, in the order of the sections.

    Raises:
        PageError: where a file breaks the schema of CONTRIBUTING.md, "Writing a claim".
    """
    return dict(_load(stamps(*sorted((docs / "claims").glob("*.yml")))))


@lru_cache(maxsize=8)
def _load(files: Stamps) -> dict[str, Claim]:
    found: dict[str, Claim] = {}
    for name, _, _ in files:
        for claim in _read(Path(name)):
            if claim.id in found:
                raise claim.error(f"stands in {found[claim.id].file} too")
            found[claim.id] = claim
    rooms = list(ROOMS)
    return dict(sorted(found.items(), key=lambda c: (rooms.index(c[1].slug), order(c[0]))))


def order(claim: str) -> int:
    """Rank of a claim within its section: 12 for ``C4.12``."""
    return int(claim.lstrip("CP").split(".")[-1])


def _read(path: Path) -> list[Claim]:
    text = path.read_text(encoding="utf-8")
    try:
        rows = yaml.safe_load(text) or []
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise PageError(f"no valid YAML: {error}", path, mark.line + 1 if mark else 1) from None
    if not isinstance(rows, list):
        raise PageError("a list of claims is expected (`- id: …`)", path)
    return [_claim(row, path, text) for row in rows]


def _claim(row: Any, path: Path, text: str) -> Claim:
    if not isinstance(row, dict) or not IDENTIFIER.fullmatch(str(row.get("id", ""))):
        raise PageError(f"a claim needs an id such as C4.1 or P3, not {row!r:.60}", path)
    name = str(row["id"])
    match = re.search(rf"^\s*-?\s*id:\s*[\"']?{re.escape(name)}[\"']?\s*$", text, re.M)
    line = text.count("\n", 0, match.end()) + 1 if match else line_of(text, name) or 1

    def fail(message: str) -> PageError:
        return PageError(f"claim {name}: {message}", path, line)

    for key in row:
        if key not in FIELDS:
            raise fail(f"unknown field {key!r}; {near(str(key), FIELDS)}")
    kind, status = row.get("kind"), row.get("status")
    if kind not in KINDS:
        raise fail(f"kind {kind!r} is none of {', '.join(KINDS)}")
    if status not in STATUSES:
        raise fail(f"status {status!r} is none of {', '.join(STATUSES)}")
    if kind == "reading" and status != "reading":
        raise fail(f"a reading has status reading, not {status}")
    if kind == "measured" and status == "reading":
        raise fail("what is measured has a verdict: its status cannot be reading")
    try:
        slug = section_of(name)
    except StopIteration:
        raise fail("there is no section of that number") from None
    if path.stem != slug:
        raise fail(f"belongs into {slug}.yml")
    needed = {"statement"} | ({"verdict"} if status != "open" else set())
    needed |= {"measure", "control"} if kind == "measured" and status != "open" else set()
    for key in TEXTS:
        if key in needed and row.get(key) is None:
            raise fail(f"{key} is missing")
        if row.get(key) is not None and not _both(row[key]):
            raise fail(f"{key} needs a text in each language: {{en: …, ko: …}}")
    sources = row.get("sources") or []
    if not isinstance(sources, list) or not all(isinstance(s, str) for s in sources):
        raise fail("sources is a list of keys of references.bib")
    return Claim(
        id=name,
        kind=kind,
        status=status,
        sources=tuple(sources),
        figure=row.get("figure"),
        cell=row.get("cell"),
        file=path,
        line=line,
        statement=row["statement"],
        verdict=row.get("verdict"),
        measure=row.get("measure"),
        control=row.get("control"),
        disagrees=row.get("disagrees"),
    )


def _both(text: Any) -> bool:
    return (
        isinstance(text, dict)
        and set(text) == set(LANGUAGES)
        and all(isinstance(t, str) and t.strip() for t in text.values())
    )


def evidence_of(claim: Claim) -> Evidence | None:
    """The checked evidence of a claim; None where it has none and needs none.

    Raises:
        PageError: if a number left its bound, a measured claim has no evidence, or an open one has.
    """
    try:
        function_of(claim.id)
    except LookupError:
        if claim.kind == "measured" and claim.status != "open":
            module = claim.slug.replace("-", "_")
            raise claim.error(
                f"is measured, but attn_docs/experiments/{module}.py has no "
                f'@evidence("{claim.id}"); write it, or set the status to open'
            ) from None
        return None
    if claim.status == "open":
        raise claim.error("has evidence now, so its status is no longer open")
    try:
        return evidence_for(claim.id)
    except BoundError as error:
        raise PageError(str(error), claim.file, claim.line) from error


def counts(claims: Mapping[str, Claim]) -> dict[str, int]:
    """How many claims there are: by status, ``total``, and ``measured`` with evidence in place."""
    found = {status: sum(c.status == status for c in claims.values()) for status in STATUSES}
    found["total"] = len(claims)
    found["measured"] = sum(c.kind == "measured" and c.status != "open" for c in claims.values())
    return found
