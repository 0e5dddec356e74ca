"""Section 7, C7.4: a task that needs two look-ups at once, with one head and with several.

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
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.projections_training import gradient_error, project, weight_gradient

TOKENS = 4
CONTENT = 8
D_MODEL = 2 * TOKENS + CONTENT
SEEDS = 5
STEPS = 300
BATCH = 4
EVERY = 10
HELD_OUT = 400
HEADS = (1, 2, 4, 8, 16)
# Addresses of four tokens are told apart by the three directions of their differences.
KEY_DIRECTIONS = TOKENS - 1


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


def overlap(U: np.ndarray, V: np.ndarray, directions: int) -> float:
    """Mean squared cosine of the principal angles between the strongest column directions.

    1 where both span the same subspace, 0 where they are orthogonal.
    """
    one, other = (np.linalg.svd(W)[0][:, :directions] for W in (U, V))
    return float(np.sum((one.T @ other) ** 2) / directions)


@dataclass(frozen=True)
class Lookups:
    """Relative errors by number of heads, at equal width and parameters; one row a seed."""

    heads: Int[np.ndarray, "k"]
    error: Float[np.ndarray, "seeds k"]
    step: Int[np.ndarray, "moments"]
    curve_one: Float[np.ndarray, "seeds moments"]
    curve_two: Float[np.ndarray, "seeds moments"]
    wide: Float[np.ndarray, "seeds"]
    apart: Float[np.ndarray, "seeds"]
    pairs: Int[np.ndarray, "n slots"]
    weights_one: Float[np.ndarray, "n m"]
    weights_two: Float[np.ndarray, "h n m"]
    on_slot: Float[np.ndarray, "seeds h slots"]
    overlap_queries: Float[np.ndarray, "seeds"]
    overlap_keys: Float[np.ndarray, "seeds"]
    parameters: int
    gradient_error: float

    @property
    def one(self) -> float:
        """Mean error of one head; ``two`` and so on likewise."""
        return float(self.error[:, 0].mean())

    @property
    def two(self) -> float:
        return float(self.error[:, 1].mean())

    @property
    def most(self) -> float:
        """Mean error with as many heads as dimensions, one number each."""
        return float(self.error[:, -1].mean())


@experiment
def lookups() -> Lookups:
    """Train one to sixteen heads on two look-ups at once, and one head on two easier terms."""
    task = any_two()
    found = [train(task, h) for h in HEADS]
    wide = train(task, 1, width=2 * D_MODEL)
    easy = train(apart(), 1)
    one, two = found[:2]
    row = np.arange(len(task.pairs))
    on_slot = np.stack([two.weights[:, :, row, task.pairs[:, s]].mean(-1) for s in (0, 1)], -1)
    # The numbering of heads is arbitrary: the first is the one that looks more at slot 1.
    order = np.argsort(-(on_slot[:, :, 0] - on_slot[:, :, 1]), axis=1)
    half = D_MODEL // 2
    between = {
        name: np.array([overlap(W[:, :half], W[:, half:], KEY_DIRECTIONS) for W in two.W[name]])
        for name in ("W_Q", "W_K")
    }
    return Lookups(
        heads=np.array(HEADS),
        error=np.stack([t.error for t in found], 1),
        step=one.step,
        curve_one=one.curve,
        curve_two=two.curve,
        wide=wide.error,
        apart=easy.error,
        pairs=task.pairs,
        weights_one=one.weights[0, 0],
        weights_two=two.weights[0, order[0]],
        on_slot=np.take_along_axis(on_slot, order[:, :, None], 1),
        overlap_queries=between["W_Q"],
        overlap_keys=between["W_K"],
        parameters=sum(W[0].size for W in two.W.values()),
        gradient_error=max(t.gradient_error for t in (*found, wide, easy)),
    )


@evidence("C7.4")
def c7_4() -> Evidence:
    r = lookups()
    by_heads = {f"heads_{h}": float(e) for h, e in zip(r.heads, r.error.mean(0), strict=True)}
    return Evidence(
        value=r.two,
        low=0.0,
        high=0.05,
        control=r.one,
        spread=(float(r.error[:, 1].min()), float(r.error[:, 1].max())),
        samples=HELD_OUT,
        seeds=SEEDS,
        format=".2%",
        numbers={
            **by_heads,
            "one_lowest": float(r.error[:, 0].min()),
            "one_highest": float(r.error[:, 0].max()),
            "wide": float(r.wide.mean()),
            "wide_lowest": float(r.wide.min()),
            "apart": float(r.apart.mean()),
            "apart_highest": float(r.apart.max()),
            "own_slot": float(np.mean([r.on_slot[:, 0, 0], r.on_slot[:, 1, 1]])),
            "other_slot": float(np.mean([r.on_slot[:, 0, 1], r.on_slot[:, 1, 0]])),
            "own_slot_lowest": float(min(r.on_slot[:, 0, 0].min(), r.on_slot[:, 1, 1].min())),
            "overlap_queries": float(r.overlap_queries.mean()),
            "overlap_keys": float(r.overlap_keys.mean()),
            "overlap_chance": KEY_DIRECTIONS / D_MODEL,
            "parameters": float(r.parameters),
            "gradient_error": r.gradient_error,
        },
        data=r,
    )
