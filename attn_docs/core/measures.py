"""Numbers that describe vectors and weights: angles, norms, entropy, sensitivity."""

import math
from typing import Literal

import numpy as np

from .shapes import Float, Floats, Number, Real, positive, real, reals, require

__all__ = [
    "angle",
    "cosine",
    "effective_number",
    "entropy",
    "norms",
    "pairwise_cosine",
    "softmax_gradient_norm",
]


def entropy(p: Real[np.ndarray, "... n"], *, unit: Literal["nats", "bits"] = "nats") -> Floats:
    """Return H = −Σ p log p over the last axis, in nats or bits, with 0 log 0 = 0.

    Raises ValueError for negative weights. A row of zeros (nothing visible) has H = 0. Source:
    Shannon 1948, theorem 2.

    >>> float(entropy(np.array([0.5, 0.25, 0.25]), unit="bits"))
    1.5
    """
    p = real("p", p, ndim=1)
    if (p < 0).any():
        raise ValueError(f"p has shape {p.shape} and a negative weight; expected weights ≥ 0")
    if unit not in ("nats", "bits"):
        raise ValueError(f"unit is {unit!r}; expected 'nats' or 'bits'")
    H = -np.sum(p * np.log(np.where(p > 0, p, p.dtype.type(1))), axis=-1)
    # Rounding may give −0.0 or a little less: entropy is never negative for weights ≤ 1.
    H = np.where(np.abs(H) < 8 * np.finfo(p.dtype).eps, p.dtype.type(0), H)
    return H / p.dtype.type(math.log(2)) if unit == "bits" else H


def effective_number(p: Real[np.ndarray, "... n"]) -> Floats:
    """Return exp(H), the number of keys attended as if evenly: from 1 to n.

    Source: Hill 1973, the number of order 1.

    >>> effective_number(np.array([[0.25] * 4, [1.0, 0, 0, 0]])).round(12)
    array([4., 1.])
    """
    return np.exp(entropy(p))


def norms(X: Real[np.ndarray, "... d"]) -> Floats:
    """Return the Euclidean length ‖x‖ = √Σ x² along the last axis.

    >>> norms(np.array([[3.0, 4.0], [0.0, 2.0]]))
    array([5., 2.])
    """
    X = real("X", X, ndim=1)
    # Scaled by the largest component, so that squares neither overflow nor vanish.
    top = np.max(np.abs(X), axis=-1, initial=0)
    safe = np.where(top > 0, top, X.dtype.type(1))
    return np.sqrt(np.sum((X / safe[..., None]) ** 2, axis=-1)) * top


def _unit(X: np.ndarray) -> np.ndarray:
    """Return rows of length 1; a zero row stays zero."""
    length = norms(X)[..., None]
    return X / np.where(length > 0, length, X.dtype.type(1))


def cosine(x: Real[np.ndarray, "... d"], y: Real[np.ndarray, "... d"]) -> Floats:
    """Return cos θ = x·y / (‖x‖‖y‖), row by row; 0 if either vector is 0.

    Leading axes broadcast. Always within [−1, 1].

    >>> float(cosine(np.array([1.0, 0.0]), np.array([1.0, 1.0])).round(6))
    0.707107
    """
    x, y = reals(ndim=1, x=x, y=y)
    require(x.shape[-1] == y.shape[-1], "y", y, f"(..., {x.shape[-1]}), as x has {x.shape}")
    return np.clip(np.sum(_unit(x) * _unit(y), axis=-1), -1, 1)


def angle(x: Real[np.ndarray, "... d"], y: Real[np.ndarray, "... d"]) -> Floats:
    """Return the angle θ between x and y in radians, exact for small and flat angles too.

    θ = 2 atan2(‖u − v‖, ‖u + v‖) for the unit vectors u, v. Source:
    Kahan 2006, "How futile are mindless assessments of roundoff".

    >>> float(angle(np.array([1.0, 0.0]), np.array([0.0, 2.0])).round(6))
    1.570796
    """
    x, y = reals(ndim=1, x=x, y=y)
    require(x.shape[-1] == y.shape[-1], "y", y, f"(..., {x.shape[-1]}), as x has {x.shape}")
    u, v = _unit(x), _unit(y)
    return 2 * np.arctan2(norms(u - v), norms(u + v))


def pairwise_cosine(
    X: Real[np.ndarray, "... n d"], Y: Real[np.ndarray, "... m d"] | None = None
) -> Float[np.ndarray, "... n m"]:
    """Return cos θ of every row of X with every row of Y (of X itself by default).

    >>> pairwise_cosine(np.array([[2.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0], [-3.0, 0.0]]))
    array([[ 1.,  0., -1.]])
    """
    X, Y = reals(ndim=2, X=X, Y=X if Y is None else Y)
    require(X.shape[-1] == Y.shape[-1], "Y", Y, f"(..., m, {X.shape[-1]}), as X has {X.shape}")
    return np.clip(_unit(X) @ np.swapaxes(_unit(Y), -1, -2), -1, 1)


def softmax_gradient_norm(p: Real[np.ndarray, "... n"], *, temperature: Number = 1.0) -> Floats:
    """Return the Frobenius norm ‖diag(p) − ppᵀ‖/T of softmax's Jacobian, without building it.

    The square is Σp² − 2Σp³ + (Σp²)². It is summed without cancellation:
    Σ p_i²(1 − p_i)² + Σ_{i≠j} p_i² p_j². Source: arXiv:1704.00805, proposition 2.

    >>> float(softmax_gradient_norm(np.array([0.5, 0.5])))
    0.5
    """
    T = positive("temperature", temperature)
    p = real("p", p, ndim=1)
    square = p**2
    top = np.arange(p.shape[-1]) == np.argmax(p, axis=-1)[..., None]
    # The largest weight's own share cancels badly in what is left of it: sum the rest afresh.
    rest, keep = np.where(top, 0, square), np.where(top, 0, p)
    others = np.where(top, rest.sum(-1, keepdims=True), square.sum(-1, keepdims=True) - square)
    gap = np.where(top, keep.sum(-1, keepdims=True), 1 - p)
    total = np.sum(square * (gap**2 + np.maximum(others, 0)), axis=-1)
    return np.sqrt(total) / p.dtype.type(T)
