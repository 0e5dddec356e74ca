"""Section 1: how far apart two positions are on a computation graph, and what nearness costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_docs.core import attention_weights, causal_mask, local_mask
from attn_docs.core.shapes import Bool, Float, Int
from attn_docs.experiments.memo import experiment

POSITIONS = 64
WINDOW = 4
WIDTH = 16
LENGTHS = 2 ** np.arange(4, 11)


def path_lengths(edges: Bool[np.ndarray, "n n"]) -> Float[np.ndarray, "n n"]:
    """Return the fewest edges (at least 1) that lead from node i to node j; ∞ where none do.

    ``edges[i, j]`` says whether j reads i directly. Powers of the Boolean matrix, one at a time.
    """
    lengths = np.where(edges, 1.0, np.inf)
    reached = edges
    for k in range(2, len(edges) + 1):
        reached = (reached.astype(np.float32) @ edges.astype(np.float32)) > 0
        new = reached & np.isinf(lengths)
        if not reached.any() or not np.isinf(lengths).any():
            break
        lengths[new] = k
    return lengths


def recurrent_lengths(n: int) -> Float[np.ndarray, "n n"]:
    """Return the edges from input i to state j of a recurrent chain of n steps.

    The graph has a node for each input and each state; a state reads its input and the state
    before it, nothing else.
    """
    edges = np.zeros((2 * n, 2 * n), dtype=bool)
    steps = np.arange(n)
    edges[steps, n + steps] = True
    edges[n + steps[:-1], n + steps[1:]] = True
    return path_lengths(edges)[:n, n:]


@dataclass(frozen=True)
class Paths:
    """Shortest path from input i to output j; ∞ where nothing can pass."""

    distance: Int[np.ndarray, "n"]
    recurrent: Float[np.ndarray, "n n"]
    attention: Float[np.ndarray, "n n"]
    causal: Float[np.ndarray, "n n"]
    window: Float[np.ndarray, "n n"]

    @property
    def into_last(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Path into the last position by distance: recurrent, window, attention."""
        return tuple(p[::-1, -1] for p in (self.recurrent, self.window, self.attention))  # type: ignore[return-value]

    @property
    def longest_recurrent(self) -> float:
        return float(self.recurrent[np.isfinite(self.recurrent)].max())

    @property
    def longest_window(self) -> float:
        return float(self.window.max())


@experiment
def paths() -> Paths:
    """Paths through a recurrent chain and through layers of attention: full, causal, windowed.

    Whether one attention layer joins two positions is read off its weights on random tokens:
    there is an edge where the weight is above 0.
    """
    rng = np.random.default_rng([1, 3])
    Q, K = rng.standard_normal((2, POSITIONS, WIDTH))
    n = POSITIONS
    full, causal, window = (
        path_lengths((attention_weights(Q, K, mask=mask) > 0).T)
        for mask in (None, causal_mask(n), local_mask(n, window=WINDOW))
    )
    return Paths(np.arange(n), recurrent_lengths(n), full, causal, window)


@dataclass
class Tally:
    """Counts what a calculation does while it does it.

    ``operations`` are multiplications, additions and function calls on numbers; ``kept`` is the
    number of values that a backward pass needs again; ``steps`` are the steps of which each
    must wait for the one before.
    """

    operations: int = 0
    kept: int = 0
    steps: int = 0

    def product(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Matrix product: a multiplication and an addition for each inner index."""
        self.operations += 2 * a.shape[-1] * int(np.prod(a.shape[:-1])) * b.shape[-1]
        return self._done(a @ b)

    def pointwise(self, result: np.ndarray, *, each: int = 1) -> np.ndarray:
        """``each`` operations for every number of the result."""
        self.operations += each * result.size
        return self._done(result)

    def _done(self, result: np.ndarray) -> np.ndarray:
        self.kept += result.size
        self.steps += 1
        return result


def counted_attention(
    X: Float[np.ndarray, "n d"], W: Float[np.ndarray, "4 d d"], tally: Tally
) -> Float[np.ndarray, "n d"]:
    """One head of self-attention of width d with W_Q, W_K, W_V, W_O, counted as it runs."""
    Q, K, V = (tally.product(X, w) for w in W[:3])
    S = tally.product(Q, K.T / np.sqrt(X.shape[1]))
    # Softmax: compare, subtract, exponentiate, add, divide.
    E = np.exp(S - S.max(-1, keepdims=True))
    A = tally.pointwise(E / E.sum(-1, keepdims=True), each=5)
    return tally.product(tally.product(A, V), W[3])


def counted_window(
    X: Float[np.ndarray, "n d"], W: Float[np.ndarray, "4 d d"], window: int, tally: Tally
) -> Float[np.ndarray, "n d"]:
    """The same layer where a position sees only its ``window`` neighbours on either side."""
    Q, K, V = (tally.product(X, w) for w in W[:3])
    near = np.arange(len(X))[:, None] + np.arange(-window, window + 1)
    inside = (near >= 0) & (near < len(X))
    near = near.clip(0, len(X) - 1)
    S = tally.product(Q[:, None, :], K[near].swapaxes(1, 2) / np.sqrt(X.shape[1]))[:, 0]
    E = np.where(inside, np.exp(S - S.max(-1, keepdims=True)), 0)
    A = tally.pointwise(E / E.sum(-1, keepdims=True), each=5)
    return tally.product(tally.product(A[:, None, :], V[near])[:, 0], W[3])


def counted_recurrent(
    X: Float[np.ndarray, "n d"],
    W: Float[np.ndarray, "d d"],
    U: Float[np.ndarray, "d d"],
    tally: Tally,
) -> Float[np.ndarray, "n d"]:
    """A plain RNN of width d, h_t = tanh(W h_{t-1} + U x_t), counted as it runs."""
    h = np.zeros(len(W))
    states = []
    for x in X:
        before = tally.product(h[None, :], W.T) + tally.product(x[None, :], U.T)
        # An addition and a hyperbolic tangent for each unit.
        h = tally.pointwise(np.tanh(before[0]), each=2)
        states.append(h)
    # The two products of a step are not kept, only the state; they do wait for each other's sum.
    tally.kept -= 2 * X.size
    tally.steps = len(X)
    return np.array(states)


@dataclass(frozen=True)
class Cost:
    """Operations, kept numbers and steps in sequence against the length, at equal width."""

    n: Int[np.ndarray, "k"]
    width: int
    operations_attention: Int[np.ndarray, "k"]
    operations_recurrent: Int[np.ndarray, "k"]
    operations_window: Int[np.ndarray, "k"]
    kept_attention: Int[np.ndarray, "k"]
    kept_recurrent: Int[np.ndarray, "k"]
    kept_window: Int[np.ndarray, "k"]
    steps_attention: Int[np.ndarray, "k"]
    steps_recurrent: Int[np.ndarray, "k"]

    @staticmethod
    def exponent(n: np.ndarray, counts: np.ndarray) -> float:
        """Exponent p with which ``counts`` grow like n^p over the last doubling of n."""
        return float(np.log(counts[-1] / counts[-2]) / np.log(n[-1] / n[-2]))


@experiment
def cost() -> Cost:
    """Run the three layers on random tokens of each length and count."""
    counts = np.zeros((3, 3, LENGTHS.size), dtype=np.int64)
    for i, n in enumerate(LENGTHS):
        rng = np.random.default_rng([1, 4, int(n)])
        X = rng.standard_normal((n, WIDTH))
        W = rng.standard_normal((4, WIDTH, WIDTH)) / np.sqrt(WIDTH)
        tallies = Tally(), Tally(), Tally()
        counted_attention(X, W, tallies[0])
        counted_recurrent(X, W[0], W[1], tallies[1])
        counted_window(X, W, WINDOW, tallies[2])
        counts[:, :, i] = [(t.operations, t.kept, t.steps) for t in tallies]
    attention, recurrent, window = counts
    return Cost(
        n=LENGTHS,
        width=WIDTH,
        operations_attention=attention[0],
        operations_recurrent=recurrent[0],
        operations_window=window[0],
        kept_attention=attention[1],
        kept_recurrent=recurrent[1],
        kept_window=window[1],
        steps_attention=attention[2],
        steps_recurrent=recurrent[2],
    )
