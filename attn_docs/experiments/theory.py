"""Section 8: attention as a kernel (C8.1).

Features of the kernel (C8.2) are in ``theory_features``, what a score can fit (C8.3) in
``theory_encoder``, the preorder (C8.4) in ``theory_preorder``, the functor laws and equivariance
(C8.5, C8.6) in ``theory_symmetry``, other equivariant layers (C8.7) in ``theory_messages``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core.kernels import exp_kernel
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.theory_encoder import encoders
from attn_docs.experiments.theory_features import features
from attn_docs.experiments.theory_messages import messages
from attn_docs.experiments.theory_preorder import preorder
from attn_docs.experiments.theory_symmetry import equivariance, laws

__all__ = ["encoders", "equivariance", "features", "gram", "laws", "messages", "preorder"]

TOKENS = 24
D_MODEL = 16
SEEDS = 20


@dataclass(frozen=True)
class Gram:
    """Eigenvalues of exp(q_i·k_j/√d) over tokens, relative to the largest, one row a seed.

    ``shared``: W_Q = W_K. ``separate``: the symmetric part with matrices of their own;
    ``separate_complex``: the matrix itself, one seed. ``asymmetry``: ‖G − Gᵀ‖/‖G‖.
    """

    shared: Float[np.ndarray, "seeds n"]
    separate: Float[np.ndarray, "seeds n"]
    shared_complex: Float[np.ndarray, "n 2"]
    separate_complex: Float[np.ndarray, "n 2"]
    asymmetry: Float[np.ndarray, "seeds"]
    asymmetry_shared: Float[np.ndarray, "seeds"]

    @property
    def least_shared(self) -> float:
        """Smallest eigenvalue over all seeds with W_Q = W_K, like the one that follows."""
        return float(self.shared.min())

    @property
    def least_separate(self) -> float:
        return float(self.separate.min())

    @property
    def mean_asymmetry(self) -> float:
        """Mean of ‖G − Gᵀ‖/‖G‖ with separate matrices."""
        return float(self.asymmetry.mean())


def relative_eigenvalues(G: Float[np.ndarray, "n n"]) -> Float[np.ndarray, "n"]:
    """Eigenvalues of the symmetric part, largest first, divided by the largest."""
    found = np.linalg.eigvalsh((G + G.T) / 2)[::-1]
    return found / found[0]


def asymmetry_of(G: Float[np.ndarray, "n n"]) -> float:
    """‖G − Gᵀ‖/‖G‖ in the Frobenius norm: 0 if symmetric, √2 for unrelated entries of mean 0."""
    return float(np.linalg.norm(G - G.T) / np.linalg.norm(G))


def _plane(G: np.ndarray) -> np.ndarray:
    found = np.linalg.eigvals(G)
    found = found[np.lexsort((found.imag, -found.real))] / np.abs(found).max()
    return np.stack([found.real, found.imag], -1)


@experiment
def gram() -> Gram:
    """Random tokens seen through one matrix, and through two."""
    shared, separate = np.empty((2, SEEDS, TOKENS))
    asymmetry, asymmetry_shared = np.empty((2, SEEDS))
    plane, plane_separate = np.empty((2, TOKENS, 2))
    for seed in range(SEEDS):
        rng = np.random.default_rng([8, 1, seed])
        X = rng.standard_normal((TOKENS, D_MODEL))
        W_Q, W_K = rng.standard_normal((2, D_MODEL, D_MODEL)) / math.sqrt(D_MODEL)
        same, other = exp_kernel(X @ W_Q), exp_kernel(X @ W_Q, X @ W_K)
        shared[seed], separate[seed] = relative_eigenvalues(same), relative_eigenvalues(other)
        asymmetry[seed], asymmetry_shared[seed] = asymmetry_of(other), asymmetry_of(same)
        if seed == 0:
            plane, plane_separate = _plane(same), _plane(other)
    return Gram(shared, separate, plane, plane_separate, asymmetry, asymmetry_shared)


@evidence("C8.1")
def c8_1() -> Evidence:
    r = gram()
    least = r.shared.min(1)
    return Evidence(
        value=r.least_shared,
        low=0.0,
        high=1.0,
        control=float(r.separate.min(1).max()),
        spread=(float(least.min()), float(least.max())),
        samples=TOKENS,
        seeds=SEEDS,
        format=".1e",
        numbers={
            "separate_mean": float(r.separate.min(1).mean()),
            "negative": float((r.separate < 0).sum(1).mean()),
            "asymmetry": r.mean_asymmetry,
            "asymmetry_shared": float(r.asymmetry_shared.max()),
            "tokens": float(TOKENS),
        },
        data=r,
    )
