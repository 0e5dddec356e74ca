import math

import numpy as np
import pytest

from attn_docs.core import LSTM, RNN

from .differences import jacobian

N, D_IN, D_H = 4, 2, 3


def cells():
    rng = np.random.default_rng(0)
    rnn = RNN.random(rng, d_in=D_IN, d_h=D_H, gain=1.3)
    return [
        RNN(rnn.W_x, rnn.W_h, rng.standard_normal(D_H)),
        LSTM.random(rng, d_in=D_IN, d_h=D_H, forget_bias=0.5),
    ]


def test_rnn_by_hand():
    cell = RNN(np.array([[1.0]]), np.array([[2.0]]), np.array([0.5]))
    first = math.tanh(1.5)
    H = cell.states(np.array([[1.0], [-1.0]]))
    np.testing.assert_allclose(H.ravel(), [first, math.tanh(2 * first - 0.5)])


def test_lstm_by_hand():
    cell = LSTM(
        np.array([[1.0], [2], [3], [4]]), np.full((4, 1), 0.5), np.array([0.1, 0.2, 0.3, 0.4])
    )

    def sigma(x):
        return 1 / (1 + math.exp(-x))

    h = c = 0.0
    expected = []
    for x in (1.0, -0.5):
        i, f, o = sigma(x + h / 2 + 0.1), sigma(2 * x + h / 2 + 0.2), sigma(4 * x + h / 2 + 0.4)
        g = math.tanh(3 * x + h / 2 + 0.3)
        c = f * c + i * g
        h = o * math.tanh(c)
        expected.append(h)
    np.testing.assert_allclose(cell.states(np.array([[1.0], [-0.5]])).ravel(), expected)


@pytest.mark.parametrize("cell", cells(), ids=["rnn", "lstm"])
def test_jacobians_against_finite_differences(cell):
    X = np.random.default_rng(1).standard_normal((N, D_IN))
    J = cell.jacobians(X)
    assert J.shape == (N, D_H, D_IN)
    expected = jacobian(lambda x: cell.states(x)[-1], X)
    for t in range(N):
        np.testing.assert_allclose(J[t], expected[:, N - 1 - t], atol=1e-9)


@pytest.mark.parametrize("cell", cells(), ids=["rnn", "lstm"])
def test_no_input(cell):
    X = np.zeros((0, D_IN))
    assert cell.states(X).shape == (0, D_H)
    assert cell.jacobians(X).shape == (0, D_H, D_IN)


def test_a_contraction_forgets_and_an_open_forget_gate_remembers():
    rng = np.random.default_rng(2)
    X = 0.1 * rng.standard_normal((60, 5))

    def decay(cell):
        size = np.linalg.norm(cell.jacobians(X), axis=(1, 2))
        return size[50] / size[1]

    assert decay(RNN.random(rng, d_in=5, d_h=40, gain=0.5)) < 1e-8
    kept = decay(LSTM.random(rng, d_in=5, d_h=40, forget_bias=6))
    lost = decay(LSTM.random(rng, d_in=5, d_h=40, forget_bias=-2))
    assert kept > 1e3 * lost


def test_gain_is_the_spectral_radius():
    W = RNN.random(np.random.default_rng(3), d_in=2, d_h=120, gain=1.5).W_h
    assert np.abs(np.linalg.eigvals(W)).max() == pytest.approx(1.5, rel=0.15)


def test_errors(unchecked):
    with pytest.raises(ValueError, match=r"W_h has shape \(3, 2\); expected \(3, 3\)"):
        RNN(np.zeros((3, 2)), np.zeros((3, 2)), np.zeros(3))
    with pytest.raises(ValueError, match=r"U has shape \(8, 3\); expected \(8, 2\)"):
        LSTM(np.zeros((8, 5)), np.zeros((8, 3)), np.zeros(8))
    with pytest.raises(ValueError, match=r"X has shape \(4, 3\); expected \(n, 2\)"):
        cells()[0].states(np.zeros((4, 3)))
