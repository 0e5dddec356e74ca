"""Section 2, C2.3: which relations one matrix for several roles can learn, and which it cannot."""

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
)

TOKENS = 12
CONTENT = 6
SEEDS = 4
STEPS = 300
BATCH = 4
HELD_OUT = 100

RELATIONS = ("ring", "partner", "class")
DESIGNS: dict[str, dict[str, str]] = {
    "separate": {"Q": "W_Q", "K": "W_K", "V": "W_V"},
    "shared": {"Q": "W", "K": "W", "V": "W_V"},
    "tied": {"Q": "W", "K": "W", "V": "W"},
    "tied_readout": {"Q": "W", "K": "W", "V": "W"},
}


def relation(name: str) -> Float[np.ndarray, "n n"]:
    """The weights that a query should have: even over the tokens it is related to.

    ``ring``: the successor, the last followed by the first. ``partner``: the other of a pair,
    never itself. ``class``: all of its class of three, itself included.
    """
    i = np.arange(TOKENS)
    related = {
        "ring": i[None, :] == (i[:, None] + 1) % TOKENS,
        "partner": i[None, :] == (i[:, None] ^ 1),
        "class": i[None, :] // 3 == i[:, None] // 3,
    }[name]
    return related / related.sum(1, keepdims=True)


def tokens(
    rng: np.random.Generator, runs: int, batch: int
) -> tuple[Float[np.ndarray, "runs batch n d"], Float[np.ndarray, "runs batch n c"]]:
    """Sequences: who a token is (one-hot) beside what it carries this time (normal numbers)."""
    content = rng.standard_normal((runs, batch, TOKENS, CONTENT))
    identity = np.broadcast_to(np.eye(TOKENS), (runs, batch, TOKENS, TOKENS))
    return np.concatenate([identity, content], -1), content


def _misses(A: np.ndarray, R: np.ndarray) -> np.ndarray:
    """KL(R‖A) in nats, mean over queries and sequences, one a run."""
    log = np.log(np.where(R > 0, R, 1)) - np.log(np.where(R > 0, A, 1))
    return (R * log).sum(-1).mean((1, 2))


def loss(
    W: Mapping[str, np.ndarray], X: np.ndarray, content: np.ndarray, R: np.ndarray, design: str
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """KL(R‖A) + ½ mean (Z − R·content)² of each run, and the gradients of the sum of runs.

    To find whom the relation names, and to hand over what that token carries. The design
    ``tied_readout`` has a matrix W_O behind; the others hand Z over as it is.
    """
    roles = DESIGNS[design]
    made = forward(W, X, X, roles)
    R = R[:, None]
    readout = W.get("W_O")
    Y = made.Z if readout is None else made.Z @ readout[:, None]
    error = Y - R @ content
    rows = X.shape[1] * TOKENS
    dY = error / (rows * CONTENT)
    dZ = dY if readout is None else dY @ readout.swapaxes(1, 2)[:, None]
    gradients = backward(made, X, X, roles, dZ, (made.A - R) / rows)
    if readout is not None:
        gradients["W_O"] = np.einsum("rbnk,rbnc->rkc", made.Z, dY)
    return _misses(made.A, R) + (error**2).mean((1, 2, 3)) / 2, gradients


def initial(rng: np.random.Generator, design: str, runs: int, *, d_k: int) -> dict[str, np.ndarray]:
    """Random matrices; where all three are tied without a read-out, d_k must be d_v."""
    d = TOKENS + CONTENT
    widths = {"W_Q": d_k, "W_K": d_k, "W": d_k, "W_V": CONTENT}
    if design == "tied":
        widths["W"] = CONTENT
    found = {
        name: rng.standard_normal((runs, d, widths[name])) / math.sqrt(d)
        for name in sorted(set(DESIGNS[design].values()))
    }
    if design == "tied_readout":
        found["W_O"] = rng.standard_normal((runs, d_k, CONTENT)) / math.sqrt(d_k)
    return found


def _checked(rng: np.random.Generator, design: str, R: np.ndarray) -> float:
    """Error of the gradients of one narrow layer a relation."""
    d_k = CONTENT if design == "tied" else 2
    X, content = tokens(rng, len(R), 2)
    W = initial(rng, design, len(R), d_k=d_k)
    return gradient_error(lambda M: loss(M, X, content, R, design), W, stride=7)


@dataclass(frozen=True)
class Relations:
    """Learned weights by design and relation; axes: design, relation, seed."""

    wanted: Float[np.ndarray, "relations n n"]
    learned: Float[np.ndarray, "designs relations n n"]
    hit: Float[np.ndarray, "designs relations seeds"]
    lost: Float[np.ndarray, "designs relations seeds"]
    gradient_error: float

    def of(self, design: str, name: str, what: str = "hit") -> float:
        """Mean over seeds of ``hit`` or ``lost``."""
        i, j = list(DESIGNS).index(design), RELATIONS.index(name)
        return float(getattr(self, what)[i, j].mean())

    @property
    def shared_ring(self) -> float:
        """Mean ``hit`` of shared matrices, like those that follow."""
        return self.of("shared", "ring")

    @property
    def shared_partner(self) -> float:
        return self.of("shared", "partner")

    @property
    def shared_class(self) -> float:
        return self.of("shared", "class")


@experiment
def relations() -> Relations:
    """Train every design on every relation; score on sequences with contents not seen before.

    ``hit`` is exp(−KL(R‖A)), the share of the wanted weight that is found (geometric mean): 1 is
    perfect. ``lost`` is the error of what is handed over, relative to its variance.
    """
    R = np.stack([relation(name) for name in RELATIONS])
    runs = len(RELATIONS) * SEEDS
    every = np.repeat(R, SEEDS, axis=0)
    shape = (len(DESIGNS), len(RELATIONS), SEEDS)
    hit, lost = np.empty(shape), np.empty(shape)
    learned = np.empty((len(DESIGNS), *R.shape))
    errors = []
    for at, design in enumerate(DESIGNS):
        rng = np.random.default_rng([2, 3, at])
        W = initial(rng, design, runs, d_k=TOKENS)
        errors.append(_checked(rng, design, R))
        state = Adam(W, rate=0.05)
        for _ in range(STEPS):
            X, content = tokens(rng, runs, BATCH)
            state = state.update(loss(state.parameters, X, content, every, design)[1])
        X, content = tokens(rng, runs, HELD_OUT)
        made = forward(state.parameters, X, X, DESIGNS[design])
        out = made.Z if "W_O" not in W else made.Z @ state.parameters["W_O"][:, None]
        target = every[:, None] @ content
        hit[at] = np.exp(-_misses(made.A, every[:, None])).reshape(shape[1:])
        share = ((out - target) ** 2).mean((1, 2, 3)) / (target**2).mean((1, 2, 3))
        lost[at] = share.reshape(shape[1:])
        learned[at] = made.A.mean(1)[::SEEDS]
    return Relations(R, learned, hit, lost, max(errors))


@evidence("C2.3")
def c2_3() -> Evidence:
    r = relations()
    at = list(DESIGNS).index("shared")
    directed = r.hit[at, :2].max(0)
    numbers = {
        f"{design}_{name}": r.of(design, name) for design in DESIGNS for name in RELATIONS
    } | {
        f"lost_{design}_{name}": r.of(design, name, "lost")
        for design in DESIGNS
        for name in RELATIONS
    }
    return Evidence(
        value=float(directed.mean()),
        low=0.0,
        high=0.5,
        control=r.of("separate", "partner"),
        spread=(float(directed.min()), float(directed.max())),
        samples=HELD_OUT,
        seeds=SEEDS,
        format=".1%",
        numbers={**numbers, "gradient_error": r.gradient_error},
        data=r,
    )
