"""Whether a point lies in the convex hull of others, decided without knowing the weights."""

from __future__ import annotations

import numpy as np

from attn_docs.core.shapes import Float

__all__ = ["barycentric", "hull_corners", "hull_misfit", "nonnegative_least_squares"]

TOLERANCE = 1e-12


def nonnegative_least_squares(
    M: Float[np.ndarray, "r n"], b: Float[np.ndarray, "r"]
) -> Float[np.ndarray, "n"]:
    """Return λ ≥ 0 that minimises ‖Mλ − b‖: active sets, one column in or out at a time.

    Source: Lawson and Hanson 1974, algorithm NNLS (chapter 23).

    >>> nonnegative_least_squares(np.eye(2), np.array([3.0, -1.0])).round(12) + 0.0
    array([3., 0.])
    """
    n = M.shape[1]
    x, free = np.zeros(n), np.zeros(n, bool)
    for _ in range(10 * n):
        slope = M.T @ (b - M @ x)
        slope[free] = -np.inf
        if slope.max() <= TOLERANCE:
            break
        free[np.argmax(slope)] = True
        while True:
            s = np.zeros(n)
            s[free] = np.linalg.lstsq(M[:, free], b, rcond=None)[0]
            bad = free & (s <= TOLERANCE)
            if not bad.any():
                break
            # As far towards s as no coordinate turns negative; those that reach 0 leave.
            share = np.min(x[bad] / np.where(x[bad] > s[bad], x[bad] - s[bad], 1.0))
            x = x + share * (s - x)
            free &= x > TOLERANCE
            x[~free] = 0.0
        x = s
    return x


def hull_misfit(z: Float[np.ndarray, "d"], V: Float[np.ndarray, "n d"]) -> float:
    """Return min over λ ≥ 0 of ‖(Vᵀλ − z, Σλ − 1)‖: zero exactly if z is in the hull of V's rows.

    >>> V = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> hull_misfit(np.array([0.2, 0.3]), V) < 1e-12, hull_misfit(np.array([1.0, 1.0]), V) > 0.1
    (True, True)
    """
    M = np.vstack([V.T, np.ones(len(V))])
    b = np.append(z, 1.0)
    return float(np.linalg.norm(M @ nonnegative_least_squares(M, b) - b))


def barycentric(
    Z: Float[np.ndarray, "k d"], V: Float[np.ndarray, "d_1 d"]
) -> Float[np.ndarray, "k d_1"]:
    """Return the only shares λ with λV = z and Σλ = 1, for d + 1 points in general position.

    >>> barycentric(np.array([[0.25, 0.25]]), np.array([[0.0, 0], [1, 0], [0, 1]]))
    array([[0.5 , 0.25, 0.25]])
    """
    M = np.vstack([V.T, np.ones(len(V))])
    return np.linalg.solve(M, np.vstack([Z.T, np.ones(len(Z))])).T


def hull_corners(V: Float[np.ndarray, "n 2"]) -> Float[np.ndarray, "k 2"]:
    """Return the corners of the hull of points in the plane, anticlockwise.

    Source: Andrew 1979 (monotone chain).

    >>> hull_corners(np.array([[0.0, 0], [1, 0], [0.3, 0.3], [0, 1]])).tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    """
    points = V[np.lexsort((V[:, 1], V[:, 0]))]

    def chain(ordered: np.ndarray) -> list[np.ndarray]:
        kept: list[np.ndarray] = []
        for p in ordered:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-1] - kept[-2], p - kept[-2]
                if ax * by - ay * bx > 0:
                    break
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return np.array(chain(points) + chain(points[::-1]))
