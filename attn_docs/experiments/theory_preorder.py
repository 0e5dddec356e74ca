"""Section 8, C8.4: attention that learns preorders from some pairs and is asked about others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attn_docs.core import scores, softmax
from attn_docs.core.adam import Adam
from attn_docs.core.gradients import scores_vjp
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.projections_training import gradient_error

ITEMS = 18
LEVELS = 6
ORDERS = 3
D_K = 4
SHARE = 0.4
STEPS = 300
SEEDS = 8
MANY = 6
# The last items take part in no training pair.
SEEN = ITEMS - 3

PAIRS = np.array([(a, b) for a in range(ITEMS) for b in range(a)])
# PLACE[item, 2 p + side]: 1 where the item stands on that side of pair p.
PLACE = (np.arange(ITEMS)[:, None] == PAIRS.ravel()).astype(float)


def levels(rng: np.random.Generator) -> Int[np.ndarray, "orders items"]:
    """A level for every item in every order; items of one level tie."""
    base = np.arange(ITEMS) % LEVELS
    return np.stack([rng.permutation(base) for _ in range(ORDERS)])


def wanted(level: Int[np.ndarray, "orders items"]) -> Float[np.ndarray, "orders pairs 2"]:
    """Weights on the two items of every pair: all on the higher one, halves where they tie."""
    a, b = level[:, PAIRS[:, 0]], level[:, PAIRS[:, 1]]
    first = (np.sign(a - b) + 1) / 2
    return np.stack([first, 1 - first], -1)


def tournament(
    rng: np.random.Generator, truth: Float[np.ndarray, "orders pairs 2"]
) -> Float[np.ndarray, "orders pairs 2"]:
    """The control: every pair that is decided is decided anew by a coin, so that nothing chains."""
    turned = rng.random(truth.shape[:2]) < 0.5
    return np.where(turned[..., None], truth[..., ::-1], truth)


def pair_weights(W: Mapping[str, np.ndarray]) -> Float[np.ndarray, "runs orders pairs 2"]:
    """Attention of each order's query to the two keys of each pair."""
    return softmax(scores(W["queries"], W["keys"])[..., PAIRS])


def loss(
    W: Mapping[str, np.ndarray], target: np.ndarray, trained: np.ndarray
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Cross-entropy over trained pairs, one a run, and the gradients of the sum of runs.

    ``target`` (runs, orders, pairs, 2); ``trained`` (runs, orders, pairs), Boolean.
    """
    A = pair_weights(W)
    share = (trained / trained.sum((1, 2), keepdims=True))[..., None]
    value = -(share * target * np.log(A)).sum((1, 2, 3))
    by_pair = share * (A - target)
    # Each item's score gathers from every pair that the item stands in.
    by_item = by_pair.reshape(*by_pair.shape[:2], -1) @ PLACE.T
    dQ, dK = scores_vjp(W["queries"], W["keys"], by_item)
    return value, {"queries": dQ, "keys": dK}


def initial(rng: np.random.Generator, runs: int) -> dict[str, np.ndarray]:
    """Small random queries (one an order) and keys (one an item)."""
    return {
        "queries": rng.standard_normal((runs, ORDERS, D_K)),
        "keys": 0.3 * rng.standard_normal((runs, ITEMS, D_K)),
    }


@dataclass(frozen=True)
class Preorder:
    """Share of decided pairs (or sets) whose higher item gets the most weight, one a seed.

    ``many``: sets of ``MANY`` items, though only pairs were trained. ``unseen``: pairs of two items
    that no training pair held. ``control``: held-out pairs of a relation without order.
    ``tie``: mean weight on the heavier side of held-out pairs that tie (½ is perfect).
    ``level`` and ``score`` are of one run: items of the first order.
    """

    trained: Float[np.ndarray, "seeds"]
    held_out: Float[np.ndarray, "seeds"]
    many: Float[np.ndarray, "seeds"]
    unseen: Float[np.ndarray, "seeds"]
    control: Float[np.ndarray, "seeds"]
    control_trained: Float[np.ndarray, "seeds"]
    tie: Float[np.ndarray, "seeds"]
    level: Int[np.ndarray, "items"]
    score: Float[np.ndarray, "items"]
    gradient_error: float
    pairs: int

    @property
    def mean_held_out(self) -> float:
        """Mean over seeds, like those that follow."""
        return float(self.held_out.mean())

    @property
    def mean_control(self) -> float:
        return float(self.control.mean())

    @property
    def mean_unseen(self) -> float:
        return float(self.unseen.mean())


def _right(W: Mapping[str, np.ndarray], target: np.ndarray) -> np.ndarray:
    """1 where the item that should get all the weight gets more than half, by run and pair."""
    return (pair_weights(W) * target).sum(-1) > 0.5


def _share(right: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    return (right & chosen).sum((1, 2)) / chosen.sum((1, 2))


def _top_of_many(
    rng: np.random.Generator, W: Mapping[str, np.ndarray], level: np.ndarray
) -> np.ndarray:
    """Share of random sets of ``MANY`` items whose heaviest item is a highest one."""
    sets = np.argsort(rng.random((200, SEEN)), axis=1)[:, :MANY]
    best = scores(W["queries"], W["keys"])[..., sets].argmax(-1)[..., None]
    inside = level[:, :, sets]
    picked = np.take_along_axis(inside, best, -1)[..., 0]
    return (picked == inside.max(-1)).mean((1, 2))


@experiment
def preorder() -> Preorder:
    """Train on some pairs of three preorders; the query says which order is meant."""
    rng = np.random.default_rng([8, 4])
    level = np.stack([levels(rng) for _ in range(SEEDS)])
    truth = np.stack([wanted(own) for own in level])
    fake = np.stack([tournament(rng, own) for own in truth])
    strange = (PAIRS >= SEEN).any(1)
    stranger = (PAIRS >= SEEN).all(1)
    trained = (rng.random(truth.shape[:3]) < SHARE) & ~strange
    target = np.concatenate([truth, fake])
    mask = np.concatenate([trained, trained])
    W = initial(rng, 2 * SEEDS)
    error = gradient_error(
        lambda M: loss(M, target[:2], mask[:2]), {k: v[:2] for k, v in W.items()}
    )
    state = Adam(W, rate=0.05)
    for _ in range(STEPS):
        state = state.update(loss(state.parameters, target, mask)[1])
    made = state.parameters
    right = _right(made, target)
    decided = target.max(-1) == 1
    held = decided & ~mask & ~strange
    known = _share(right, decided & mask)
    new = _share(right, held)
    A = pair_weights(made)[:SEEDS]
    tied = ~decided[:SEEDS] & ~trained & ~strange
    tie = (A.max(-1) * tied).sum((1, 2)) / tied.sum((1, 2))
    own = {name: value[:SEEDS] for name, value in made.items()}
    score = scores(own["queries"], own["keys"])[0, 0]
    return Preorder(
        trained=known[:SEEDS],
        held_out=new[:SEEDS],
        many=_top_of_many(rng, own, level),
        unseen=_share(right[:SEEDS], decided[:SEEDS] & stranger),
        control=new[SEEDS:],
        control_trained=known[SEEDS:],
        tie=tie,
        level=level[0, 0, :SEEN],
        score=score[:SEEN],
        gradient_error=error,
        pairs=int(trained.sum((1, 2)).mean()),
    )


@evidence("C8.4")
def c8_4() -> Evidence:
    r = preorder()
    return Evidence(
        value=r.mean_held_out,
        low=0.9,
        high=1.0,
        control=r.mean_control,
        spread=(float(r.held_out.min()), float(r.held_out.max())),
        samples=int(len(PAIRS) * ORDERS),
        seeds=SEEDS,
        format=".0%",
        numbers={
            "trained": float(r.trained.mean()),
            "many": float(r.many.mean()),
            "unseen": r.mean_unseen,
            "tie": float(r.tie.mean()),
            "control_trained": float(r.control_trained.mean()),
            "pairs": float(r.pairs),
            "gradient_error": r.gradient_error,
        },
        data=r,
    )
