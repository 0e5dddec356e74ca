"""Things to try: a question first, then one state or two, then what the measurements say.

Their texts (``pages/playground.yml``) quote measurements as ``{0.effective:1}``: of the first
state, with one decimal; ``%`` is a percentage, and ``w1-0-4`` the weight that query 0 gives key 4
in the second head. The page fills the same texts from the measurements it has at hand.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from attn_docs.playground.compute import compute
from attn_docs.playground.readings import readings
from attn_docs.playground.state import checked, plain


@dataclass(frozen=True)
class Try:
    """One thing to try; `right` is the answer that the measurements will confirm."""

    name: str
    states: tuple[Mapping[str, Any], ...]
    right: int
    claim: str = ""

    @functools.cached_property
    def full_states(self) -> tuple[dict[str, Any], ...]:
        return tuple(plain(checked(state)) for state in self.states)


TOPICS = {"sequence": "two-topics"}
TRIES = (
    Try("blocks", (TOPICS,), right=1, claim="P2"),
    Try(
        "sharpness", ({**TOPICS, "sharpness": 0}, {**TOPICS, "sharpness": 12}), right=0, claim="P3"
    ),
    Try(
        "mixture",
        (
            {**TOPICS, "query": 3, "sharpness": 0},
            {**TOPICS, "query": 3, "sharpness": 6, "own_token": False},
        ),
        right=2,
        claim="P4",
    ),
    Try(
        "uniform",
        ({"sequence": "unrelated"}, {"sequence": "unrelated", "own_token": False}),
        right=1,
        claim="P5",
    ),
    Try(
        "saturation",
        ({**TOPICS, "dimension": 512}, {**TOPICS, "dimension": 512, "scaled": False}),
        right=2,
        claim="P6",
    ),
    Try(
        "asymmetry",
        (
            {"sequence": "bank", "projection": "shared"},
            {"sequence": "bank", "projection": "separate"},
        ),
        right=1,
    ),
    Try(
        "causal",
        (
            {"sequence": "chain", "query": 6, "mask": "causal"},
            {"sequence": "chain", "query": 0, "mask": "causal"},
        ),
        right=0,
    ),
    Try("heads", ({**TOPICS, "heads": 2},), right=2),
    Try(
        "recall",
        (
            {"sequence": "retrieval", "sharpness": 8},
            {"sequence": "retrieval", "sharpness": 8, "steps": 2},
        ),
        right=0,
        claim="P1",
    ),
    Try("collapse", (TOPICS, {**TOPICS, "steps": 12}), right=1),
)

PLACE = re.compile(r"\{(\d)\.([\w-]+)(?::([12%]))?\}")


def outcomes(chosen: Try, lang: str) -> list[dict[str, Any]]:
    """Measurements of each state of a try, weights (``w0-2-3``) included."""
    found = []
    for state in chosen.full_states:
        answer = compute(state)
        row = readings(state, answer, lang)
        for head, weights in enumerate(answer["weights"]):
            for i, line in enumerate(weights):
                row |= {f"w{head}-{i}-{j}": float(w) for j, w in enumerate(line)}
        found.append(row)
    return found


def told(text: str, found: list[dict[str, Any]]) -> str:
    """`text` with its places filled from measurements.

    >>> told("{0.top} gets {0.top_weight:%}, {1.effective:1}", [
    ...     {"top": "river", "top_weight": 0.619}, {"effective": 1.84}])
    'river gets 62%, 1.8'
    """

    def fill(match: re.Match[str]) -> str:
        value = found[int(match[1])][match[2]]
        if match[3] is None:
            return str(value)
        return f"{value:.0%}" if match[3] == "%" else f"{value:.{match[3]}f}"

    return PLACE.sub(fill, text)
