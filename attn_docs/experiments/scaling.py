"""Section 4: what the factor 1/√d_k does to scores, weights, gradients and curvature."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import effective_number, softmax, softmax_gradient_norm, softmax_jacobian
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.scaling_curvature import c4_5, curvature

__all__ = ["c4_1", "c4_2", "c4_3", "c4_4", "c4_5", "curvature", "saturation", "variance_growth"]

WIDTHS = 2 ** np.arange(1, 13)
SEEDS = 8
PAIRS = 1500
KEYS = 16
QUERIES = 200
# The 97.5 % point of Student's t with SEEDS − 1 = 7 degrees of freedom.
T_975 = 2.365


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

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the slope, from the scatter of the seeds."""
        half = T_975 * float(self.slopes.std(ddof=1)) / math.sqrt(SEEDS)
        centre = float(self.slopes.mean())
        return centre - half, centre + half


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
            q, k = (rng.standard_normal((PAIRS, d), dtype=np.float32) for _ in "qk")
            score = np.einsum("pd,pd->p", q, k)
            independent[seed, i] = score.var()
            f, g = (rng.standard_normal(PAIRS, dtype=np.float32) for _ in "fg")
            # (q + f)·(k + g)/2 without building the shifted vectors.
            shifted = score + f * k.sum(1) + g * q.sum(1) + d * f * g
            correlated[seed, i] = (shifted / 2).var()
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
            "interval_low": r.interval[0],
            "interval_high": r.interval[1],
            # exp(intercept): 1 if the variance is d_k itself, not only proportional to it.
            "constant": float(np.exp(np.mean(np.log(r.independent.mean(0) / WIDTHS)))),
            "variance_64": float(r.independent[:, WIDTHS == 64].mean()),
            "deviation_64": math.sqrt(float(r.independent[:, WIDTHS == 64].mean())),
            "variance_4096": float(r.independent[:, -1].mean()),
            "correlated_64": float(r.correlated[:, WIDTHS == 64].mean()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Saturation:
    """``QUERIES`` random queries over ``KEYS`` random keys; means over queries, one row a seed."""

    d_k: Int[np.ndarray, "k"]
    top_unscaled: Float[np.ndarray, "seeds k"]
    top_scaled: Float[np.ndarray, "seeds k"]
    effective_unscaled: Float[np.ndarray, "seeds k"]
    effective_scaled: Float[np.ndarray, "seeds k"]
    effective_over: Float[np.ndarray, "seeds k"]
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

    @property
    def number_scaled(self) -> float:
        """Mean effective number with scaling at the largest d_k."""
        return float(self.effective_scaled[:, -1].mean())

    @property
    def query_median(self) -> np.ndarray:
        """Median norm of ∂A/∂q without scaling, for each d_k."""
        return np.median(self.gradient_unscaled, axis=(0, 1))

    @property
    def query_mean(self) -> np.ndarray:
        return self.gradient_unscaled.mean(axis=(0, 1))

    @property
    def query_scaled(self) -> np.ndarray:
        return np.median(self.gradient_scaled, axis=(0, 1))


@experiment
def saturation() -> Saturation:
    """Top weight, effective number e^H and gradients of softmax for standard normal q and k.

    Scores are taken as they are, divided by √d_k, and (for the effective number alone) divided by
    d_k, which is too much. The gradients are the Frobenius norms of ∂A/∂S = diag(p) − ppᵀ and of
    ∂A/∂q = s (diag(p) − ppᵀ) K, where s is the scale.
    """
    shape = (SEEDS, WIDTHS.size)
    top, number = np.empty((2, *shape)), np.empty((3, *shape))
    jac, grad = (np.empty((2, SEEDS, QUERIES, WIDTHS.size)) for _ in "jg")
    for seed in range(SEEDS):
        rng = np.random.default_rng([4, 2, seed])
        for i, d in enumerate(WIDTHS):
            q = rng.standard_normal((QUERIES, d))
            k = rng.standard_normal((KEYS, d))
            scores, gram = q @ k.T, k @ k.T
            for which, scale in enumerate((1.0, 1 / math.sqrt(d))):
                p = softmax(scale * scores)
                j = softmax_jacobian(p)
                top[which, seed, i] = p.max(-1).mean()
                number[which, seed, i] = effective_number(p).mean()
                jac[which, seed, :, i] = softmax_gradient_norm(p)
                # ‖J K‖² = tr(J K Kᵀ J): the long matrix J K is never formed.
                grad[which, seed, :, i] = scale * np.sqrt(np.sum((j @ gram) * j, axis=(1, 2)))
            number[2, seed, i] = effective_number(softmax(scores / d)).mean()
    return Saturation(WIDTHS, *top, *number, *jac, *grad)


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
            "effective_unscaled": float(r.effective_unscaled[:, -1].mean()),
            "effective_scaled": float(r.effective_scaled[:, -1].mean()),
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
        format=".2g",
        numbers={
            "d_k": float(WIDTHS[-1]),
            "mean": float(r.mean_unscaled[-1]),
            "mean_64": float(r.mean_unscaled[WIDTHS == 64][0]),
            "median_64": float(r.median_unscaled[WIDTHS == 64][0]),
            "median_scaled": float(r.median_scaled[-1]),
            "mean_scaled": float(r.mean_scaled[-1]),
            "alive": float((r.jacobian_unscaled[:, :, -1] > 0.1).mean()),
            "query_median": float(np.median(r.gradient_unscaled[:, :, -1])),
            "query_mean": float(r.gradient_unscaled[:, :, -1].mean()),
            "query_median_scaled": float(np.median(r.gradient_scaled[:, :, -1])),
            "query_mean_scaled": float(r.gradient_scaled[:, :, -1].mean()),
        },
        data=r,
    )


@evidence("C4.4")
def c4_4() -> Evidence:
    r, s = variance_growth(), saturation()

    def farthest(variances: np.ndarray) -> float:
        """The one of the variances whose ratio to 1 is most extreme."""
        return float(variances.flat[np.argmax(np.abs(np.log(variances)))])

    by_seed = r.scaled.mean(1)
    scaled = r.scaled.mean(0)
    value = farthest(scaled)
    return Evidence(
        value=value,
        low=0.95,
        high=1.05,
        control=farthest(r.independent.mean(0)),
        spread=(min(value, float(by_seed.min())), max(value, float(by_seed.max()))),
        samples=PAIRS,
        seeds=SEEDS,
        format=".3g",
        numbers={
            "smallest": float(scaled.min()),
            "largest": float(scaled.max()),
            "effective_first": float(s.effective_scaled[:, 0].mean()),
            "effective_last": float(s.effective_scaled[:, -1].mean()),
            "effective_lowest": float(s.effective_scaled.mean(0).min()),
            "effective_highest": float(s.effective_scaled.mean(0).max()),
            "effective_over": float(s.effective_over[:, -1].mean()),
            "top_last": float(s.top_scaled[:, -1].mean()),
        },
        data=r,
    )
