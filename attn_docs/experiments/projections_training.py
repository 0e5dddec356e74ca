"""Many small attention layers trained at once, side by side on the first axis, by our gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention_weights
from attn_docs.core.gradients import scores_vjp, softmax_vjp
from attn_docs.core.shapes import Float

ROLES = ("Q", "K", "V")
Loss = Callable[[Mapping[str, np.ndarray]], tuple[np.ndarray, dict[str, np.ndarray]]]


@dataclass(frozen=True)
class Pass:
    """One forward pass of ``runs`` layers over ``batch`` sequences each."""

    Q: Float[np.ndarray, "runs batch n d_k"]
    K: Float[np.ndarray, "runs batch m d_k"]
    V: Float[np.ndarray, "runs batch m d_v"]
    A: Float[np.ndarray, "runs batch n m"]
    Z: Float[np.ndarray, "runs batch n d_v"]


def project(
    X: Float[np.ndarray, "runs batch n d"], W: Float[np.ndarray, "runs d k"]
) -> Float[np.ndarray, "runs batch n k"]:
    """X W for each run: one product a run, however many sequences."""
    runs, batch, n, d = X.shape
    return (X.reshape(runs, batch * n, d) @ W).reshape(runs, batch, n, -1)


def weight_gradient(X: np.ndarray, dY: np.ndarray) -> Float[np.ndarray, "runs d k"]:
    """Xᵀ dY for each run, summed over its sequences: the gradient in W of Y = X W."""
    runs, d, k = X.shape[0], X.shape[-1], dY.shape[-1]
    return X.reshape(runs, -1, d).swapaxes(1, 2) @ dY.reshape(runs, -1, k)


def forward(
    W: Mapping[str, np.ndarray], asking: np.ndarray, answering: np.ndarray, roles: Mapping[str, str]
) -> Pass:
    """Attention from the tokens ``asking`` to the tokens ``answering``.

    ``roles`` names the matrix that plays each of Q, K and V: the same name twice ties them.
    """
    Q = project(asking, W[roles["Q"]])
    K, V = (project(answering, W[roles[role]]) for role in "KV")
    A = attention_weights(Q, K)
    return Pass(Q, K, V, A, A @ V)


def backward(
    made: Pass,
    asking: np.ndarray,
    answering: np.ndarray,
    roles: Mapping[str, str],
    dZ: np.ndarray,
    dS: np.ndarray | float = 0.0,
) -> dict[str, np.ndarray]:
    """Gradients by the matrices' names, given those in Z and, directly, in the scores.

    A matrix with several roles gets the sum of what each role asks of it.
    """
    dA = dZ @ made.V.swapaxes(-1, -2)
    dQ, dK = scores_vjp(made.Q, made.K, softmax_vjp(made.A, dA) + dS)
    dV = made.A.swapaxes(-1, -2) @ dZ
    found: dict[str, np.ndarray] = {}
    parts = (("Q", asking, dQ), ("K", answering, dK), ("V", answering, dV))
    for role, X, dY in parts:
        name, gradient = roles[role], weight_gradient(X, dY)
        found[name] = found[name] + gradient if name in found else gradient
    return found


def gradient_error(
    loss: Loss, W: Mapping[str, np.ndarray], *, step: float = 1e-5, stride: int = 1
) -> float:
    """Largest difference between ``loss``'s gradient and central differences, relative to it.

    ``loss`` returns one number a run, and the gradients of their sum. With ``stride``, only every
    so many-th entry of each matrix is moved.
    """
    gradients = loss(W)[1]
    worst = 0.0
    for name, matrix in W.items():
        at = np.arange(0, matrix.size, stride)
        numeric = np.empty(at.size)
        for i, entry in enumerate(at):
            ends = []
            for sign in (1, -1):
                moved = matrix.copy()
                moved.flat[entry] += sign * step
                ends.append(loss({**W, name: moved})[0].sum())
            numeric[i] = (ends[0] - ends[1]) / (2 * step)
        difference = np.abs(gradients[name].flat[at] - numeric).max()
        worst = max(worst, float(difference / np.abs(numeric).max()))
    return worst
