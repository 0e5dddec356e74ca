import math

import numpy as np
import pytest

from attn_docs.core import delta_rule_limit, delta_rule_memory, outer_product_memory, recall


def pairs(n, d_k=6, d_v=4, seed=0):
    rng = np.random.default_rng(seed)
    K = rng.standard_normal((n, d_k))
    return K / np.linalg.norm(K, axis=1, keepdims=True), rng.standard_normal((n, d_v))


def test_outer_products_by_loop_and_orthonormal_keys_recall_exactly():
    K, V = pairs(5)
    M = outer_product_memory(K, V)
    np.testing.assert_allclose(M, sum(np.outer(v, k) for k, v in zip(K, V)))
    np.testing.assert_allclose(recall(M, K[2]), M @ K[2])
    Q = np.linalg.qr(np.random.default_rng(1).standard_normal((6, 6)))[0][:5]
    np.testing.assert_allclose(recall(outer_product_memory(Q, V), Q), V, atol=1e-12)


def test_crosstalk_of_random_keys_grows_like_the_root_of_n_over_d():
    d, n = 64, 33
    K, V = pairs(n, d_k=d, d_v=d, seed=2)
    error = np.linalg.norm(recall(outer_product_memory(K, V), K) - V) / np.linalg.norm(V)
    assert error == pytest.approx(math.sqrt((n - 1) / d), rel=0.1)


def test_delta_rule_recalls_the_last_pair_exactly_and_all_after_many_sweeps():
    K, V = pairs(5)
    once = delta_rule_memory(3 * K, V)
    np.testing.assert_allclose(recall(once, 3 * K[-1]), V[-1])
    assert np.abs(recall(once, 3 * K) - V).max() > 0.05
    many = delta_rule_memory(K, V, sweeps=3000)
    np.testing.assert_allclose(recall(many, K), V, atol=1e-6)
    np.testing.assert_allclose(many, delta_rule_limit(K, V), atol=1e-6)


def test_beyond_d_pairs_no_matrix_is_exact():
    K, V = pairs(9, d_k=3)
    M = delta_rule_limit(K, V)
    error = np.linalg.norm(recall(M, K) - V)
    assert error > 0.5
    rng = np.random.default_rng(3)
    for _ in range(5):
        other = M + 0.1 * rng.standard_normal(M.shape)
        assert np.linalg.norm(recall(other, K) - V) > error
    slow = delta_rule_memory(K, V, rate=0.003, sweeps=4000)
    np.testing.assert_allclose(slow, M, atol=0.02)


def test_zero_keys_single_precision_and_errors(unchecked):
    V = np.ones((2, 3), np.float32)
    assert delta_rule_memory(np.zeros((2, 4), np.float32), V).tolist() == np.zeros((3, 4)).tolist()
    assert outer_product_memory(V, V).dtype == delta_rule_limit(V, V).dtype == np.float32
    with pytest.raises(ValueError, match=r"V has shape \(3, 4\); expected \(5, d_v\)"):
        outer_product_memory(np.zeros((5, 2)), np.zeros((3, 4)))
    with pytest.raises(ValueError, match=r"K has shape \(5, 3\); expected \(\.\.\., 2\)"):
        recall(np.zeros((4, 2)), np.zeros((5, 3)))
