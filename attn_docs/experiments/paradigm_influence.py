"""Section 1: how much an input t steps back still moves the last output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attn_docs.core.gradients import attention_vjp
from attn_docs.core.recurrent import LSTM, RNN
from attn_docs.core.shapes import Float, Int
from attn_docs.experiments.memo import experiment

SEEDS = 8
WIDTH = 32
STEPS = 80
# Steps before those that are looked at, so that the first ones do not start from a silent state.
BEFORE = 20
# Distances over which a rate per step is fitted: the first few steps have not settled.
SETTLED = np.arange(20, STEPS)
GAINS = np.array([0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0])
BIASES = np.array([0.0, 1.0, 3.0, 5.0])
LENGTHS = 2 ** np.arange(4, 10)
DRAWS = 40


def attention_jacobians(
    X: Float[np.ndarray, "n d"], W: Float[np.ndarray, "3 d d"]
) -> Float[np.ndarray, "n d d"]:
    """Return J[t] = ∂z_n/∂x_{n−t} for one attention layer without positions, exactly.

    The last output depends on x_j through its key and its value; on the last token also through
    the query. W holds W_Q, W_K, W_V.
    """
    Q, K, V = (X @ w for w in W)
    d = V.shape[1]
    # One backward pass for each component of the last output, all at once.
    q, K, V = (np.broadcast_to(M, (d, *M.shape)) for M in (Q[-1:], K, V))
    found = attention_vjp(q, K, V, np.eye(d)[:, None, :])
    J = found.K @ W[1].T + found.V @ W[2].T
    J[:, -1] += (found.Q @ W[0].T)[:, 0]
    return J.swapaxes(0, 1)[::-1]


def _sizes(J: np.ndarray) -> np.ndarray:
    return np.linalg.norm(J, axis=(1, 2))


def factor_per_step(influence: np.ndarray) -> float:
    """Factor by which the influence changes with each step back, fitted where it has settled."""
    return float(np.exp(np.polyfit(SETTLED, np.log(influence[SETTLED]), 1)[0]))


@dataclass(frozen=True)
class Influence:
    """Norm of ∂(last output)/∂(input t steps back); tokens and weights are standard normal."""

    distance: Int[np.ndarray, "t"]
    gains: Float[np.ndarray, "g"]
    biases: Float[np.ndarray, "b"]
    rnn: Float[np.ndarray, "g seeds t"]
    lstm: Float[np.ndarray, "b seeds t"]
    attention: Float[np.ndarray, "seeds t"]
    spectral_radius: float  # of the recurrent matrix at gain 1, mean over the seeds

    @property
    def rnn_factors(self) -> np.ndarray:
        """Factor per step: a row a gain, a column a seed."""
        return np.array([[factor_per_step(i) for i in seeds] for seeds in self.rnn])

    @property
    def lstm_factors(self) -> np.ndarray:
        return np.array([[factor_per_step(i) for i in seeds] for seeds in self.lstm])

    @property
    def attention_factors(self) -> np.ndarray:
        return np.array([factor_per_step(i) for i in self.attention])

    @property
    def critical_gain(self) -> float:
        """Gain at which the mean factor per step passes 1, between two measured gains."""
        rate = np.log(self.rnn_factors).mean(1)
        return float(np.interp(0.0, rate, self.gains))

    def line(self, name: str, value: float) -> np.ndarray:
        """Geometric mean over the seeds for one gain (``"rnn"``) or forget bias (``"lstm"``)."""
        known, found = {"rnn": (self.gains, self.rnn), "lstm": (self.biases, self.lstm)}[name]
        (i,) = np.flatnonzero(known == value)
        return np.exp(np.log(found[i]).mean(0))


@experiment
def influence() -> Influence:
    """Exact Jacobians of a plain RNN for each gain, an LSTM for each forget bias, and attention.

    Equal width, equal input statistics. A recurrent network is run once per seed; one draw of
    attention weights is noisy from token to token, so that each seed averages ``DRAWS`` draws.
    """
    n = BEFORE + STEPS
    rnn = np.empty((GAINS.size, SEEDS, STEPS))
    lstm = np.empty((BIASES.size, SEEDS, STEPS))
    attention = np.zeros((SEEDS, STEPS))
    radii = []
    for seed in range(SEEDS):
        X = np.random.default_rng([1, 1, seed]).standard_normal((n, WIDTH))
        sizes = {"d_in": WIDTH, "d_h": WIDTH}
        for i, gain in enumerate(GAINS):
            # The same draw for every gain: only the gain differs.
            cell = RNN.random(np.random.default_rng([1, 2, seed]), **sizes, gain=float(gain))
            rnn[i, seed] = _sizes(cell.jacobians(X))[:STEPS]
            if gain == 1.0:
                radii.append(float(np.abs(np.linalg.eigvals(cell.W_h)).max()))
        for i, bias in enumerate(BIASES):
            rng = np.random.default_rng([1, 3, seed])
            cell = LSTM.random(rng, **sizes, forget_bias=float(bias))
            lstm[i, seed] = _sizes(cell.jacobians(X))[:STEPS]
        rng = np.random.default_rng([1, 4, seed])
        for _ in range(DRAWS):
            tokens = rng.standard_normal((n, WIDTH))
            W = rng.standard_normal((3, WIDTH, WIDTH)) / np.sqrt(WIDTH)
            attention[seed] += _sizes(attention_jacobians(tokens, W))[:STEPS] / DRAWS
    radius = float(np.mean(radii))
    return Influence(np.arange(STEPS), GAINS, BIASES, rnn, lstm, attention, radius)


@dataclass(frozen=True)
class Dilution:
    """Mean influence of one earlier token on the last output of attention, by length."""

    n: Int[np.ndarray, "k"]
    influence: Float[np.ndarray, "seeds k"]
    by_distance: Float[np.ndarray, "k longest"]  # mean over all draws; NaN beyond the length

    @property
    def exponent(self) -> float:
        """Exponent p of the fitted influence ∝ n^p."""
        return float(np.polyfit(np.log(self.n), np.log(self.influence.mean(0)), 1)[0])


@experiment
def dilution() -> Dilution:
    """One attention layer over n random tokens: what is left of each of them in the last output."""
    mean = np.zeros((SEEDS, LENGTHS.size))
    far = np.full((LENGTHS.size, LENGTHS[-1]), np.nan)
    draws = 8
    for i, n in enumerate(LENGTHS):
        far[i, :n] = 0
        for seed in range(SEEDS):
            rng = np.random.default_rng([1, 5, seed, int(n)])
            for _ in range(draws):
                X = rng.standard_normal((n, WIDTH // 2))
                W = rng.standard_normal((3, WIDTH // 2, WIDTH // 2)) / np.sqrt(WIDTH // 2)
                found = _sizes(attention_jacobians(X, W))
                mean[seed, i] += found[1:].mean() / draws
                far[i, :n] += found / (draws * SEEDS)
    return Dilution(LENGTHS, mean, far)


def difference_quotient(
    last: Callable[[np.ndarray], np.ndarray], X: np.ndarray, *, step: float = 1e-5
) -> np.ndarray:
    """Return ∂last/∂x_{n−t} by central differences, in the order of the exact Jacobians."""
    J = np.empty((len(X), last(X).size, X.shape[1]))
    for t in range(len(X)):
        for c in range(X.shape[1]):
            shift = np.zeros_like(X)
            shift[len(X) - 1 - t, c] = step
            J[t, :, c] = (last(X + shift) - last(X - shift)) / (2 * step)
    return J


@experiment
def jacobian_error() -> float:
    """Largest difference between an exact Jacobian and its difference quotient, relative to it."""
    rng = np.random.default_rng([1, 6])
    n, d_in, d_h = 9, 3, 5
    X = rng.standard_normal((n, d_in))
    cells = [RNN.random(rng, d_in=d_in, d_h=d_h, gain=float(g)) for g in GAINS[[0, 2, 10]]]
    cells += [LSTM.random(rng, d_in=d_in, d_h=d_h, forget_bias=float(b)) for b in BIASES]
    pairs = [
        (cell.jacobians(X), difference_quotient(lambda x, c=cell: c.states(x)[-1], X))
        for cell in cells
    ]
    W = rng.standard_normal((3, d_in, d_in))

    def attended(x: np.ndarray) -> np.ndarray:
        Q, K, V = (x @ w for w in W)
        A = np.exp(Q[-1] @ K.T / np.sqrt(d_in))
        return A @ V / A.sum()

    pairs.append((attention_jacobians(X, W), difference_quotient(attended, X)))
    return max(float(np.abs(a - b).max() / np.abs(a).max()) for a, b in pairs)
