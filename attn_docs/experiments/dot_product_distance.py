"""Section 3: softmax over dot products against softmax over Euclidean distances."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import norms, softmax
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

SEEDS = 8
WIDTHS = 2 ** np.arange(1, 13)
KEYS = 16
QUERIES = 50


@dataclass(frozen=True)
class DistanceWeights:
    """Weights by dot product and by distance, at inverse temperature 1/√d.

    Differences are total variations, half the sum of absolute differences of the weights: the
    share of the weight that goes to other keys. ``offset`` and ``log_ratio`` are of one example.
    """

    d_k: Int[np.ndarray, "k"]
    equal: Float[np.ndarray, "seeds k"]  # keys of one length: the largest difference
    unequal: Float[np.ndarray, "seeds k"]  # the same keys, not normalised: the mean difference
    extended: Float[np.ndarray, "seeds k"]  # distance with one more coordinate: the largest
    other_top: Float[np.ndarray, "seeds k"]  # share of queries whose best key differs
    excess_dot: Float[np.ndarray, "seeds k"]  # ‖k‖² of the best key above the mean, in deviations
    excess_distance: Float[np.ndarray, "seeds k"]
    key_length: Float[np.ndarray, "keys"]
    weight_dot: Float[np.ndarray, "keys"]
    weight_distance: Float[np.ndarray, "keys"]
    offset: Float[np.ndarray, "keys"]  # β‖k‖²/2
    log_ratio: Float[np.ndarray, "keys"]  # log of dot weight over distance weight
    slope: float


def distance_scores(Q: np.ndarray, K: np.ndarray) -> Float[np.ndarray, "n m"]:
    """−½‖q − k‖² for each query and key, from the differences themselves, not from Q Kᵀ."""
    return np.stack([-0.5 * np.sum((Q - k) ** 2, axis=-1) for k in K], axis=-1)


def _apart(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    return 0.5 * np.abs(A - B).sum(-1)


def _example() -> tuple[np.ndarray, ...]:
    """Six keys in the plane, from short to long, all within a right angle of the query."""
    q = np.array([[2.0, 0.0]])
    lengths = np.array([0.8, 1.2, 1.6, 2.0, 2.6, 3.4])
    turned = np.deg2rad([0, 35, 20, 0, 50, 40])
    k = lengths[:, None] * np.stack([np.cos(turned), np.sin(turned)], axis=-1)
    dot, distance = softmax(q @ k.T / math.sqrt(2)), softmax(distance_scores(q, k) / math.sqrt(2))
    return lengths, dot[0], distance[0], 0.5 * lengths**2 / math.sqrt(2)


@experiment
def distance_weights() -> DistanceWeights:
    """Softmax over q·k against softmax over −½‖q − k‖², for keys of equal and of unequal length.

    Standard normal queries and keys; "equal" rescales the keys to length √d. "Extended" gives
    each key one more coordinate that fills its length up to a common one, and each query a zero.
    """
    fields = np.empty((6, SEEDS, WIDTHS.size))
    for seed in range(SEEDS):
        rng = np.random.default_rng([3, 3, seed])
        for i, d in enumerate(WIDTHS):
            q, k = rng.standard_normal((QUERIES, d)), rng.standard_normal((KEYS, d))
            beta = 1 / math.sqrt(d)
            squares = norms(k) ** 2
            round_k = k * math.sqrt(d) / norms(k)[:, None]
            dot, distance = softmax(beta * q @ k.T), softmax(beta * distance_scores(q, k))
            fill = np.sqrt(squares.max() - squares)[:, None]
            longer = distance_scores(np.pad(q, ((0, 0), (0, 1))), np.hstack([k, fill]))
            standard = (squares - squares.mean()) / squares.std()
            fields[:, seed, i] = (
                _apart(
                    softmax(beta * q @ round_k.T), softmax(beta * distance_scores(q, round_k))
                ).max(),
                _apart(dot, distance).mean(),
                _apart(dot, softmax(beta * longer)).max(),
                (dot.argmax(-1) != distance.argmax(-1)).mean(),
                standard[dot.argmax(-1)].mean(),
                standard[distance.argmax(-1)].mean(),
            )
    lengths, dot, distance, offset = _example()
    ratio = np.log(dot / distance)
    slope = float(np.polyfit(offset, ratio, 1)[0])
    return DistanceWeights(
        WIDTHS,
        *fields,
        key_length=lengths,
        weight_dot=dot,
        weight_distance=distance,
        offset=offset,
        log_ratio=ratio,
        slope=slope,
    )


@evidence("C3.3")
def c3_3() -> Evidence:
    r = distance_weights()
    at_64 = int(np.flatnonzero(WIDTHS == 64)[0])
    by_seed = r.equal.max(1)
    return Evidence(
        value=float(r.equal.max()),
        low=0.0,
        high=1e-12,
        control=float(r.unequal[:, at_64].mean()),
        spread=(float(by_seed.min()), float(by_seed.max())),
        samples=QUERIES * WIDTHS.size,
        seeds=SEEDS,
        format=".2g",
        numbers={
            "unequal_2": float(r.unequal[:, 0].mean()),
            "unequal_64": float(r.unequal[:, at_64].mean()),
            "unequal_4096": float(r.unequal[:, -1].mean()),
            "other_top_64": float(r.other_top[:, at_64].mean()),
            "excess_dot_64": float(r.excess_dot[:, at_64].mean()),
            "excess_distance_64": float(r.excess_distance[:, at_64].mean()),
            "extended": float(r.extended.max()),
            "slope": r.slope,
        },
        data=r,
    )
