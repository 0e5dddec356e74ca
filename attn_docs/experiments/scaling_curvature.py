"""Section 4.2: how sharply softmax can bend, and how sharply it does bend at typical scores."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import softmax, softmax_jacobian
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

WIDTHS = 2 ** np.arange(1, 13)
SEEDS = 4
KEYS = 16
QUERIES = 100
SEARCHED = 500


def _largest(weights: np.ndarray, beta: float) -> np.ndarray:
    """Largest eigenvalue of β(diag p − ppᵀ) for each row p."""
    return np.linalg.eigvalsh(beta * softmax_jacobian(weights))[:, -1]


@dataclass(frozen=True)
class Curvature:
    """Largest eigenvalue of the Hessian of log-sum-exp(βS)/β, that is of β(diag p − ppᵀ).

    The supremum is over all weights found; typical is the median over random queries, a row a seed.
    """

    d_k: Int[np.ndarray, "k"]
    supremum_unscaled: Float[np.ndarray, "k"]
    supremum_scaled: Float[np.ndarray, "k"]
    seeds_unscaled: Float[np.ndarray, "seeds k"]
    seeds_scaled: Float[np.ndarray, "seeds k"]

    @property
    def typical_unscaled(self) -> np.ndarray:
        return np.median(self.seeds_unscaled, axis=0)

    @property
    def typical_scaled(self) -> np.ndarray:
        return np.median(self.seeds_scaled, axis=0)


@experiment
def curvature() -> Curvature:
    """The largest curvature found and the typical one, for β = 1 and for β = 1/√d_k.

    The search for the largest looks at the random scores of the typical points, at weights drawn
    from Dirichlet distributions that favour corners and edges, and at scores in which two keys
    tie far above the rest. Only the tie should reach the bound β/2; none may pass it.
    """
    supremum = np.zeros((2, WIDTHS.size))
    typical = np.empty((2, SEEDS, WIDTHS.size))
    for seed in range(SEEDS):
        rng = np.random.default_rng([4, 5, seed])
        drawn = rng.dirichlet(np.full(KEYS, 0.1), size=SEARCHED)
        for i, d in enumerate(WIDTHS):
            raw = rng.standard_normal((QUERIES, d)) @ rng.standard_normal((KEYS, d)).T
            tied = np.full((1, KEYS), -60.0 * math.sqrt(d))
            tied[0, :2] = 0.0
            for which, beta in enumerate((1.0, 1 / math.sqrt(d))):
                found = _largest(softmax(beta * raw), beta)
                typical[which, seed, i] = np.median(found)
                tie = _largest(softmax(beta * tied), beta)
                best = max(found.max(), tie.max(), beta * _largest(drawn, 1.0).max())
                supremum[which, i] = max(supremum[which, i], best)
    return Curvature(WIDTHS, *supremum, *typical)


@evidence("C4.5")
def c4_5() -> Evidence:
    r = curvature()
    root = math.sqrt(WIDTHS[-1])
    at_64 = int(np.flatnonzero(WIDTHS == 64)[0])
    flatter = WIDTHS[r.typical_unscaled < r.typical_scaled]
    return Evidence(
        value=float(r.supremum_unscaled[-1] / r.supremum_scaled[-1]),
        low=root * (1 - 1e-6),
        high=root * (1 + 1e-6),
        control=float(r.typical_unscaled[-1] / r.typical_scaled[-1]),
        samples=QUERIES,
        seeds=SEEDS,
        format=".2f",
        numbers={
            "d_k": float(WIDTHS[-1]),
            "supremum_unscaled": float(r.supremum_unscaled[-1]),
            "supremum_scaled": float(r.supremum_scaled[-1]),
            "typical_unscaled": float(r.typical_unscaled[-1]),
            "typical_scaled": float(r.typical_scaled[-1]),
            "typical_unscaled_64": float(r.typical_unscaled[at_64]),
            "typical_scaled_64": float(r.typical_scaled[at_64]),
            "crossing": float(flatter.min()),
        },
        data=r,
    )
