import numpy as np
import pytest

from attn_docs.core import (
    additive_mask,
    attention_weights,
    causal_mask,
    combine_masks,
    local_mask,
    padding_mask,
)


@pytest.mark.parametrize(
    ("n", "m", "offset"), [(3, 3, 0), (2, 5, 0), (5, 2, 0), (2, 5, 3), (3, 4, -2)]
)
def test_causal_and_local_by_loop(n, m, offset):
    causal = [[j <= i + offset for j in range(m)] for i in range(n)]
    assert causal_mask(n, m, offset=offset).tolist() == causal
    local = [[abs(i + offset - j) <= 1 for j in range(m)] for i in range(n)]
    assert local_mask(n, m, window=1, offset=offset).tolist() == local


def test_a_cache_continues_the_square():
    np.testing.assert_array_equal(causal_mask(3, 7, offset=4), causal_mask(7)[4:])


def test_padding_reaches_every_query_of_its_sequence():
    lengths = np.array([2, 5, 0])
    mask = padding_mask(lengths, 5)
    assert mask.shape == (3, 1, 5)
    assert mask.sum(axis=-1).ravel().tolist() == [2, 5, 0]
    rng = np.random.default_rng(0)
    A = attention_weights(rng.standard_normal((3, 4, 2)), rng.standard_normal((3, 5, 2)), mask=mask)
    assert ((A > 0).sum(axis=-1) == lengths[:, None]).all()
    assert padding_mask(lengths[:, None], 5).shape == (3, 1, 1, 5)


def test_padding_refuses_lengths_that_do_not_fit(unchecked):
    with pytest.raises(ValueError, match=r"lengths has shape \(1,\); expected values from 0 to 5"):
        padding_mask(np.array([6]), 5)
    with pytest.raises(TypeError, match="expected integers"):
        padding_mask(np.array([1.0]), 5)


def test_combination_is_and_or_addition():
    a, b = causal_mask(3), local_mask(3, window=1)
    both = combine_masks(a, None, b)
    assert both is not None
    assert both.tolist() == (a & b).tolist()
    mixed = combine_masks(a, np.full((3, 3), 0.5))
    assert mixed is not None
    assert mixed.tolist() == np.where(a, 0.5, -np.inf).tolist()
    assert combine_masks(None) is None
    S = np.random.default_rng(1).standard_normal((3, 3))
    for mask in (both, additive_mask(both)):
        A = attention_weights(S, np.eye(3), mask=mask)
        np.testing.assert_array_equal(A > 0, a & b)


def test_masks_that_cannot_be_combined_say_so(unchecked):
    with pytest.raises(ValueError, match=r"masks have shapes \(2, 3\) and \(3, 2\)"):
        combine_masks(np.ones((2, 3), bool), np.ones((3, 2), bool))
    with pytest.raises(ValueError, match="holds NaN or"):
        additive_mask(np.array([np.inf]))
    with pytest.raises(ValueError, match="window is -1"):
        local_mask(3, window=-1)


def test_a_huge_negative_number_hides_in_single_precision_too():
    X = np.ones((2, 3), np.float32)
    A = attention_weights(X, X, mask=np.array([0.0, -1e300]))
    assert A.tolist() == [[1.0, 0.0], [1.0, 0.0]]
