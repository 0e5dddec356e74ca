"""Section 8, C8.3: a positive-definite relation that no bilinear score fits and an encoder does."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

TRAINED = 64
TESTED = 48
# Tokens are times on a dial; the relation is to be at the same point of one of three shifts.
SHIFTS = 3
KAPPA = 2.0
WIDTHS = np.array([4, 8, 16, 32, 64, 128])
SEEDS = 8
# What counts as zero when the hidden layer is inverted, relative to the largest singular value.
CUT = 1e-6


@dataclass(frozen=True)
class Encoders:
    """The relation between points of a circle, and what fits it; errors on points not fitted.

    An error is ‖S − R‖/‖R − mean‖: 1 is what a constant reaches. ``encoder``: by seed and number
    of hidden units; ``score``: of the best bilinear score x·My, M of any rank; ``encoded`` is the
    encoder's inner product with the most units.
    """

    angle: Float[np.ndarray, "n"]
    wanted: Float[np.ndarray, "n n"]
    bilinear: Float[np.ndarray, "n n"]
    encoded: Float[np.ndarray, "n n"]
    width: Int[np.ndarray, "w"]
    score: float
    encoder: Float[np.ndarray, "seeds w"]
    least_eigenvalue: float

    @property
    def last(self) -> float:
        """Mean error of the widest encoder."""
        return float(self.encoder[:, -1].mean())


def circle(angles: Float[np.ndarray, "n"]) -> Float[np.ndarray, "n 3"]:
    """Tokens: the two coordinates of a point, and a 1, so that scores may have biases."""
    return np.stack([np.cos(angles), np.sin(angles), np.ones_like(angles)], -1)


def same_point(
    a: Float[np.ndarray, "n"], b: Float[np.ndarray, "m"], *, kappa: float = KAPPA
) -> Float[np.ndarray, "n m"]:
    """exp(κ(cos 3(a − b) − 1)): 1 if a − b is a multiple of a third of a turn; positive definite.

    It is the exponential kernel of the points at three times the angle.
    """
    return np.exp(kappa * (np.cos(SHIFTS * (a[:, None] - b)) - 1))


def best_form(
    H: Float[np.ndarray, "n f"], R: Float[np.ndarray, "n n"], *, cut: float = CUT
) -> Float[np.ndarray, "f f"]:
    """The M for which H M Hᵀ is nearest to R in the Frobenius norm: H⁺ R H⁺ᵀ.

    Positive semidefinite if R is: then M = BBᵀ, and H M Hᵀ is the inner product of the encoder
    x ↦ Bᵀh(x) with itself.
    """
    inverse = np.linalg.pinv(H, rcond=cut)
    return inverse @ R @ inverse.T


def _error(S: np.ndarray, R: np.ndarray) -> float:
    return float(np.linalg.norm(S - R) / np.linalg.norm(R - R.mean()))


@experiment
def encoders() -> Encoders:
    """Fit on one set of angles, test on another.

    The encoder is an MLP with one hidden layer of ReLUs; the hidden weights are drawn and kept, the
    last layer is the best there is.
    """
    trained = 2 * np.pi * np.arange(TRAINED) / TRAINED
    tested = 2 * np.pi * (np.arange(TESTED) + 0.5) / TESTED - np.pi
    X, Y = circle(trained), circle(tested)
    R, wanted = same_point(trained, trained), same_point(tested, tested)
    bilinear = Y @ best_form(X, R) @ Y.T
    found = np.empty((SEEDS, WIDTHS.size))
    encoded = wanted
    for seed in range(SEEDS):
        for at, width in enumerate(map(int, WIDTHS)):
            rng = np.random.default_rng([8, 3, seed, at])
            U = rng.standard_normal((3, width))
            H, G = np.maximum(X @ U, 0), np.maximum(Y @ U, 0)
            made = G @ best_form(H, R) @ G.T
            found[seed, at] = _error(made, wanted)
            if seed == 0:
                encoded = made
    return Encoders(
        tested,
        wanted,
        bilinear,
        encoded,
        WIDTHS,
        _error(bilinear, wanted),
        found,
        float(np.linalg.eigvalsh(wanted)[0]),
    )


@evidence("C8.3")
def c8_3() -> Evidence:
    r = encoders()
    return Evidence(
        value=r.score,
        low=0.5,
        high=math.inf,
        control=r.last,
        samples=TESTED,
        seeds=SEEDS,
        format=".0%",
        numbers={
            "narrow": float(r.encoder[:, 0].mean()),
            "widest": float(WIDTHS[-1]),
            "encoder_high": float(r.encoder[:, -1].max()),
        },
        data=r,
    )
