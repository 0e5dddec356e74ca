"""Section 4: the formulas that the page states, against values worked by hand and other routes."""

import math

import numpy as np
import pytest

from attn_docs.core import log_sum_exp, softmax, softmax_jacobian
from attn_docs.experiments import scaling
from attn_docs.experiments.evidence import evidence_for
from attn_docs.experiments.scaling_curvature import curvature


def exact_variance(C_q, C_k):
    """Var(q·k) = tr(C_q C_k) for vectors of mean 0 that are independent of each other."""
    return float(np.trace(C_q @ C_k))


def test_the_variance_is_d_k_itself_and_not_only_proportional_to_it():
    r = scaling.variance_growth()
    # Relative error of a variance from N samples of excess kurtosis 6/d: √((2 + 6/d)/N).
    error = np.sqrt((2 + 6 / r.d_k) / (scaling.PAIRS * scaling.SEEDS))
    assert np.all(np.abs(r.independent.mean(0) / r.d_k - 1) < 4 * error)


@pytest.mark.parametrize("at", [0, 3, 7])
def test_correlated_components_follow_the_trace_formula(at):
    r = scaling.variance_growth()
    d = int(r.d_k[at])
    C = 0.5 * np.eye(d) + 0.5
    expected = exact_variance(C, C)
    assert expected == pytest.approx(d + d * (d - 1) / 4)
    assert r.correlated[:, at].mean() == pytest.approx(expected, rel=0.12)


def test_no_distribution_is_needed_but_independence():
    rng = np.random.default_rng(7)
    q = rng.choice([-1.0, 1.0], size=(20_000, 5))
    k = rng.uniform(-math.sqrt(3), math.sqrt(3), size=(20_000, 5))
    assert np.sum(q * k, axis=1).var() == pytest.approx(5, rel=0.05)


def test_the_interval_of_the_slope_holds_one():
    low, high = scaling.variance_growth().interval
    assert low < 1 < high
    assert high - low < 0.02


def test_scaled_sweeps_are_flat_and_unscaled_ones_are_not():
    r = scaling.saturation()
    assert np.ptp(r.effective_scaled.mean(0)) < 1
    assert np.all(np.diff(r.effective_unscaled.mean(0)) < 0)
    assert np.all(np.diff(r.top_unscaled.mean(0)) > 0)
    assert r.effective_over[:, -1].min() > 15.9, "division by d_k averages all keys"


def test_the_mean_gradient_outlives_the_median():
    r = scaling.saturation()
    assert r.mean_unscaled[-1] > 1e6 * r.median_unscaled[-1]
    # The mean falls about like 1/√d_k, the frequency of near-ties.
    late = r.d_k >= 64
    slope = np.polyfit(np.log(r.d_k[late]), np.log(r.mean_unscaled[late]), 1)[0]
    assert -0.7 < slope < -0.3


def test_the_gradient_by_the_query_is_that_of_finite_differences():
    rng = np.random.default_rng(3)
    q, K, s = rng.standard_normal(5), rng.standard_normal((3, 5)), 0.7
    exact = s * softmax_jacobian(softmax(s * K @ q)) @ K
    step = 1e-6
    numeric = np.stack(
        [
            (softmax(s * K @ (q + step * e)) - softmax(s * K @ (q - step * e))) / (2 * step)
            for e in np.eye(5)
        ],
        axis=1,
    )
    assert np.abs(exact - numeric).max() < 1e-6


def test_the_norm_through_the_gram_matrix_is_the_norm_of_the_product():
    r = scaling.saturation()
    rng = np.random.default_rng([4, 2, 0])
    d = int(r.d_k[0])
    q, k = rng.standard_normal((scaling.QUERIES, d)), rng.standard_normal((scaling.KEYS, d))
    direct = [np.linalg.norm(softmax_jacobian(softmax(k @ row)) @ k) for row in q]
    np.testing.assert_allclose(r.gradient_unscaled[0, :, 0], direct, rtol=1e-9)


def test_softmax_is_the_gradient_of_log_sum_exp_and_its_jacobian_the_hessian():
    S, beta, step = np.array([0.3, -1.2, 0.9]), 2.5, 1e-5
    lse, p = lambda x: log_sum_exp(beta * x) / beta, softmax(beta * S)
    E = step * np.eye(3)
    gradient = [(lse(S + e) - lse(S - e)) / (2 * step) for e in E]
    np.testing.assert_allclose(gradient, p, atol=1e-8)
    hessian = [(softmax(beta * (S + e)) - softmax(beta * (S - e))) / (2 * step) for e in E]
    np.testing.assert_allclose(hessian, beta * softmax_jacobian(p), atol=1e-8)


def test_the_supremum_is_half_the_inverse_temperature_and_only_a_tie_reaches_it():
    r = curvature()
    np.testing.assert_allclose(r.supremum_unscaled, 0.5, rtol=1e-9)
    np.testing.assert_allclose(r.supremum_scaled, 0.5 / np.sqrt(r.d_k), rtol=1e-9)
    assert np.all(r.typical_scaled < r.supremum_scaled)
    assert np.all(r.typical_unscaled < r.supremum_unscaled)


def test_the_typical_curvatures_cross_once():
    r = curvature()
    flatter = r.typical_unscaled < r.typical_scaled
    assert not flatter[0]
    assert flatter[-1]
    assert np.count_nonzero(np.diff(flatter)) == 1
    assert evidence_for("C4.5").number("crossing") == r.d_k[flatter][0]


def test_the_value_of_c4_4_is_the_worst_of_the_twelve_widths():
    found, r = evidence_for("C4.4"), scaling.variance_growth()
    assert abs(math.log(found.value)) == pytest.approx(np.abs(np.log(r.scaled.mean(0))).max())
    assert found.control > 1000
