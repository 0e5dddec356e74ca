"""Section 9: constructed examples of heatmap, rollout and projection; nothing here is trained."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core import MultiHead, pca, rollout, silhouette, softmax, tsne
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.memo import experiment

WORDS = ("the", "robot", "lifted", "the", "box", "because", "it", "was", "strong")
NOUNS = (1, 4)
PRONOUN = 6
MATCH = 5.0  # score of a match in the heads that are built by hand

NETWORKS = 40
LAYERS = 4
TOKENS = 10
WIDTH = 32
HEADS = 4
GAIN = 2.0


@dataclass(frozen=True)
class Heads:
    """Four heads made by hand over the nine words: previous, reference, rest, broad."""

    weights: Float[np.ndarray, "4 n n"]
    effect: Float[np.ndarray, "4 n n"]  # ‖A_ij v_j‖, the size of what arrives

    @property
    def rest_weight(self) -> float:
        """Mean weight that the third head puts on the first word, from the later ones."""
        return float(self.weights[2, 1:, 0].mean())

    @property
    def rest_effect(self) -> float:
        """Share of the first word in all that the third head delivers."""
        return float((self.effect[2, 1:, 0] / self.effect[2, 1:].sum(-1)).mean())

    @property
    def reference(self) -> float:
        """Weight of the pronoun on the robot in the second head."""
        return float(self.weights[1, PRONOUN, NOUNS[0]])


@experiment
def heads() -> Heads:
    """Scores set by hand, so that each head does one thing that heads of models are known for."""
    n = len(WORDS)
    S = np.zeros((4, n, n))
    S[0, np.arange(1, n), np.arange(n - 1)] = MATCH
    S[1, PRONOUN, NOUNS[0]], S[1, PRONOUN, NOUNS[1]] = MATCH, MATCH - 1.5
    S[2, :, 0] = MATCH
    weights = softmax(np.where(np.tri(n, dtype=bool), S, -np.inf))
    rng = np.random.default_rng(9)
    V = rng.standard_normal((4, n, 4)) / 2
    V[2, 0] *= 0.005  # the resting place has next to nothing to hand over
    size = np.linalg.norm(V, axis=-1)
    return Heads(weights, weights * size[:, None, :])


@dataclass(frozen=True)
class Flow:
    """Untrained causal networks: what three maps say of the influence of the inputs.

    Rank correlation over earlier tokens with the effect of deleting the token, one number a
    network, for the last layer's mean map, the bare product and the rollout.
    """

    last: Float[np.ndarray, "networks"]
    product: Float[np.ndarray, "networks"]
    rollout: Float[np.ndarray, "networks"]
    shuffled: Float[np.ndarray, "networks"]  # rollout against another network's deletions
    last_map: Float[np.ndarray, "n n"]  # the maps of the first network, to be drawn
    rollout_map: Float[np.ndarray, "n n"]
    deletion_map: Float[np.ndarray, "n n"]

    @property
    def medians(self) -> dict[str, float]:
        names = ("last", "product", "rollout", "shuffled")
        return {name: float(np.median(getattr(self, name))) for name in names}


def run_network(layers: list[MultiHead], X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Output and all attention maps of a causal attention-only network with residuals."""
    maps = []
    for layer in layers:
        unit = X / np.linalg.norm(X, axis=-1, keepdims=True).clip(1e-9) * np.sqrt(X.shape[-1])
        maps.append(layer.weights(unit, causal=True))
        X = X + layer(unit, causal=True)
    return X, np.stack(maps)


def deletions(layers: list[MultiHead], X: np.ndarray) -> np.ndarray:
    """‖change of output i‖ when input j is set to zero, n × n."""
    without = np.where(np.eye(len(X), dtype=bool)[:, :, None], 0.0, X)
    change = run_network(layers, without)[0] - run_network(layers, X)[0]
    return np.linalg.norm(change, axis=-1).T


def rank_correlation(a: np.ndarray, b: np.ndarray) -> float:
    """Spearman's ρ of two vectors without ties.

    >>> rank_correlation(np.array([1.0, 2.0, 9.0]), np.array([0.1, 0.3, 0.2]))
    0.5
    """
    ranks = np.array([np.argsort(np.argsort(x)) for x in (a, b)], dtype=float)
    return float(np.round(np.corrcoef(ranks)[0, 1], 12))


def _agreement(R: np.ndarray, effects: np.ndarray) -> float:
    """Mean rank correlation over the rows that have at least four earlier tokens."""
    rows = range(4, len(R))
    return float(np.mean([rank_correlation(R[i, :i], effects[i, :i]) for i in rows]))


@experiment
def flow() -> Flow:
    """Four layers of four heads, width 32, ten tokens; weights random, scores sharpened."""
    scores: list[list[float]] = []
    drawn: tuple[np.ndarray, ...] = ()
    previous = None
    for network in range(NETWORKS + 1):
        rng = np.random.default_rng([9, network])
        layers = [_layer(rng) for _ in range(LAYERS)]
        X = rng.standard_normal((TOKENS, WIDTH))
        A = run_network(layers, X)[1]
        effects = deletions(layers, X)
        maps = A[-1].mean(0), rollout(A, residual=False), rollout(A)
        if previous is not None:
            scores.append([_agreement(R, effects) for R in maps] + [_agreement(maps[2], previous)])
        else:
            drawn = maps[0], maps[2], effects / effects.sum(-1, keepdims=True)
        previous = effects
    last, product, rolled, shuffled = np.array(scores).T
    return Flow(last, product, rolled, shuffled, *drawn)


def _layer(rng: np.random.Generator) -> MultiHead:
    W_Q, W_K, W_V, W_O = rng.standard_normal((4, WIDTH, WIDTH)) / np.sqrt(WIDTH)
    return MultiHead(W_Q * GAIN, W_K, W_V, W_O, h=HEADS)


@dataclass(frozen=True)
class Views:
    """Three groups in 16 dimensions, two of them close, seen through PCA and through t-SNE."""

    group: Int[np.ndarray, "n"]
    pca: Float[np.ndarray, "n 2"]
    tsne: Float[np.ndarray, "n 2"]
    ratio_true: float  # distance of the far group over the distance of the two close ones
    ratio_pca: float
    ratio_tsne: float
    silhouette_true: float
    silhouette_pca: float
    silhouette_tsne: float
    size_true: float  # spread of the third group over that of the first
    size_tsne: float


@experiment
def views() -> Views:
    """Centres at distances 3 and 18; the third group is a third as wide as the others."""
    rng = np.random.default_rng([9, 3])
    group = np.repeat(np.arange(3), 30)
    centres = np.zeros((3, 16))
    centres[1, 0], centres[2, 1] = 4.5, 18.0
    X = centres[group] + rng.standard_normal((90, 16)) * np.array([0.6, 0.6, 0.2])[group][:, None]
    flat, near = pca(X, 2).coordinates, tsne(X, perplexity=15, steps=600)
    numbers = [_ratio(Y, group) for Y in (X, flat, near)]
    numbers += [silhouette(Y, group) for Y in (X, flat, near)]
    return Views(
        group, flat, near, *numbers, size_true=_size(X, group), size_tsne=_size(near, group)
    )


def _ratio(Y: np.ndarray, group: np.ndarray) -> float:
    a, b, c = (Y[group == g].mean(0) for g in range(3))
    return float(np.linalg.norm(c - a) / np.linalg.norm(b - a))


def _size(Y: np.ndarray, group: np.ndarray) -> float:
    first, third = (Y[group == g].std(0).mean() for g in (0, 2))
    return float(third / first)
