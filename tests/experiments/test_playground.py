import numpy as np

from attn_docs.experiments import playground


def test_recall_is_one_look_up_and_never_raises_the_energy():
    r = playground.retrieval()
    assert r.look_up_gap.max() < 1e-12
    assert r.rise < 1e-10
    assert (np.diff(r.energy.mean(0)) <= 1e-10).all()


def test_too_small_a_beta_recalls_the_mean_of_all_patterns():
    r = playground.retrieval()
    assert r.mean_gap.max() < 0.02
    assert r.error_soft.min() > 0.9


def test_tied_maxima_end_at_log_two():
    r = playground.sharpening()
    assert abs(r.tied[-1] - np.log(2)) < 1e-3
    assert r.entropy[:, 0].min() > 2.48


def test_the_slope_of_the_entropy_is_minus_beta_times_the_variance():
    assert playground.sharpening().identity_gap < 1e-6


def test_the_mean_minimises_the_weighted_squared_distance():
    r = playground.blend()
    assert (r.from_output <= r.from_token + 1e-12).all()
    assert (r.from_other > r.from_token).mean() > 0.9


def test_unrelated_tokens_are_uniform_only_without_the_own_token():
    r = playground.uniformity()
    np.testing.assert_allclose(r.scaled_others, 1)
    assert r.scaled_own[0] < 0.9
    assert (r.own_weight_raw > r.own_weight_scaled).all()
    # By hand for n = 4: e^1.5 / (e^1.5 + 3) with the scale 3 / √4.
    np.testing.assert_allclose(r.own_weight_scaled[0], np.exp(1.5) / (np.exp(1.5) + 3))
