"""Linear associative memories: pairs of keys and values in one state of fixed size."""

import numpy as np

from .shapes import Float, Number, Real, positive, reals, require

__all__ = ["delta_rule_limit", "delta_rule_memory", "outer_product_memory", "recall"]


def _pairs(K: np.ndarray, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    K, V = reals(ndim=2, K=K, V=V)
    require(K.ndim == 2, "K", K, "(n, d_k)")
    require(V.ndim == 2 and V.shape[0] == K.shape[0], "V", V, f"({K.shape[0]}, d_v)")
    return K, V


def outer_product_memory(
    K: Real[np.ndarray, "n d_k"], V: Real[np.ndarray, "n d_v"]
) -> Float[np.ndarray, "d_v d_k"]:
    """Return M = Σ v_i k_iᵀ, the sum of outer products.

    With random unit keys its recall errs by about √((n−1)/d_k) of a value's norm. Source:
    Kohonen 1972; as linear attention, arXiv:2006.16236, equations 18 to 20.

    >>> outer_product_memory(np.eye(2), np.array([[3.0], [5.0]]))
    array([[3., 5.]])
    """
    K, V = _pairs(K, V)
    return V.T @ K


def delta_rule_memory(
    K: Real[np.ndarray, "n d_k"],
    V: Real[np.ndarray, "n d_v"],
    *,
    rate: Number = 1.0,
    sweeps: int = 1,
) -> Float[np.ndarray, "d_v d_k"]:
    """Write each pair by what recall still lacks: M ← M + η (v − M k) kᵀ/‖k‖².

    At η = 1 the pair just written is recalled exactly. Over many sweeps all are, if the keys
    are linearly independent (so n ≤ d_k). Zero keys are passed over. Source: Widrow and Hoff
    1960; arXiv:2102.11174, section 4.2.

    >>> delta_rule_memory(np.array([[1.0, 0], [1, 1]]), np.array([[2.0], [2]]), sweeps=40).round(6)
    array([[2., 0.]])
    """
    eta = positive("rate", rate)
    K, V = _pairs(K, V)
    if sweeps < 1:
        raise ValueError(f"sweeps is {sweeps}; expected at least 1")
    M = np.zeros((V.shape[1], K.shape[1]), K.dtype)
    for _ in range(sweeps):
        for k, v in zip(K, V):
            square = k @ k
            if square > 0:
                M += np.outer(v - M @ k, k * (K.dtype.type(eta) / square))
    return M


def delta_rule_limit(
    K: Real[np.ndarray, "n d_k"], V: Real[np.ndarray, "n d_v"]
) -> Float[np.ndarray, "d_v d_k"]:
    """Return M = (K⁺V)ᵀ, the smallest of the least-squares memories min Σ‖v_i − M k_i‖².

    It is where sweeps of the delta rule end for linearly independent keys; and for any keys of
    equal norm, as the rate goes to 0. Source: Kohonen and Ruohonen 1973.

    >>> delta_rule_limit(np.array([[1.0, 0], [1, 1]]), np.array([[2.0], [2]])).round(6) + 0.0
    array([[2., 0.]])
    """
    K, V = _pairs(K, V)
    return (np.linalg.pinv(K) @ V).T


def recall(
    M: Real[np.ndarray, "d_v d_k"], K: Real[np.ndarray, "... d_k"]
) -> Float[np.ndarray, "... d_v"]:
    """Return M k for each key.

    >>> recall(np.array([[3.0, 5.0]]), np.eye(2))
    array([[3.],
           [5.]])
    """
    M, K = reals(ndim=1, M=M, K=K)
    require(M.ndim == 2, "M", M, "(d_v, d_k)")
    require(K.shape[-1] == M.shape[1], "K", K, f"(..., {M.shape[1]}), as M has {M.shape}")
    return K @ M.T
