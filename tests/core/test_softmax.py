import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attn_docs.core import log_sum_exp, softmax, softmax_jacobian, sparsemax

from .differences import jacobian

numbers = st.floats(-50, 50)
rows = arrays(np.float64, array_shapes(min_dims=1, max_dims=3, max_side=5), elements=numbers)


def by_loop(row, temperature=1.0):
    powers = [math.exp(s / temperature) for s in row]
    return [power / sum(powers) for power in powers]


def test_worked_by_hand():
    # exp: 1, 2, 5 of 8.
    np.testing.assert_allclose(softmax(np.log([1.0, 2.0, 5.0])), [0.125, 0.25, 0.625])
    # At T = 2 the square roots: 1, 2, 3 of 6.
    np.testing.assert_allclose(softmax(np.log([1.0, 4.0, 9.0]), temperature=2), [1 / 6, 1 / 3, 0.5])


@given(rows, st.floats(0.1, 10))
def test_equals_the_loop_and_sums_to_1(S, T):
    A = softmax(S, temperature=T)
    np.testing.assert_allclose(A.sum(axis=-1), 1, rtol=1e-12)
    for index in np.ndindex(S.shape[:-1]):
        np.testing.assert_allclose(A[index], by_loop(S[index], T), rtol=1e-10, atol=1e-300)


@given(rows, st.floats(-1e3, 1e3))
def test_a_shift_changes_nothing(S, shift):
    np.testing.assert_allclose(softmax(S + shift), softmax(S), atol=1e-11)


def test_axis():
    S = np.arange(6.0).reshape(2, 3) ** 2
    np.testing.assert_allclose(softmax(S, axis=0), softmax(S.T).T)
    np.testing.assert_allclose(log_sum_exp(S, axis=0), log_sum_exp(S.T))


def test_huge_scores_do_not_overflow():
    np.testing.assert_allclose(softmax(np.array([1e300, 1e300, -1e308])), [0.5, 0.5, 0])
    np.testing.assert_allclose(softmax(np.array([1.0, 0.0]), temperature=1e-308), [1, 0])
    assert log_sum_exp(np.array([1e300, 0.0])) == 1e300


def test_masked_scores_get_exactly_0_and_an_empty_row_zeros():
    S = np.array([[0.0, -np.inf, 0.0], [-np.inf] * 3])
    assert softmax(S).tolist() == [[0.5, 0.0, 0.5], [0.0, 0.0, 0.0]]
    where = np.array([[True, False, True], [False] * 3])
    assert softmax(np.zeros((2, 3)), where=where).tolist() == softmax(S).tolist()
    assert softmax(np.zeros((2, 0))).shape == (2, 0)
    assert log_sum_exp(S).tolist() == [math.log(2), -np.inf]


def test_float32_stays_float32():
    S = np.linspace(-3, 3, 10, dtype=np.float32).reshape(2, 5)
    for out in (
        softmax(S, temperature=0.3),
        log_sum_exp(S, temperature=2),
        softmax_jacobian(softmax(S)),
        sparsemax(S),
    ):
        assert out.dtype == np.float32
    np.testing.assert_allclose(softmax(S), softmax(S.astype(float)), rtol=1e-6)


@pytest.mark.parametrize("T", [1.0, 0.5, 3.0])
def test_jacobian_against_finite_differences(T):
    S = np.random.default_rng(1).standard_normal((2, 5))
    J = softmax_jacobian(softmax(S, temperature=T), temperature=T)
    for i in range(2):
        expected = jacobian(lambda s: softmax(s, temperature=T), S[i])
        np.testing.assert_allclose(J[i], expected, atol=1e-9)


def test_softmax_is_the_gradient_of_log_sum_exp():
    S = np.random.default_rng(2).standard_normal(5)
    slope = jacobian(lambda s: log_sum_exp(s, temperature=0.7), S)
    np.testing.assert_allclose(slope, softmax(S, temperature=0.7), atol=1e-9)
    curvature = jacobian(lambda s: jacobian(log_sum_exp, s, 1e-4), S, 1e-4)
    np.testing.assert_allclose(curvature, softmax_jacobian(softmax(S)), atol=1e-6)


@given(arrays(np.float64, st.integers(1, 6), elements=numbers), st.floats(0.2, 5))
def test_jacobian_is_a_covariance_with_largest_eigenvalue_at_most_half(S, T):
    J = softmax_jacobian(softmax(S, temperature=T), temperature=T)
    np.testing.assert_array_equal(J, J.T)
    np.testing.assert_allclose(J.sum(axis=0), 0, atol=1e-12)
    eigenvalues = np.linalg.eigvalsh(J)
    assert eigenvalues[0] > -1e-12
    assert eigenvalues[-1] <= 0.5 / T + 1e-12


def test_half_is_reached_by_two_equal_scores():
    assert np.linalg.eigvalsh(softmax_jacobian(np.array([0.5, 0.5])))[-1] == pytest.approx(0.5)


@given(arrays(np.float64, st.integers(1, 6), elements=numbers))
def test_sparsemax_is_the_projection_onto_the_simplex(S):
    p = sparsemax(S)
    assert p.min() >= 0
    assert p.sum() == pytest.approx(1)
    np.testing.assert_allclose(sparsemax(p), p, atol=1e-12)
    # The projection makes no acute angle with a corner: (S − p)·(e_i − p) ≤ 0 for every i.
    assert ((S - p) - (S - p) @ p).max() <= 1e-9


def test_sparsemax_by_rows_and_softmax_is_not_idempotent():
    S = np.array([[1.0, 0.5, -2.0], [0.0, 0.0, 0.0]])
    np.testing.assert_allclose(sparsemax(S), [[0.75, 0.25, 0], [1 / 3] * 3])
    A = softmax(S)
    assert np.abs(softmax(A) - A)[0].max() > 0.1
