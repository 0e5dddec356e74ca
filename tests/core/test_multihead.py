import math

import numpy as np
import pytest

from attn_docs.core import (
    MultiHead,
    attention,
    head_contributions,
    merge_heads,
    repeat_heads,
    split_heads,
)

N, M, D, H = 3, 5, 12, 4


def layer(seed=0, **options):
    return MultiHead.random(np.random.default_rng(seed), d_model=D, h=H, **options)


def tokens(seed, *shape):
    return np.random.default_rng(seed).standard_normal((*shape, D))


def by_loop(mh, X, context, causal=False):
    """Head by head, from slices of the matrices, then concatenated."""
    parts = []
    for i in range(mh.h):
        k = i // (mh.h // mh.groups)
        Q = X @ mh.W_Q[:, i * mh.d_k : (i + 1) * mh.d_k]
        K = context @ mh.W_K[:, k * mh.d_k : (k + 1) * mh.d_k]
        V = context @ mh.W_V[:, k * mh.d_v : (k + 1) * mh.d_v]
        parts.append(attention(Q, K, V, causal=causal))
    return np.concatenate(parts, axis=-1) @ mh.W_O


@pytest.mark.parametrize("options", [{}, {"h_kv": 2}, {"h_kv": 1}, {"d_k": 2, "d_v": 5, "h_kv": 2}])
@pytest.mark.parametrize("causal", [False, True])
def test_equals_the_loop_over_heads(options, causal):
    mh, X, context = layer(**options), tokens(1, 2, N), tokens(2, 2, M)
    np.testing.assert_allclose(
        mh(X, context, causal=causal), by_loop(mh, X, context, causal), atol=1e-13
    )
    np.testing.assert_allclose(mh(X, causal=causal), by_loop(mh, X, X, causal), atol=1e-13)


@pytest.mark.parametrize("h_kv", [4, 2, 1])
def test_output_is_the_sum_over_heads_of_low_rank_maps(h_kv):
    mh, X, context = layer(h_kv=h_kv, d_v=2), tokens(3, N), tokens(4, M)
    parts = head_contributions(mh, X, context)
    assert parts.shape == (H, N, D)
    np.testing.assert_allclose(parts.sum(axis=0), mh(X, context), atol=1e-13)
    assert [np.linalg.matrix_rank(mh.ov(i)) for i in range(H)] == [2] * H
    A = mh.weights(X, context)
    np.testing.assert_allclose(parts[3], A[3] @ context @ mh.ov(3), atol=1e-13)


def test_heads_permuted_against_w_o_give_something_else():
    mh, X = layer(), tokens(5, N)
    wrong = merge_heads(mh.heads(X)[[1, 0, 2, 3]]) @ mh.W_O
    assert np.abs(wrong - mh(X)).max() > 0.1


def test_qk_gives_the_scores_of_a_head():
    mh, X = layer(h_kv=2, d_k=2), tokens(6, N)
    Q, K, _ = mh.project(X)
    for i in range(H):
        np.testing.assert_allclose(X @ mh.qk(i) @ X.T, Q[i] @ K[i].T, atol=1e-12)
        assert np.linalg.matrix_rank(mh.qk(i)) == 2


def test_parameters_do_not_depend_on_the_number_of_heads():
    rng = np.random.default_rng(0)
    counts = {MultiHead.random(rng, d_model=D, h=h).parameters for h in (1, 2, 3, 4, 6, 12)}
    assert counts == {4 * D**2}
    # Two of four key and value heads: half of W_K and of W_V less.
    assert layer(h_kv=2).parameters == 3 * D**2


def test_split_and_merge_undo_each_other():
    X = tokens(7, 2, 5, N)
    parts = split_heads(X, H)
    assert parts.shape == (2, 5, H, N, D // H)
    assert parts[1, 4, 2, 1, 0] == X[1, 4, 1, 2 * (D // H)]
    np.testing.assert_array_equal(merge_heads(parts), X)


def test_repeat_keeps_neighbours_together():
    K = np.arange(2.0).reshape(2, 1, 1)
    assert repeat_heads(K, 6).ravel().tolist() == [0, 0, 0, 1, 1, 1]


def test_single_precision():
    mh = layer()
    W = [w.astype(np.float32) for w in (mh.W_Q, mh.W_K, mh.W_V, mh.W_O)]
    X = tokens(8, N).astype(np.float32)
    small = MultiHead(*W, h=H)
    assert small(X).dtype == np.float32
    assert head_contributions(small, X).dtype == np.float32
    np.testing.assert_allclose(small(X), mh(X), atol=1e-5)


def test_random_keeps_the_variance():
    mh = MultiHead.random(np.random.default_rng(0), d_model=256, h=4)
    assert mh.W_Q.std() == pytest.approx(1 / math.sqrt(256), rel=0.02)


def test_errors(unchecked):
    W = np.zeros
    with pytest.raises(ValueError, match="h_kv is 3; expected a divisor of h, which is 4"):
        MultiHead(W((6, 8)), W((6, 6)), W((6, 6)), W((8, 6)), h=4, h_kv=3)
    with pytest.raises(ValueError, match=r"W_K has shape \(6, 4\); expected \(6, 8\)"):
        MultiHead(W((6, 8)), W((6, 4)), W((6, 8)), W((8, 6)), h=4)
    with pytest.raises(ValueError, match=r"W_O has shape \(6, 6\); expected \(8, d_model\)"):
        MultiHead(W((6, 8)), W((6, 8)), W((6, 8)), W((6, 6)), h=4)
    with pytest.raises(ValueError, match=r"X has shape \(3, 5\); expected \(\.\.\., n, 12\)"):
        layer()(np.zeros((3, 5)))
    with pytest.raises(ValueError, match=r"X has shape \(3, 5\).*3 heads divide|2 heads divide"):
        split_heads(np.zeros((3, 5)), 2)
