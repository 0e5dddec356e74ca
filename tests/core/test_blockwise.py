import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_docs.core import attention, blockwise_attention

D_K, D_V = 3, 2


def draw(seed, n, m, *batch):
    rng = np.random.default_rng(seed)
    Q, K = rng.standard_normal((*batch, n, D_K)), rng.standard_normal((*batch, m, D_K))
    return Q, K, rng.standard_normal((*batch, m, D_V))


@given(
    st.integers(0, 99), st.integers(1, 9), st.integers(1, 9), st.integers(1, 10), st.integers(-3, 5)
)
def test_equals_plain_attention_for_any_block(seed, n, m, block, offset):
    Q, K, V = draw(seed, n, m)
    cases: list[dict[str, Any]] = [{}, {"causal": True, "offset": offset}]
    cases.append({"scale": 3, "soft_cap": 2})
    for options in cases:
        expected = attention(Q, K, V, **options)
        out = blockwise_attention(Q, K, V, block=block, **options)
        np.testing.assert_allclose(out, expected, atol=1e-13)


@pytest.mark.parametrize("shape", [(), (7,), (5, 7), (5, 1), (4, 1, 7), (2, 1, 5, 7)])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("additive", [False, True])
def test_masks_of_every_rank(shape, causal, additive):
    rng = np.random.default_rng(1)
    Q, K, V = draw(1, 5, 7, 2, 4)
    visible = np.asarray(rng.random(shape) < 0.5)
    mask = np.where(visible, rng.standard_normal(shape), -np.inf) if additive else visible
    out = blockwise_attention(Q, K, V, mask=mask, causal=causal, block=3)
    np.testing.assert_allclose(out, attention(Q, K, V, mask=mask, causal=causal), atol=1e-13)


def test_scores_that_rise_from_block_to_block_do_not_overflow():
    K = np.array([[0.0], [1e4], [2e4], [3e4]])
    V = np.arange(8.0).reshape(4, 2)
    out = blockwise_attention(np.ones((1, 1)), K, V, block=1)
    assert out.tolist() == [[6.0, 7.0]]


def test_single_precision_and_no_query():
    Q, K, V = (x.astype(np.float32) for x in draw(2, 5, 7, 3))
    assert blockwise_attention(Q, K, V, block=2).dtype == np.float32
    assert blockwise_attention(Q[:, :0], K, V).shape == (3, 0, D_V)


def test_never_holds_the_whole_matrix():
    n = 1024
    Q, K, V = draw(3, n, n)
    tracemalloc.start()
    blockwise_attention(Q, K, V, causal=True, block=64)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < n * n  # a full matrix takes eight times as much


def test_a_mask_that_does_not_fit_is_named(unchecked):
    Q, K, V = draw(4, 5, 7)
    with pytest.raises(ValueError, match=r"mask has shape \(6,\).*\(5, 7\)"):
        blockwise_attention(Q, K, V, mask=np.ones(6, bool))
    with pytest.raises(ValueError, match="block is 0"):
        blockwise_attention(Q, K, V, block=0)
