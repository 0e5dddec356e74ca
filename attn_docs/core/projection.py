"""Two-dimensional views of high-dimensional vectors, and how well groups stand apart in them."""

from dataclasses import dataclass

import numpy as np

from .shapes import Float, Int, Number, Real, positive, real, require

__all__ = ["PCA", "pca", "silhouette", "silhouette_values", "tsne"]


@dataclass(frozen=True)
class PCA:
    """A view: coordinates = (X − mean) componentsᵀ; `explained` is each one's share of variance."""

    mean: Float[np.ndarray, "d"]
    components: Float[np.ndarray, "k d"]
    coordinates: Float[np.ndarray, "n k"]
    explained: Float[np.ndarray, "k"]


def pca(X: Real[np.ndarray, "n d"], k: int = 2) -> PCA:
    """Project onto the k directions of largest variance.

    The largest component (in magnitude, the first of equals) of each direction is positive, so
    that views do not flip between machines. Source: Pearson 1901.

    >>> view = pca(np.array([[0.0, 0.0], [-3.0, 0.0], [-6.0, 0.0]]), 1)
    >>> view.coordinates.ravel(), view.components.ravel() + 0.0
    (array([ 3.,  0., -3.]), array([1., 0.]))
    """
    X = real("X", X, ndim=2)
    require(X.ndim == 2 and len(X) > 0, "X", X, "(n, d) with n > 0")
    if not 0 < k <= min(X.shape):
        raise ValueError(f"k is {k}; expected 1 to {min(X.shape)}, since X has shape {X.shape}")
    mean = X.mean(axis=0)
    _, s, components = np.linalg.svd(X - mean, full_matrices=False)
    components = components[:k]
    size = np.abs(components)
    # Equal to rounding counts as equal: the first of them decides.
    first = np.argmax(size >= size.max(axis=1, keepdims=True) * (1 - 1e-6), axis=1)
    sign = np.where(np.take_along_axis(components, first[:, None], axis=1) < 0, -1, 1)
    components = components * sign.astype(X.dtype)
    variance = s**2
    total = variance.sum()
    explained = variance[:k] / (total if total > 0 else X.dtype.type(1))
    return PCA(mean, components, (X - mean) @ components.T, explained)


def _square_distances(X: np.ndarray) -> np.ndarray:
    squares = np.sum(X**2, axis=1)
    D = np.maximum(squares[:, None] + squares[None, :] - 2 * X @ X.T, 0)
    np.fill_diagonal(D, 0)
    return D


def silhouette_values(
    X: Real[np.ndarray, "n d"], labels: Int[np.ndarray, "n"]
) -> Float[np.ndarray, "n"]:
    """Return (b − a)/max(a, b) per point: a, b its mean distances to its own and nearest group.

    From −1 to 1; 0 for a point alone in its group. Source: Rousseeuw 1987, equation 2.

    >>> silhouette_values(np.array([[0.0], [1.0], [10.0]]), np.array([0, 0, 1])).round(6)
    array([0.9     , 0.888889, 0.      ])
    """
    X = real("X", X, ndim=2)
    require(X.ndim == 2, "X", X, "(n, d)")
    labels = np.asarray(labels)
    require(labels.shape == (len(X),), "labels", labels, f"({len(X)},), one for each row of X")
    groups, index = np.unique(labels, return_inverse=True)
    if len(groups) < 2:
        raise ValueError(f"labels has shape {labels.shape} and one group; expected at least two")
    # Centred, so that the expansion of the squares loses little.
    distance = np.sqrt(_square_distances(X - X.mean(axis=0)))
    members = np.eye(len(groups), dtype=X.dtype)[index]
    size = members.sum(axis=0)
    sums = distance @ members
    rows = np.arange(len(X))
    own = size[index]
    a = sums[rows, index] / np.maximum(own - 1, 1)
    others = sums / size
    others[rows, index] = np.inf
    b = others.min(axis=1)
    larger = np.maximum(a, b)
    value = (b - a) / np.where(larger > 0, larger, X.dtype.type(1))
    return np.where(own > 1, value, X.dtype.type(0))


def silhouette(X: Real[np.ndarray, "n d"], labels: Int[np.ndarray, "n"]) -> float:
    """Return the mean of `silhouette_values`: near 1 when groups are tight and far apart.

    >>> round(silhouette(np.array([[0.0], [1.0], [10.0], [11.0]]), np.array([0, 0, 1, 1])), 3)
    0.9
    """
    return float(silhouette_values(X, labels).mean())


def _affinities(D: np.ndarray, perplexity: float) -> np.ndarray:
    """Return p_{j|i} made symmetric, each row's entropy set to log perplexity by bisection."""
    n = len(D)
    D = D + np.where(np.eye(n, dtype=bool), np.inf, 0.0)
    D = D - D.min(axis=1, keepdims=True)
    beta, low, high = np.ones((n, 1)), np.zeros((n, 1)), np.full((n, 1), np.inf)
    finite = np.where(np.isfinite(D), D, 0.0)
    for _ in range(64):
        P = np.exp(-D * beta)
        total = P.sum(axis=1, keepdims=True)
        entropy = np.log(total) + beta * np.sum(P * finite, axis=1, keepdims=True) / total
        flat = entropy > np.log(perplexity)
        low, high = np.where(flat, beta, low), np.where(flat, high, beta)
        beta = np.where(np.isinf(high), beta * 2, (low + np.where(np.isinf(high), 0, high)) / 2)
    P = np.exp(-D * beta)
    P /= P.sum(axis=1, keepdims=True)
    return (P + P.T) / (2 * n)


def tsne(
    X: Real[np.ndarray, "n d"], *, perplexity: Number = 10.0, steps: int = 500
) -> Float[np.ndarray, "n 2"]:
    """Return a plane view that keeps neighbours together: minimises KL(P‖Q), Q of Student's t.

    Exact gradients, momentum, early exaggeration; starts from PCA, so that no random number is
    drawn. Distances between groups mean little. It is chaotic: compute it at build time, on one
    machine. Needs n > perplexity + 1. Source: vandermaaten2008, equations 4 and 5.

    >>> tsne(np.eye(6), perplexity=2, steps=5).shape
    (6, 2)
    """
    wanted = positive("perplexity", perplexity)
    X = real("X", X, ndim=2)
    fits = X.ndim == 2 and X.shape[1] > 1 and len(X) > wanted + 1
    require(fits, "X", X, f"(n, d) with n > {wanted:g} + 1 and d > 1")
    view = pca(X.astype(np.float64)).coordinates
    spread = view[:, 0].std()
    Y = view / (spread if spread > 0 else 1.0) * 1e-4
    P = np.maximum(_affinities(_square_distances(X.astype(np.float64)), wanted), 1e-12)
    rate = max(len(X) / 12 / 4, 50.0)
    velocity, gain = np.zeros_like(Y), np.ones_like(Y)
    for t in range(steps):
        early = t < steps // 4
        closeness = 1 / (1 + _square_distances(Y))
        np.fill_diagonal(closeness, 0)
        Q = np.maximum(closeness / closeness.sum(), 1e-12)
        pull = ((12.0 if early else 1.0) * P - Q) * closeness
        slope = 4 * (pull.sum(axis=1, keepdims=True) * Y - pull @ Y)
        gain = np.maximum(np.where(slope * velocity < 0, gain + 0.2, gain * 0.8), 0.01)
        velocity = (0.5 if early else 0.8) * velocity - rate * gain * slope
        Y = Y + velocity
        Y = Y - Y.mean(axis=0)
    return Y.astype(X.dtype)
