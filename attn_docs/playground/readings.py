"""The measurements of one query, as plain numbers: what the page lists, exports and compares."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from attn_docs.playground.sequences import SEQUENCES
from attn_docs.playground.state import checked


def labels(state: Mapping[str, Any], lang: str) -> tuple[str, ...]:
    """Words of the tokens: a sequence's own in the page's language, else as they were given."""
    found = checked(state)
    if found.sequence != "own":
        return SEQUENCES[found.sequence].labels[lang]
    assert found.tokens is not None  # `checked` has seen to it
    return tuple(label for label, _, _ in found.tokens)


def readings(
    state: Mapping[str, Any], answer: Mapping[str, Any], lang: str, *, head: int = 0
) -> dict[str, Any]:
    """Measurements of the chosen query in one head; None for what does not apply.

    `answer` is what `compute(state)` returned. Entropies are in nats and bits, `moved` is in the
    units of the plane, `keys` counts the keys that the query may see.
    """
    words, found = labels(state, lang), checked(state)
    i = found.query
    row = np.asarray(answer["weights"])[head, i]
    top, other = int(answer["top"][head, i]), int(answer["top_other"][head, i])
    H = float(answer["entropy"][head, i])
    return {
        "query": words[i],
        "top": words[top],
        "top_weight": float(row[top]),
        "top_other": words[other],
        "top_other_weight": float(row[other]),
        "entropy": H,
        "bits": H / math.log(2),
        "effective": float(answer["effective"][head, i]),
        "keys": _keys(found, i, len(row)),
        "sharpness": found.sharpness,
        "moved": float(answer["moved"][head, i]),
        "gradient": float(answer["gradient"][head, i]),
        "d": int(answer["d"]),
        "steps": found.steps,
        "energy": _number(answer["energies"][-1]),
        "rank": _number(answer["ranks"][-1]),
        **{k: _number(answer[k][head]) for k in ("within", "across", "asymmetry", "recall")},
    }


def _keys(state: Any, query: int, n: int) -> int:
    """How many keys the query may see."""
    cue = state.sequence != "own" and SEQUENCES[state.sequence].cue
    first, last = (1 if cue else 0), (query + 1 if state.mask == "causal" else n)
    inside = first <= query < last
    return max(last - first - (inside and not state.own_token), 0)


def _number(given: Any) -> float | None:
    return float(given) if np.isfinite(given) else None
