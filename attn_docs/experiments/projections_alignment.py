"""Section 2.1, C2.4: queries and keys that start at random come to point the same way."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attn_docs.core import log_sum_exp, pairwise_cosine, softmax
from attn_docs.core.adam import Adam
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.evidence import Evidence, evidence
from attn_docs.experiments.memo import experiment
from attn_docs.experiments.projections_training import backward, forward, gradient_error

GROUPS = 4  # one asking word ("eat", "drive", …) and MEMBERS answering words each
MEMBERS = 3
WORDS = GROUPS * (1 + MEMBERS)
LABELS = 4
D_MODEL = WORDS + LABELS
ROLES = {"Q": "W_Q", "K": "W_K", "V": "W_V"}
SEEDS = 6
STEPS = 400
BATCH = 16
EVERY = 8
RATE = 0.02


@dataclass(frozen=True)
class Batch:
    """Sequences of one asking word and ``GROUPS`` answering words with a label each."""

    asking: Float[np.ndarray, "runs batch one d"]
    answering: Float[np.ndarray, "runs batch m d"]
    target: Int[np.ndarray, "runs batch"]


def embeddings(rng: np.random.Generator, runs: int) -> Float[np.ndarray, "runs words d"]:
    """Random vectors of about unit length for all words: nothing in them says who belongs."""
    found = np.zeros((runs, WORDS, D_MODEL))
    found[..., :WORDS] = rng.standard_normal((runs, WORDS, WORDS)) / math.sqrt(WORDS)
    return found


def sequences(rng: np.random.Generator, E: np.ndarray, batch: int, related: np.ndarray) -> Batch:
    """The label to report is that of the candidate from the asking word's group.

    Candidates are one word of each group in random order, with random labels. In runs where
    ``related`` is False it is the label of any candidate instead: no word belongs to another.
    """
    runs = len(E)
    run, row = np.arange(runs)[:, None], np.arange(batch)[None, :]
    asked = rng.integers(GROUPS, size=(runs, batch))
    order = rng.permuted(np.broadcast_to(np.arange(GROUPS), (runs, batch, GROUPS)), axis=-1)
    member = rng.integers(MEMBERS, size=order.shape)
    labels = rng.integers(LABELS, size=order.shape)
    answering = E[run[..., None], GROUPS + order * MEMBERS + member]
    answering[..., WORDS:] = np.eye(LABELS)[labels]
    chosen = np.argmax(order == asked[..., None], axis=-1)
    chosen = np.where(related[:, None], chosen, rng.integers(GROUPS, size=chosen.shape))
    return Batch(E[run, asked][:, :, None], answering, labels[run, row, chosen])


def loss(W: Mapping[str, np.ndarray], given: Batch) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Cross-entropy of the reported label, mean over sequences, one a run; and its gradients.

    The output of attention is read as the logits of the labels: nobody tells the layer where
    to look.
    """
    made = forward(W, given.asking, given.answering, ROLES)
    logits = made.Z[:, :, 0]
    hit = np.take_along_axis(logits, given.target[..., None], -1)[..., 0]
    dZ = (softmax(logits) - np.eye(LABELS)[given.target]) / logits.shape[1]
    gradients = backward(made, given.asking, given.answering, ROLES, dZ[:, :, None])
    return (log_sum_exp(logits) - hit).mean(1), gradients


def initial(rng: np.random.Generator, runs: int, d_k: int) -> dict[str, np.ndarray]:
    """Random W_Q, W_K, W_V for each run."""
    widths = {"W_Q": d_k, "W_K": d_k, "W_V": LABELS}
    return {
        k: rng.standard_normal((runs, D_MODEL, w)) / math.sqrt(D_MODEL) for k, w in widths.items()
    }


def word_vectors(E: np.ndarray, W: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Queries of the asking words and keys of the answering words, without labels."""
    return E[:, :GROUPS] @ W["W_Q"], E[:, GROUPS:] @ W["W_K"]


def _cosines(E: np.ndarray, W: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Mean cosine of matching and of other pairs, one a run."""
    cos = pairwise_cosine(*word_vectors(E, W))
    mine = np.repeat(np.eye(GROUPS, dtype=bool), MEMBERS, axis=1)
    return cos[:, mine].mean(-1), cos[:, ~mine].mean(-1)


@dataclass(frozen=True)
class Alignment:
    """Training curves (mean cosines, loss) with seeds; the last axis of a curve is the step."""

    step: Int[np.ndarray, "t"]
    matching: Float[np.ndarray, "seeds t"]
    other: Float[np.ndarray, "seeds t"]
    loss: Float[np.ndarray, "seeds t"]
    control_matching: Float[np.ndarray, "seeds t"]
    control_other: Float[np.ndarray, "seeds t"]
    control_loss: Float[np.ndarray, "seeds t"]
    queries: Float[np.ndarray, "moments groups d_k"]
    keys: Float[np.ndarray, "moments answers d_k"]
    gradient_error: float
    uninformed: float = math.log(LABELS)

    @property
    def last_step(self) -> int:
        return int(self.step[-1])

    @property
    def last_matching(self) -> float:
        """Mean over seeds at the end, like those that follow."""
        return float(self.matching[:, -1].mean())

    @property
    def last_other(self) -> float:
        return float(self.other[:, -1].mean())

    @property
    def last_control(self) -> float:
        return float(self.control_matching[:, -1].mean())

    @property
    def first_loss(self) -> float:
        return float(self.loss[:, 0].mean())

    @property
    def last_loss(self) -> float:
        return float(self.loss[:, -1].mean())


def train(d_k: int, seeds: int, key: int) -> Alignment:
    """Train related and unrelated runs side by side; ``queries`` and ``keys`` are of seed 0.

    Losses are measured on fresh sequences.
    """
    rng = np.random.default_rng([2, 4, key])
    related = np.repeat([True, False], seeds)
    E = embeddings(rng, 2 * seeds)
    W = initial(rng, 2 * seeds, d_k)
    small = {k: v[:1] for k, v in W.items()}
    sample = sequences(rng, E[:1], 3, related[:1])
    error = gradient_error(lambda M: loss(M, sample), small, stride=3)
    state = Adam(W, rate=RATE)
    steps, cosines, losses, vectors = [], [], [], []
    for step in range(STEPS + 1):
        if step % EVERY == 0:
            steps.append(step)
            cosines.append(_cosines(E, state.parameters))
            losses.append(loss(state.parameters, sequences(rng, E, 100, related))[0])
        if step in (0, STEPS):
            vectors.append([v[0] for v in word_vectors(E, state.parameters)])
        given = sequences(rng, E, BATCH, related)
        state = state.update(loss(state.parameters, given)[1])
    matching, other = np.array(cosines).transpose(1, 2, 0)
    curve = np.array(losses).T
    return Alignment(
        np.array(steps),
        matching[:seeds],
        other[:seeds],
        curve[:seeds],
        matching[seeds:],
        other[seeds:],
        curve[seeds:],
        np.stack([v[0] for v in vectors]),
        np.stack([v[1] for v in vectors]),
        error,
    )


@experiment
def alignment() -> Alignment:
    """Training with d_k = 8."""
    return train(8, SEEDS, 0)


@experiment
def geometry() -> Alignment:
    """Training with d_k = 2, so that queries and keys can be drawn as they are."""
    return train(2, SEEDS, 1)


@evidence("C2.4")
def c2_4() -> Evidence:
    r, g = alignment(), geometry()
    last = r.matching[:, -1]
    half = 5
    return Evidence(
        value=float(last.mean()),
        low=0.7,
        high=1.0,
        control=float(r.control_matching[:, -1].mean()),
        spread=(float(last.min()), float(last.max())),
        samples=GROUPS * MEMBERS,
        seeds=SEEDS,
        format=".2f",
        numbers={
            "before": float(r.matching[:, 0].mean()),
            "during": float(r.matching[:, half].mean()),
            "during_step": float(r.step[half]),
            "steps": float(STEPS),
            "other_before": float(r.other[:, 0].mean()),
            "other_after": float(r.other[:, -1].mean()),
            "control_other": float(r.control_other[:, -1].mean()),
            "loss_before": float(r.loss[:, 0].mean()),
            "loss_after": float(r.loss[:, -1].mean()),
            "control_loss": float(r.control_loss[:, -1].mean()),
            "uninformed": r.uninformed,
            "gradient_error": r.gradient_error,
            "plane": float(g.matching[:, -1].mean()),
            "plane_low": float(g.matching[:, -1].min()),
            "plane_high": float(g.matching[:, -1].max()),
        },
        data=r,
    )
