import math

import numpy as np
import pytest

from attn_docs.experiments import paradigm_recall as pr


def stored():
    return pr.associative_recall()


def test_one_orthonormal_pair_each_is_recalled_by_every_linear_store():
    K, V = np.eye(3)[:2], np.array([[2.0, 0, 0, 1, 5], [0, 3, 1, 0, 0]])
    outer, once, limit, _, _ = pr.recalled(K, V)
    for found in (outer, once, limit):
        np.testing.assert_allclose(found, V, atol=1e-12)


def test_attention_over_two_orthogonal_keys_by_hand():
    K, V = np.eye(4)[:2], np.eye(3)[:2]
    *_, fixed, growing = pr.recalled(K, V)
    # The match scores √4 = 2 and the other key 0; log 2 < 1, so that β stays at 1.
    share = math.exp(2) / (math.exp(2) + 1)
    np.testing.assert_allclose(fixed, [[share, 1 - share, 0], [1 - share, share, 0]])
    np.testing.assert_allclose(growing, fixed)


def test_sharpness_grows_like_the_logarithm():
    assert [pr.sharpness(n) for n in (1, 2)] == [1.0, 1.0]
    assert pr.sharpness(512) == pytest.approx(9 * math.log(2))


def test_outer_products_err_as_predicted_at_every_number_of_pairs():
    r = stored()
    measured = np.sqrt((r.error[0] ** 2).mean(0))
    np.testing.assert_allclose(measured, r.predicted, rtol=0.05)


def test_the_delta_rule_is_exact_up_to_d_pairs_and_not_beyond():
    r = stored()
    delta = r.error[pr.STORES.index("delta")]
    assert delta[:, r.n <= r.width].max() < 1e-9
    assert delta[:, r.n > r.width].min() > 0.3
    np.testing.assert_allclose(delta.mean(0), r.predicted_delta, atol=0.03)


def test_one_pass_of_the_delta_rule_is_not_enough():
    assert stored().mean("delta_once", stored().width) > 0.5


def test_attention_blurs_at_fixed_sharpness_and_recalls_when_it_grows():
    r = stored()
    fixed = r.error[pr.STORES.index("attention_fixed")].mean(0)
    assert (np.diff(fixed) > 0).all()
    assert fixed[-1] > 0.7
    np.testing.assert_allclose(fixed[3:], r.predicted_fixed[3:], atol=0.05)
    assert r.mean("attention_growing", 512) < 1e-4
    assert r.mean("attention_growing", 512, "accuracy") == 1


def test_accuracy_falls_later_than_the_error_rises():
    r = stored()
    assert r.mean("outer", r.width) > 0.9
    assert r.mean("outer", r.width, "accuracy") > 0.9
    assert r.mean("outer", 512, "accuracy") < 0.1
