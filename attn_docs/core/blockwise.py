"""Attention for long sequences: the same result without ever holding the n × m matrix."""

import numpy as np

from .attention import checked_qkv, scaled_scores
from .masks import apply_mask, causal_mask, fitting_mask
from .shapes import Bool, Float, Number, Real

__all__ = ["blockwise_attention"]


class _Running:
    """For some queries: the largest score so far, and sums that are scaled by it."""

    def __init__(self, Q: np.ndarray, K: np.ndarray, V: np.ndarray) -> None:
        batch = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
        self.top = np.full((*batch, Q.shape[-2], 1), -np.inf, Q.dtype)
        self.total = np.zeros_like(self.top)
        batch = np.broadcast_shapes(batch, V.shape[:-2])
        self.Z = np.zeros((*batch, Q.shape[-2], V.shape[-1]), Q.dtype)

    def read(self, S: np.ndarray, V: np.ndarray) -> None:
        """Take in one more block of keys; a new largest score rescales what was summed."""
        top = np.maximum(self.top, S.max(axis=-1, keepdims=True))
        # Nothing visible yet: exp(−∞ − 0) = 0, where exp(−∞ + ∞) would be NaN.
        base = np.where(np.isneginf(top), S.dtype.type(0), top)
        rescale, P = np.exp(self.top - base), np.exp(S - base)
        self.total = self.total * rescale + P.sum(axis=-1, keepdims=True)
        self.Z = self.Z * rescale + P @ V
        self.top = top

    def blend(self) -> np.ndarray:
        return self.Z / np.where(self.total == 0, self.Z.dtype.type(1), self.total)


def blockwise_attention(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    V: Real[np.ndarray, "... m d_v"],
    *,
    mask: Bool[np.ndarray, "..."] | Float[np.ndarray, "..."] | None = None,
    causal: bool = False,
    offset: int = 0,
    scale: Number | None = None,
    soft_cap: Number | None = None,
    block: int = 256,
) -> Float[np.ndarray, "... n d_v"]:
    """Return softmax(s QKᵀ + mask) V by the online softmax, `block` queries and keys at a time.

    Equal to `attention` to rounding, with memory O(n d + block²) instead of O(nm); under a causal
    mask the blocks of the future are skipped. Sources: arXiv:1805.02867, algorithm 3;
    arXiv:2205.14135, algorithm 1.

    >>> blockwise_attention(np.zeros((1, 3)), np.ones((2, 3)), np.array([[2.0], [4.0]]), block=1)
    array([[3.]])
    """
    if block < 1:
        raise ValueError(f"block is {block}; expected at least 1")
    Q, K, V = checked_qkv(Q, K, V)
    n, m = Q.shape[-2], K.shape[-2]
    if mask is not None:
        batch = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
        mask = fitting_mask(mask, (*batch, n, m))
        mask = np.broadcast_to(mask, (*mask.shape[:-2], n, m))  # a view: nothing is copied
    Z = [_Running(Q[..., :0, :], K, V).Z]  # no row yet: gives the shape if n is 0
    for i in range(0, n, block):
        queries = slice(i, min(i + block, n))
        running = _Running(Q[..., queries, :], K, V)
        for j in range(0, m, block):
            keys = slice(j, min(j + block, m))
            if causal and j > queries.stop - 1 + offset:
                break
            S = scaled_scores(Q[..., queries, :], K[..., keys, :], scale, soft_cap)
            if mask is not None:
                S = apply_mask(S, mask[..., queries, keys])
            if causal:
                S = apply_mask(S, causal_mask(*S.shape[-2:], offset=offset + i - j))
            running.read(S, V[..., keys, :])
        Z.append(running.blend())
    return np.concatenate(Z, axis=-2)
