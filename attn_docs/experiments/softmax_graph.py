"""Section 5: attention weights as a directed graph, and a walk along its edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention_weights, stationary_distribution
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

SEEDS = 8
PAIRS = 50
TOKENS = 16
D_MODEL = 32
D_K = 16
STEPS = 100

# How much a word has of two topics, water and money. Two inputs differ in the third word alone.
WORDS = {
    "bank": (0.6, 0.6),
    "river": (1.2, 0.0),
    "boat": (0.9, 0.0),
    "loan": (0.0, 1.3),
    "money": (0.0, 1.0),
}
INPUTS = (("bank", "river", "boat", "money"), ("bank", "river", "loan", "money"))
SHARPNESS = 2.0


@dataclass(frozen=True)
class Graphs:
    """The weights of two inputs under one and the same layer."""

    first: Float[np.ndarray, "n n"]
    second: Float[np.ndarray, "n n"]
    stationary_first: Float[np.ndarray, "n"]
    stationary_second: Float[np.ndarray, "n"]

    @property
    def money_first(self) -> float:
        """What "bank" gives to the money words of the first input."""
        return float(self.first[0, 3])

    @property
    def money_second(self) -> float:
        return float(self.second[0, 2:].sum())


@experiment
def graphs() -> Graphs:
    """Each word asks for words of its own topics: W_Q and W_K keep the two topics as they are."""
    maps = []
    for words in INPUTS:
        X = np.array([WORDS[word] for word in words])
        maps.append(attention_weights(SHARPNESS * X, X, scale=1))
    return Graphs(*maps, *(stationary_distribution(A) for A in maps))


@dataclass(frozen=True)
class Anew:
    """``PAIRS`` pairs of random inputs for each of several random layers; one entry a seed.

    Shares of weight that differ are half the sum of absolute differences of two rows, averaged.
    """

    moved: Float[np.ndarray, "seeds"]  # two inputs, one layer
    moved_fixed: Float[np.ndarray, "seeds"]  # the same, queries and keys made from positions alone
    moved_one: Float[np.ndarray, "seeds"]  # one token exchanged: rows of all the others
    changed: Float[np.ndarray, "seeds"]  # share of the edges between the others that change
    ratio_gap: Float[np.ndarray, "seeds"]  # by how much, at most, *ratios* of these edges change
    one_way: Float[np.ndarray, "seeds"]  # mean |A_ij − A_ji| over mean A_ij + A_ji, i ≠ j
    row_gap: Float[np.ndarray, "seeds"]  # largest |Σ_j A_ij − 1|


def _compared(A: np.ndarray, B: np.ndarray) -> float:
    return float(np.abs(A - B).sum(-1).mean() / 2)


@experiment
def anew() -> Anew:
    rows = []
    for seed in range(SEEDS):
        rng = np.random.default_rng([5, 2, seed])
        W_Q, W_K = rng.standard_normal((2, D_MODEL, D_K)) / np.sqrt(D_MODEL)
        X, Y = rng.standard_normal((2, PAIRS, TOKENS, D_MODEL))
        places = rng.standard_normal((TOKENS, D_MODEL))
        one = X.copy()
        one[:, -1] = Y[:, -1]
        A, B, C = (attention_weights(Z @ W_Q, Z @ W_K) for Z in (X, Y, one))
        # The control sees both inputs too, but scores by position only.
        fixed = [attention_weights(P @ W_Q, P @ W_K) for P in (0 * X + places, 0 * Y + places)]
        kept, new = A[:, :-1, :-1], C[:, :-1, :-1]
        ratios = np.log(new / new[..., :1]) - np.log(kept / kept[..., :1])
        mirror = np.swapaxes(A, -1, -2)
        rows.append(
            (
                _compared(A, B),
                _compared(*fixed),
                _compared(A[:, :-1], C[:, :-1]),
                (np.abs(new / kept - 1) > 1e-6).mean(),
                np.abs(np.expm1(ratios)).max(),
                np.abs(A - mirror).sum() / (2 * (A.sum() - np.trace(A, axis1=1, axis2=2).sum())),
                np.abs(A.sum(-1) - 1).max(),
            )
        )
    return Anew(*np.array(rows).T)


@dataclass(frozen=True)
class Walk:
    """A walker steps from token to token along the weights, from a random start; a row a seed."""

    step: Int[np.ndarray, "t"]
    free: Float[np.ndarray, "seeds t"]  # probability of standing on the first token
    causal: Float[np.ndarray, "seeds t"]  # the same under a causal mask
    stationary_free: Float[np.ndarray, "seeds n"]
    stationary_causal: Float[np.ndarray, "seeds n"]

    @property
    def last_causal(self) -> float:
        return float(self.causal[:, -1].mean())

    @property
    def last_free(self) -> float:
        return float(self.free[:, -1].mean())

    @property
    def half(self) -> int:
        """The first step after which the walker more likely than not stands on the first token."""
        return int(self.step[np.argmax(self.causal.mean(0) > 0.5)])


@experiment
def walk() -> Walk:
    shares, ends = np.empty((2, SEEDS, STEPS + 1)), np.empty((2, SEEDS, TOKENS))
    for seed in range(SEEDS):
        rng = np.random.default_rng([5, 4, seed])
        Q, K = rng.standard_normal((2, TOKENS, D_K))
        for which, causal in enumerate((False, True)):
            A = attention_weights(Q, K, causal=causal)
            p = np.full(TOKENS, 1 / TOKENS)
            for t in range(STEPS + 1):
                shares[which, seed, t] = p[0]
                p = p @ A
            ends[which, seed] = stationary_distribution(A)
    return Walk(np.arange(STEPS + 1), *shares, *ends)


@evidence("C5.2")
def c5_2() -> Evidence:
    r, w, g = anew(), walk(), graphs()
    return Evidence(
        value=float(r.moved.mean()),
        low=0.2,
        high=1.0,
        control=float(r.moved_fixed.mean()),
        spread=(float(r.moved.min()), float(r.moved.max())),
        samples=PAIRS,
        seeds=SEEDS,
        format=".2f",
        numbers={
            "row_gap": float(r.row_gap.max()),
            "one_token": float(r.moved_one.mean()),
            "changed": float(r.changed.mean()),
            "ratio_gap": float(r.ratio_gap.max()),
            "one_way": float(r.one_way.mean()),
            "first_causal": float(w.stationary_causal[:, 0].min()),
            "first_free": float(w.stationary_free[:, 0].mean()),
            "free_lowest": float(w.stationary_free.min()),
            "walked_causal": w.last_causal,
            "half": float(w.half),
            "steps": float(STEPS),
            "money_first": g.money_first,
            "money_second": g.money_second,
            "river_first": float(g.stationary_first[1]),
            "river_second": float(g.stationary_second[1]),
            "end_money_second": float(g.stationary_second[3]),
        },
        data=r,
    )
