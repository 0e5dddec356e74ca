"""Gradients of attention by hand: enough to train the small layers of the site.

Each `*_vjp` takes the gradient of a loss in the output and returns it in the inputs.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .attention import attention_weights, checked_qkv, scores
from .multihead import MultiHead, merge_heads, split_heads
from .shapes import Float, Int, Number, Real, real, reals, require
from .softmax import log_sum_exp, softmax

__all__ = [
    "QKVGradient",
    "attention_vjp",
    "cross_entropy",
    "cross_entropy_gradient",
    "multi_head_vjp",
    "scores_vjp",
    "softmax_vjp",
]


@dataclass(frozen=True)
class QKVGradient:
    """Gradients of a loss in Q, K and V, each of the same shape as its array."""

    Q: Float[np.ndarray, "... n d_k"]
    K: Float[np.ndarray, "... m d_k"]
    V: Float[np.ndarray, "... m d_v"]


def softmax_vjp(
    A: Real[np.ndarray, "... n"], dA: Real[np.ndarray, "... n"], *, temperature: Number = 1.0
) -> Float[np.ndarray, "... n"]:
    """Return dS = A ∘ (dA − Σ_j A_j dA_j)/T, the product with softmax's Jacobian at A.

    Source: arXiv:1704.00805, proposition 2.

    >>> softmax_vjp(np.array([0.5, 0.5]), np.array([1.0, 0.0]))
    array([ 0.25, -0.25])
    """
    A, dA = reals(ndim=1, A=A, dA=dA)
    require(dA.shape == A.shape, "dA", dA, f"{A.shape}, the shape of A")
    return A * (dA - np.sum(A * dA, axis=-1, keepdims=True)) / A.dtype.type(temperature)


def _summed(gradient: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Sum over the axes along which the input was broadcast."""
    extra = gradient.ndim - len(shape)
    gradient = gradient.sum(axis=tuple(range(extra)))
    widened = tuple(i for i, size in enumerate(shape) if size == 1 != gradient.shape[i])
    return gradient.sum(axis=widened, keepdims=True)


def scores_vjp(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    dS: Real[np.ndarray, "... n m"],
    *,
    scale: Number | None = None,
    soft_cap: Number | None = None,
) -> tuple[Float[np.ndarray, "... n d_k"], Float[np.ndarray, "... m d_k"]]:
    """Return dQ = s dS K and dK = s dSᵀ Q for S = s QKᵀ, s = 1/√d_k.

    A soft cap c first multiplies dS by 1 − (S/c)². Source: arXiv:2205.14135, appendix B.2.

    >>> dQ, dK = scores_vjp(np.array([[2.0]]), np.array([[3.0]]), np.array([[1.0]]))
    >>> dQ.item(), dK.item()
    (3.0, 2.0)
    """
    Q, K = checked_qkv(Q, K)
    dS = real("dS", dS, ndim=2).astype(Q.dtype, copy=False)
    size = (Q.shape[-2], K.shape[-2])
    require(dS.shape[-2:] == size, "dS", dS, f"(..., {size[0]}, {size[1]})")
    s = Q.dtype.type(Q.shape[-1] ** -0.5 if scale is None else scale)
    if soft_cap is not None:
        dS = dS * (1 - (scores(Q, K, scale=scale, soft_cap=soft_cap) / Q.dtype.type(soft_cap)) ** 2)
    dQ, dK = s * (dS @ K), s * (np.swapaxes(dS, -1, -2) @ Q)
    return _summed(dQ, Q.shape), _summed(dK, K.shape)


def attention_vjp(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    V: Real[np.ndarray, "... m d_v"],
    dZ: Real[np.ndarray, "... n d_v"],
    *,
    scale: Number | None = None,
    soft_cap: Number | None = None,
    **options: Any,
) -> QKVGradient:
    """Return the gradients in Q, K, V for Z = attention(Q, K, V), given dZ.

    dV = AᵀdZ; dA = dZ Vᵀ; dS by `softmax_vjp`; dQ, dK by `scores_vjp`. Further options: mask,
    causal, offset. Source: arXiv:2205.14135, appendix B.2.

    >>> X = np.ones((2, 3))
    >>> attention_vjp(X, X, X, X).V
    array([[1., 1., 1.],
           [1., 1., 1.]])
    """
    Q, K, V = checked_qkv(Q, K, V)
    dZ = real("dZ", dZ, ndim=2).astype(Q.dtype, copy=False)
    A = attention_weights(Q, K, scale=scale, soft_cap=soft_cap, **options)
    expected = (*np.broadcast_shapes(A.shape[:-2], V.shape[:-2]), Q.shape[-2], V.shape[-1])
    require(dZ.shape == expected, "dZ", dZ, f"{expected}, the shape of Z")
    dV = np.swapaxes(A, -1, -2) @ dZ
    dA = _summed(dZ @ np.swapaxes(V, -1, -2), A.shape)
    dQ, dK = scores_vjp(Q, K, softmax_vjp(A, dA), scale=scale, soft_cap=soft_cap)
    return QKVGradient(dQ, dK, _summed(dV, V.shape))


def _grouped(gradient: np.ndarray, groups: int) -> np.ndarray:
    """Sum over the query heads that share a key or value head, and merge: undoes the repeat."""
    h, rest = gradient.shape[-3], gradient.shape[-2:]
    shared = gradient.reshape(*gradient.shape[:-3], groups, h // groups, *rest)
    return merge_heads(shared.sum(axis=-3))


def _flat(X: np.ndarray) -> np.ndarray:
    return X.reshape(-1, X.shape[-1])


def multi_head_vjp(
    layer: MultiHead,
    X: Real[np.ndarray, "... n d_model"],
    dY: Real[np.ndarray, "... n d_out"],
    context: Any = None,
    **options: Any,
) -> dict[str, np.ndarray]:
    """Return the gradients in W_Q, W_K, W_V, W_O and X (and context) for Y = layer(X), given dY.

    Weight gradients are summed over batch axes. With `context`, X's own share is separate;
    without, X is queries, keys and values at once. Options as in `attention`.

    >>> layer = MultiHead.random(np.random.default_rng(0), d_model=4, h=2)
    >>> sorted(multi_head_vjp(layer, np.ones((3, 4)), np.ones((3, 4))))
    ['W_K', 'W_O', 'W_Q', 'W_V', 'X']
    """
    source = X if context is None else context
    X, source, dY = reals(ndim=2, X=X, context=source, dY=dY)
    Q, K, V = layer.project(X, source)
    heads = merge_heads(attention_weights(Q, K, **options) @ V)
    require(dY.shape == (*heads.shape[:-1], layer.W_O.shape[1]), "dY", dY, "the shape of layer(X)")
    inner = attention_vjp(Q, K, V, split_heads(dY @ layer.W_O.T, layer.h), **options)
    dQ, dK = merge_heads(inner.Q), _grouped(inner.K, layer.groups)
    dV = _grouped(inner.V, layer.groups)
    dX, dsource = dQ @ layer.W_Q.T, dK @ layer.W_K.T + dV @ layer.W_V.T
    out = {
        "W_Q": _flat(X).T @ _flat(dQ),
        "W_K": _flat(source).T @ _flat(dK),
        "W_V": _flat(source).T @ _flat(dV),
        "W_O": _flat(heads).T @ _flat(dY),
    }
    if context is None:
        return {**out, "X": dX + dsource}
    return {**out, "X": dX, "context": dsource}


def _targets(S: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    S = real("S", S, ndim=1, minus_inf=True)
    targets = np.asarray(targets)
    require(targets.shape == S.shape[:-1], "targets", targets, f"{S.shape[:-1]}, one per row of S")
    if targets.size and (targets.min() < 0 or targets.max() >= S.shape[-1]):
        raise ValueError(f"targets has a value outside 0 to {S.shape[-1] - 1}")
    return S, targets


def cross_entropy(S: Real[np.ndarray, "... m"], targets: Int[np.ndarray, "..."]) -> float:
    """Return the mean over rows of −log softmax(S)[target], in nats.

    >>> round(cross_entropy(np.zeros((3, 4)), np.array([0, 1, 2])), 6)
    1.386294
    """
    S, targets = _targets(S, targets)
    hit = np.take_along_axis(S, targets[..., None], axis=-1)[..., 0]
    return float(np.mean(log_sum_exp(S) - hit))


def cross_entropy_gradient(
    S: Real[np.ndarray, "... m"], targets: Int[np.ndarray, "..."]
) -> Float[np.ndarray, "... m"]:
    """Return the gradient of `cross_entropy` in S: (softmax(S) − onehot(target))/rows.

    >>> cross_entropy_gradient(np.zeros((1, 2)), np.array([1]))
    array([[ 0.5, -0.5]])
    """
    S, targets = _targets(S, targets)
    dS = softmax(S)
    hit = targets[..., None]
    np.put_along_axis(dS, hit, np.take_along_axis(dS, hit, axis=-1) - 1, axis=-1)
    return dS / S.dtype.type(max(targets.size, 1))
