"""Claims P1–P6 of the playground; P1, the memory, has a room of its own."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import (
    attention_weights,
    entropy,
    softmax,
)
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.playground_memory import retrieval
from attn_docs.experiments.scaling import PAIRS, variance_growth
from attn_docs.playground import SEQUENCES, SHARPNESS

__all__ = ["blend", "blocks", "retrieval", "sharpening", "uniformity"]

SEEDS = 8
ROWS = 100


@dataclass(frozen=True)
class Blocks:
    weights: Float[np.ndarray, "n n"]
    within: float
    across: float
    shuffled: Float[np.ndarray, "shuffles"]  # within over across, for shuffled topics

    @property
    def ratio(self) -> float:
        return self.within / self.across


def _within_across(A: np.ndarray, groups: np.ndarray) -> tuple[float, float]:
    """Mean weight to *other* tokens of the same topic, and of another."""
    same = groups[:, None] == groups
    other = ~np.eye(len(groups), dtype=bool)
    return float(A[same & other].mean()), float(A[~same].mean())


@experiment
def blocks() -> Blocks:
    """Mean weights of the preset "two topics" at the opening sharpness of 3."""
    sequence = SEQUENCES["two-topics"]
    X, groups = sequence.features(0), np.array(sequence.groups)
    A = attention_weights(3 * X, X)
    rng = np.random.default_rng([20, 2])
    ratios = []
    while len(ratios) < 200:
        mixed = rng.permutation(groups)
        if not (mixed == groups).all() and not (mixed == 1 - groups).all():
            inside, outside = _within_across(A, mixed)
            ratios.append(inside / outside)
    return Blocks(A, *_within_across(A, groups), np.array(ratios))


@evidence("P2")
def p2() -> Evidence:
    r = blocks()
    return Evidence(
        value=r.ratio,
        low=5.0,
        high=math.inf,
        control=float(r.shuffled.mean()),
        format=".1f",
        samples=len(r.weights),
        numbers={"within": r.within, "across": r.across, "shuffled_max": float(r.shuffled.max())},
        data=r,
    )


@dataclass(frozen=True)
class Sharpening:
    """Entropy over the grid of the slider, for random scores and for rows with tied maxima."""

    sharpness: Float[np.ndarray, "b"]
    entropy: Float[np.ndarray, "rows b"]
    tied: Float[np.ndarray, "b"]  # two keys share the largest score
    identity_gap: float  # largest |dH/dβ + β Var_A(score)| by central differences
    rise: float  # largest rise of the entropy between neighbours of the grid
    rise_control: float  # the same with the sharpness of the grid in shuffled order


@experiment
def sharpening() -> Sharpening:
    rng = np.random.default_rng([20, 3])
    S = rng.standard_normal((ROWS, 1, 12))
    beta = SHARPNESS[:, None]
    H = entropy(softmax(beta * S))
    tied = np.array([1.0, 1.0, 0.2, -0.5, -1.0])
    h, inner = 1e-4, beta[1:]
    slope = (entropy(softmax((inner + h) * S)) - entropy(softmax((inner - h) * S))) / (2 * h)
    A = softmax(inner * S)
    variance = (A * S**2).sum(-1) - (A * S).sum(-1) ** 2
    return Sharpening(
        SHARPNESS,
        H,
        entropy(softmax(beta * tied)),
        float(np.abs(slope + SHARPNESS[1:] * variance).max()),
        float(np.diff(H, axis=1).max()),
        float(np.diff(H[:, rng.permutation(len(SHARPNESS))], axis=1).max()),
    )


@evidence("P3")
def p3() -> Evidence:
    r = sharpening()
    return Evidence(
        value=r.rise,
        low=-math.inf,
        high=0.0,
        control=r.rise_control,
        samples=ROWS,
        format=".1e",
        numbers={
            "start": float(r.entropy[:, 0].mean()),
            "end": float(r.entropy[:, -1].mean()),
            "tied_end": float(r.tied[-1]),
            "log_2": math.log(2),
            "identity_gap": r.identity_gap,
        },
        data=r,
    )


@dataclass(frozen=True)
class Blend:
    """Weighted squared distance to the values, from the output and from the token itself."""

    from_output: Float[np.ndarray, "seeds tokens"]
    from_token: Float[np.ndarray, "seeds tokens"]
    from_other: Float[np.ndarray, "seeds tokens"]  # output made with another query's weights


@experiment
def blend() -> Blend:
    rows = []
    for seed in range(SEEDS):
        rng = np.random.default_rng([20, 4, seed])
        X = rng.standard_normal((24, 8))
        A = attention_weights(2 * X, X)
        Z = A @ X
        square = ((Z[:, None] - X) ** 2).sum(-1), ((X[:, None] - X) ** 2).sum(-1)
        other = ((np.roll(Z, 1, axis=0)[:, None] - X) ** 2).sum(-1)
        rows.append([(A * d).sum(-1) for d in (*square, other)])
    return Blend(*np.array(rows).transpose(1, 0, 2))


@evidence("P4")
def p4() -> Evidence:
    r = blend()
    gain, wrong = r.from_output - r.from_token, r.from_other - r.from_token
    return Evidence(
        value=float(gain.max()),
        low=-math.inf,
        high=1e-12,
        control=float(wrong.max()),
        samples=gain.shape[1],
        seeds=SEEDS,
        format=".2g",
        numbers={
            "output": float(r.from_output.mean()),
            "token": float(r.from_token.mean()),
            "wrong": float(r.from_other.mean()),
            "wrong_share": float((wrong > 0).mean()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Uniformity:
    """H / log(number of keys) for n orthonormal tokens at sharpness 3; d = n."""

    n: np.ndarray
    scaled_own: Float[np.ndarray, "k"]
    raw_own: Float[np.ndarray, "k"]
    scaled_others: Float[np.ndarray, "k"]
    own_weight_scaled: Float[np.ndarray, "k"]
    own_weight_raw: Float[np.ndarray, "k"]
    related_others: float  # the control: two topics, own token left out


@experiment
def uniformity() -> Uniformity:
    """Rows have unit norm here, so that 1/√d acts on the cosine itself."""
    sizes = np.array([4, 6, 8, 16, 32, 64, 128])
    rows = []
    for n in sizes:
        X = np.eye(n)
        scaled, raw = attention_weights(3 * X, X), attention_weights(3 * X, X, scale=1)
        others = attention_weights(3 * X, X, mask=~np.eye(n, dtype=bool))
        rows.append(
            [
                float(entropy(scaled)[0] / np.log(n)),
                float(entropy(raw)[0] / np.log(n)),
                float(entropy(others)[0] / np.log(n - 1)),
                float(scaled[0, 0]),
                float(raw[0, 0]),
            ]
        )
    topics = SEQUENCES["two-topics"].features(0)
    A = attention_weights(3 * topics, topics, mask=~np.eye(6, dtype=bool))
    related = float(entropy(A)[0] / np.log(5))
    return Uniformity(sizes, *np.array(rows).T, related_others=related)


@evidence("P5")
def p5() -> Evidence:
    r = uniformity()
    at = int(np.flatnonzero(r.n == 6)[0])
    return Evidence(
        value=float(r.scaled_others.min()),
        low=1 - 1e-9,
        high=1 + 1e-9,
        control=r.related_others,
        format=".3f",
        numbers={
            "scaled_own": float(r.scaled_own[at]),
            "raw_own": float(r.raw_own[at]),
            "own_weight_scaled": float(r.own_weight_scaled[at]),
            "own_weight_raw": float(r.own_weight_raw[at]),
            "preset_own_weight": float(_preset_own_weight()),
            "n": 6,
        },
        data=r,
    )


def _preset_own_weight() -> float:
    """Weight of the own key in the preset "unrelated" as the page opens it."""
    X = SEQUENCES["unrelated"].features(0)
    A = attention_weights(3 * X, X)
    return float(A[0, 0])


@evidence("P6")
def p6() -> Evidence:
    """The measurement of C4.1 read as a standard deviation: slope ½ instead of 1."""
    r = variance_growth()
    return Evidence(
        value=r.slope / 2,
        low=0.49,
        high=0.51,
        control=r.slope_correlated / 2,
        spread=(float(r.slopes.min() / 2), float(r.slopes.max() / 2)),
        samples=PAIRS,
        seeds=len(r.slopes),
        format=".3f",
        numbers={"deviation_64": math.sqrt(float(r.independent[:, r.d_k == 64].mean()))},
        data=r,
    )
