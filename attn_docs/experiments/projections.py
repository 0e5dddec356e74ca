"""Section 2: three projections of one cloud, what they need to be three for, how they are learned.

C2.3 is measured in ``projections_relations``, C2.4 in ``projections_alignment``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import scores, softmax
from attn_docs.core.projection import pca, silhouette
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.projections_alignment import alignment, geometry
from attn_docs.experiments.projections_relations import relations

__all__ = ["alignment", "geometry", "images", "ranks", "relations"]

TOKENS = 40
D_MODEL = 16
D_K = 4
WIDTHS = np.arange(1, D_MODEL + 1)
SEEDS = 8
# Singular values below this share of the largest are rounding.
TOLERANCE = 1e-10


@dataclass(frozen=True)
class Ranks:
    """Numerical ranks against d_k, one row a seed; and the singular values at d_k = ``D_K``."""

    d_k: Int[np.ndarray, "k"]
    scores: Int[np.ndarray, "seeds k"]
    weights: Int[np.ndarray, "seeds k"]
    unrestricted: Int[np.ndarray, "seeds"]
    spectrum_scores: Float[np.ndarray, "n"]
    spectrum_weights: Float[np.ndarray, "n"]

    def largest(self, what: str) -> int:
        """Largest rank at d_k = ``D_K`` over the seeds, of ``scores`` or ``weights``."""
        return int(getattr(self, what)[:, self.d_k == D_K].max())


def _singular(M: np.ndarray) -> np.ndarray:
    found = np.linalg.svd(M, compute_uv=False)
    return found / found[0]


@experiment
def ranks() -> Ranks:
    """Rank of QKᵀ/√d_k and of its softmax for random X, W_Q, W_K.

    ``unrestricted`` scores by X M Xᵀ with a full matrix M in place of W_Q W_Kᵀ: without the
    passage through d_k dimensions.
    """
    shape = (SEEDS, WIDTHS.size)
    rank_scores, rank_weights = np.empty(shape, np.int64), np.empty(shape, np.int64)
    unrestricted = np.empty(SEEDS, np.int64)
    spectra = []
    for seed in range(SEEDS):
        rng = np.random.default_rng([2, 1, seed])
        X = rng.standard_normal((TOKENS, D_MODEL))
        M = rng.standard_normal((D_MODEL, D_MODEL))
        unrestricted[seed] = np.sum(_singular(X @ M @ X.T) > TOLERANCE)
        for i, d_k in enumerate(WIDTHS):
            W_Q, W_K = (rng.standard_normal((D_MODEL, d_k)) / math.sqrt(D_MODEL) for _ in "QK")
            S = scores(X @ W_Q, X @ W_K)
            both = _singular(S), _singular(softmax(S))
            rank_scores[seed, i], rank_weights[seed, i] = (np.sum(s > TOLERANCE) for s in both)
            if seed == 0 and d_k == D_K:
                spectra = list(both)
    return Ranks(WIDTHS, rank_scores, rank_weights, unrestricted, *spectra)


@evidence("C2.1")
def c2_1() -> Evidence:
    r = ranks()
    c = images()
    own = np.diag(c.silhouettes)
    apart = c.silhouettes[~np.eye(3, dtype=bool)]
    return Evidence(
        value=float(r.largest("scores")),
        low=1.0,
        high=float(D_K),
        control=float(r.unrestricted.min()),
        spread=(
            float(r.scores[:, r.d_k == D_K].min()),
            float(r.scores[:, r.d_k == D_K].max()),
        ),
        samples=TOKENS,
        seeds=SEEDS,
        format=".0f",
        numbers={
            "weights": float(r.largest("weights")),
            "weights_fewest": float(r.weights[:, r.d_k == D_K].min()),
            "own": float(own.min()),
            "apart": float(np.abs(apart).max()),
            "before": float(c.before.max()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Images:
    """One cloud of tokens with three facets of three kinds each, and its three images.

    ``silhouettes[i, j]``: how well the kinds of facet j stand apart in image i (Q, K, V);
    ``before[j]``: in the cloud itself. ``explained`` is the share of the cloud's variance that its
    drawn plane keeps.
    """

    X: Float[np.ndarray, "n d_model"]
    drawn: Float[np.ndarray, "n 2"]
    explained: float
    Q: Float[np.ndarray, "n 2"]
    K: Float[np.ndarray, "n 2"]
    V: Float[np.ndarray, "n 2"]
    kinds: Int[np.ndarray, "n facets"]
    silhouettes: Float[np.ndarray, "images facets"]
    before: Float[np.ndarray, "facets"]
    followed: int

    @property
    def least_own(self) -> float:
        """Silhouette of each image's own facet, the smallest of three."""
        return float(np.diag(self.silhouettes).min())

    @property
    def most_before(self) -> float:
        """Silhouette of a facet in the whole cloud, the largest of three."""
        return float(self.before.max())


@experiment
def images() -> Images:
    """Tokens whose three facets lie in three planes of six dimensions, and a matrix for each.

    The matrices are made, not learned: a picture of what three projections can do.
    """
    rng = np.random.default_rng([2, 2])
    kinds = np.stack(np.meshgrid(*[np.arange(3)] * 3, indexing="ij"), -1).reshape(-1, 3)
    kinds = np.repeat(kinds, 2, axis=0)
    angles = 2 * np.pi * np.arange(3) / 3 + math.pi / 2
    corner = np.stack([np.cos(angles), np.sin(angles)], -1)
    planes = corner[kinds] + 0.22 * rng.standard_normal((len(kinds), 3, 2))
    turn = np.linalg.qr(rng.standard_normal((6, 6)))[0]
    X = planes.reshape(-1, 6) @ turn
    W_Q, W_K, W_V = (turn[2 * i : 2 * i + 2].T for i in range(3))
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    view = pca(X)
    return Images(
        X,
        view.coordinates,
        float(view.explained.sum()),
        Q,
        K,
        V,
        kinds,
        np.array([[silhouette(Y, kinds[:, j]) for j in range(3)] for Y in (Q, K, V)]),
        np.array([silhouette(X, kinds[:, j]) for j in range(3)]),
        followed=7,
    )
