"""Attention weights as a Markov chain: where a walker along the weights ends up."""

import numpy as np

from .shapes import Float, Real, real, require

__all__ = ["stationary_distribution"]


def _reaching(P: np.ndarray, goal: int) -> np.ndarray:
    """Return which states can reach `goal` along positive weights."""
    reached = np.zeros(len(P), bool)
    reached[goal] = True
    for _ in range(len(P)):
        reached = reached | (P[:, reached] > 0).any(axis=1)
    return reached


def stationary_distribution(A: Real[np.ndarray, "n n"]) -> Float[np.ndarray, "n"]:
    """Return π with π A = π and Σ π = 1, for a row-stochastic A.

    By elimination without subtraction, so that tiny probabilities are exact too. Raises
    ValueError if the rows do not sum to 1 or if π is not unique (two parts that never meet).
    Source: Grassmann, Taksar and Heyman 1985.

    >>> stationary_distribution(np.array([[0.5, 0.5], [0.25, 0.75]])).round(6)
    array([0.333333, 0.666667])
    """
    A = real("A", A, ndim=2)
    n = A.shape[0]
    require(A.ndim == 2 and A.shape == (n, n) and n > 0, "A", A, "(n, n) with n > 0")
    if (A < 0).any() or not np.allclose(A.sum(axis=1), 1, atol=1e-5):
        raise ValueError(f"A has shape {A.shape}; expected rows of weights ≥ 0 that sum to 1")
    P = A.astype(np.float64)
    out = np.zeros(n)
    last = n - 1
    while last > 0:
        leaving = P[last, :last].sum()
        if leaving == 0:  # the walk stays here for ever: all others must end here too
            if not _reaching(P[: last + 1, : last + 1], last).all():
                raise ValueError(f"A has shape {A.shape}; expected one closed set of states")
            break
        P[:last, last] /= leaving
        P[:last, :last] += P[:last, last, None] * P[last, :last]
        last -= 1
    out[last] = 1.0
    for k in range(last + 1, n):
        out[k] = out[:k] @ P[:k, k]
    return (out / out.sum()).astype(A.dtype)
