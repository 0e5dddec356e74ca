import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_docs.core import attention_weights, stationary_distribution


@given(st.integers(0, 500), st.integers(1, 7))
def test_stays_put_and_equals_the_eigenvector(seed, n):
    S = 2 * np.random.default_rng(seed).standard_normal((n, n))
    A = attention_weights(S, np.eye(n))
    pi = stationary_distribution(A)
    assert pi.sum() == pytest.approx(1)
    np.testing.assert_allclose(pi @ A, pi, atol=1e-14)
    values, vectors = np.linalg.eig(A.T)
    top = np.real(vectors[:, np.argmax(np.real(values))])
    np.testing.assert_allclose(pi, top / top.sum(), atol=1e-10)


def test_under_a_causal_mask_all_ends_at_the_first_token():
    A = attention_weights(np.ones((5, 3)), np.ones((5, 3)), causal=True)
    assert stationary_distribution(A).tolist() == [1, 0, 0, 0, 0]
    assert stationary_distribution(A[::-1, ::-1]).tolist() == [0, 0, 0, 0, 1]


def test_a_closed_pair_in_the_middle():
    A = np.array([[0.5, 0.5, 0, 0], [0, 0.2, 0.8, 0], [0, 0.4, 0.6, 0], [0.25, 0.25, 0.25, 0.25]])
    np.testing.assert_allclose(stationary_distribution(A), [0, 1 / 3, 2 / 3, 0])


def test_two_parts_that_hardly_meet_are_exact():
    e = 1e-30
    np.testing.assert_allclose(
        stationary_distribution(np.array([[1 - e, e], [3 * e, 1 - 3 * e]])), [0.75, 0.25]
    )


def test_errors(unchecked):
    with pytest.raises(ValueError, match="expected one closed set"):
        stationary_distribution(np.eye(2))
    blocks = np.kron(np.eye(2), np.full((2, 2), 0.5))
    with pytest.raises(ValueError, match="expected one closed set"):
        stationary_distribution(blocks)
    with pytest.raises(ValueError, match="sum to 1"):
        stationary_distribution(np.ones((2, 2)))
    with pytest.raises(ValueError, match=r"A has shape \(2, 3\); expected \(n, n\)"):
        stationary_distribution(np.full((2, 3), 1 / 3))
