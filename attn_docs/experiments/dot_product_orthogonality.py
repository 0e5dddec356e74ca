"""Section 3: random directions of a high-dimensional space are nearly orthogonal."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import cosine
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

SEEDS = 8
WIDTHS = 2 ** np.arange(1, 13)
PAIRS = 800
DIMENSIONS = (2, 8, 64, 512)
BINS = 41


@dataclass(frozen=True)
class Orthogonality:
    """Cosines of random pairs: root mean square by dimension, and histograms for ``DIMENSIONS``."""

    d: Int[np.ndarray, "k"]
    spread: Float[np.ndarray, "seeds k"]  # √mean cos²: the deviation about the true mean 0
    cone: Float[np.ndarray, "seeds k"]
    above_half: Float[np.ndarray, "k"]  # share of pairs with |cos θ| > ½
    edges: Float[np.ndarray, "edges"]
    density: Float[np.ndarray, "dimensions bins"]
    slopes: Float[np.ndarray, "seeds"]
    slope: float
    slope_cone: float


def _slope(d: np.ndarray, numbers: np.ndarray) -> float:
    return float(np.polyfit(np.log(d), np.log(numbers), 1)[0])


@experiment
def orthogonality() -> Orthogonality:
    """The deviation of cos θ from 0 for pairs of random directions in d dimensions.

    Directions are those of standard normal vectors, hence uniform. The control takes absolute
    values of the components: as random, but all within one orthant, a narrow cone.
    """
    spread, cone = np.empty((SEEDS, WIDTHS.size)), np.empty((SEEDS, WIDTHS.size))
    above = np.zeros(WIDTHS.size)
    edges = np.linspace(-1, 1, BINS + 1)
    pooled: dict[int, list[np.ndarray]] = {d: [] for d in DIMENSIONS}
    for seed in range(SEEDS):
        rng = np.random.default_rng([3, 5, seed])
        for i, d in enumerate(WIDTHS):
            # Cosines of every pair of two small groups would not be independent; those of rows are.
            x, y = (rng.standard_normal((PAIRS, d), dtype=np.float32) for _ in "xy")
            c = cosine(x, y)
            spread[seed, i] = np.sqrt(np.mean(c.astype(float) ** 2))
            cone[seed, i] = np.sqrt(np.mean(cosine(np.abs(x[:200]), np.abs(y[:200])) ** 2))
            above[i] += np.mean(np.abs(c) > 0.5) / SEEDS
            if int(d) in pooled:
                pooled[int(d)].append(c)
    density = np.stack(
        [np.histogram(np.concatenate(pooled[d]), edges, density=True)[0] for d in DIMENSIONS]
    )
    slopes = np.array([_slope(WIDTHS, row) for row in spread])
    return Orthogonality(
        d=WIDTHS,
        spread=spread,
        cone=cone,
        above_half=above,
        edges=edges,
        density=density,
        slopes=slopes,
        slope=_slope(WIDTHS, spread.mean(0)),
        slope_cone=_slope(WIDTHS, cone.mean(0)),
    )


@evidence("C3.5")
def c3_5() -> Evidence:
    r = orthogonality()
    at_64 = int(np.flatnonzero(WIDTHS == 64)[0])
    deviation = float(r.spread[:, at_64].mean())
    return Evidence(
        value=r.slope,
        low=-0.51,
        high=-0.49,
        control=r.slope_cone,
        spread=(float(r.slopes.min()), float(r.slopes.max())),
        samples=PAIRS,
        seeds=SEEDS,
        format=".3f",
        numbers={
            "deviation_64": deviation,
            "degrees_64": math.degrees(math.asin(2 * deviation)),
            "deviation_4096": float(r.spread[:, -1].mean()),
            "ratio_smallest": float((r.spread.mean(0) * np.sqrt(WIDTHS)).min()),
            "ratio_largest": float((r.spread.mean(0) * np.sqrt(WIDTHS)).max()),
            "above_half_2": float(r.above_half[0]),
            "above_half_16": float(r.above_half[WIDTHS == 16][0]),
            "above_half_64": float(r.above_half[at_64]),
            "cone_4096": float(r.cone[:, -1].mean()),
        },
        data=r,
    )
