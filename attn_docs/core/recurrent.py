"""Recurrent networks, and how far back their last output can still feel an input."""

import math
from dataclasses import dataclass

import numpy as np

from .shapes import Float, Number, Real, real, require

__all__ = ["LSTM", "RNN"]


def _inputs(X: np.ndarray, d_in: int) -> np.ndarray:
    X = real("X", X, ndim=2)
    require(X.ndim == 2 and X.shape[1] == d_in, "X", X, f"(n, {d_in})")
    return X


def _sigmoid(x: np.ndarray) -> np.ndarray:
    # By tanh, which cannot overflow.
    return (1 + np.tanh(x / 2)) / 2


@dataclass(frozen=True)
class RNN:
    """A plain recurrent network: h_t = tanh(W_h h_{t−1} + W_x x_t + b), from h_0 = 0.

    Source: Elman 1990; arXiv:1211.5063, equation 2 with the bias inside.

    >>> cell = RNN(np.eye(1), np.zeros((1, 1)), np.zeros(1))
    >>> cell.states(np.array([[0.0], [1.0]])).round(6).ravel()
    array([0.      , 0.761594])
    """

    W_x: Float[np.ndarray, "d_h d_in"]
    W_h: Float[np.ndarray, "d_h d_h"]
    b: Float[np.ndarray, "d_h"]

    def __post_init__(self) -> None:
        require(self.W_x.ndim == 2, "W_x", self.W_x, "(d_h, d_in)")
        d_h = self.W_x.shape[0]
        require(self.W_h.shape == (d_h, d_h), "W_h", self.W_h, f"({d_h}, {d_h})")
        require(self.b.shape == (d_h,), "b", self.b, f"({d_h},)")

    @classmethod
    def random(cls, rng: np.random.Generator, *, d_in: int, d_h: int, gain: Number = 1.0) -> "RNN":
        """Draw W_h normal with spectral radius near `gain`, W_x that keeps the variance."""
        W_x = rng.standard_normal((d_h, d_in)) / math.sqrt(d_in)
        W_h = rng.standard_normal((d_h, d_h)) * (float(gain) / math.sqrt(d_h))
        return cls(W_x, W_h, np.zeros(d_h))

    def states(self, X: Real[np.ndarray, "n d_in"]) -> Float[np.ndarray, "n d_h"]:
        """Return the state after each input."""
        X = _inputs(X, self.W_x.shape[1])
        h = np.zeros(self.W_h.shape[0], X.dtype)
        H = []
        for drive in X @ self.W_x.T + self.b:
            h = np.tanh(self.W_h @ h + drive)
            H.append(h)
        return np.stack(H) if H else np.zeros((0, self.W_h.shape[0]), X.dtype)

    def jacobians(self, X: Real[np.ndarray, "n d_in"]) -> Float[np.ndarray, "n d_h d_in"]:
        """Return J[t] = ∂h_n/∂x_{n−t}, exactly: the effect of the input t steps back.

        J[t] = D_n W_h D_{n−1} W_h ⋯ D_{n−t} W_x with D = diag(1 − h²). Source: arXiv:1211.5063,
        equation 5.
        """
        H = self.states(X)
        G = np.eye(self.W_h.shape[0], dtype=H.dtype)
        J = []
        for h in H[::-1]:
            G = G * (1 - h**2)
            J.append(G @ self.W_x)
            G = G @ self.W_h
        return np.stack(J) if J else np.zeros((0, *self.W_x.shape), H.dtype)


@dataclass(frozen=True)
class LSTM:
    """A long short-term memory: c_t = f ∘ c_{t−1} + i ∘ g, h_t = o ∘ tanh(c_t), from zeros.

    (i, f, g, o) = (σ, σ, tanh, σ)(W x_t + U h_{t−1} + b), stacked in this order. Source:
    hochreiter1997, with the forget gate of Gers, Schmidhuber and Cummins 2000.

    >>> cell = LSTM(np.zeros((4, 1)), np.zeros((4, 1)), np.array([9.0, 0.0, 9.0, 9.0]))
    >>> cell.states(np.zeros((2, 1))).round(3).ravel()
    array([0.761, 0.905])
    """

    W: Float[np.ndarray, "four_d_h d_in"]
    U: Float[np.ndarray, "four_d_h d_h"]
    b: Float[np.ndarray, "four_d_h"]

    def __post_init__(self) -> None:
        require(self.W.ndim == 2 and self.W.shape[0] % 4 == 0, "W", self.W, "(4 d_h, d_in)")
        d_h = self.W.shape[0] // 4
        require(self.U.shape == (4 * d_h, d_h), "U", self.U, f"({4 * d_h}, {d_h})")
        require(self.b.shape == (4 * d_h,), "b", self.b, f"({4 * d_h},)")

    @classmethod
    def random(
        cls, rng: np.random.Generator, *, d_in: int, d_h: int, forget_bias: Number = 1.0
    ) -> "LSTM":
        """Draw normal weights that keep the variance, and set the bias of the forget gate."""
        W = rng.standard_normal((4 * d_h, d_in)) / math.sqrt(d_in)
        U = rng.standard_normal((4 * d_h, d_h)) / math.sqrt(d_h)
        b = np.zeros(4 * d_h)
        b[d_h : 2 * d_h] = float(forget_bias)
        return cls(W, U, b)

    def _run(self, X: np.ndarray) -> list[tuple[np.ndarray, ...]]:
        """Return (i, f, g, o, c_before, tanh c) for each step."""
        d_h = self.U.shape[1]
        h = c = np.zeros(d_h, X.dtype)
        steps = []
        for drive in X @ self.W.T + self.b:
            a = self.U @ h + drive
            i, f, o = (_sigmoid(a[s * d_h : (s + 1) * d_h]) for s in (0, 1, 3))
            g = np.tanh(a[2 * d_h : 3 * d_h])
            before, c = c, f * c + i * g
            tanh_c = np.tanh(c)
            h = o * tanh_c
            steps.append((i, f, g, o, before, tanh_c))
        return steps

    def states(self, X: Real[np.ndarray, "n d_in"]) -> Float[np.ndarray, "n d_h"]:
        """Return the output h after each input."""
        X = _inputs(X, self.W.shape[1])
        H = [o * tanh_c for _, _, _, o, _, tanh_c in self._run(X)]
        return np.stack(H) if H else np.zeros((0, self.U.shape[1]), X.dtype)

    def jacobians(self, X: Real[np.ndarray, "n d_in"]) -> Float[np.ndarray, "n d_h d_in"]:
        """Return J[t] = ∂h_n/∂x_{n−t}, exactly, through both the output h and the cell c.

        Carries (∂h_n/∂h, ∂h_n/∂c) back step by step by the chain rule. Source: hochreiter1997,
        appendix A.1, without its truncation.
        """
        X = _inputs(X, self.W.shape[1])
        d_h = self.U.shape[1]
        G_h, G_c = np.eye(d_h, dtype=X.dtype), np.zeros((d_h, d_h), X.dtype)
        J = []
        for i, f, g, o, before, tanh_c in self._run(X)[::-1]:
            G_c = G_c + G_h * (o * (1 - tanh_c**2))
            # One block of columns per gate: ∂h_n/∂a with a = W x + U h + b.
            G_a = np.concatenate(
                [
                    G_c * (g * i * (1 - i)),
                    G_c * (before * f * (1 - f)),
                    G_c * (i * (1 - g**2)),
                    G_h * (tanh_c * o * (1 - o)),
                ],
                axis=1,
            )
            J.append(G_a @ self.W)
            G_h, G_c = G_a @ self.U, G_c * f
        return np.stack(J) if J else np.zeros((0, d_h, self.W.shape[1]), X.dtype)
