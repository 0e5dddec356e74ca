import math

import numpy as np
import pytest

from attn_docs.core import attention, softmax
from attn_docs.core.kernels import exp_kernel, taylor_features
from attn_docs.experiments import theory
from attn_docs.experiments import theory_encoder as encoder
from attn_docs.experiments import theory_features as features


def test_relative_eigenvalues_and_asymmetry_by_hand():
    G = np.array([[0.0, 2.0], [0.0, 0.0]])
    # Symmetric part [[0, 1], [1, 0]]: eigenvalues 1 and −1.
    np.testing.assert_allclose(theory.relative_eigenvalues(G), [1, -1])
    assert theory.asymmetry_of(G) == pytest.approx(math.sqrt(2))
    assert theory.asymmetry_of(G + G.T) == 0


def test_the_exponential_kernel_is_positive_definite_as_a_sum_of_hadamard_powers():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((7, 3))
    K, total = X @ X.T, np.zeros((7, 7))
    for p in range(40):
        total += K**p / math.factorial(p)
    np.testing.assert_allclose(total, exp_kernel(X, scale=1.0), rtol=1e-12)
    assert np.linalg.eigvalsh(total)[0] > 0


def test_one_matrix_gives_a_kernel_and_two_do_not():
    r = theory.gram()
    assert r.shared.min() > 0
    assert (r.separate.min(1) < 0).all()
    assert r.asymmetry_shared.max() == 0
    assert r.asymmetry.min() > 0.1
    assert r.mean_asymmetry > 0.8
    # A symmetric matrix has a real spectrum, the other one does not.
    assert np.abs(r.shared_complex[:, 1]).max() == 0
    assert np.abs(r.separate_complex[:, 1]).max() > 0.01


def test_fitted_slope_reads_a_power_law():
    x = np.array([2.0, 5.0, 11.0])
    assert features.fitted_slope(x, 3 * x**-0.7) == pytest.approx(-0.7)


def test_taylor_attention_is_attention_with_features_of_that_degree():
    rng = np.random.default_rng(1)
    Q, K, V = rng.standard_normal((5, 2)), rng.standard_normal((7, 2)), rng.standard_normal((7, 3))
    weights = taylor_features(Q, 4) @ taylor_features(K, 4).T
    expected = weights @ V / weights.sum(1, keepdims=True)
    np.testing.assert_allclose(features.taylor_attention(Q @ K.T, V, 4), expected)
    exact = attention(Q, K, V, scale=1.0)
    np.testing.assert_allclose(features.taylor_attention(Q @ K.T, V, 80), exact, atol=1e-10)


def test_features_converge_and_repeats_do_not():
    r = features.features()
    # A random feature has no end of terms: by degree 20 the plain scores are exact to rounding.
    assert r.taylor[0, -1] < 1e-12
    assert (np.diff(r.taylor[0, :10]) < 0).all()
    assert r.monomials[2] == 15  # 1 + 4 + 10 monomials in four variables
    assert -0.6 < r.slope_soft < r.slope(1) < r.slope_full < 0
    np.testing.assert_allclose(r.repeated, r.repeated[:, :1] * np.ones(r.count.size), rtol=1e-9)


def test_the_queries_have_the_length_of_normalised_ones():
    Q, K, _ = features.tokens(np.random.default_rng(2))
    np.testing.assert_allclose((Q**2).sum(1), features.D_K)
    np.testing.assert_allclose((K**2).sum(1), features.D_K)


def test_best_form_beats_every_neighbour():
    rng = np.random.default_rng(3)
    H, B = rng.standard_normal((11, 3)), rng.standard_normal((11, 5))
    R = B @ B.T
    M = encoder.best_form(H, R)
    least = np.linalg.norm(H @ M @ H.T - R)
    for _ in range(20):
        moved = M + 1e-2 * rng.standard_normal(M.shape)
        assert np.linalg.norm(H @ moved @ H.T - R) > least
    assert np.linalg.eigvalsh(M).min() > 0


def test_the_relation_is_positive_definite_and_beyond_a_score_of_rank_three():
    r = encoder.encoders()
    assert r.least_eigenvalue > -1e-12
    np.testing.assert_allclose(r.wanted, r.wanted.T)
    values = np.linalg.eigvalsh(r.wanted)
    # No matrix of rank 3 comes nearer (Eckart-Young), so the fit can only be worse.
    bound = math.sqrt((values[:-3] ** 2).sum()) / np.linalg.norm(r.wanted - r.wanted.mean())
    assert r.score >= bound - 1e-9
    # One wave around the dial has nothing in common with three: what is left is the mean.
    np.testing.assert_allclose(r.bilinear, r.wanted.mean(), atol=1e-12)
    assert np.linalg.eigvalsh(r.encoded).min() > -1e-9
    assert (np.diff(r.encoder.mean(0)[1:]) < 0).all()


def test_attention_is_a_kernel_smoother():
    rng = np.random.default_rng(4)
    q, K, V = rng.standard_normal((1, 3)), rng.standard_normal((5, 3)), rng.standard_normal((5, 2))
    k = exp_kernel(q, K)[0]
    expected = sum(k[j] * V[j] for j in range(5)) / sum(k)
    np.testing.assert_allclose(softmax(q @ K.T / math.sqrt(3))[0] @ V, expected)
