"""Softmax attention as a kernel: exp(q·k/√d), its features, and attention in linear time."""

import math

import numpy as np

from .attention import checked_qkv
from .shapes import Float, Number, Real, positive, real, reals, require

__all__ = [
    "exp_kernel",
    "exp_taylor",
    "positive_random_features",
    "random_directions",
    "random_feature_attention",
    "taylor_features",
]


def exp_kernel(
    X: Real[np.ndarray, "... n d"],
    Y: Real[np.ndarray, "... m d"] | None = None,
    *,
    scale: Number | None = None,
) -> Float[np.ndarray, "... n m"]:
    """Return exp(s x·y), s = 1/√d, for every pair of rows; Y is X by default: the Gram matrix.

    Raises OverflowError if a value exceeds the float type. Source: arXiv:1908.11775, section 2.

    >>> exp_kernel(np.array([[0.0, 0.0], [1.0, 1.0]]), scale=np.log(2) / 2).round(12)
    array([[1., 1.],
           [1., 2.]])
    """
    X, Y = reals(ndim=2, X=X, Y=X if Y is None else Y)
    require(X.shape[-1] == Y.shape[-1], "Y", Y, f"(..., m, {X.shape[-1]}), as X has {X.shape}")
    s = 1 / math.sqrt(X.shape[-1]) if scale is None else float(scale)
    with np.errstate(over="ignore"):
        G = np.exp((X * X.dtype.type(s)) @ np.swapaxes(Y, -1, -2))
    if not np.isfinite(G).all():
        raise OverflowError(f"exp of a dot product of X {X.shape} and Y {Y.shape} exceeds floats")
    return G


def exp_taylor(t: Real[np.ndarray, "..."], degree: int) -> Float[np.ndarray, "..."]:
    """Return Σ_{k ≤ degree} tᵏ/k!, what `taylor_features` of that degree can see of exp(t).

    >>> exp_taylor(np.array([1.0]), 2)
    array([2.5])
    """
    t = real("t", t)
    term = np.ones_like(t)
    total = term.copy()
    for k in range(1, degree + 1):
        term = term * t / t.dtype.type(k)
        total = total + term
    return total


def taylor_features(X: Real[np.ndarray, "... d"], degree: int) -> Float[np.ndarray, "... f"]:
    """Return φ(x) with φ(x)·φ(y) = Σ_{k ≤ degree} (x·y)ᵏ/k!, which tends to exp(x·y).

    φ lists the tensor powers x^{⊗k}/√k!: f = 1 + d + d² + … features, without end as the degree
    grows. Source: arXiv:1109.4603, section 3.

    >>> taylor_features(np.array([2.0]), 2).round(6)
    array([1.      , 2.      , 2.828427])
    """
    if degree < 0:
        raise ValueError(f"degree is {degree}; expected at least 0")
    X = real("X", X, ndim=1)
    power = np.ones((*X.shape[:-1], 1), X.dtype)
    parts = [power]
    for k in range(1, degree + 1):
        power = (power[..., :, None] * X[..., None, :]).reshape(*X.shape[:-1], -1)
        power = power / X.dtype.type(math.sqrt(k))
        parts.append(power)
    return np.concatenate(parts, axis=-1)


def random_directions(
    features: int, d: int, *, rng: np.random.Generator, orthogonal: bool = False
) -> Float[np.ndarray, "r d"]:
    """Draw normal directions ω; `orthogonal` makes each block of d of them orthogonal.

    Orthogonal blocks keep the lengths of independent normal vectors, so that each ω alone is
    still normal. Source: arXiv:2009.14794, section 2.4.

    >>> W = random_directions(3, 3, rng=np.random.default_rng(0), orthogonal=True)
    >>> bool(abs(W[0] @ W[1]) < 1e-12)
    True
    """
    if features < 1 or d < 1:
        raise ValueError(f"features is {features} and d is {d}; expected at least 1 of each")
    if not orthogonal:
        return rng.standard_normal((features, d))
    blocks = []
    for _ in range(-(-features // d)):
        q, r = np.linalg.qr(rng.standard_normal((d, d)))
        # The sign convention makes the rotation uniform.
        q = q * np.where(np.diag(r) < 0, -1.0, 1.0)
        blocks.append(q.T * np.linalg.norm(rng.standard_normal((d, d)), axis=1)[:, None])
    return np.concatenate(blocks)[:features]


def positive_random_features(
    X: Real[np.ndarray, "... d"], W: Real[np.ndarray, "r d"]
) -> Float[np.ndarray, "... r"]:
    """Return φ(x) = exp(ω·x − ½‖x‖²)/√r for directions ω: the mean of φ(x)·φ(y) is exp(x·y).

    Source: arXiv:2009.14794, lemma 1 (FAVOR+).

    >>> positive_random_features(np.zeros(3), np.ones((4, 3)))
    array([0.5, 0.5, 0.5, 0.5])
    """
    X, W = reals(ndim=1, X=X, W=W)
    return np.exp(_exponents(X, W)) / X.dtype.type(math.sqrt(W.shape[0]))


def _exponents(X: np.ndarray, W: np.ndarray) -> np.ndarray:
    fits = W.ndim == 2 and W.shape[1] == X.shape[-1]
    require(fits, "W", W, f"(r, {X.shape[-1]}), as the vectors have shape {X.shape}")
    return X @ W.T - np.sum(X**2, axis=-1, keepdims=True) / 2


def random_feature_attention(
    Q: Real[np.ndarray, "... n d_k"],
    K: Real[np.ndarray, "... m d_k"],
    V: Real[np.ndarray, "... m d_v"],
    W: Real[np.ndarray, "r d_k"],
    *,
    scale: Number | None = None,
) -> Float[np.ndarray, "... n d_v"]:
    """Approximate softmax attention by φ(Q)(φ(K)ᵀV) / φ(Q)(φ(K)ᵀ1), in time O((n + m) r d).

    The error shrinks like 1/√r. `scale` must be positive (1/√d_k by default). Source:
    arXiv:2009.14794, equation 4.

    >>> rng = np.random.default_rng(0)
    >>> W = random_directions(8, 2, rng=rng)
    >>> random_feature_attention(np.ones((1, 2)), np.ones((2, 2)), np.array([[2.0], [4.0]]), W)
    array([[3.]])
    """
    Q, K, V = checked_qkv(Q, K, V)
    W = real("W", W, ndim=2).astype(Q.dtype)
    s = 1 / math.sqrt(Q.shape[-1]) if scale is None else positive("scale", scale)
    root = Q.dtype.type(math.sqrt(s))
    q, k = _exponents(Q * root, W), _exponents(K * root, W)
    # Factors of one query, and one common factor of all keys, cancel in the quotient.
    q = np.exp(q - q.max(axis=-1, keepdims=True))
    k = np.exp(k - k.max(axis=(-1, -2), keepdims=True))
    k_t = np.swapaxes(k, -1, -2)
    return (q @ (k_t @ V)) / (q @ k_t.sum(axis=-1, keepdims=True))
