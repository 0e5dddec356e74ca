"""Section 1: recalling n random pairs from a state of fixed size, and from the pairs themselves."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention
from attn_docs.core.memory import (
    delta_rule_limit,
    delta_rule_memory,
    outer_product_memory,
    recall,
)
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.memo import experiment

SEEDS = 8
WIDTH = 32
PAIRS = np.array([2, 4, 8, 16, 24, 32, 40, 48, 64, 96, 128, 256, 512])
# Few pairs make a noisy error: as many sets of them as ask this many questions.
ASKED = 128
STORES = ("outer", "delta_once", "delta", "attention_fixed", "attention_growing")


def sharpness(n: int) -> float:
    """β that grows with the number of pairs: log n, at least 1."""
    return max(1.0, math.log(n))


def recalled(K: np.ndarray, V: np.ndarray) -> tuple[np.ndarray, ...]:
    """What each store of ``STORES`` answers to the stored unit keys, in that order.

    Attention sees keys and queries of length √d, so that a matching pair scores √d after the
    division by √d and a random pair about ±1; β multiplies that.
    """
    d = K.shape[1]
    wide = K * math.sqrt(d)
    return (
        recall(outer_product_memory(K, V), K),
        recall(delta_rule_memory(K, V), K),
        recall(delta_rule_limit(K, V), K),
        attention(wide, wide, V),
        attention(wide, wide, V, scale=sharpness(len(K)) / math.sqrt(d)),
    )


@dataclass(frozen=True)
class Recall:
    """Relative error and nearest-value accuracy; axes: store, seed, number of pairs."""

    n: Int[np.ndarray, "k"]
    width: int
    error: Float[np.ndarray, "stores seeds k"]
    accuracy: Float[np.ndarray, "stores seeds k"]

    @property
    def predicted(self) -> np.ndarray:
        """Error of the sum of outer products for random unit keys: √((n−1)/d)."""
        return np.sqrt((self.n - 1) / self.width)

    @property
    def predicted_delta(self) -> np.ndarray:
        """Error of the best linear memory: 0 up to n = d, then √((n−d)/n)."""
        return np.sqrt(np.maximum(self.n - self.width, 0) / self.n)

    @property
    def predicted_fixed(self) -> np.ndarray:
        """About how much weight attention at β = 1 gives away: n random scores against one √d."""
        others = (self.n - 1) * math.exp(0.5 - math.sqrt(self.width))
        return others / (1 + others)

    @property
    def blurred(self) -> float:
        """Error of attention at fixed sharpness over the most pairs."""
        return self.mean("attention_fixed", int(self.n[-1]))

    def mean(self, store: str, n: int, what: str = "error") -> float:
        """Mean over seeds for one store and one number of pairs."""
        (i,) = np.flatnonzero(self.n == n)
        return float(getattr(self, what)[STORES.index(store), :, i].mean())

    def ratio(self, store: str) -> np.ndarray:
        """Error over that predicted for outer products, root mean square over n; one a seed."""
        return np.sqrt(((self.error[STORES.index(store)] / self.predicted) ** 2).mean(1))


@experiment
def associative_recall() -> Recall:
    """Store n random pairs of unit vectors, ask for every key, compare with the value stored."""
    shape = (len(STORES), SEEDS, PAIRS.size)
    error, accuracy = np.empty(shape), np.empty(shape)
    for seed in range(SEEDS):
        rng = np.random.default_rng([1, 7, seed])
        for i, n in enumerate(PAIRS):
            wrong, right = np.zeros((2, len(STORES)))
            sets = max(1, ASKED // int(n))
            for _ in range(sets):
                K, V = rng.standard_normal((2, n, WIDTH))
                K, V = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (K, V))
                for which, found in enumerate(recalled(K, V)):
                    # Values have length 1, so the root mean square error is relative already.
                    wrong[which] += ((found - V) ** 2).sum(1).mean() / sets
                    right[which] += (np.argmax(found @ V.T, 1) == np.arange(n)).mean() / sets
            error[:, seed, i], accuracy[:, seed, i] = np.sqrt(wrong), right
    return Recall(PAIRS, WIDTH, error, accuracy)
