"""Attention rollout: the flow through all layers, back to the input tokens."""

import numpy as np

from .shapes import Float, Real, real, require

__all__ = ["rollout"]


def rollout(
    A: Real[np.ndarray, "layers h n n"], *, residual: bool = True
) -> Float[np.ndarray, "n n"]:
    """Compose the layers' maps, last layer on the left: R = Ā_L ⋯ Ā_1.

    Ā = ½(mean over heads + I) with its rows normalised, since half of the stream is the
    residual; without `residual` the bare product of the means. Row i tells how much each input
    token reaches token i. Source: arXiv:2005.00928, equation 1 and section 3.

    >>> rollout(np.array([[[[0.0, 1.0], [1.0, 0.0]]]]))
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    A = real("A", A, ndim=4)
    n = A.shape[-1]
    require(A.ndim == 4 and A.shape[-2] == n, "A", A, "(layers, h, n, n)")
    require(A.shape[1] > 0, "A", A, "at least one head")
    if (A < 0).any():
        raise ValueError(f"A has shape {A.shape} and a negative weight; expected weights ≥ 0")
    R = np.eye(n, dtype=A.dtype)
    for mean in A.mean(axis=1):
        step = (mean + np.eye(n, dtype=A.dtype)) / 2 if residual else mean
        total = step.sum(axis=-1, keepdims=True)
        R = (step / np.where(total > 0, total, A.dtype.type(1))) @ R
    return R
