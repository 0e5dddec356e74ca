"""The modern Hopfield network, whose update is one attention look-up."""

import numpy as np

from .attention import attention
from .measures import norms
from .shapes import Float, Floats, Number, Real, positive, reals, require
from .softmax import log_sum_exp

__all__ = ["hopfield_energy", "hopfield_retrieve", "hopfield_update"]


def _checked(xi: np.ndarray, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    xi, X = reals(ndim=1, xi=xi, X=X)
    require(X.ndim == 2 and X.shape[0] > 0, "X", X, "(N, d), one stored pattern a row")
    require(xi.shape[-1] == X.shape[1], "xi", xi, f"(..., {X.shape[1]}), as X has {X.shape}")
    return xi, X


def hopfield_energy(
    xi: Real[np.ndarray, "... d"], X: Real[np.ndarray, "N d"], *, beta: Number
) -> Floats:
    """Return E = −lse(β, Xξ) + ½ξᵀξ + β⁻¹ log N + ½M², M the largest norm of a pattern; E ≥ 0.

    Source: arXiv:2008.02217, equation 2.

    >>> float(hopfield_energy(np.array([1.0, 0.0]), np.array([[1.0, 0.0]]), beta=2))
    0.0
    """
    b = positive("beta", beta)
    xi, X = _checked(xi, X)
    largest = X.dtype.type(np.max(norms(X)))
    constant = X.dtype.type(np.log(X.shape[0]) / b) + largest**2 / 2
    return -log_sum_exp(xi @ X.T, temperature=1 / b) + np.sum(xi**2, axis=-1) / 2 + constant


def hopfield_update(
    xi: Real[np.ndarray, "... d"], X: Real[np.ndarray, "N d"], *, beta: Number
) -> Float[np.ndarray, "... d"]:
    """Return ξ' = Xᵀ softmax(β X ξ): attention with query ξ and keys = values = patterns.

    Never raises the energy. Source: arXiv:2008.02217, equation 3.

    >>> X = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> hopfield_update(np.array([0.9, 0.2]), X, beta=20).round(4)
    array([1., 0.])
    """
    b = positive("beta", beta)
    xi, X = _checked(xi, X)
    return attention(xi[..., None, :], X, X, scale=b)[..., 0, :]


def hopfield_retrieve(
    xi: Real[np.ndarray, "... d"], X: Real[np.ndarray, "N d"], *, beta: Number, steps: int
) -> Float[np.ndarray, "steps_1 ... d"]:
    """Return the path ξ, ξ', ξ'', … of `steps` updates, the start included.

    Source: arXiv:2008.02217, theorems 1 and 2 (convergence).

    >>> hopfield_retrieve(np.array([0.9, 0.2]), np.eye(2), beta=20, steps=3).shape
    (4, 2)
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}; expected at least 0")
    path = [_checked(xi, X)[0]]
    for _ in range(steps):
        path.append(hopfield_update(path[-1], X, beta=beta))
    return np.stack(path)
