import math

import numpy as np
import pytest

from attn_docs.core import attention, hopfield_energy, hopfield_retrieve, hopfield_update

from .differences import jacobian


def patterns(N=5, d=16):
    return np.random.default_rng(0).choice([-1.0, 1.0], size=(N, d))


def test_energy_by_hand():
    # Two patterns ±1, state 1: −½ ln(e² + e⁻²) + ½ + ½ ln 2 + ½ at β = 2.
    X = np.array([[1.0], [-1.0]])
    expected = -math.log(math.exp(2) + math.exp(-2)) / 2 + 1 + math.log(2) / 2
    assert hopfield_energy(np.array([1.0]), X, beta=2) == pytest.approx(expected)


def test_one_update_is_one_look_up():
    X = patterns()
    xi = np.random.default_rng(1).standard_normal((2, 3, 16))
    out = hopfield_update(xi, X, beta=0.25)
    np.testing.assert_allclose(out, attention(xi, X, X))  # 1/√16 is the default scale
    powers = np.exp(0.25 * xi[1, 2] @ X.T)
    np.testing.assert_allclose(out[1, 2], powers @ X / powers.sum())


def test_the_update_steps_along_the_negative_gradient_of_the_energy():
    X, xi = patterns(), np.random.default_rng(2).standard_normal(16)
    slope = jacobian(lambda s: hopfield_energy(s, X, beta=0.7), xi)
    np.testing.assert_allclose(hopfield_update(xi, X, beta=0.7), xi - slope, atol=1e-8)


@pytest.mark.parametrize("beta", [0.01, 0.3, 3])
def test_the_energy_never_rises_and_is_never_negative(beta):
    X = patterns()
    path = hopfield_retrieve(
        np.random.default_rng(3).standard_normal((7, 16)), X, beta=beta, steps=9
    )
    energy = hopfield_energy(path, X, beta=beta)
    assert energy.shape == (10, 7)
    assert np.diff(energy, axis=0).max() <= 1e-12
    assert energy.min() >= 0


def test_noisy_cues_retrieve_and_a_small_beta_gives_the_mean():
    X = patterns()
    cue = X + 0.4 * np.random.default_rng(4).standard_normal(X.shape)
    np.testing.assert_allclose(hopfield_retrieve(cue, X, beta=2, steps=3)[-1], X, atol=1e-4)
    mean = np.broadcast_to(X.mean(axis=0), X.shape)
    vague = hopfield_retrieve(cue, X, beta=1e-4, steps=3)[-1]
    np.testing.assert_allclose(vague, mean, atol=0.01)


def test_errors_and_single_precision(unchecked):
    with pytest.raises(ValueError, match=r"xi has shape \(3,\); expected \(\.\.\., 16\)"):
        hopfield_update(np.zeros(3), patterns(), beta=1)
    X = patterns().astype(np.float32)
    assert hopfield_energy(X, X, beta=1).dtype == np.float32
    assert hopfield_update(X[0], X, beta=1).dtype == np.float32
