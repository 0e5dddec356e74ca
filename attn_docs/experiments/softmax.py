"""Section 5: softmax and the simplex, and how keys compete for weight."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import effective_number, entropy, scores, softmax, sparsemax
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.softmax_graph import c5_2

__all__ = ["c5_1", "c5_2", "c5_3", "competition", "simplex", "triangle"]

SEEDS = 8
ROWS = 500
KEYS = 16
WIDTH = 64

# Three scores with a clear order, and three of which the best two tie.
APART = np.array([1.0, 0.8, -0.6])
TIED = np.array([1.0, 1.0, 0.2])


@dataclass(frozen=True)
class Triangle:
    """Weights of three keys as the sharpness β grows: softmax(βs) and sparsemax(βs)."""

    beta: Float[np.ndarray, "k"]
    apart: Float[np.ndarray, "k keys"]
    tied: Float[np.ndarray, "k keys"]
    apart_sparse: Float[np.ndarray, "k keys"]
    tied_sparse: Float[np.ndarray, "k keys"]
    arrival: float  # the β from which on sparsemax stands in the corner

    @property
    def smallest(self) -> float:
        """The smallest weight that softmax gives at β = 8."""
        return float(self.apart[np.argmin(np.abs(self.beta - 8))].min())


@experiment
def triangle() -> Triangle:
    """Both paths from the centre, for distinct scores and for a tie."""
    beta = np.concatenate([[0.0], 2.0 ** np.arange(-6, 6.01, 0.05)])
    rows = [f(beta[:, None] * s) for f in (softmax, sparsemax) for s in (APART, TIED)]
    best, second, _ = APART
    return Triangle(beta, *rows, arrival=float(1 / (best - second)))


@dataclass(frozen=True)
class Simplex:
    """``ROWS`` random rows of ``KEYS`` standard normal scores; one entry a seed.

    Shares of weight that move are half the sum of absolute differences.
    """

    sum_gap: Float[np.ndarray, "seeds"]  # largest |Σp − 1|
    smallest: Float[np.ndarray, "seeds"]  # smallest weight of softmax
    moved: Float[np.ndarray, "seeds"]  # mean share that a second softmax moves
    moved_sparse: Float[np.ndarray, "seeds"]  # the same for sparsemax
    zeros_sparse: Float[np.ndarray, "seeds"]  # share of exact zeros of sparsemax
    farther: Float[np.ndarray, "seeds"]  # mean of ‖softmax − s‖ − ‖sparsemax − s‖
    nearest: Float[np.ndarray, "seeds"]  # the smallest of these differences
    uniform_gap: Float[np.ndarray, "seeds"]  # largest |p − 1/n| after ten softmaxes
    negative_linear: Float[np.ndarray, "seeds"]  # share of rows where s/Σs has negative shares


def _moved(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Share of weight that changes place, for each row."""
    return np.abs(after - before).sum(-1) / 2


@experiment
def simplex() -> Simplex:
    rows = []
    for seed in range(SEEDS):
        S = np.random.default_rng([5, 1, seed]).standard_normal((ROWS, KEYS))
        p, q = softmax(S), sparsemax(S)
        many = p
        for _ in range(9):
            many = softmax(many)
        excess = np.linalg.norm(p - S, axis=-1) - np.linalg.norm(q - S, axis=-1)
        linear = S / S.sum(-1, keepdims=True)
        rows.append(
            (
                np.abs(p.sum(-1) - 1).max(),
                p.min(),
                _moved(p, softmax(p)).mean(),
                _moved(q, sparsemax(q)).mean(),
                (q == 0).mean(),
                excess.mean(),
                excess.min(),
                np.abs(many - 1 / KEYS).max(),
                (linear < 0).any(-1).mean(),
            )
        )
    return Simplex(*np.array(rows).T)


@evidence("C5.1")
def c5_1() -> Evidence:
    r, t = simplex(), triangle()
    return Evidence(
        value=float(r.moved.mean()),
        low=0.2,
        high=1.0,
        control=float(r.moved_sparse.mean()),
        spread=(float(r.moved.min()), float(r.moved.max())),
        samples=ROWS,
        seeds=SEEDS,
        format=".2f",
        numbers={
            "sum_gap": float(r.sum_gap.max()),
            "smallest": float(r.smallest.min()),
            "zeros_sparse": float(r.zeros_sparse.mean()),
            "farther": float(r.farther.mean()),
            "uniform_gap": float(r.uniform_gap.max()),
            "negative_linear": float(r.negative_linear.mean()),
            "arrival": t.arrival,
            "third_at_8": t.smallest,
        },
        data=r,
    )


# What multiplies the scaled scores: 1 is attention as it is, √d_k = 8 undoes the scaling.
SHARPNESS = np.concatenate([[0.0], 2.0 ** np.arange(-4, 6.01, 0.25)])


@dataclass(frozen=True)
class Competition:
    """``ROWS`` queries, each with ``KEYS`` keys of its own, at d_k = 64; one row a seed.

    The gates are the control without competition: each key's weight is sigmoid(βs), whatever the
    others score, and only then are the weights divided by their sum.
    """

    beta: Float[np.ndarray, "k"]
    entropy: Float[np.ndarray, "seeds k"]
    number: Float[np.ndarray, "seeds k"]
    gated: Float[np.ndarray, "seeds k"]
    second: Float[np.ndarray, "seeds k"]  # median weight of the second-best key
    rise: float  # largest rise of any row's entropy from one β to the next
    slope_gap: float  # largest |dH/dβ + β Var_p(s)|, the derivative by finite differences
    clear: Float[np.ndarray, "k"]  # entropy of one row whose best key leads by 1
    close: Float[np.ndarray, "k"]  # ... by 0.1
    tied: Float[np.ndarray, "k"]  # ... of which the best two tie

    def at(self, curve: np.ndarray, beta: float) -> float:
        """Mean over seeds of a curve at one sharpness."""
        return float(curve[..., self.beta == beta].mean())

    @property
    def scaled(self) -> float:
        return self.at(self.number, 1)

    @property
    def unscaled(self) -> float:
        return self.at(self.number, math.sqrt(WIDTH))

    @property
    def last(self) -> float:
        return self.at(self.number, self.beta[-1])

    @property
    def gated_last(self) -> float:
        return self.at(self.gated, self.beta[-1])


def _slope_gap(S: np.ndarray, beta: float, step: float = 1e-4) -> float:
    """Largest distance between dH/dβ by central differences and −β Var_p(s)."""
    p = softmax(beta * S)
    mean = (p * S).sum(-1, keepdims=True)
    exact = -beta * (p * (S - mean) ** 2).sum(-1)
    up, down = entropy(softmax((beta + step) * S)), entropy(softmax((beta - step) * S))
    return float(np.abs((up - down) / (2 * step) - exact).max())


@experiment
def competition() -> Competition:
    curves = np.empty((4, SEEDS, SHARPNESS.size))
    rise = gap = -math.inf
    for seed in range(SEEDS):
        rng = np.random.default_rng([5, 3, seed])
        Q = rng.standard_normal((ROWS, 1, WIDTH))
        K = rng.standard_normal((ROWS, KEYS, WIDTH))
        S = scores(Q, K)[:, 0]
        gap = max(gap, *(_slope_gap(S, beta) for beta in (0.5, 1.0, 4.0)))
        before = None
        for i, beta in enumerate(SHARPNESS):
            p = softmax(beta * S)
            H = entropy(p)
            gates = 1 / (1 + np.exp(-beta * S))
            gates /= gates.sum(-1, keepdims=True)
            number, gated = effective_number(p), effective_number(gates)
            second = np.median(np.sort(p, axis=-1)[:, -2])
            curves[:, seed, i] = H.mean(), number.mean(), gated.mean(), second
            if before is not None:
                rise = max(rise, float((H - before).max()))
            before = H
    rest = np.concatenate([[0.0], np.linspace(-1, -3, KEYS - 2)])
    clear, close, tied = (
        entropy(softmax(SHARPNESS[:, None] * np.concatenate([[lead], rest])))
        for lead in (1.0, 0.1, 0.0)
    )
    number = dict(zip(("entropy", "number", "gated", "second"), curves, strict=True))
    return Competition(
        SHARPNESS, **number, rise=rise, slope_gap=gap, clear=clear, close=close, tied=tied
    )


@evidence("C5.3")
def c5_3() -> Evidence:
    r = competition()
    last = r.number[:, -1]
    return Evidence(
        value=r.last,
        low=1.0,
        high=1.1,
        control=r.gated_last,
        spread=(float(last.min()), float(last.max())),
        samples=ROWS,
        seeds=SEEDS,
        format=".2f",
        numbers={
            "keys": float(KEYS),
            "first": r.at(r.number, 0),
            "scaled": r.scaled,
            "unscaled": r.unscaled,
            "unscaled_1024": r.at(r.number, 32),
            "second_scaled": r.at(r.second, 1),
            "second_unscaled": r.at(r.second, 8),
            "second_1024": r.at(r.second, 32),
            "rise": r.rise,
            "slope_gap": r.slope_gap,
            "tie": math.exp(r.tied[-1]),
        },
        data=r,
    )
