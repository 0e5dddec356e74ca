"""The Adam optimiser, small and without hidden state."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from .shapes import Number, positive, require

__all__ = ["Adam"]


@dataclass(frozen=True)
class Adam:
    """Parameters by name, with Adam's running moments; `update` returns the next state.

    θ ← θ − η m̂/(√v̂ + ε) with bias-corrected moments. Source: arXiv:1412.6980, algorithm 1.

    >>> state = Adam({"x": np.array([1.0])}, rate=0.5)
    >>> state.update({"x": np.array([4.0])}).parameters["x"].round(6)
    array([0.5])
    """

    parameters: Mapping[str, np.ndarray]
    rate: Number = 1e-2
    beta_1: Number = 0.9
    beta_2: Number = 0.999
    epsilon: Number = 1e-8
    steps: int = 0
    mean: Mapping[str, np.ndarray] = field(default_factory=dict)
    square: Mapping[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        positive("rate", self.rate)

    def update(self, gradients: Mapping[str, np.ndarray]) -> "Adam":
        """Take one step down; gradients of other names are ignored, a missing one is an error."""
        t = self.steps + 1
        parameters, mean, square = {}, {}, {}
        for name, theta in self.parameters.items():
            if name not in gradients:
                raise ValueError(f"gradients lacks {name}; expected one of shape {theta.shape}")
            g = gradients[name]
            require(g.shape == theta.shape, f"gradients[{name!r}]", g, f"{theta.shape}")
            m = self.beta_1 * self.mean.get(name, 0.0) + (1 - self.beta_1) * g
            v = self.beta_2 * self.square.get(name, 0.0) + (1 - self.beta_2) * g**2
            move = (m / (1 - self.beta_1**t)) / (np.sqrt(v / (1 - self.beta_2**t)) + self.epsilon)
            parameters[name] = (theta - self.rate * move).astype(theta.dtype)
            mean[name], square[name] = m, v
        return Adam(parameters, self.rate, self.beta_1, self.beta_2, self.epsilon, t, mean, square)
