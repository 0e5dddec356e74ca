"""Section 6: what the weighted sum makes of the values, and where it puts a token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core import MultiHead, attention, attention_weights, norms, scores
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.weighted_sum_hull import barycentric, hull_corners, hull_misfit
from attn_docs.experiments.weighted_sum_particles import c6_4, clusters, meeting
from attn_docs.experiments.weighted_sum_rank import rank_collapse
from attn_docs.experiments.weighted_sum_shapes import c6_1, c6_5, readings, shapes

__all__ = [
    "blends",
    "c6_1",
    "c6_2",
    "c6_4",
    "c6_5",
    "clusters",
    "meeting",
    "plane",
    "rank_collapse",
    "readings",
    "shapes",
]

SEEDS = 8
EXACT = 1e-9  # a misfit below this is rounding


@dataclass(frozen=True)
class Blends:
    """Is a blend in the convex hull of the values? Shares of yes, one a seed."""

    inside: Float[np.ndarray, "seeds"]
    inside_raw: Float[np.ndarray, "seeds"]  # scores divided by their sum instead of softmax
    inside_moved: Float[np.ndarray, "seeds"]  # x + z
    misfit: Float[np.ndarray, "seeds"]  # largest, of the blends
    barycentric: Float[np.ndarray, "seeds"]  # largest |weights found from z alone − A|
    kept_moved: Float[np.ndarray, "seeds"]  # share of outputs x + z nearest to their own x
    kept_alone: Float[np.ndarray, "seeds"]  # the same for z
    step: Float[np.ndarray, "seeds"]  # mean ‖z‖/‖x‖


@experiment
def blends() -> Blends:
    """40 queries over 12 values in 5 dimensions; then 16 tokens through a random layer."""
    rows = []
    for seed in range(SEEDS):
        rng = np.random.default_rng([6, 2, seed])
        Q, K = rng.standard_normal((40, 3)), rng.standard_normal((12, 3))
        V, x = rng.standard_normal((12, 5)), rng.standard_normal((40, 5))
        Z, S = attention(Q, K, V), scores(Q, K)
        raw = S / S.sum(-1, keepdims=True) @ V
        misfits = [np.array([hull_misfit(z, V) for z in points]) for points in (Z, raw, x + Z)]
        A = attention_weights(Q, K[:6])
        found = barycentric(A @ V[:6], V[:6])
        X = rng.standard_normal((16, 32))
        out = MultiHead.random(rng, d_model=32, h=4)(X)
        kept = [
            np.mean(norms(places[:, None] - X).argmin(1) == np.arange(16))
            for places in (X + out, out)
        ]
        rows.append(
            [
                *((m <= EXACT).mean() for m in misfits),
                misfits[0].max(),
                np.abs(found - A).max(),
                *kept,
                np.mean(norms(out) / norms(X)),
            ]
        )
    return Blends(*np.array(rows).T)


@evidence("C6.2")
def c6_2() -> Evidence:
    r = blends()
    return Evidence(
        value=float(r.inside.mean()),
        low=1.0,
        high=1.0,
        control=float(r.inside_raw.mean()),
        spread=(float(r.inside.min()), float(r.inside.max())),
        samples=40,
        seeds=SEEDS,
        format=".0%",
        numbers={
            "misfit": float(r.misfit.max()),
            "barycentric": float(r.barycentric.max()),
            "inside_moved": float(r.inside_moved.mean()),
            "kept_moved": float(r.kept_moved.mean()),
            "kept_alone": float(r.kept_alone.mean()),
            "step": float(r.step.mean()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Plane:
    """Two constructed pictures in the plane: blends in a hull, and a move from x."""

    values: Float[np.ndarray, "n 2"]
    hull: Float[np.ndarray, "c 2"]
    beta: Float[np.ndarray, "b"]
    blends: Float[np.ndarray, "q b 2"]  # two queries, from β = 0 up
    token: Float[np.ndarray, "2"]  # "bank"
    river: Float[np.ndarray, "m 2"]  # what the tokens of a context offer, set off from the token
    money: Float[np.ndarray, "m 2"]
    landed: Float[np.ndarray, "2 2"]  # x + z in either context
    misfit: float  # largest, of all blends drawn

    @property
    def apart(self) -> float:
        """Distance between the two places, over the length of the token."""
        return float(np.linalg.norm(self.landed[0] - self.landed[1]) / np.linalg.norm(self.token))


@experiment
def plane() -> Plane:
    """Made up by hand: coordinates that mean nothing beyond the picture."""
    values = np.array([[-1.6, -0.6], [-0.7, 1.2], [0.5, 1.5], [1.7, 0.2], [0.6, -1.2], [0.1, 0.2]])
    queries = np.array([[-0.6, 1.0], [1.0, -0.55]])
    beta = np.linspace(0, 6, 49)
    paths = np.stack([attention(queries, values, values, scale=b) for b in beta], axis=1)
    token = np.array([0.2, 1.3])
    shared = np.array([token, [0.5, 0.3], [-0.4, 0.5]])
    sides = [[[-2.2, 0.6], [-1.7, -1.2]], [[2.1, 0.9], [1.9, -0.9]]]
    offered, landed = [], []
    for side in sides:
        V = 0.6 * np.vstack([shared, side])
        # Keys that lead from "bank" to the nouns of its context, as a trained head might.
        K = np.array([[0.4], [0.0], [0.0], [2.4], [2.0]])
        landed.append(token + attention(np.ones((1, 1)), K, V, scale=1)[0])
        offered.append(token + V)
    misfits = [hull_misfit(z, values) for z in paths.reshape(-1, 2)]
    misfits += [hull_misfit(z, hull) for z, hull in zip(landed, offered, strict=True)]
    river, money = offered
    return Plane(
        values,
        hull_corners(values),
        beta,
        paths,
        token=token,
        river=river,
        money=money,
        landed=np.array(landed),
        misfit=max(misfits),
    )
