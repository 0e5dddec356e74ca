"""The ledger for programs: ``claims.json`` beside the ledger's page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..experiments.evidence import Evidence
from .claims import Claim, counts, evidence_of, load_claims
from .crossref import resolve as refer
from .elements import anchor
from .measured import resolve as measure
from .numbers import exact
from .outline import CITATION, CROSSREF, MEASURED, keys
from .page import Page, section_number
from .references import load_references

VERSION = 1


def claims_json(lang: str, docs: Path = Path("docs"), repository: str = "") -> str:
    """All claims as JSON.

    ``{"version": 1, "language": "en", "counts": {status: n, "total": n, "measured": n},
    "claims": [...]}``; each claim has

    - ``id``, ``kind``, ``status``, ``section`` (number or null), ``page`` (slug), ``anchor``,
      ``url`` (relative to the ledger's page);
    - ``statement``, ``verdict``, ``measure``, ``control``, ``disagrees``: Markdown with TeX in
      ``$…$``, the numbers put in, null where the claim has none;
    - ``sources``: ``[{"key", "number", "title", "url"}]``; ``figure``, ``cell``: names or null;
    - ``evidence``: null, or ``{"value", "low", "high", "control", "spread", "samples", "seeds",
      "numbers"}``, numbers rounded to six digits; an open end of a bound is null.

    Raises:
        PageError: as the ledger's page does.
    """
    page = Page(lang=lang, src="ledger.md", docs=docs, repository=repository)
    claims = load_claims(docs)
    whole = {
        "version": VERSION,
        "language": lang,
        "counts": counts(claims),
        "claims": [_entry(claim, page) for claim in claims.values()],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def plain(text: str, page: Page) -> str:
    """A text with its numbers and references put in as plain words."""
    text = MEASURED.sub(lambda m: measure(page, m[1])[2], text)
    references = load_references(page.docs)

    def cited(match: re.Match[str]) -> str:
        return f"[{', '.join(str(references[key].number) for key in keys(match[1]))}]"

    return CROSSREF.sub(lambda m: refer(page, m[1].strip()).text, CITATION.sub(cited, text))


def _entry(claim: Claim, page: Page) -> dict[str, Any]:
    texts = {
        name: plain(text[page.lang], page) if text else None
        for name, text in (
            ("statement", claim.statement),
            ("verdict", claim.verdict),
            ("measure", claim.measure),
            ("control", claim.control),
            ("disagrees", claim.disagrees),
        )
    }
    evidence = evidence_of(claim)
    return {
        "id": claim.id,
        "kind": claim.kind,
        "status": claim.status,
        "section": section_number(claim.slug),
        "page": claim.slug,
        "anchor": anchor(claim.id),
        "url": page.to(claim.slug, anchor(claim.id)),
        **texts,
        "sources": [_source(key, page) for key in claim.sources],
        "figure": claim.figure,
        "cell": claim.cell,
        "evidence": _evidence(evidence) if evidence else None,
    }


def _source(key: str, page: Page) -> dict[str, Any]:
    reference = load_references(page.docs)[key]
    url = reference.links[0][1] if reference.links else None
    return {"key": key, "number": reference.number, "title": reference.title, "url": url}


def _evidence(found: Evidence) -> dict[str, Any]:
    return {
        "value": _number(found.value),
        "low": _number(found.low),
        "high": _number(found.high),
        "control": _number(found.control),
        "spread": [_number(end) for end in found.spread] if found.spread else None,
        "samples": found.samples,
        "seeds": found.seeds,
        "numbers": {name: _number(value) for name, value in found.numbers.items()},
    }


def _number(value: float) -> float | None:
    return None if abs(value) == float("inf") else float(exact(value))
