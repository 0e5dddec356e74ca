"""Attention applied again and again: tokens as particles that attract each other."""

import numpy as np

from .attention import attention
from .measures import effective_number, norms
from .shapes import Float, Floats, Number, Real, positive, real, require

__all__ = [
    "cluster_count",
    "effective_rank",
    "iterate_attention",
    "rank_one_residual",
    "stable_rank",
]


def iterate_attention(
    X: Real[np.ndarray, "... n d"],
    *,
    beta: Number,
    steps: int,
    step: Number = 0.1,
    residual: bool = True,
    sphere: bool = True,
) -> Float[np.ndarray, "steps_1 ... n d"]:
    """Return the path X, X', X'', … of `steps` layers of attention with Q = K = V = X.

    Z = softmax(β XXᵀ) X. With the residual, x' = x + step · z; on the sphere z is first
    projected to the tangent plane at x, and x' to length 1: Euler's method for
    ẋ_i = P_{x_i}(Σ_j A_ij x_j). Without the residual x' = z: then all tokens collapse to one.
    Starts from X normalised if `sphere`. Sources: arXiv:2312.10794, equation SA;
    arXiv:2305.05465, equation 1 (in ℝᵈ).

    >>> path = iterate_attention(np.array([[1.0, 0.0], [0.0, 1.0]]), beta=1, steps=200)
    >>> path.shape, bool(np.allclose(path[-1], np.sqrt(0.5), atol=1e-6))
    ((201, 2, 2), True)
    """
    b, dt = positive("beta", beta), positive("step", step)
    X = real("X", X, ndim=2)
    if steps < 0:
        raise ValueError(f"steps is {steps}; expected at least 0")
    x = _normalised(X) if sphere else X
    path = [x]
    for _ in range(steps):
        z = attention(x, x, x, scale=b)
        if residual:
            if sphere:
                z = z - np.sum(z * x, axis=-1, keepdims=True) * x
            z = x + x.dtype.type(dt) * z
        x = _normalised(z) if sphere else z
        path.append(x)
    return np.stack(path)


def _normalised(X: np.ndarray) -> np.ndarray:
    length = norms(X)[..., None]
    require(bool((length > 0).all()), "X", X, "tokens that are not 0, since they go to the sphere")
    return X / length


def cluster_count(X: Real[np.ndarray, "n d"], *, tolerance: Number = 0.1) -> int:
    """Count the groups of tokens: two tokens closer than `tolerance` belong together.

    Groups are the connected parts of that relation (single linkage). Our measure of what
    arXiv:2312.10794 calls clusters.

    >>> cluster_count(np.array([[0.0, 1.0], [0.05, 1.0], [1.0, 0.0]]))
    2
    """
    limit = positive("tolerance", tolerance)
    X = real("X", X, ndim=2)
    require(X.ndim == 2, "X", X, "(n, d)")
    near = norms(X[:, None, :] - X[None, :, :]) < limit
    unseen = np.ones(len(X), bool)
    count = 0
    while unseen.any():
        count += 1
        group = np.zeros(len(X), bool)
        group[np.argmax(unseen)] = True
        size = 0
        while size < group.sum():
            size = group.sum()
            group = near[group].any(axis=0)
        unseen &= ~group
    return count


def effective_rank(X: Real[np.ndarray, "... n d"]) -> Floats:
    """Return exp(H) of the singular values divided by their sum: a rank that may be a fraction.

    The zero matrix has effective rank 0. Source: Roy and Vetterli 2007, definition 1.

    >>> float(effective_rank(np.diag([2.0, 2.0, 0.0])).round(12))
    2.0
    """
    s = np.linalg.svd(real("X", X, ndim=2), compute_uv=False)
    total = s.sum(axis=-1, keepdims=True)
    share = s / np.where(total > 0, total, s.dtype.type(1))
    return effective_number(share) * (total[..., 0] > 0)


def stable_rank(X: Real[np.ndarray, "... n d"]) -> Floats:
    """Return ‖X‖_F²/‖X‖₂² = Σσ²/σ₁², at most the rank and insensitive to tiny singular values.

    The zero matrix has stable rank 0. Source: Rudelson and Vershynin 2007, section 1.

    >>> float(stable_rank(np.diag([2.0, 1.0])))
    1.25
    """
    s = np.linalg.svd(real("X", X, ndim=2), compute_uv=False)
    top = s[..., :1]
    return np.sum((s / np.where(top > 0, top, s.dtype.type(1))) ** 2, axis=-1)


def rank_one_residual(X: Real[np.ndarray, "... n d"]) -> Floats:
    """Return ‖X − 1x̄ᵀ‖_F/‖X‖_F, how far the tokens are from being all the same: 0 to 1.

    x̄, the mean token, is the best choice in this norm. Source: arXiv:2103.03404, section 2.

    >>> float(rank_one_residual(np.array([[1.0, 2.0], [1.0, 2.0]])))
    0.0
    """
    X = real("X", X, ndim=2)
    rest = X - X.mean(axis=-2, keepdims=True)
    whole = np.sqrt(np.sum(X**2, axis=(-1, -2)))
    return np.sqrt(np.sum(rest**2, axis=(-1, -2))) / np.where(whole > 0, whole, X.dtype.type(1))
