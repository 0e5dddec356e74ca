import dataclasses
import math
from typing import Any

import numpy as np
import pytest

from attn_docs.core import (
    Adam,
    MultiHead,
    attention,
    attention_vjp,
    causal_mask,
    cross_entropy,
    cross_entropy_gradient,
    multi_head_vjp,
    scores,
    scores_vjp,
    softmax,
    softmax_vjp,
)

from .differences import jacobian

N, M, D_K, D_V = 3, 5, 2, 4
OPTIONS: list[dict[str, Any]] = [
    {},
    {"causal": True},
    {"causal": True, "offset": 2, "scale": 1.7},
    {"mask": np.array([True, False, True, True, False])},
    {"mask": np.array([[True], [False], [True]])},
    {"mask": np.linspace(-1, 1, N * M).reshape(N, M), "soft_cap": 1.2},
    {"soft_cap": 0.8, "scale": 2.0, "mask": causal_mask(N, M)},
]


def draw(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape) for shape in shapes]


def assert_close(ours, f, x):
    np.testing.assert_allclose(ours, jacobian(f, x), atol=1e-7, rtol=1e-6)


@pytest.mark.parametrize("options", OPTIONS)
def test_attention_vjp(options):
    Q, K, V, dZ = draw(0, (N, D_K), (M, D_K), (M, D_V), (N, D_V))
    g = attention_vjp(Q, K, V, dZ, **options)
    assert_close(g.Q, lambda x: np.sum(dZ * attention(x, K, V, **options)), Q)
    assert_close(g.K, lambda x: np.sum(dZ * attention(Q, x, V, **options)), K)
    assert_close(g.V, lambda x: np.sum(dZ * attention(Q, K, x, **options)), V)


def test_attention_vjp_sums_over_broadcast_axes():
    Q, K, V, dZ = draw(1, (2, 1, N, D_K), (4, M, D_K), (1, M, D_V), (2, 4, N, D_V))
    g = attention_vjp(Q, K, V, dZ)
    assert (g.Q.shape, g.K.shape, g.V.shape) == (Q.shape, K.shape, V.shape)
    assert_close(g.Q, lambda x: np.sum(dZ * attention(x, K, V)), Q)
    assert_close(g.K, lambda x: np.sum(dZ * attention(Q, x, V)), K)
    assert_close(g.V, lambda x: np.sum(dZ * attention(Q, K, x)), V)


def test_values_alone_may_have_a_batch():
    Q, K, V, dZ = draw(2, (N, D_K), (M, D_K), (3, M, D_V), (3, N, D_V))
    g = attention_vjp(Q, K, V, dZ)
    assert_close(g.K, lambda x: np.sum(dZ * attention(Q, x, V)), K)
    assert_close(g.V, lambda x: np.sum(dZ * attention(Q, K, x)), V)


@pytest.mark.parametrize("soft_cap", [None, 0.7])
def test_scores_vjp(soft_cap):
    Q, K, dS = draw(3, (2, N, D_K), (2, M, D_K), (2, N, M))
    dQ, dK = scores_vjp(Q, K, dS, scale=1.3, soft_cap=soft_cap)
    assert_close(dQ, lambda x: np.sum(dS * scores(x, K, scale=1.3, soft_cap=soft_cap)), Q)
    assert_close(dK, lambda x: np.sum(dS * scores(Q, x, scale=1.3, soft_cap=soft_cap)), K)


def test_softmax_vjp():
    S, dA = draw(4, (2, 5), (2, 5))
    ours = softmax_vjp(softmax(S, temperature=0.6), dA, temperature=0.6)
    assert_close(ours, lambda x: np.sum(dA * softmax(x, temperature=0.6)), S)


@pytest.mark.parametrize("h_kv", [2, 1])
@pytest.mark.parametrize("crossed", [False, True])
def test_multi_head_vjp_through_to_every_matrix(h_kv, crossed):
    rng = np.random.default_rng(5)
    layer = MultiHead.random(rng, d_model=5, h=2, h_kv=h_kv, d_k=2, d_v=3)
    X, other, dY = draw(6, (2, N, 5), (2, M, 5), (2, N, 5))
    context = other if crossed else None
    options: dict[str, Any] = {"causal": True, "scale": 0.9, "soft_cap": 2}
    g = multi_head_vjp(layer, X, dY, context, **options)
    for name in ("W_Q", "W_K", "W_V", "W_O"):

        def loss(W, name=name):
            changed = dataclasses.replace(layer, **{name: W})
            return np.sum(dY * changed(X, context, **options))

        assert_close(g[name], loss, getattr(layer, name))
    assert_close(g["X"], lambda x: np.sum(dY * layer(x, context, **options)), X)
    if crossed:
        assert_close(g["context"], lambda x: np.sum(dY * layer(X, x, **options)), other)


def test_cross_entropy_by_hand_and_by_difference():
    S = np.log(np.array([[1.0, 2, 5], [1, 1, 2]]))
    targets = np.array([2, 0])
    assert cross_entropy(S, targets) == pytest.approx((math.log(8 / 5) + math.log(4)) / 2)
    assert_close(cross_entropy_gradient(S, targets), lambda x: cross_entropy(x, targets), S)


def test_adam_against_its_algorithm():
    rng = np.random.default_rng(7)
    state = Adam({"a": np.array([1.0, -2.0])}, rate=0.1)
    theta, m, v = np.array([1.0, -2.0]), np.zeros(2), np.zeros(2)
    for t in range(1, 6):
        g = rng.standard_normal(2)
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
        theta = theta - 0.1 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        state = state.update({"a": g, "unused": g})
    np.testing.assert_allclose(state.parameters["a"], theta)
    assert state.steps == 5


def test_a_small_layer_learns_to_point_queries_at_partners():
    n, d = 6, 8
    rng = np.random.default_rng(8)
    X = rng.standard_normal((n, d))
    targets = np.roll(np.arange(n), 1)
    W = {name: rng.standard_normal((d, 4)) / math.sqrt(d) for name in ("W_Q", "W_K")}
    state = Adam(W, rate=0.03)
    losses = []
    for _ in range(150):
        Q, K = X @ state.parameters["W_Q"], X @ state.parameters["W_K"]
        S = scores(Q, K)
        losses.append(cross_entropy(S, targets))
        dQ, dK = scores_vjp(Q, K, cross_entropy_gradient(S, targets))
        state = state.update({"W_Q": X.T @ dQ, "W_K": X.T @ dK})
    assert losses[-1] < 0.05 < 1 < losses[0]


def test_errors_and_single_precision(unchecked):
    Q, K, V = (x.astype(np.float32) for x in draw(9, (N, D_K), (M, D_K), (M, D_V)))
    with pytest.raises(ValueError, match=r"dZ has shape \(3, 5\); expected \(3, 4\)"):
        attention_vjp(Q, K, V, np.zeros((3, 5)))
    with pytest.raises(ValueError, match=r"gradients lacks a"):
        Adam({"a": np.zeros(2)}).update({})
    with pytest.raises(ValueError, match="outside 0 to 4"):
        cross_entropy(np.zeros((1, 5)), np.array([5]))
    g = attention_vjp(Q, K, V, attention(Q, K, V))
    assert g.Q.dtype == g.K.dtype == g.V.dtype == np.float32
    state = Adam({"a": np.zeros(2, np.float32)}).update({"a": np.ones(2, np.float32)})
    assert state.parameters["a"].dtype == np.float32
