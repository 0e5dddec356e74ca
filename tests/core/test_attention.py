import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_docs.core import attention, attention_weights, causal_mask, scores

N, M, D_K, D_V = 3, 5, 2, 7


def draw(seed, *batch, n=N, m=M):
    rng = np.random.default_rng(seed)
    Q, K = rng.standard_normal((*batch, n, D_K)), rng.standard_normal((*batch, m, D_K))
    return Q, K, rng.standard_normal((*batch, m, D_V))


def by_loop(Q, K, V, visible=lambda i, j: True, scale=None, cap=None):
    """Attention with plain numbers."""
    n, d_k = Q.shape
    scale = 1 / math.sqrt(d_k) if scale is None else scale
    Z = np.zeros((n, V.shape[1]))
    for i in range(n):
        powers = []
        for j in range(len(K)):
            s = scale * sum(Q[i, a] * K[j, a] for a in range(d_k))
            s = s if cap is None else cap * math.tanh(s / cap)
            powers.append(math.exp(s) if visible(i, j) else 0.0)
        for j, power in enumerate(powers):
            if power:
                Z[i] += power / sum(powers) * V[j]
    return Z


def test_worked_by_hand():
    # Scores ln 1 and ln 3: weights 1/4 and 3/4 blend 0 and 8 to 6.
    Q, K = np.array([[2.0]]), np.array([[0.0], [math.log(3) / 2]])
    assert attention(Q, K, np.array([[0.0], [8.0]])).item() == pytest.approx(6)


@pytest.mark.parametrize("options", [{}, {"scale": 2.0}, {"cap": 0.5}, {"scale": 0.3, "cap": 1.5}])
def test_equals_the_loop(options):
    Q, K, V = draw(0)
    ours = {"scale": options.get("scale"), "soft_cap": options.get("cap")}
    np.testing.assert_allclose(attention(Q, K, V, **ours), by_loop(Q, K, V, **options))


@pytest.mark.parametrize(("n", "m", "offset"), [(3, 5, 0), (5, 3, 0), (3, 5, 2), (3, 5, -1)])
def test_causal_is_aligned_at_the_top_left_with_an_offset_for_a_cache(n, m, offset):
    Q, K, V = draw(1, n=n, m=m)
    expected = by_loop(Q, K, V, visible=lambda i, j: j <= i + offset)
    np.testing.assert_allclose(attention(Q, K, V, causal=True, offset=offset), expected)


def test_the_cap_comes_before_the_mask_so_nothing_leaks():
    Q, K, V = draw(2)
    mask = np.array([True, False, True, False, True])
    A = attention_weights(10 * Q, 10 * K, mask=mask, soft_cap=2)
    assert (A[:, ~mask] == 0).all()
    expected = by_loop(10 * Q, 10 * K, V, visible=lambda i, j: mask[j], cap=2)
    np.testing.assert_allclose(attention(10 * Q, 10 * K, V, mask=mask, soft_cap=2), expected)


@pytest.mark.parametrize("shape", [(), (M,), (1, M), (N, 1), (N, M), (2, 1, N, M), (4, 1, M)])
@pytest.mark.parametrize("kind", ["boolean", "additive"])
def test_masks_of_every_rank(shape, kind):
    rng = np.random.default_rng(3)
    Q, K, _ = draw(3, 2, 4)
    visible = np.asarray(rng.random(shape) < 0.6)
    mask = visible if kind == "boolean" else np.where(visible, rng.standard_normal(shape), -np.inf)
    A = attention_weights(Q, K, mask=mask)
    full = np.broadcast_to(mask, (2, 4, N, M))
    for b in np.ndindex(2, 4):
        np.testing.assert_allclose(A[b], attention_weights(Q[b], K[b], mask=full[b]), atol=1e-15)
        S = scores(Q[b], K[b])
        with np.errstate(invalid="ignore"):
            powers = np.where(full[b], np.exp(S), 0) if kind == "boolean" else np.exp(S + full[b])
            expected = np.nan_to_num(powers / powers.sum(axis=1, keepdims=True))
        np.testing.assert_allclose(A[b], expected, atol=1e-14)


def test_mask_and_causal_add_up():
    Q, K, _ = draw(4)
    mask = np.array([True, False, True, True, True])
    both = attention_weights(Q, K, mask=mask & causal_mask(N, M))
    np.testing.assert_array_equal(attention_weights(Q, K, mask=mask, causal=True), both)


def test_a_query_that_sees_nothing_gets_zeros():
    Q, K, V = draw(5)
    Z = attention(Q, K, V, mask=np.array([[True], [False], [True]]))
    assert (Z[1] == 0).all()
    assert (Z[[0, 2]] != 0).all()


def test_leading_axes_broadcast():
    Q, K, V = draw(6, 4)
    together = attention(Q[:, None], K[None], V[None])
    assert together.shape == (4, 4, N, D_V)
    np.testing.assert_allclose(together[1, 2], attention(Q[1], K[2], V[2]))


def test_float32_in_float32_out():
    Q, K, V = (x.astype(np.float32) for x in draw(7, 2))
    out = attention(Q, K, V, mask=np.zeros(M), causal=True, scale=0.5, soft_cap=3)
    assert out.dtype == np.float32
    exact = attention(*(x.astype(float) for x in (Q, K, V)), causal=True, scale=0.5, soft_cap=3)
    np.testing.assert_allclose(out, exact, atol=1e-6)


@given(st.integers(0, 1000), st.permutations(range(M)))
def test_permuting_the_tokens_permutes_the_output(seed, order):
    X = np.random.default_rng(seed).standard_normal((M, D_K))
    np.testing.assert_allclose(attention(X, X, X)[order], attention(X[order], X[order], X[order]))


@given(st.integers(0, 1000))
def test_output_stays_within_the_values_and_a_common_key_shift_changes_nothing(seed):
    Q, K, V = draw(seed)
    out = attention(Q, K, V)
    assert (out >= V.min(axis=0) - 1e-12).all()
    assert (out <= V.max(axis=0) + 1e-12).all()
    np.testing.assert_allclose(attention(Q, K + np.array([3.0, -2.0]), V), out, atol=1e-12)


def test_no_key_at_all():
    Q, K, V = draw(8)
    assert (attention(Q, K[:0], V[:0]) == np.zeros((N, D_V))).all()
