"""Claim P1: one step of retrieval in a modern Hopfield network is one attention look-up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention, hopfield_energy, hopfield_retrieve, hopfield_update
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

SEEDS = 8
PATTERNS = 32
WIDTH = 64
CUES = 100


@dataclass(frozen=True)
class Retrieval:
    """Noisy cues of stored patterns, ‖noise‖ = ‖pattern‖, one row a seed."""

    look_up_gap: Float[np.ndarray, "seeds"]  # largest |update − attention|
    recalled: Float[np.ndarray, "seeds"]  # share of cues whose pattern is nearest afterwards
    recalled_soft: Float[np.ndarray, "seeds"]  # the same at a β that is too small
    error: Float[np.ndarray, "seeds"]  # mean distance to the pattern over its norm
    error_soft: Float[np.ndarray, "seeds"]
    mean_gap: Float[np.ndarray, "seeds"]  # at small β: distance to the mean of all patterns
    energy: Float[np.ndarray, "seeds steps"]  # mean energy along 6 updates
    rise: float  # largest rise of the energy in any step of any cue


@experiment
def retrieval() -> Retrieval:
    """One-step recall of 32 random patterns in 64 dimensions at β = 0.5 and at β = 0.001."""
    rows = []
    for seed in range(SEEDS):
        rng = np.random.default_rng([20, 1, seed])
        X = rng.standard_normal((PATTERNS, WIDTH))
        which = rng.integers(PATTERNS, size=CUES)
        noise = rng.standard_normal((CUES, WIDTH))
        norm = np.linalg.norm(X[which], axis=1, keepdims=True)
        cue = X[which] + noise / np.linalg.norm(noise, axis=1, keepdims=True) * norm
        sharp, soft = (hopfield_update(cue, X, beta=b) for b in (0.5, 0.001))
        gap = np.abs(sharp - attention(cue, X, X, scale=0.5)).max()
        path = hopfield_retrieve(cue, X, beta=0.5, steps=6)
        energy = hopfield_energy(path, X, beta=0.5)
        found = [gap]
        for Z in (sharp, soft):
            distance = np.linalg.norm(Z[:, None] - X, axis=-1)
            found += [(distance.argmin(1) == which).mean()]
        for Z in (sharp, soft):
            found += [(np.linalg.norm(Z - X[which], axis=1, keepdims=True) / norm).mean()]
        found += [(np.linalg.norm(soft - X.mean(0), axis=1) / norm[:, 0]).mean()]
        rows.append((found, energy.mean(1), float(np.diff(energy, axis=0).max())))
    numbers = np.array([r[0] for r in rows]).T
    return Retrieval(*numbers, energy=np.array([r[1] for r in rows]), rise=max(r[2] for r in rows))


@evidence("P1")
def p1() -> Evidence:
    r = retrieval()
    return Evidence(
        value=float(r.error.mean()),
        low=0.0,
        high=0.01,
        control=float(r.error_soft.mean()),
        spread=(float(r.error.min()), float(r.error.max())),
        samples=CUES,
        seeds=SEEDS,
        format=".1e",
        numbers={
            "patterns": PATTERNS,
            "dimension": WIDTH,
            "recalled": float(r.recalled.mean()),
            "recalled_soft": float(r.recalled_soft.mean()),
            "error_soft": float(r.error_soft.mean()),
            "mean_gap": float(r.mean_gap.mean()),
            "gap": float(r.look_up_gap.max()),
            "rise": max(0.0, r.rise),
        },
        data=r,
    )
