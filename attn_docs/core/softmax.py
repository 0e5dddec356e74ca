"""Softmax, its Jacobian and its potential log-sum-exp; sparsemax, a true projection."""

import numpy as np

from .shapes import Bool, Float, Floats, Number, Real, ShapeError, positive, real, require

__all__ = ["log_sum_exp", "softmax", "softmax_jacobian", "sparsemax"]


def _shifted(S: np.ndarray, axis: int, temperature: Number) -> tuple[np.ndarray, np.ndarray]:
    """Return ((S − max S) / T, max S), with 0 for the maximum of a row without finite scores."""
    top = np.max(S, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isneginf(top), S.dtype.type(0), top)
    # A difference that overflows is an exact 0 after exp: no reason to warn.
    with np.errstate(over="ignore"):
        return (S - top) / S.dtype.type(temperature), top


def _scores(S: np.ndarray, axis: int, where: np.ndarray | None = None) -> np.ndarray:
    S = real("S", S, ndim=1, minus_inf=True)
    if not -S.ndim <= axis < S.ndim:
        raise ShapeError(f"S has shape {S.shape}; expected an axis {axis}")
    if where is None:
        return S
    where = np.asarray(where)
    if where.dtype != np.bool_:
        raise TypeError(f"where has shape {where.shape} and dtype {where.dtype}; expected Booleans")
    try:
        fits = np.broadcast_shapes(where.shape, S.shape) == S.shape
    except ValueError:
        fits = False
    require(fits, "where", where, f"a shape that broadcasts to {S.shape}, the shape of S")
    return np.where(where, S, S.dtype.type(-np.inf))


def softmax(
    S: Real[np.ndarray, "..."],
    *,
    axis: int = -1,
    temperature: Number = 1.0,
    where: Bool[np.ndarray, "..."] | None = None,
) -> Float[np.ndarray, "..."]:
    """Turn scores into weights that sum to 1: p_i = exp(S_i/T) / Σ_j exp(S_j/T).

    The maximum is subtracted first: that changes nothing, and exp cannot overflow. A score of
    −∞, or one where `where` is False, gets weight 0. **A row without any visible score gives
    zeros, by contract, never NaN.** Source: arXiv:1706.03762, equation 1.

    >>> softmax(np.array([0.0, np.log(3.0)]))
    array([0.25, 0.75])
    >>> softmax(np.array([-np.inf, -np.inf]))
    array([0., 0.])
    """
    T = positive("temperature", temperature)
    shifted, _ = _shifted(_scores(S, axis, where), axis, T)
    p = np.exp(shifted)
    total = p.sum(axis=axis, keepdims=True)
    return p / np.where(total == 0, p.dtype.type(1), total)


def log_sum_exp(S: Real[np.ndarray, "..."], *, axis: int = -1, temperature: Number = 1.0) -> Floats:
    """Return the smooth maximum T log Σ_j exp(S_j/T), whose gradient in S is softmax(S/T).

    A row of −∞ alone gives −∞. Source: arXiv:1704.00805, proposition 1.

    >>> float(np.exp(log_sum_exp(np.log(np.array([1.0, 2.0, 5.0])))).round(12))
    8.0
    """
    T = positive("temperature", temperature)
    S = _scores(S, axis)
    shifted, top = _shifted(S, axis, T)
    total = np.exp(shifted).sum(axis=axis)
    with np.errstate(divide="ignore"):
        return np.log(total) * S.dtype.type(T) + np.squeeze(top, axis=axis)


def softmax_jacobian(
    p: Real[np.ndarray, "... n"], *, temperature: Number = 1.0
) -> Float[np.ndarray, "... n n"]:
    """Return ∂p/∂S = (diag(p) − ppᵀ)/T at weights p = softmax(S/T), for each row of p.

    It is symmetric, positive semidefinite, its rows sum to 0, and its largest eigenvalue is at
    most 1/(2T). Source: arXiv:1704.00805, proposition 2.

    >>> softmax_jacobian(np.array([0.5, 0.5]))
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    T = positive("temperature", temperature)
    p = real("p", p, ndim=1)
    J = -p[..., :, None] * p[..., None, :]
    i = np.arange(p.shape[-1])
    J[..., i, i] += p
    return J / p.dtype.type(T)


def sparsemax(S: Real[np.ndarray, "... n"]) -> Float[np.ndarray, "... n"]:
    """Return the point of the simplex nearest to S: max(S − τ, 0), τ such that the sum is 1.

    Unlike softmax it is a projection: idempotent, and it reaches the boundary. Works on the last
    axis; needs finite scores. Source: arXiv:1602.02068, equation 2 and algorithm 1.

    >>> sparsemax(np.array([1.0, 0.5, -2.0]))
    array([0.75, 0.25, 0.  ])
    """
    S = real("S", S, ndim=1)
    require(S.shape[-1] > 0, "S", S, "(..., n) with n > 0")
    # The projection is unmoved by a shift; it keeps large scores exact.
    S = S - S.max(axis=-1, keepdims=True)
    z = np.flip(np.sort(S, axis=-1), axis=-1)
    k = np.arange(1, S.shape[-1] + 1)
    excess = np.cumsum(z, axis=-1) - 1
    size = np.sum(k * z > excess, axis=-1, keepdims=True)
    tau = np.take_along_axis(excess, size - 1, axis=-1) / size
    return np.maximum(S - tau, 0).astype(S.dtype)
