"""Section 8, C8.5 and C8.6: which laws attention keeps, to rounding, and what breaks them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention, local_mask
from attn_docs.core.multihead import MultiHead
from attn_docs.core.shapes import Float
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment

TOKENS = 12
D_MODEL = 8
HEADS = 2
SEEDS = 20
STRENGTHS = np.array([1e-3, 1e-2, 1e-1, 1.0])
DESIGNS = ("one head", "many heads", "positions", "causal", "window")
LAWS = ("identity", "composition", "naturality")

Layer = Callable[[np.ndarray], np.ndarray]


def broken(layer: Layer, X: Float[np.ndarray, "n d"], order: np.ndarray) -> float:
    """How far ``layer`` is from equivariance: ‖f(PX) − P f(X)‖/‖f(X)‖ for one order."""
    straight = layer(X)
    return float(np.linalg.norm(layer(X[order]) - straight[order]) / np.linalg.norm(straight))


def positions(n: int, d: int) -> Float[np.ndarray, "n d"]:
    """Sines and cosines of the place, d even. Source: arXiv:1706.03762, section 3.5."""
    rates = 10_000.0 ** (-np.arange(0, d, 2) / d)
    angles = np.arange(n)[:, None] * rates
    return np.stack([np.sin(angles), np.cos(angles)], -1).reshape(n, d)


@dataclass(frozen=True)
class Equivariance:
    """``broken`` by design and seed; and by strength of the positions that are added."""

    error: Float[np.ndarray, "designs seeds"]
    strength: Float[np.ndarray, "s"]
    by_strength: Float[np.ndarray, "seeds s"]

    def of(self, design: str, how: str = "mean") -> float:
        """Mean (or ``max``, ``min``) over the seeds of one design."""
        return float(getattr(self.error[DESIGNS.index(design)], how)())

    @property
    def most_free(self) -> float:
        """Largest error without positions and masks; then what each of these does on average."""
        return max(self.of("one head", "max"), self.of("many heads", "max"))

    @property
    def mean_positions(self) -> float:
        return self.of("positions")

    @property
    def mean_causal(self) -> float:
        return self.of("causal")


@experiment
def equivariance() -> Equivariance:
    """Random layers, random tokens, random orders."""
    error = np.empty((len(DESIGNS), SEEDS))
    by_strength = np.empty((SEEDS, STRENGTHS.size))
    where = positions(TOKENS, D_MODEL)
    window = local_mask(TOKENS, window=2)
    for seed in range(SEEDS):
        rng = np.random.default_rng([8, 6, seed])
        X = rng.standard_normal((TOKENS, D_MODEL))
        order = rng.permutation(TOKENS)
        one = MultiHead.random(rng, d_model=D_MODEL, h=1)
        many = MultiHead.random(rng, d_model=D_MODEL, h=HEADS)
        layers: dict[str, Layer] = {
            "one head": one,
            "many heads": many,
            "positions": lambda Y, f=one: f(Y + where),
            "causal": lambda Y, f=one: f(Y, causal=True),
            "window": lambda Y, f=one: f(Y, mask=window),
        }
        error[:, seed] = [broken(layers[name], X, order) for name in DESIGNS]
        by_strength[seed] = [
            broken(lambda Y, f=one, s=s: f(Y + s * where), X, order) for s in STRENGTHS
        ]
    return Equivariance(error, STRENGTHS, by_strength)


@evidence("C8.6")
def c8_6() -> Evidence:
    r = equivariance()
    free = r.error[:2].max(0)
    return Evidence(
        value=r.most_free,
        low=0.0,
        high=1e-12,
        control=min(r.of("positions", "min"), r.of("causal", "min")),
        spread=(float(free.min()), float(free.max())),
        samples=TOKENS,
        seeds=SEEDS,
        format=".0e",
        numbers={
            "positions": r.mean_positions,
            "causal": r.mean_causal,
            "window": r.of("window"),
            "faint": float(r.by_strength[:, 0].mean()),
            "faint_strength": float(STRENGTHS[0]),
        },
        data=r,
    )


@dataclass(frozen=True)
class Laws:
    """Relative distance from three laws, one column a seed; rows as ``LAWS``.

    ``linear``: F(f) = (X ↦ Xf), and a fixed mixing of tokens. ``softmax``: F(f) = attention with
    W_Q = W_K = I and the value matrix f, and its own mixing.
    """

    linear: Float[np.ndarray, "laws seeds"]
    softmax: Float[np.ndarray, "laws seeds"]


def linear_part(X: Float[np.ndarray, "n d"], f: Float[np.ndarray, "d d"]) -> np.ndarray:
    """F(f): the same linear map for every token."""
    return X @ f


def softmax_layer(X: Float[np.ndarray, "n d"], f: Float[np.ndarray, "d d"]) -> np.ndarray:
    """Attention of the tokens to one another, with values Xf."""
    return attention(X, X, X @ f)


def _distance(found: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.linalg.norm(found - wanted) / np.linalg.norm(wanted))


@experiment
def laws() -> Laws:
    """F(id) = id; F(g)F(f) = F(gf); and mixing tokens before f is mixing them after f."""
    linear, soft = np.empty((2, len(LAWS), SEEDS))
    for seed in range(SEEDS):
        rng = np.random.default_rng([8, 5, seed])
        X = rng.standard_normal((TOKENS, D_MODEL))
        f, g = rng.standard_normal((2, D_MODEL, D_MODEL)) / math.sqrt(D_MODEL)
        A = rng.dirichlet(np.ones(TOKENS), TOKENS)
        one = np.eye(D_MODEL)
        for F, mix, found in (
            (linear_part, lambda Y, A=A: A @ Y, linear),
            (softmax_layer, lambda Y: attention(Y, Y, Y), soft),
        ):
            found[:, seed] = (
                _distance(F(X, one), X),
                _distance(F(F(X, f), g), F(X, f @ g)),
                _distance(mix(X @ f), mix(X) @ f),
            )
    return Laws(linear, soft)


@evidence("C8.5")
def c8_5() -> Evidence:
    r = laws()
    worst = r.linear.max(0)
    mean = dict(zip(LAWS, r.softmax.mean(1), strict=True))
    return Evidence(
        value=float(worst.max()),
        low=0.0,
        high=1e-12,
        control=float(r.softmax.min()),
        spread=(float(worst.min()), float(worst.max())),
        samples=TOKENS,
        seeds=SEEDS,
        format=".0e",
        numbers={name: float(mean[name]) for name in LAWS},
        data=r,
    )
