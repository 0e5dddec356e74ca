"""Section 7: the task of two look-ups at once, and many multi-head layers trained side by side.

Source of the layer: arXiv:1706.03762, section 3.2.2. Here it stands alone: no residual, no MLP.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention_weights, merge_heads, split_heads
from attn_docs.core.adam import Adam
from attn_docs.core.gradients import attention_vjp
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.projections_training import gradient_error, project, weight_gradient

TOKENS = 4
CONTENT = 8
D_MODEL = 2 * TOKENS + CONTENT
SEEDS = 5
STEPS = 300
BATCH = 4
EVERY = 10
HELD_OUT = 400


@dataclass(frozen=True)
class Task:
    """Which pairs of tokens are asked for, and which components each token's content has."""

    pairs: Int[np.ndarray, "n slots"]
    present: Float[np.ndarray, "tokens content"]

    @property
    def asking(self) -> Float[np.ndarray, "n d_model"]:
        """One query token a pair: the address for slot 1 beside the address for slot 2."""
        X = np.zeros((len(self.pairs), D_MODEL))
        for slot in (0, 1):
            X[np.arange(len(X)), slot * TOKENS + self.pairs[:, slot]] = 1
        return X

    def answering(
        self, rng: np.random.Generator, runs: int, batch: int
    ) -> tuple[Float[np.ndarray, "runs batch m d_model"], Float[np.ndarray, "runs batch n out"]]:
        """Tokens (address beside normal content) and, for every query, what both slots want."""
        content = rng.standard_normal((runs, batch, TOKENS, CONTENT)) * self.present
        address = np.zeros((runs, batch, TOKENS, 2 * TOKENS))
        address[..., np.arange(TOKENS), np.arange(TOKENS)] = 1
        wanted = np.concatenate([content[:, :, self.pairs[:, slot]] for slot in (0, 1)], -1)
        return np.concatenate([address, content], -1), wanted


def any_two() -> Task:
    """Any two different tokens in either order: the same token fills either slot."""
    pairs = [(a, b) for a in range(TOKENS) for b in range(TOKENS) if a != b]
    return Task(np.array(pairs), np.ones((TOKENS, CONTENT)))


def apart() -> Task:
    """The easy case: half of the tokens always fill slot 1, the others slot 2.

    What they carry lies in different components, so that a sum of two contents keeps both.
    """
    half = TOKENS // 2
    pairs = [(a, b) for a in range(half) for b in range(half, TOKENS)]
    present = np.kron(np.eye(2), np.ones((half, CONTENT // 2)))
    return Task(np.array(pairs), present)


def initial(
    rng: np.random.Generator, runs: int, *, width: int = D_MODEL
) -> dict[str, Float[np.ndarray, "runs rows columns"]]:
    """Random matrices; ``width`` is h d_k = h d_v."""
    rows = {"W_Q": D_MODEL, "W_K": D_MODEL, "W_V": D_MODEL, "W_O": width}
    columns = {"W_O": 2 * CONTENT}
    return {
        name: rng.standard_normal((runs, n, columns.get(name, width))) / math.sqrt(n)
        for name, n in rows.items()
    }


@dataclass(frozen=True)
class Pass:
    Q: Float[np.ndarray, "runs one h n d_k"]
    K: Float[np.ndarray, "runs batch h m d_k"]
    V: Float[np.ndarray, "runs batch h m d_v"]
    A: Float[np.ndarray, "runs batch h n m"]
    merged: Float[np.ndarray, "runs batch n h_d_v"]
    Y: Float[np.ndarray, "runs batch n out"]


def forward(W: Mapping[str, np.ndarray], asking: np.ndarray, answering: np.ndarray, h: int) -> Pass:
    """Multi-head attention of many layers, one a run, from ``asking`` to ``answering``."""
    Q = split_heads((asking @ W["W_Q"])[:, None], h)
    K, V = (split_heads(project(answering, W[name]), h) for name in ("W_K", "W_V"))
    A = attention_weights(Q, K)
    merged = merge_heads(A @ V)
    return Pass(Q, K, V, A, merged, project(merged, W["W_O"]))


def loss(
    W: Mapping[str, np.ndarray],
    asking: np.ndarray,
    answering: np.ndarray,
    wanted: np.ndarray,
    h: int,
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Mean of (Y − wanted)² of each run, and the gradients of the sum of runs."""
    made = forward(W, asking, answering, h)
    error = made.Y - wanted
    dY = 2 * error / error[0].size
    inner = attention_vjp(made.Q, made.K, made.V, split_heads(project(dY, _turned(W["W_O"])), h))
    return (error**2).mean((1, 2, 3)), {
        "W_Q": asking.T @ merge_heads(inner.Q)[:, 0],
        "W_K": weight_gradient(answering, merge_heads(inner.K)),
        "W_V": weight_gradient(answering, merge_heads(inner.V)),
        "W_O": weight_gradient(made.merged, dY),
    }


def _turned(W: np.ndarray) -> np.ndarray:
    return W.swapaxes(-1, -2)


@dataclass(frozen=True)
class Trained:
    """Layers after training, and how they did on sequences not seen before."""

    W: Mapping[str, np.ndarray]
    step: Int[np.ndarray, "moments"]
    curve: Float[np.ndarray, "seeds moments"]
    error: Float[np.ndarray, "seeds"]
    weights: Float[np.ndarray, "seeds h n m"]
    gradient_error: float


def train(task: Task, h: int, *, width: int = D_MODEL) -> Trained:
    """Train ``SEEDS`` layers of ``h`` heads; errors are relative to the variance of the wanted.

    Every step has fresh sequences, so that the curve (means over ten steps) shows no memorising.
    """
    rng = np.random.default_rng([7, 4, h, width])
    W = initial(rng, SEEDS, width=width)
    asking = task.asking
    few = task.answering(rng, SEEDS, 2)
    checked = gradient_error(lambda M: loss(M, asking, *few, h), W, stride=97)
    state = Adam(W, rate=0.03)
    losses = np.empty((SEEDS, STEPS))
    for step in range(STEPS):
        answering, wanted = task.answering(rng, SEEDS, BATCH)
        found, gradients = loss(state.parameters, asking, answering, wanted, h)
        losses[:, step] = found / (wanted**2).mean((1, 2, 3))
        state = state.update(gradients)
    answering, wanted = task.answering(rng, SEEDS, HELD_OUT)
    made = forward(state.parameters, asking, answering, h)
    error = ((made.Y - wanted) ** 2).mean((1, 2, 3)) / (wanted**2).mean((1, 2, 3))
    return Trained(
        W=state.parameters,
        step=np.arange(EVERY // 2, STEPS, EVERY),
        curve=losses.reshape(SEEDS, -1, EVERY).mean(-1),
        error=error,
        weights=made.A.mean(1),
        gradient_error=checked,
    )
