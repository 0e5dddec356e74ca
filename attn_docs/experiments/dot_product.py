"""Section 3: the dot product is lengths times cosine; distance and dimension stand beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core import norms
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.dot_product_distance import c3_3, distance_weights
from attn_docs.experiments.dot_product_orthogonality import c3_5, orthogonality
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

__all__ = ["angle_sweep", "c3_1", "c3_3", "c3_5", "distance_weights", "orthogonality"]

SEEDS = 8
DIMENSIONS = (2, 8, 64, 512)


@dataclass(frozen=True)
class AngleSweep:
    """Scores of a query with keys turned away from it by a known angle, in ``DIMENSIONS``."""

    degrees: Int[np.ndarray, "angles"]
    lengths: Float[np.ndarray, "lengths"]
    score: Float[np.ndarray, "lengths angles"]  # in the plane, for a query of length 1
    error: Float[np.ndarray, "seeds"]  # largest |q·k / (‖q‖‖k‖) − cos θ|
    error_shuffled: Float[np.ndarray, "seeds"]
    sign_kept: float


@experiment
def angle_sweep() -> AngleSweep:
    """q·k/(‖q‖‖k‖) against the cosine of the angle by which k was turned away from q.

    The angle is set, not computed back from the dot product: k = ‖k‖(cos θ u + sin θ w) with
    orthonormal u ∥ q and w in a random plane. The control shuffles the components of k, which
    keeps its length and loses its direction.
    """
    degrees = np.arange(0, 181, 5)
    theta = np.deg2rad(degrees)
    lengths = np.array([0.5, 1.0, 2.0])
    error, shuffled, kept = np.zeros(SEEDS), np.zeros(SEEDS), []
    for seed in range(SEEDS):
        rng = np.random.default_rng([3, 1, seed])
        for d in DIMENSIONS:
            frame = np.linalg.qr(rng.standard_normal((d, 2)))[0]
            size_q, size_k = rng.uniform(0.1, 10, size=2)
            q = size_q * frame[:, 0]
            k = size_k * (
                np.cos(theta)[:, None] * frame[:, 0] + np.sin(theta)[:, None] * frame[:, 1]
            )
            found = k @ q / (norms(q) * norms(k))
            mixed = rng.permuted(k, axis=1) @ q / (norms(q) * norms(k))
            error[seed] = max(error[seed], np.abs(found - np.cos(theta)).max())
            shuffled[seed] = max(shuffled[seed], np.abs(mixed - np.cos(theta)).max())
            kept.append(np.sign(np.round(found, 12)) == np.sign(np.round(np.cos(theta), 12)))
    return AngleSweep(
        degrees=degrees,
        lengths=lengths,
        score=lengths[:, None] * np.cos(theta),
        error=error,
        error_shuffled=shuffled,
        sign_kept=float(np.mean(kept)),
    )


@evidence("C3.1")
def c3_1() -> Evidence:
    r = angle_sweep()
    return Evidence(
        value=float(r.error.max()),
        low=0.0,
        high=1e-12,
        control=float(r.error_shuffled.max()),
        spread=(float(r.error.min()), float(r.error.max())),
        samples=r.degrees.size * len(DIMENSIONS),
        seeds=SEEDS,
        format=".2g",
        numbers={"sign_kept": r.sign_kept, "control_smallest": float(r.error_shuffled.min())},
        data=r,
    )
