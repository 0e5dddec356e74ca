import numpy as np
import pytest

from attn_docs.core import attention
from attn_docs.core.recurrent import RNN
from attn_docs.experiments import paradigm_influence as pi


def draw(n=7, d=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, d)), rng.standard_normal((3, d, d))


def test_every_exact_jacobian_agrees_with_difference_quotients():
    assert pi.jacobian_error() < 1e-6


def test_the_attention_jacobian_agrees_with_the_difference_quotient_of_core():
    X, W = draw()

    def last(x):
        return attention(x @ W[0], x @ W[1], x @ W[2])[-1]

    exact, approximate = pi.attention_jacobians(X, W), pi.difference_quotient(last, X)
    assert exact.shape == (7, 3, 3)
    np.testing.assert_allclose(exact, approximate, atol=1e-6)


def test_a_wrong_jacobian_would_be_noticed():
    X, W = draw()
    wrong = pi.attention_jacobians(X, W[[1, 0, 2]])
    right = pi.difference_quotient(lambda x: attention(x @ W[0], x @ W[1], x @ W[2])[-1], X)
    assert np.abs(wrong - right).max() > 1e-2


def test_the_difference_quotient_runs_backwards_in_time():
    X, _ = draw(n=4, d=2)
    J = pi.difference_quotient(lambda x: x.sum(1)[[0]], X)
    np.testing.assert_allclose(J[-1], [[1, 1]], atol=1e-9)
    np.testing.assert_array_equal(J[:-1], 0)


def test_swapping_two_earlier_tokens_swaps_their_influence_and_nothing_else():
    X, W = draw(n=6, d=3)
    order = [3, 1, 2, 0, 4, 5]
    before, after = (
        np.linalg.norm(pi.attention_jacobians(x, W), axis=(1, 2)) for x in (X, X[order])
    )
    np.testing.assert_allclose(after[::-1], before[::-1][order], rtol=1e-12)


def test_a_factor_per_step_is_read_off_an_exponential():
    assert pi.factor_per_step(5 * 0.9 ** np.arange(pi.STEPS)) == pytest.approx(0.9)


def test_without_input_the_factor_is_gain_times_spectral_radius():
    rng = np.random.default_rng(3)
    cell = RNN.random(rng, d_in=2, d_h=5, gain=1.3)
    J = cell.jacobians(np.zeros((400, 2)))
    size = np.linalg.norm(J, axis=(1, 2))
    rate = np.exp(np.log(size[390] / size[90]) / 300)
    assert rate == pytest.approx(np.abs(np.linalg.eigvals(cell.W_h)).max(), rel=0.01)


def test_influence_decays_below_the_critical_gain_and_explodes_above():
    r = pi.influence()
    factors = np.exp(np.log(r.rnn_factors).mean(1))
    assert (np.diff(factors) > 0).all()
    assert (factors[r.gains < r.critical_gain] < 1).all()
    assert (factors[r.gains > r.critical_gain] > 1).all()
    assert 1.7 < r.critical_gain < 2.4


def test_a_larger_forget_bias_keeps_more():
    factors = np.exp(np.log(pi.influence().lstm_factors).mean(1))
    assert (np.diff(factors) > 0).all()
    assert factors[0] < 0.7


def test_attention_does_not_depend_on_distance_and_dilutes_like_one_over_n():
    assert np.abs(pi.influence().attention_factors - 1).max() < 0.01
    d = pi.dilution()
    assert d.exponent == pytest.approx(-1, abs=0.05)
    assert np.isnan(d.by_distance[0, d.n[0] :]).all()
    assert np.isfinite(d.by_distance[0, : d.n[0]]).all()


def test_a_line_is_the_geometric_mean_over_seeds():
    r = pi.influence()
    (i,) = np.flatnonzero(r.biases == 3.0)
    np.testing.assert_allclose(r.line("lstm", 3.0), r.lstm[i].prod(0) ** (1 / pi.SEEDS))
