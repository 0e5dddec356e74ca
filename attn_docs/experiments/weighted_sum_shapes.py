"""Section 6: how often V stands in the formula, and which shapes come out."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import MultiHead, attention, norms
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

__all__ = ["Readings", "Shapes", "c6_1", "c6_5", "readings", "shapes"]

SEEDS = 8


@dataclass(frozen=True)
class Readings:
    """Attention(Q, K, V) = AV against the reading in which it is multiplied by V once more."""

    sizes: Int[np.ndarray, "s"]
    fits: Float[np.ndarray, "s s"]  # 1 where (AV)V has fitting shapes; rows n, columns d_v
    gap: Float[np.ndarray, "seeds"]  # ‖(AV)V − AV‖/‖AV‖ with n = d_v
    gap_identity: Float[np.ndarray, "seeds"]  # the same with V = I: the second V does nothing
    order_once: Float[np.ndarray, "seeds"]  # change of a token's output when tokens are reordered
    order_twice: Float[np.ndarray, "seeds"]


@experiment
def readings() -> Readings:
    """Try every n and d_v from 2 to 9; where n = d_v, compare results and reorder the tokens."""
    sizes = np.arange(2, 10)
    fits = np.zeros((sizes.size, sizes.size))
    for i, n in enumerate(sizes):
        for j, d_v in enumerate(sizes):
            V = np.ones((n, d_v))
            Z = attention(np.ones((n, 3)), np.ones((n, 3)), V)
            try:
                fits[i, j] = (Z @ V).shape == (n, d_v)
            except ValueError:
                fits[i, j] = 0
    n, rows = 8, []
    for seed in range(SEEDS):
        rng = np.random.default_rng([6, 1, seed])
        Q, K = rng.standard_normal((2, n, 4))
        V, turn = rng.standard_normal((n, n)), np.roll(np.arange(n), 1)
        once, twice = attention(Q, K, V), attention(Q, K, V) @ V
        same = attention(Q, K, np.eye(n))
        again = attention(Q[turn], K[turn], V[turn])
        differences = (
            (twice - once, once),
            (same @ np.eye(n) - same, same),
            (again - once[turn], once),
            (again @ V[turn] - twice[turn], twice),
        )
        rows.append([np.linalg.norm(change) / np.linalg.norm(of) for change, of in differences])
    return Readings(sizes, fits, *np.array(rows).T)


@evidence("C6.1")
def c6_1() -> Evidence:
    r = readings()
    return Evidence(
        value=float(r.gap.min()),
        low=0.5,
        high=math.inf,
        control=float(r.gap_identity.max()),
        spread=(float(r.gap.min()), float(r.gap.max())),
        seeds=SEEDS,
        format=".1f",
        numbers={
            "fitting": float(r.fits.sum()),
            "tried": float(r.fits.size),
            "order_once": float(r.order_once.max()),
            "order_twice": float(r.order_twice.min()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Shapes:
    """Widths of X, Z and Z W_O for several d_v, and who has a say in an output."""

    d: int
    d_v: Int[np.ndarray, "k"]
    width: Int[np.ndarray, "k"]  # of Z
    width_out: Int[np.ndarray, "k"]  # of Z W_O
    directions: Int[np.ndarray, "k"]  # rank of Z W_O over 200 tokens
    heard: float  # share of pairs (i, j ≠ i) in which another token j changes output i
    heard_causal: float
    faintest: float  # smallest relative change in any of these pairs


@experiment
def shapes() -> Shapes:
    """One head on 24 dimensions, d_v from 4 to 32; then each of 12 tokens is replaced in turn."""
    d, widths = 24, np.array([4, 8, 24, 32])
    rows = []
    for d_v in widths:
        rng = np.random.default_rng([6, 3, int(d_v)])
        layer = MultiHead.random(rng, d_model=d, h=1, d_k=6, d_v=int(d_v))
        X = rng.standard_normal((200, d))
        out = layer(X)
        rows.append([layer.heads(X).shape[-1], out.shape[-1], np.linalg.matrix_rank(out)])
    rng = np.random.default_rng([6, 3])
    layer = MultiHead.random(rng, d_model=d, h=1, d_k=6, d_v=8)
    X, n = rng.standard_normal((12, d)), 12
    change = np.zeros((2, n, n))
    for j in range(n):
        other = X.copy()
        other[j] = rng.standard_normal(d)
        for which, causal in enumerate((False, True)):
            before, after = layer(X, causal=causal), layer(other, causal=causal)
            change[which, :, j] = norms(after - before) / norms(before)
    pairs = ~np.eye(n, dtype=bool)
    width, width_out, directions = np.array(rows).T
    heard, heard_causal = ((c[pairs] > 1e-12).mean() for c in change)
    return Shapes(
        d,
        widths,
        width,
        width_out,
        directions,
        heard=float(heard),
        heard_causal=float(heard_causal),
        faintest=float(change[0][pairs].min()),
    )


@evidence("C6.5")
def c6_5() -> Evidence:
    r = shapes()

    def farthest(widths: np.ndarray) -> float:
        """The ratio to the width of X that differs most from 1."""
        ratio = widths / r.d
        return float(ratio[np.argmax(np.abs(np.log(ratio)))])

    return Evidence(
        value=farthest(r.width_out),
        low=1.0,
        high=1.0,
        control=farthest(r.width),
        numbers={
            "d": r.d,
            "d_v": float(r.d_v[0]),
            "directions": float(r.directions[0]),
            "directions_8": float(r.directions[1]),
            "heard": r.heard,
            "heard_causal": r.heard_causal,
            "faintest": r.faintest,
        },
        data=r,
    )
