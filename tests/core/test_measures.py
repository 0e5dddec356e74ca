import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attn_docs.core import (
    angle,
    cosine,
    effective_number,
    entropy,
    norms,
    pairwise_cosine,
    softmax,
    softmax_gradient_norm,
    softmax_jacobian,
)

scores = arrays(np.float64, st.integers(1, 7), elements=st.floats(-60, 60))


def test_entropy_by_hand():
    p = np.array([[0.5, 0.25, 0.25, 0], [1, 0, 0, 0], [0, 0, 0, 0]])
    assert entropy(p, unit="bits").tolist() == [1.5, 0, 0]
    np.testing.assert_allclose(entropy(p), [1.5 * math.log(2), 0, 0])
    np.testing.assert_allclose(effective_number(p), [2**1.5, 1, 1])


@given(scores)
def test_entropy_lies_between_0_and_log_n(S):
    p = softmax(S)
    expected = -sum(x * math.log(x) for x in p if x > 0)
    assert entropy(p) == pytest.approx(expected, abs=1e-14)
    assert 0 <= entropy(p) <= math.log(len(S)) + 1e-12
    assert 1 <= effective_number(p) <= len(S) * (1 + 1e-12)


def test_entropy_refuses_negative_weights(unchecked):
    with pytest.raises(ValueError, match=r"p has shape \(2,\) and a negative weight"):
        entropy(np.array([1.5, -0.5]))
    with pytest.raises(ValueError, match="unit is 'hartleys'"):
        entropy(np.array([1.0]), unit="hartleys")  # pyright: ignore[reportArgumentType]


def test_norms_angles_and_cosines_by_hand():
    x = np.array([[3.0, 4.0], [1.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    y = np.array([[4.0, 3.0], [0.0, 5.0], [-2.0, 0.0], [1.0, 1.0]])
    assert norms(x).tolist() == [5, 1, 1, 2]
    np.testing.assert_allclose(cosine(x, y), [24 / 25, 0, -1, math.sqrt(0.5)])
    np.testing.assert_allclose(angle(x, y), [math.acos(0.96), math.pi / 2, math.pi, math.pi / 4])


@pytest.mark.parametrize("theta", [1e-9, 1e-4, 1.0, math.pi - 1e-7])
def test_small_and_flat_angles_are_exact(theta):
    x, y = np.array([1.0, 0.0]), np.array([math.cos(theta), math.sin(theta)])
    assert angle(x, y) == pytest.approx(theta, rel=1e-7)


def test_extreme_lengths_and_zero():
    tiny, huge = np.array([3e-200, 4e-200]), np.array([3e200, 4e200])
    assert norms(tiny) == pytest.approx(5e-200)
    assert norms(huge) == pytest.approx(5e200)
    assert cosine(tiny, huge) == pytest.approx(1)
    assert cosine(np.zeros(2), huge) == 0


def test_pairwise_cosine_against_the_loop():
    rng = np.random.default_rng(0)
    X, Y = rng.standard_normal((2, 3, 4)), rng.standard_normal((2, 5, 4))
    C = pairwise_cosine(X, Y)
    assert C.shape == (2, 3, 5)
    assert C[1, 2, 4] == pytest.approx(cosine(X[1, 2], Y[1, 4]))
    np.testing.assert_allclose(np.diagonal(pairwise_cosine(X[0])), 1)


@given(scores, st.floats(0.2, 5))
def test_gradient_norm_is_the_norm_of_the_jacobian(S, T):
    p = softmax(S)
    expected = np.linalg.norm(softmax_jacobian(p, temperature=T))
    assert softmax_gradient_norm(p, temperature=T) == pytest.approx(expected, abs=1e-14)


def test_gradient_norm_does_not_cancel_in_saturation():
    # Two weights 1 − ε and ε: the norm is 2 ε (1 − ε).
    p = softmax(np.array([[0.0, -60.0], [0.0, -30.0]]))
    np.testing.assert_allclose(softmax_gradient_norm(p), 2 * p[:, 1], rtol=1e-12)


def test_float32_stays_float32():
    p = softmax(np.ones((2, 3), np.float32))
    measured = [entropy(p), entropy(p, unit="bits"), effective_number(p), norms(p)]
    measured += [cosine(p, p), angle(p, p), pairwise_cosine(p), softmax_gradient_norm(p)]
    assert {x.dtype for x in measured} == {np.dtype(np.float32)}
