"""An answer on its way to the page: all its numbers in one array, which travels without a copy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from attn_docs.playground.compute import compute

ARRAYS = (
    "weights", "places", "values", "output", "entropy", "effective", "top", "top_other",
    "gradient", "moved", "within", "across", "recall", "asymmetry", "energies", "ranks", "path",
    "curve", "trail",
)  # fmt: skip


def packed(given: Mapping[str, Any]) -> dict[str, Any]:
    """What `compute` returns: heads, tokens, dimensions, and the `ARRAYS` one after another.

    Raises:
        ValueError: for a state that is none, naming the entry.
    """
    answer = compute(given)
    arrays = [answer[name].ravel() for name in ARRAYS]
    h, n = answer["weights"].shape[:2]
    return {
        "h": h,
        "n": n,
        "d": answer["d"],
        "sizes": np.array([array.size for array in arrays]),
        "numbers": np.concatenate(arrays),
    }
