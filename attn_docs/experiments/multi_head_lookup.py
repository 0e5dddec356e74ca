"""Section 7, C7.4: two look-ups at once, with one head and with several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.multi_head_training import (
    D_MODEL,
    HELD_OUT,
    SEEDS,
    TOKENS,
    any_two,
    apart,
    train,
)

HEADS = (1, 2, 4, 8, 16)
# Addresses of four tokens are told apart by the three directions of their differences.
KEY_DIRECTIONS = TOKENS - 1


def overlap(U: np.ndarray, V: np.ndarray, directions: int) -> float:
    """Mean squared cosine of the principal angles between the strongest column directions.

    1 where both span the same subspace, 0 where they are orthogonal.
    """
    one, other = (np.linalg.svd(W)[0][:, :directions] for W in (U, V))
    return float(np.sum((one.T @ other) ** 2) / directions)


@dataclass(frozen=True)
class Lookups:
    """Relative errors by number of heads, at equal width and parameters; one row a seed."""

    heads: Int[np.ndarray, "k"]
    error: Float[np.ndarray, "seeds k"]
    step: Int[np.ndarray, "moments"]
    curve_one: Float[np.ndarray, "seeds moments"]
    curve_two: Float[np.ndarray, "seeds moments"]
    wide: Float[np.ndarray, "seeds"]
    apart: Float[np.ndarray, "seeds"]
    pairs: Int[np.ndarray, "n slots"]
    weights_one: Float[np.ndarray, "n m"]
    weights_two: Float[np.ndarray, "h n m"]
    on_slot: Float[np.ndarray, "seeds h slots"]
    overlap_queries: Float[np.ndarray, "seeds"]
    overlap_keys: Float[np.ndarray, "seeds"]
    parameters: int
    gradient_error: float

    @property
    def one(self) -> float:
        """Mean error of one head; ``two`` and so on likewise."""
        return float(self.error[:, 0].mean())

    @property
    def two(self) -> float:
        return float(self.error[:, 1].mean())

    @property
    def most(self) -> float:
        """Mean error with as many heads as dimensions, one number each."""
        return float(self.error[:, -1].mean())


@experiment
def lookups() -> Lookups:
    """Train one to sixteen heads on two look-ups at once, and one head on two easier terms."""
    task = any_two()
    found = [train(task, h) for h in HEADS]
    wide = train(task, 1, width=2 * D_MODEL)
    easy = train(apart(), 1)
    one, two = found[:2]
    row = np.arange(len(task.pairs))
    on_slot = np.stack([two.weights[:, :, row, task.pairs[:, s]].mean(-1) for s in (0, 1)], -1)
    # The numbering of heads is arbitrary: the first is the one that looks more at slot 1.
    order = np.argsort(-(on_slot[:, :, 0] - on_slot[:, :, 1]), axis=1)
    half = D_MODEL // 2
    between = {
        name: np.array([overlap(W[:, :half], W[:, half:], KEY_DIRECTIONS) for W in two.W[name]])
        for name in ("W_Q", "W_K")
    }
    return Lookups(
        heads=np.array(HEADS),
        error=np.stack([t.error for t in found], 1),
        step=one.step,
        curve_one=one.curve,
        curve_two=two.curve,
        wide=wide.error,
        apart=easy.error,
        pairs=task.pairs,
        weights_one=one.weights[0, 0],
        weights_two=two.weights[0, order[0]],
        on_slot=np.take_along_axis(on_slot, order[:, :, None], 1),
        overlap_queries=between["W_Q"],
        overlap_keys=between["W_K"],
        parameters=sum(W[0].size for W in two.W.values()),
        gradient_error=max(t.gradient_error for t in (*found, wide, easy)),
    )


@evidence("C7.4")
def c7_4() -> Evidence:
    r = lookups()
    by_heads = {f"heads_{h}": float(e) for h, e in zip(r.heads, r.error.mean(0), strict=True)}
    return Evidence(
        value=r.two,
        low=0.0,
        high=0.05,
        control=r.one,
        spread=(float(r.error[:, 1].min()), float(r.error[:, 1].max())),
        samples=HELD_OUT,
        seeds=SEEDS,
        format=".2%",
        numbers={
            **by_heads,
            "one_lowest": float(r.error[:, 0].min()),
            "one_highest": float(r.error[:, 0].max()),
            "wide": float(r.wide.mean()),
            "wide_lowest": float(r.wide.min()),
            "apart": float(r.apart.mean()),
            "apart_highest": float(r.apart.max()),
            "own_slot": float(np.mean([r.on_slot[:, 0, 0], r.on_slot[:, 1, 1]])),
            "other_slot": float(np.mean([r.on_slot[:, 0, 1], r.on_slot[:, 1, 0]])),
            "own_slot_lowest": float(min(r.on_slot[:, 0, 0].min(), r.on_slot[:, 1, 1].min())),
            "overlap_queries": float(r.overlap_queries.mean()),
            "overlap_keys": float(r.overlap_keys.mean()),
            "overlap_chance": KEY_DIRECTIONS / D_MODEL,
            "parameters": float(r.parameters),
            "gradient_error": r.gradient_error,
        },
        data=r,
    )
