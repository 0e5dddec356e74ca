"""Multi-head attention, with fewer key and value heads than query heads if wanted."""

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from .attention import attention, attention_weights
from .shapes import Float, Real, real, reals, require

__all__ = ["MultiHead", "head_contributions", "merge_heads", "repeat_heads", "split_heads"]


def split_heads(X: Real[np.ndarray, "... n hd"], h: int) -> Float[np.ndarray, "... h n d"]:
    """Cut the last axis into h heads of equal size and put the heads before the tokens.

    Source: arXiv:1706.03762, section 3.2.2.

    >>> split_heads(np.array([[1.0, 2.0, 3.0, 4.0]]), 2).tolist()
    [[[1.0, 2.0]], [[3.0, 4.0]]]
    """
    X = real("X", X, ndim=2)
    require(h > 0 and X.shape[-1] % h == 0, "X", X, f"a last axis that {h} heads divide")
    return np.swapaxes(X.reshape(*X.shape[:-1], h, X.shape[-1] // h), -2, -3)


def merge_heads(Z: Real[np.ndarray, "... h n d"]) -> Float[np.ndarray, "... n hd"]:
    """Put the heads of each token side by side: undoes `split_heads`.

    >>> merge_heads(np.array([[[1.0, 2.0]], [[3.0, 4.0]]]))
    array([[1., 2., 3., 4.]])
    """
    Z = np.swapaxes(real("Z", Z, ndim=3), -2, -3)
    return Z.reshape(*Z.shape[:-2], Z.shape[-2] * Z.shape[-1])


def repeat_heads(K: Real[np.ndarray, "... h_kv m d"], h: int) -> Float[np.ndarray, "... h m d"]:
    """Share each of h_kv key or value heads among h/h_kv neighbouring query heads.

    Source: arXiv:2305.13245, section 2.2.

    >>> repeat_heads(np.array([[[1.0]], [[2.0]]]), 4).ravel()
    array([1., 1., 2., 2.])
    """
    K = real("K", K, ndim=3)
    h_kv = K.shape[-3]
    require(h_kv > 0 and h % h_kv == 0, "K", K, f"(..., h_kv, m, d) with h_kv a divisor of {h}")
    return np.repeat(K, h // h_kv, axis=-3)


@dataclass(frozen=True)
class MultiHead:
    """The weights of one layer: MultiHead(X) = Concat(head_1, …, head_h) W_O.

    Head i projects *all* of x by its own columns of W_Q and W_K to d_k and of W_V to d_v
    dimensions. With h_kv < h, h/h_kv query heads share a key and value head. Source:
    arXiv:1706.03762, section 3.2.2.

    >>> rng = np.random.default_rng(0)
    >>> layer = MultiHead.random(rng, d_model=6, h=3)
    >>> layer(np.ones((4, 6))).shape, layer.d_k, layer.parameters
    ((4, 6), 2, 144)
    """

    W_Q: Float[np.ndarray, "d_model h_d_k"]
    W_K: Float[np.ndarray, "d_model kv_d_k"]
    W_V: Float[np.ndarray, "d_model kv_d_v"]
    W_O: Float[np.ndarray, "h_d_v d_out"]
    h: int
    h_kv: int | None = None

    def __post_init__(self) -> None:
        if self.h_kv is None:
            object.__setattr__(self, "h_kv", self.h)
        if self.h < 1 or self.groups < 1 or self.h % self.groups:
            raise ValueError(f"h_kv is {self.h_kv}; expected a divisor of h, which is {self.h}")
        arrays = reals(ndim=2, W_Q=self.W_Q, W_K=self.W_K, W_V=self.W_V, W_O=self.W_O)
        for name, W in zip(("W_Q", "W_K", "W_V", "W_O"), arrays):
            object.__setattr__(self, name, W)
        d_model = self.W_Q.shape[0]
        require(self.W_Q.shape[1] % self.h == 0, "W_Q", self.W_Q, f"{self.h} heads side by side")
        kv = (d_model, self.groups * self.d_k)
        require(self.W_K.shape == kv, "W_K", self.W_K, f"{kv}, as W_Q has {self.W_Q.shape}")
        fits = self.W_V.shape[0] == d_model and self.W_V.shape[1] % self.groups == 0
        require(fits, "W_V", self.W_V, f"({d_model}, {self.groups} d_v)")
        rows = self.h * self.d_v
        require(self.W_O.shape[0] == rows, "W_O", self.W_O, f"({rows}, d_model)")

    @classmethod
    def random(
        cls,
        rng: np.random.Generator,
        *,
        d_model: int,
        h: int,
        h_kv: int | None = None,
        d_k: int | None = None,
        d_v: int | None = None,
    ) -> "MultiHead":
        """Draw normal weights that keep the variance; d_k and d_v are d_model/h by default."""
        d_k, d_v, h_kv = d_k or d_model // h, d_v or d_model // h, h_kv or h
        shapes = [(d_model, h * d_k), (d_model, h_kv * d_k), (d_model, h_kv * d_v)]
        shapes.append((h * d_v, d_model))
        W = [rng.standard_normal(shape) / math.sqrt(shape[0]) for shape in shapes]
        return cls(*W, h=h, h_kv=h_kv)

    @property
    def groups(self) -> int:
        """Number of key and value heads."""
        return self.h if self.h_kv is None else self.h_kv

    @property
    def d_k(self) -> int:
        return self.W_Q.shape[1] // self.h

    @property
    def d_v(self) -> int:
        return self.W_V.shape[1] // self.groups

    @property
    def parameters(self) -> int:
        """Number of weights; at d_k = d_v = d_model/h and h_kv = h it is 4 d_model²."""
        return sum(getattr(self, f.name).size for f in fields(self) if f.name.startswith("W_"))

    def project(self, X: Any, context: Any = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return Q, K, V, each `(..., h, tokens, d)`, the shared heads repeated."""
        X, context = reals(ndim=2, X=X, context=X if context is None else context)
        d_model = self.W_Q.shape[0]
        require(X.shape[-1] == d_model, "X", X, f"(..., n, {d_model})")
        require(context.shape[-1] == d_model, "context", context, f"(..., m, {d_model})")
        return (
            split_heads(X @ self.W_Q, self.h),
            repeat_heads(split_heads(context @ self.W_K, self.groups), self.h),
            repeat_heads(split_heads(context @ self.W_V, self.groups), self.h),
        )

    def weights(
        self, X: Real[np.ndarray, "... n d_model"], context: Any = None, **options: Any
    ) -> Float[np.ndarray, "... h n m"]:
        """Return the weights of every head; options as in `attention_weights`."""
        Q, K, _ = self.project(X, context)
        return attention_weights(Q, K, **options)

    def heads(
        self, X: Real[np.ndarray, "... n d_model"], context: Any = None, **options: Any
    ) -> Float[np.ndarray, "... h n d_v"]:
        """Return what every head blends, before W_O; options as in `attention`."""
        return attention(*self.project(X, context), **options)

    def __call__(
        self, X: Real[np.ndarray, "... n d_model"], context: Any = None, **options: Any
    ) -> Float[np.ndarray, "... n d_out"]:
        """Return Concat(heads) W_O; keys and values come from `context`, X itself by default."""
        return merge_heads(self.heads(X, context, **options)) @ self.W_O

    def qk(self, head: int) -> Float[np.ndarray, "d_model d_model"]:
        """Return W_Q W_Kᵀ of one head: its scores are x_i (W_Q W_Kᵀ) x_j, of rank ≤ d_k."""
        k = head * self.groups // self.h
        W_K = self.W_K[:, k * self.d_k : (k + 1) * self.d_k]
        return self.W_Q[:, head * self.d_k : (head + 1) * self.d_k] @ W_K.T

    def ov(self, head: int) -> Float[np.ndarray, "d_model d_out"]:
        """Return W_V W_O of one head: what it does to a token it attends to, of rank ≤ d_v."""
        k = head * self.groups // self.h
        W_V = self.W_V[:, k * self.d_v : (k + 1) * self.d_v]
        return W_V @ self.W_O[head * self.d_v : (head + 1) * self.d_v]


def head_contributions(
    layer: MultiHead, X: Real[np.ndarray, "... n d_model"], context: Any = None, **options: Any
) -> Float[np.ndarray, "... h n d_out"]:
    """Return A_i X (W_V^i W_O^i) for each head: the output of the layer is their sum.

    Source: elhage2021 (A Mathematical Framework for Transformer Circuits), "attention heads are
    independent and additive".

    >>> layer = MultiHead.random(np.random.default_rng(0), d_model=6, h=3)
    >>> X = np.random.default_rng(1).standard_normal((4, 6))
    >>> bool(np.allclose(head_contributions(layer, X).sum(axis=-3), layer(X)))
    True
    """
    A = layer.weights(X, context, **options)
    source = real("X", X if context is None else context, ndim=2)
    maps = np.stack([layer.ov(i) for i in range(layer.h)])
    return A @ (source[..., None, :, :] @ maps)
