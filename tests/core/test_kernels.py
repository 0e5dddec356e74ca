import math

import numpy as np
import pytest

from attn_docs.core import (
    attention,
    exp_kernel,
    exp_taylor,
    positive_random_features,
    random_directions,
    random_feature_attention,
    taylor_features,
)


def draw(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def test_kernel_by_loop_and_positive_definite():
    X, Y = draw(0, 5, 3), draw(1, 7, 3)
    G = exp_kernel(X, Y)
    assert G[2, 6] == pytest.approx(math.exp(sum(X[2] * Y[6]) / math.sqrt(3)))
    assert np.linalg.eigvalsh(exp_kernel(X))[0] > 0


def test_two_projections_are_no_mercer_kernel():
    X, W = draw(2, 5, 3), draw(3, 3, 3)
    G = exp_kernel(X @ W, X)
    assert np.abs(G - G.T).max() > 0.1


@pytest.mark.parametrize("degree", [0, 1, 2, 5])
def test_taylor_features_see_the_series_up_to_their_degree(degree):
    X, Y = draw(4, 2, 5, 3), draw(5, 2, 4, 3)
    phi, psi = taylor_features(X, degree), taylor_features(Y, degree)
    assert phi.shape == (2, 5, sum(3**k for k in range(degree + 1)))
    t = X @ np.swapaxes(Y, -1, -2)
    series = sum(t**k / math.factorial(k) for k in range(degree + 1))
    np.testing.assert_allclose(phi @ np.swapaxes(psi, -1, -2), series, atol=1e-12)
    np.testing.assert_allclose(exp_taylor(t, degree), series, atol=1e-12)


def test_the_series_converges_to_exp():
    t = np.linspace(-2, 2, 9)
    np.testing.assert_allclose(exp_taylor(t, 30), np.exp(t), rtol=1e-13)


@pytest.mark.parametrize("orthogonal", [False, True])
def test_random_features_are_unbiased_and_positive(orthogonal):
    x, y = 0.25 * draw(6, 4), 0.25 * draw(7, 4)
    W = random_directions(40_000, 4, rng=np.random.default_rng(0), orthogonal=orthogonal)
    phi, psi = positive_random_features(x, W), positive_random_features(y, W)
    assert phi.min() > 0
    assert phi @ psi == pytest.approx(math.exp(x @ y), rel=0.01)


def test_orthogonal_directions_keep_normal_lengths():
    W = random_directions(3000, 5, rng=np.random.default_rng(1), orthogonal=True)
    G = W[:5] @ W[:5].T
    np.testing.assert_allclose(G, np.diag(np.diag(G)), atol=1e-12)
    assert np.mean(np.sum(W**2, axis=1)) == pytest.approx(5, rel=0.05)
    np.testing.assert_allclose(W.T @ W / 3000, np.eye(5), atol=0.1)


def test_attention_by_features_equals_the_quotient_and_nears_softmax():
    Q, K, V = 0.5 * draw(8, 2, 3, 4), 0.5 * draw(9, 2, 5, 4), draw(10, 2, 5, 7)
    W = random_directions(16, 4, rng=np.random.default_rng(2))
    root = 4**-0.25
    G = positive_random_features(Q * root, W) @ np.swapaxes(
        positive_random_features(K * root, W), -1, -2
    )
    quotient = G / G.sum(axis=-1, keepdims=True) @ V
    np.testing.assert_allclose(random_feature_attention(Q, K, V, W), quotient, atol=1e-12)

    exact = attention(Q, K, V)
    errors = []
    for r in (64, 4096):
        runs = [
            random_feature_attention(Q, K, V, random_directions(r, 4, rng=np.random.default_rng(s)))
            for s in range(8)
        ]
        errors.append(np.mean([np.linalg.norm(run - exact) for run in runs]))
    # 64 times the features: an eighth of the error.
    assert errors[0] / errors[1] == pytest.approx(8, rel=0.4)


def test_long_vectors_do_not_overflow():
    Q, K, V = 30 * draw(11, 3, 4), 30 * draw(12, 5, 4), draw(13, 5, 2)
    W = random_directions(8, 4, rng=np.random.default_rng(3))
    assert np.isfinite(random_feature_attention(Q, K, V, W)).all()
    with pytest.raises(OverflowError, match="exceeds floats"):
        exp_kernel(100 * K)


def test_single_precision():
    X = draw(14, 3, 4).astype(np.float32)
    W = random_directions(6, 4, rng=np.random.default_rng(4)).astype(np.float32)
    for out in (
        exp_kernel(X),
        taylor_features(X, 2),
        exp_taylor(X, 3),
        positive_random_features(X, W),
        random_feature_attention(X, X, X, W),
    ):
        assert out.dtype == np.float32


def test_errors(unchecked):
    with pytest.raises(ValueError, match=r"W has shape \(6, 3\); expected \(r, 4\)"):
        positive_random_features(np.zeros((5, 4)), np.zeros((6, 3)))
    with pytest.raises(ValueError, match="degree is -1"):
        taylor_features(np.zeros(2), -1)
