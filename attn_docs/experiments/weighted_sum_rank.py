"""Section 6: what attention alone does to a stack of layers, and what the residual changes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention, rank_one_residual
from attn_docs.core.shapes import Float
from attn_docs.experiments.memo import experiment

__all__ = ["RankCollapse", "layer", "rank_collapse"]

SEEDS = 8
TOKENS = 16
WIDTH = 32
DEPTH = 24
PERTURBATIONS = 10.0 ** -np.arange(1.0, 3.6, 0.5)


@dataclass(frozen=True)
class RankCollapse:
    """‖X − 1x̄ᵀ‖/‖X‖ by depth, in networks at random initialisation; one row a seed."""

    alone: Float[np.ndarray, "seeds depth"]
    mlp: Float[np.ndarray, "seeds depth"]
    residual: Float[np.ndarray, "seeds depth"]
    both: Float[np.ndarray, "seeds depth"]
    perturbation: Float[np.ndarray, "k"]  # how far the tokens differ before one layer
    after: Float[np.ndarray, "k"]  # and after it, attention alone
    after_residual: Float[np.ndarray, "k"]  # and with the residual

    @property
    def typical(self) -> dict[str, np.ndarray]:
        """Geometric mean over seeds, by kind of network."""
        kinds = ("alone", "mlp", "residual", "both")
        return {kind: np.exp(np.log(getattr(self, kind)).mean(0)) for kind in kinds}

    @property
    def depth(self) -> int:
        return self.both.shape[1] - 1

    @property
    def residual_end(self) -> float:
        """Typical distance after the last layer, with the residual."""
        return float(self.typical["residual"][-1])

    @property
    def both_end(self) -> float:
        return float(self.typical["both"][-1])

    @property
    def order(self) -> float:
        """Exponent with which one layer of attention shrinks a small difference."""
        return float(np.polyfit(np.log(self.perturbation), np.log(self.after), 1)[0])

    @property
    def order_residual(self) -> float:
        return float(np.polyfit(np.log(self.perturbation), np.log(self.after_residual), 1)[0])

    @property
    def lost_after(self) -> int:
        """Layers after which attention alone has brought all tokens together but for rounding."""
        return int(np.flatnonzero(self.alone.max(0) < 1e-14)[0])


def _normalised(X: np.ndarray) -> np.ndarray:
    return X / np.sqrt(np.mean(X**2, axis=-1, keepdims=True))


def layer(X: np.ndarray, rng: np.random.Generator, *, residual: bool, mlp: bool) -> np.ndarray:
    """One layer with fresh random weights: inputs normalised token by token, then attention.

    The MLP has one hidden layer of four times the width. All weights are drawn in any case, so
    that the four kinds of network share them.
    """
    d = X.shape[1]
    W_Q, W_K, W_V = rng.standard_normal((3, d, d)) / math.sqrt(d)
    W_1 = rng.standard_normal((d, 4 * d)) * math.sqrt(2 / d)
    W_2 = rng.standard_normal((4 * d, d)) / math.sqrt(4 * d)
    Y = _normalised(X)
    Z = attention(Y @ W_Q, Y @ W_K, Y @ W_V)
    X = X + Z if residual else Z
    if mlp:
        hidden = np.maximum(_normalised(X) @ W_1, 0) @ W_2
        X = X + hidden if residual else hidden
    return X


@experiment
def rank_collapse() -> RankCollapse:
    """Follow 16 random tokens in 32 dimensions through 24 random layers, four kinds of network."""
    kinds = [(False, False), (False, True), (True, False), (True, True)]
    distances = np.empty((len(kinds), SEEDS, DEPTH + 1))
    for (residual, mlp), rows in zip(kinds, distances, strict=True):
        for seed in range(SEEDS):
            rng = np.random.default_rng([6, 5, seed])
            X = rng.standard_normal((TOKENS, WIDTH))
            for depth in range(DEPTH + 1):
                rows[seed, depth] = rank_one_residual(X)
                X = layer(X, rng, residual=residual, mlp=mlp)
    rng = np.random.default_rng([6, 6])
    mean, differences = rng.standard_normal(WIDTH), rng.standard_normal((TOKENS, WIDTH))
    differences -= differences.mean(0)
    after = [
        [
            float(
                rank_one_residual(
                    layer(
                        mean + size * differences,
                        np.random.default_rng([6, 7]),
                        residual=residual,
                        mlp=False,
                    )
                )
            )
            for size in PERTURBATIONS
        ]
        for residual in (False, True)
    ]
    before = [float(rank_one_residual(mean + size * differences)) for size in PERTURBATIONS]
    alone, only_mlp, only_residual, both = distances
    return RankCollapse(
        alone,
        only_mlp,
        only_residual,
        both,
        perturbation=np.array(before),
        after=np.array(after[0]),
        after_residual=np.array(after[1]),
    )
