"""Section 8, C8.7: other layers that are equivariant, and what relations they fit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attn_docs.core.adam import Adam
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.projections_training import (
    backward,
    forward,
    gradient_error,
    project,
    weight_gradient,
)
from attn_docs.experiments.theory_symmetry import broken

TOKENS = 8
D_K = 4
HIDDEN = 300
SEEDS = 4
TRAINED = 400
TESTED = 100
STEPS = 400
BATCH = 25
ROLES = {"Q": "W_Q", "K": "W_K", "V": "W_V"}
# What i reads: the mean value of all that share its first mark; or the product of its two marks.
# "prepared": the same with the product given as a further coordinate.
TASKS = ("mark", "product", "prepared")
LAYERS = ("attention", "messages", "sets")
WIDTH = 5


def balanced(rng: np.random.Generator, shape: tuple[int, ...]) -> Float[np.ndarray, "... n"]:
    """Signs, as many +1 as −1 in each sequence."""
    base = np.broadcast_to(np.repeat([1.0, -1.0], TOKENS // 2), (*shape, TOKENS))
    return rng.permuted(base, axis=-1)


def sequences(
    rng: np.random.Generator, task: str, shape: tuple[int, ...]
) -> tuple[Float[np.ndarray, "... n d"], Float[np.ndarray, "... n 1"]]:
    """Tokens (two marks, their product if ``prepared``, a value, 1) and what each should read.

    Values sum to 0 in each sequence, so that the plain average says nothing.
    """
    product, one = balanced(rng, shape), balanced(rng, shape)
    other = product * one
    v = rng.standard_normal((*shape, TOKENS))
    v -= v.mean(-1, keepdims=True)
    given = product if task == "prepared" else np.zeros_like(v)
    X = np.stack([one, other, given, v, np.ones_like(v)], -1)
    key = one if task == "mark" else product
    related = (key[..., :, None] == key[..., None, :]) / (TOKENS / 2)
    return X, related @ v[..., None]


def attend(
    W: Mapping[str, np.ndarray], X: np.ndarray, Y: np.ndarray
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """½ mean (Z + X W_S − Y)² of each run for a layer with a linear skip, and its gradients."""
    made = forward(W, X, X, ROLES)
    error = made.Z + project(X, W["W_S"]) - Y
    dZ = error / error[0].size
    gradients = backward(made, X, X, ROLES, dZ) | {"W_S": weight_gradient(X, dZ)}
    return (error**2).mean((1, 2, 3)) / 2, gradients


def message_features(
    X: Float[np.ndarray, "... n d"], U: Float[np.ndarray, "d2 f"]
) -> Float[np.ndarray, "... n f"]:
    """Mean over j of relu([x_i, x_j] U): the hidden layer of a message m(x_i, x_j), summed."""
    d = X.shape[-1]
    to, source = X @ U[:d], X @ U[d:]
    pairs = to[..., :, None, :] + source[..., None, :, :]
    return np.maximum(pairs, 0, out=pairs).mean(-2)


def set_features(
    X: Float[np.ndarray, "... n d"], U: Float[np.ndarray, "d2 f"]
) -> Float[np.ndarray, "... n f2"]:
    """relu(x_i U₁) beside the mean over j of relu(x_j U₂): a DeepSets layer (arXiv:1703.06114)."""
    d = X.shape[-1]
    own, every = np.maximum(X @ U[:d], 0), np.maximum(X @ U[d:], 0).mean(-2, keepdims=True)
    return np.concatenate([own, np.broadcast_to(every, own.shape)], -1)


def explained(found: np.ndarray, Y: np.ndarray) -> float:
    """Share of the variance of Y that is explained: 1 is perfect, 0 is a constant."""
    return float(1 - ((found - Y) ** 2).mean() / ((Y - Y.mean()) ** 2).mean())


def _read_out(H: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Least squares with a slight ridge."""
    H, Y = H.reshape(-1, H.shape[-1]), Y.reshape(-1, 1)
    return np.linalg.solve(H.T @ H + 1e-6 * len(H) * np.eye(H.shape[1]), H.T @ Y)


@dataclass(frozen=True)
class Messages:
    """Explained variance on new sequences by layer, task and seed; ``broken`` by layer."""

    explained: Float[np.ndarray, "layers tasks seeds"]
    broken: Float[np.ndarray, "layers"]
    gradient_error: float

    def of(self, layer: str, task: str) -> float:
        """Mean over seeds."""
        return float(self.explained[LAYERS.index(layer), TASKS.index(task)].mean())

    @property
    def messages_product(self) -> float:
        """Mean over seeds by layer and task, like those that follow."""
        return self.of("messages", "product")

    @property
    def attention_product(self) -> float:
        return self.of("attention", "product")

    @property
    def sets_product(self) -> float:
        return self.of("sets", "product")


def _trained_attention() -> tuple[np.ndarray, float, float]:
    rng = np.random.default_rng([8, 7])
    runs = len(TASKS) * SEEDS

    def draw(size: int) -> tuple[np.ndarray, np.ndarray]:
        parts = [sequences(rng, task, (SEEDS, size)) for task in TASKS]
        return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])

    widths = {"W_Q": D_K, "W_K": D_K, "W_V": 1, "W_S": 1}
    W = {
        name: rng.standard_normal((runs, WIDTH, width)) / math.sqrt(WIDTH)
        for name, width in widths.items()
    }
    X, Y = draw(2)
    error = gradient_error(lambda M: attend(M, X, Y), W, stride=3)
    state = Adam(W, rate=0.1)
    X, Y = draw(TRAINED)
    for step in range(STEPS):
        at = BATCH * step % TRAINED
        part = np.s_[:, at : at + BATCH]
        state = state.update(attend(state.parameters, X[part], Y[part])[1])
    X, Y = draw(TESTED)
    made = state.parameters
    Z = forward(made, X, X, ROLES).Z + project(X, made["W_S"])
    found = np.array([explained(z, y) for z, y in zip(Z, Y, strict=True)])
    first = {name: matrix[:1] for name, matrix in made.items()}

    def layer(tokens: np.ndarray) -> np.ndarray:
        given = tokens[None, None]
        return (forward(first, given, given, ROLES).Z + project(given, first["W_S"]))[0, 0]

    return found.reshape(len(TASKS), SEEDS), broken(layer, X[0, 0], rng.permutation(TOKENS)), error


@experiment
def messages() -> Messages:
    """Attention is trained; of the other two the hidden layer is drawn, the read-out fitted."""
    shape = (len(LAYERS), len(TASKS), SEEDS)
    found, away = np.empty(shape), np.empty(len(LAYERS))
    found[0], away[0], error = _trained_attention()
    for at, make in ((1, message_features), (2, set_features)):
        for task, seed in np.ndindex(len(TASKS), SEEDS):
            rng = np.random.default_rng([8, 7, at, task, seed])
            U = rng.standard_normal((2 * WIDTH, HIDDEN))
            X, Y = sequences(rng, TASKS[task], (TRAINED,))
            B = _read_out(make(X, U), Y)
            X, Y = sequences(rng, TASKS[task], (TESTED,))
            found[at, task, seed] = explained(make(X, U) @ B, Y)
            if (task, seed) == (1, 0):
                order = rng.permutation(TOKENS)
                away[at] = broken(lambda T, m=make, U=U, B=B: m(T, U) @ B, X[0], order)
    return Messages(found, away, error)


@evidence("C8.7")
def c8_7() -> Evidence:
    r = messages()
    own = r.explained[LAYERS.index("messages"), TASKS.index("product")]
    return Evidence(
        value=r.messages_product,
        low=0.9,
        high=1.0,
        control=r.sets_product,
        spread=(float(own.min()), float(own.max())),
        samples=TESTED * TOKENS,
        seeds=SEEDS,
        format=".0%",
        numbers={
            **{f"{layer}_{task}": r.of(layer, task) for layer in LAYERS for task in TASKS},
            "broken": float(r.broken.max()),
            "gradient_error": r.gradient_error,
        },
        data=r,
    )
