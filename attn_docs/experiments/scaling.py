"""Section 4: what the factor 1/√d_k does to scores, weights, gradients and curvature."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import entropy, softmax, softmax_jacobian
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

WIDTHS = 2 ** np.arange(1, 13)
SEEDS = 8
PAIRS = 1500
KEYS = 16
QUERIES = 200


def _slope(d_k: np.ndarray, numbers: np.ndarray) -> float:
    """Slope of a straight line through log ``numbers`` against log ``d_k``."""
    return float(np.polyfit(np.log(d_k), np.log(numbers), 1)[0])


@dataclass(frozen=True)
class VarianceGrowth:
    """Variance of q·k over ``PAIRS`` random pairs; one row a seed."""

    d_k: Int[np.ndarray, "k"]
    independent: Float[np.ndarray, "seeds k"]
    scaled: Float[np.ndarray, "seeds k"]
    correlated: Float[np.ndarray, "seeds k"]
    slopes: Float[np.ndarray, "seeds"]
    slope: float
    slope_scaled: float
    slope_correlated: float


@experiment
def variance_growth() -> VarianceGrowth:
    """Var(q·k) against d_k: independent components, the same divided by √d_k, correlated ones.

    The correlated components share a common factor (correlation ½ between any two of a vector),
    with mean 0 and variance 1 each: only independence is taken away.
    """
    independent = np.empty((SEEDS, WIDTHS.size))
    correlated = np.empty_like(independent)
    for seed in range(SEEDS):
        rng = np.random.default_rng([4, 1, seed])
        for i, d in enumerate(WIDTHS):
            # q·k for given k is a sum of d terms: a few thousand pairs at a time keep memory small.
            q, k = (rng.standard_normal((PAIRS, d), dtype=np.float32) for _ in "qk")
            independent[seed, i] = np.einsum("pd,pd->p", q, k).var()
            factor_q, factor_k = (rng.standard_normal((PAIRS, 1), dtype=np.float32) for _ in "qk")
            q, k = (q + factor_q) / math.sqrt(2), (k + factor_k) / math.sqrt(2)
            correlated[seed, i] = np.einsum("pd,pd->p", q, k).var()
    slopes = np.array([_slope(WIDTHS, row) for row in independent])
    return VarianceGrowth(
        d_k=WIDTHS,
        independent=independent,
        scaled=independent / WIDTHS,
        correlated=correlated,
        slopes=slopes,
        slope=_slope(WIDTHS, independent.mean(0)),
        slope_scaled=_slope(WIDTHS, independent.mean(0) / WIDTHS),
        slope_correlated=_slope(WIDTHS, correlated.mean(0)),
    )


@evidence("C4.1")
def c4_1() -> Evidence:
    r = variance_growth()
    return Evidence(
        value=r.slope,
        low=0.98,
        high=1.02,
        control=r.slope_correlated,
        spread=(float(r.slopes.min()), float(r.slopes.max())),
        samples=PAIRS,
        seeds=SEEDS,
        format=".3f",
        numbers={
            "variance_64": float(r.independent[:, WIDTHS == 64].mean()),
            "deviation_64": math.sqrt(float(r.independent[:, WIDTHS == 64].mean())),
            "variance_4096": float(r.independent[:, -1].mean()),
            "correlated_64": float(r.correlated[:, WIDTHS == 64].mean()),
        },
        data=r,
    )


@evidence("C4.4")
def c4_4() -> Evidence:
    r = variance_growth()
    scaled_slopes = r.slopes - 1
    s = saturation()
    return Evidence(
        value=r.slope_scaled,
        low=-0.02,
        high=0.02,
        control=r.slope,
        spread=(float(scaled_slopes.min()), float(scaled_slopes.max())),
        samples=PAIRS,
        seeds=SEEDS,
        format=".3f",
        numbers={
            "smallest": float(r.scaled.mean(0).min()),
            "largest": float(r.scaled.mean(0).max()),
            "effective_first": float(np.exp(s.entropy_scaled[:, 0]).mean()),
            "effective_last": float(np.exp(s.entropy_scaled[:, -1]).mean()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Saturation:
    """``QUERIES`` random queries over ``KEYS`` random keys; means over queries, one row a seed."""

    d_k: Int[np.ndarray, "k"]
    top_unscaled: Float[np.ndarray, "seeds k"]
    top_scaled: Float[np.ndarray, "seeds k"]
    entropy_unscaled: Float[np.ndarray, "seeds k"]
    entropy_scaled: Float[np.ndarray, "seeds k"]
    jacobian_unscaled: Float[np.ndarray, "seeds queries k"]
    jacobian_scaled: Float[np.ndarray, "seeds queries k"]
    gradient_unscaled: Float[np.ndarray, "seeds queries k"]
    gradient_scaled: Float[np.ndarray, "seeds queries k"]

    @property
    def median_unscaled(self) -> np.ndarray:
        """Median norm of the softmax Jacobian without scaling, for each d_k."""
        return np.median(self.jacobian_unscaled, axis=(0, 1))

    @property
    def median_scaled(self) -> np.ndarray:
        return np.median(self.jacobian_scaled, axis=(0, 1))

    @property
    def mean_unscaled(self) -> np.ndarray:
        return self.jacobian_unscaled.mean(axis=(0, 1))

    @property
    def mean_scaled(self) -> np.ndarray:
        return self.jacobian_scaled.mean(axis=(0, 1))


@experiment
def saturation() -> Saturation:
    """Top weight, entropy and gradients of softmax over independent standard normal q and k."""
    shape = (SEEDS, WIDTHS.size)
    top, ent = np.empty((2, *shape)), np.empty((2, *shape))
    jac, grad = (np.empty((2, SEEDS, QUERIES, WIDTHS.size)) for _ in "jg")
    for seed in range(SEEDS):
        rng = np.random.default_rng([4, 2, seed])
        for i, d in enumerate(WIDTHS):
            q = rng.standard_normal((QUERIES, d))
            k = rng.standard_normal((KEYS, d))
            for which, scale in enumerate((1.0, 1 / math.sqrt(d))):
                p = softmax(scale * q @ k.T)
                j = softmax_jacobian(p)
                top[which, seed, i] = p.max(-1).mean()
                ent[which, seed, i] = entropy(p).mean()
                jac[which, seed, :, i] = np.linalg.norm(j, axis=(1, 2))
                grad[which, seed, :, i] = np.linalg.norm(scale * j @ k, axis=(1, 2))
    return Saturation(WIDTHS, *top, *ent, *jac, *grad)


@evidence("C4.2")
def c4_2() -> Evidence:
    r = saturation()
    return Evidence(
        value=float(r.top_unscaled[:, -1].mean()),
        low=0.95,
        high=1.0,
        control=float(r.top_scaled[:, -1].mean()),
        spread=(float(r.top_unscaled[:, -1].min()), float(r.top_unscaled[:, -1].max())),
        samples=QUERIES,
        seeds=SEEDS,
        format=".3f",
        numbers={
            "d_k": float(WIDTHS[-1]),
            "keys": float(KEYS),
            "top_64": float(r.top_unscaled[:, WIDTHS == 64].mean()),
            "effective_unscaled": float(np.exp(r.entropy_unscaled[:, -1]).mean()),
            "effective_scaled": float(np.exp(r.entropy_scaled[:, -1]).mean()),
        },
        data=r,
    )


@evidence("C4.3")
def c4_3() -> Evidence:
    r = saturation()
    by_seed = np.median(r.jacobian_unscaled[:, :, -1], axis=1)
    return Evidence(
        value=float(r.median_unscaled[-1]),
        low=0.0,
        high=1e-3,
        control=float(r.median_scaled[-1]),
        spread=(float(by_seed.min()), float(by_seed.max())),
        samples=QUERIES,
        seeds=SEEDS,
        format=".1e",
        numbers={
            "d_k": float(WIDTHS[-1]),
            "mean": float(r.mean_unscaled[-1]),
            "mean_64": float(r.mean_unscaled[WIDTHS == 64][0]),
            "median_64": float(r.median_unscaled[WIDTHS == 64][0]),
            "median_scaled": float(r.median_scaled[-1]),
            "alive": float((r.jacobian_unscaled[:, :, -1] > 0.1).mean()),
            "query_median": float(np.median(r.gradient_unscaled[:, :, -1])),
            "query_mean": float(r.gradient_unscaled[:, :, -1].mean()),
            "query_median_scaled": float(np.median(r.gradient_scaled[:, :, -1])),
        },
        data=r,
    )


@dataclass(frozen=True)
class Curvature:
    """Largest eigenvalue of the Hessian of log-sum-exp(βs)/β, that is of β(diag p − ppᵀ)."""

    d_k: Int[np.ndarray, "k"]
    supremum_unscaled: Float[np.ndarray, "k"]
    supremum_scaled: Float[np.ndarray, "k"]
    typical_unscaled: Float[np.ndarray, "k"]
    typical_scaled: Float[np.ndarray, "k"]


@experiment
def curvature() -> Curvature:
    """The largest curvature found and the median over random scores, for β = 1 and β = 1/√d_k.

    The search for the largest looks at random scores and at scores in which two keys tie far
    above the rest, where the bound β/2 is reached.
    """
    rng = np.random.default_rng([4, 5])
    found = np.empty((4, WIDTHS.size))
    for i, d in enumerate(WIDTHS):
        raw = rng.standard_normal((QUERIES, d)) @ rng.standard_normal((KEYS, d)).T
        tied = np.full((1, KEYS), -60.0 * math.sqrt(d))
        tied[0, :2] = 0.0
        for which, beta in enumerate((1.0, 1 / math.sqrt(d))):
            eigenvalues = np.linalg.eigvalsh(beta * softmax_jacobian(softmax(beta * raw)))[:, -1]
            at_tie = np.linalg.eigvalsh(beta * softmax_jacobian(softmax(beta * tied)))[:, -1]
            found[which, i] = max(eigenvalues.max(), at_tie.max())
            found[2 + which, i] = np.median(eigenvalues)
    return Curvature(WIDTHS, *found)


@evidence("C4.5")
def c4_5() -> Evidence:
    r = curvature()
    root = math.sqrt(WIDTHS[-1])
    at_64 = int(np.flatnonzero(WIDTHS == 64)[0])
    return Evidence(
        value=float(r.supremum_unscaled[-1] / r.supremum_scaled[-1]),
        low=root * (1 - 1e-6),
        high=root * (1 + 1e-6),
        control=float(r.typical_unscaled[-1] / r.typical_scaled[-1]),
        samples=QUERIES,
        format=".2f",
        numbers={
            "d_k": float(WIDTHS[-1]),
            "supremum_unscaled": float(r.supremum_unscaled[-1]),
            "supremum_scaled": float(r.supremum_scaled[-1]),
            "typical_unscaled": float(r.typical_unscaled[-1]),
            "typical_scaled": float(r.typical_scaled[-1]),
            "typical_unscaled_64": float(r.typical_unscaled[at_64]),
            "typical_scaled_64": float(r.typical_scaled[at_64]),
        },
        data=r,
    )
