"""Scaled dot-product attention, for any leading batch axes."""

import math

import numpy as np

from .masks import apply_mask, causal_mask
from .shapes import Bool, Float, Number, Real, positive, reals, require
from .softmax import softmax

__all__ = ["attention", "attention_weights", "scores"]


def checked_qkv(
    Q: np.ndarray, K: np.ndarray, V: np.ndarray | None = None
) -> tuple[np.ndarray, ...]:
    """Return Q, K (and V) with one float type, or say which of them does not fit."""
    arrays = reals(ndim=2, Q=Q, K=K) if V is None else reals(ndim=2, Q=Q, K=K, V=V)
    Q, K = arrays[:2]
    d_k = Q.shape[-1]
    require(d_k > 0, "Q", Q, "(..., n, d_k) with d_k > 0")
    require(K.shape[-1] == d_k, "K", K, f"(..., m, {d_k}), since Q has shape {Q.shape}")
    batch = Q.shape[:-2]
    for name, x in zip("KV", arrays[1:]):
        try:
            batch = np.broadcast_shapes(batch, x.shape[:-2])
        except ValueError:
            require(False, name, x, f"leading axes that broadcast with {batch}")
    if V is not None:
        V, m = arrays[2], K.shape[-2]
        require(V.shape[-2] == m, "V", V, f"(..., {m}, d_v), since K has shape {K.shape}")
    return arrays


def scaled_scores(
    Q: np.ndarray, K: np.ndarray, scale: Number | None, soft_cap: Number | None
) -> np.ndarray:
    s = 1 / math.sqrt(Q.shape[-1]) if scale is None else float(scale)
    if not math.isfinite(s):
        raise ValueError(f"scale is {scale!r}; expected a finite number")
    S = (Q * Q.dtype.type(s)) @ np.swapaxes(K, -1, -2)
    if soft_cap is None:
        return S
    c = S.dtype.type(positive("soft_cap", soft_cap))
    return c * np.tanh(S / c)


def scores(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    *,
    scale: Number | None = None,
    soft_cap: Number | None = None,
) -> Float[np.ndarray, "... n m"]:
    """Return S = s QKᵀ with s = 1/√d_k unless given, bent to c tanh(S/c) by a soft cap c.

    Sources: arXiv:1706.03762, equation 1; the cap, arXiv:2408.00118, section 2.

    >>> scores(np.array([[1.0, 1, 1, 1]]), np.array([[2.0, 0, 0, 0], [1, 1, 1, 1]]))
    array([[1., 2.]])
    """
    Q, K = checked_qkv(Q, K)
    return scaled_scores(Q, K, scale, soft_cap)


def attention_weights(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    *,
    mask: Bool[np.ndarray, "..."] | Float[np.ndarray, "..."] | None = None,
    causal: bool = False,
    offset: int = 0,
    scale: Number | None = None,
    soft_cap: Number | None = None,
) -> Float[np.ndarray, "... n m"]:
    """Return A = softmax(s QKᵀ + mask), one row a query.

    A Boolean mask is True where a key is visible, a float mask is added; both may have any rank
    that broadcasts to `(..., n, m)`, and `causal` (j ≤ i + offset) adds to them. The cap comes
    before the mask. A query that sees no key gets zeros. Source: arXiv:1706.03762, equation 1.

    >>> attention_weights(np.zeros((2, 3)), np.ones((2, 3)), causal=True)
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    Q, K = checked_qkv(Q, K)
    S = apply_mask(scaled_scores(Q, K, scale, soft_cap), mask)
    if causal:
        S = apply_mask(S, causal_mask(*S.shape[-2:], offset=offset))
    return softmax(S)


def attention(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    V: Real[np.ndarray, "... m d_v"],
    *,
    mask: Bool[np.ndarray, "..."] | Float[np.ndarray, "..."] | None = None,
    causal: bool = False,
    offset: int = 0,
    scale: Number | None = None,
    soft_cap: Number | None = None,
) -> Float[np.ndarray, "... n d_v"]:
    """Return Z = A V, each row a blend of the values by the weights of `attention_weights`.

    Options as there. Source: arXiv:1706.03762, equation 1.

    >>> attention(np.zeros((1, 3)), np.ones((2, 3)), np.array([[2.0], [4.0]]))
    array([[3.]])
    """
    Q, K, V = checked_qkv(Q, K, V)
    options = {"mask": mask, "causal": causal, "offset": offset}
    return attention_weights(Q, K, scale=scale, soft_cap=soft_cap, **options) @ V
