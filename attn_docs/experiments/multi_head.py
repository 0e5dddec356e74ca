"""Section 7: what one head reads, what it can say, and how the heads' shares add up."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from attn_docs.core import MultiHead, head_contributions, merge_heads
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.multi_head_lookup import c7_4, lookups, overlap

__all__ = ["c7_1", "c7_3", "c7_4", "lookups", "shares", "slices"]

TOKENS = 7
D_MODEL = 12
H = 3
D_K = D_MODEL // H
SEEDS = 8
DIVISORS = (1, 2, 3, 4, 6, 12)


def sliced(layer: MultiHead) -> MultiHead:
    """The same layer if head i could see only the i-th slice of x: its matrices' blocks."""
    own = np.kron(np.eye(layer.h), np.ones((D_MODEL // layer.h, layer.d_k)))
    return MultiHead(layer.W_Q * own, layer.W_K * own, layer.W_V * own, layer.W_O, h=layer.h)


def touched(layer: MultiHead, X: Float[np.ndarray, "n d_model"]) -> Float[np.ndarray, "h slices"]:
    """How far each head's output moves when a slice of every token is set to zero.

    In units of the output's own size (Frobenius norms): 0 where the head does not notice.
    """
    before = layer.heads(X)
    moved = np.empty((layer.h, layer.h))
    width = D_MODEL // layer.h
    for at in range(layer.h):
        without = X.copy()
        without[:, at * width : (at + 1) * width] = 0
        change = np.linalg.norm(layer.heads(without) - before, axis=(1, 2))
        moved[:, at] = change / np.linalg.norm(before, axis=(1, 2))
    return moved


@dataclass(frozen=True)
class Slices:
    """Random layers of width 12: what each of three heads notices, and ranks by number of heads."""

    projecting: Float[np.ndarray, "seeds h slices"]
    slicing: Float[np.ndarray, "seeds h slices"]
    heads: Int[np.ndarray, "k"]
    parameters: Int[np.ndarray, "k"]
    rank_qk: Int[np.ndarray, "seeds k"]
    rank_ov: Int[np.ndarray, "seeds k"]
    overlap: Float[np.ndarray, "seeds"]
    overlap_slicing: Float[np.ndarray, "seeds"]

    @property
    def least(self) -> np.ndarray:
        """For each seed, the smallest move of any head by any slice."""
        return self.projecting.min(axis=(1, 2))

    @property
    def least_mean(self) -> float:
        return float(self.least.mean())

    @property
    def own(self) -> float:
        """Mean move of a slicing head by the one slice that it sees."""
        return float(np.diagonal(self.slicing, axis1=1, axis2=2).mean())

    @property
    def other(self) -> float:
        """Largest move of a slicing head by any of the slices that it does not see."""
        return float(self.slicing[:, ~np.eye(H, dtype=bool)].max())


@experiment
def slices() -> Slices:
    """Zero a slice of x under heads that project all of x, and under heads that slice it."""
    names = ("all", "own", "parameters", "qk", "ov", "near", "far")
    found: dict[str, list] = {name: [] for name in names}
    for seed in range(SEEDS):
        rng = np.random.default_rng([7, 1, seed])
        X = rng.standard_normal((TOKENS, D_MODEL))
        layer = MultiHead.random(rng, d_model=D_MODEL, h=H)
        found["all"].append(touched(layer, X))
        found["own"].append(touched(sliced(layer), X))
        for name, made in (("near", layer), ("far", sliced(layer))):
            K = made.W_K.reshape(D_MODEL, H, D_K)
            pairs = itertools.combinations(range(H), 2)
            found[name].append(np.mean([overlap(K[:, i], K[:, j], D_K) for i, j in pairs]))
        layers = [MultiHead.random(rng, d_model=D_MODEL, h=h) for h in DIVISORS]
        found["parameters"].append([one.parameters for one in layers])
        found["qk"].append([np.linalg.matrix_rank(one.qk(0)) for one in layers])
        found["ov"].append([np.linalg.matrix_rank(one.ov(0)) for one in layers])
    return Slices(
        projecting=np.array(found["all"]),
        slicing=np.array(found["own"]),
        heads=np.array(DIVISORS),
        parameters=np.array(found["parameters"][0]),
        rank_qk=np.array(found["qk"]),
        rank_ov=np.array(found["ov"]),
        overlap=np.array(found["near"]),
        overlap_slicing=np.array(found["far"]),
    )


@evidence("C7.1")
def c7_1() -> Evidence:
    r = slices()
    at = list(DIVISORS).index(H)
    return Evidence(
        value=r.least_mean,
        low=0.1,
        high=math.inf,
        control=r.other,
        spread=(float(r.least.min()), float(r.least.max())),
        samples=H * H,
        seeds=SEEDS,
        format=".0%",
        numbers={
            "mean": float(r.projecting.mean()),
            "sliced_own": r.own,
            "parameters_least": float(r.parameters.min()),
            "parameters_most": float(r.parameters.max()),
            "rank_least": float(min(r.rank_qk[:, at].min(), r.rank_ov[:, at].min())),
            "rank_most": float(max(r.rank_qk[:, at].max(), r.rank_ov[:, at].max())),
            "rank_one_head": float(r.rank_qk[:, 0].max()),
            "overlap": float(r.overlap.mean()),
            "overlap_chance": D_K / D_MODEL,
            "overlap_slicing": float(r.overlap_slicing.max()),
        },
        data=r,
    )


@dataclass(frozen=True)
class Shares:
    """One layer's output as a sum over its heads, and errors over all seeds."""

    contributions: Float[np.ndarray, "h n d_model"]
    output: Float[np.ndarray, "n d_model"]
    error: Float[np.ndarray, "seeds"]
    permuted: Float[np.ndarray, "seeds orders"]
    rank: Int[np.ndarray, "seeds h"]

    @property
    def worst(self) -> float:
        return float(self.error.max())

    @property
    def least_permuted(self) -> float:
        """Smallest relative error over seeds and wrong orders of the heads."""
        return float(self.permuted.min())


@experiment
def shares() -> Shares:
    """Concat(heads) W_O against Σ A_i X W_V^i W_O^i, and against heads in every wrong order."""
    error, permuted, rank, first = [], [], [], None
    orders = list(itertools.permutations(range(H)))[1:]
    for seed in range(SEEDS):
        rng = np.random.default_rng([7, 3, seed])
        X = rng.standard_normal((TOKENS, D_MODEL))
        layer = MultiHead.random(rng, d_model=D_MODEL, h=H)
        parts, heads = head_contributions(layer, X), layer.heads(X)
        total = parts.sum(axis=0)
        size = np.linalg.norm(total)
        error.append(np.linalg.norm(layer(X) - total) / size)
        wrong = [merge_heads(heads[list(order)]) @ layer.W_O for order in orders]
        permuted.append([np.linalg.norm(Y - total) / size for Y in wrong])
        rank.append([np.linalg.matrix_rank(part) for part in parts])
        first = first or (parts, layer(X))
    assert first is not None
    return Shares(*first, np.array(error), np.array(permuted), np.array(rank))


@evidence("C7.3")
def c7_3() -> Evidence:
    r = shares()
    return Evidence(
        value=r.worst,
        low=0.0,
        high=1e-12,
        control=r.least_permuted,
        spread=(float(r.error.min()), float(r.error.max())),
        samples=TOKENS,
        seeds=SEEDS,
        format=".0e",
        numbers={
            "permuted_mean": float(r.permuted.mean()),
            "permuted_least": r.least_permuted,
            "rank_most": float(r.rank.max()),
        },
        data=r,
    )
