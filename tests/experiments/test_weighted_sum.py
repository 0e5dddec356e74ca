"""Section 6: blends and hulls by hand and by other routes; particles against closed forms."""

import itertools

import numpy as np
import pytest

from attn_docs.core import attention, attention_weights, rank_one_residual
from attn_docs.experiments import weighted_sum
from attn_docs.experiments.evidence import evidence_for
from attn_docs.experiments.weighted_sum_hull import (
    barycentric,
    hull_corners,
    hull_misfit,
    nonnegative_least_squares,
)
from attn_docs.experiments.weighted_sum_particles import FORMED, LATE, exact_meeting_time
from attn_docs.experiments.weighted_sum_rank import layer


@pytest.mark.parametrize("claim", ["C6.1", "C6.2", "C6.4", "C6.5"])
def test_evidence_keeps_its_bound_and_the_control_leaves_it(claim):
    found = evidence_for(claim)
    assert found.holds(found.value)
    assert not found.holds(found.control)


def best_by_trial(M, b):
    """Non-negative least squares by trying every set of columns that may be above zero."""
    best = np.linalg.norm(b)
    n = M.shape[1]
    for k in range(1, n + 1):
        for columns in itertools.combinations(range(n), k):
            x = np.linalg.lstsq(M[:, columns], b, rcond=None)[0]
            if (x >= 0).all():
                best = min(best, np.linalg.norm(M[:, columns] @ x - b))
    return best


@pytest.mark.parametrize("seed", range(6))
def test_nonnegative_least_squares_finds_the_best_of_all_sets_of_columns(seed):
    rng = np.random.default_rng(seed)
    M, b = rng.standard_normal((3, 5)), rng.standard_normal(3)
    x = nonnegative_least_squares(M, b)
    assert (x >= 0).all()
    assert np.linalg.norm(M @ x - b) == pytest.approx(best_by_trial(M, b), abs=1e-10)


def test_the_hull_of_a_triangle_by_hand():
    V = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])
    assert hull_misfit(np.array([1.0, 1.0]), V) < 1e-12
    assert hull_misfit(np.array([2.0, 2.0]), V) < 1e-12, "the edge belongs to it"
    assert hull_misfit(np.array([2.1, 2.1]), V) > 0.01
    np.testing.assert_allclose(barycentric(np.array([[1.0, 2.0]]), V), [[0.25, 0.25, 0.5]])


def test_corners_hold_every_point_and_no_corner_can_be_spared():
    V = np.random.default_rng(3).standard_normal((11, 2))
    corners = hull_corners(V)
    assert all(hull_misfit(v, corners) < 1e-9 for v in V)
    assert all(hull_misfit(c, np.delete(corners, i, 0)) > 1e-6 for i, c in enumerate(corners))


def test_a_blend_is_in_the_hull_at_any_sharpness_and_a_move_as_a_rule_is_not():
    r = weighted_sum.blends()
    assert r.inside.min() == 1.0
    assert r.misfit.max() < 1e-12
    assert r.barycentric.max() < 1e-12
    assert r.inside_raw.max() < 0.5
    assert r.inside_moved.max() < 0.2
    assert weighted_sum.plane().misfit < 1e-12


def test_only_the_residual_remembers_where_a_token_stood():
    r = weighted_sum.blends()
    assert r.kept_moved.min() == 1.0
    assert r.kept_alone.mean() == pytest.approx(1 / 16, abs=0.06)


def test_the_second_reading_fits_on_the_diagonal_alone_and_minds_the_order_of_tokens():
    r = weighted_sum.readings()
    np.testing.assert_array_equal(r.fits, np.eye(len(r.sizes)))
    assert r.order_once.max() < 1e-12
    assert r.order_twice.min() > 0.1


def test_the_two_readings_by_hand():
    """Even weights over (1, 2) and (3, 6) give (2, 4); once more by V gives (14, 28)."""
    V, zero = np.array([[1.0, 2.0], [3.0, 6.0]]), np.zeros((2, 1))
    Z = attention(zero, zero, V)
    np.testing.assert_allclose(Z, [[2, 4], [2, 4]])
    np.testing.assert_allclose(Z @ V, [[14, 28], [14, 28]])


def test_each_path_starts_at_the_mean_of_the_values_and_each_place_is_token_plus_blend():
    r = weighted_sum.plane()
    np.testing.assert_allclose(r.blends[:, 0], np.tile(r.values.mean(0), (2, 1)), atol=1e-12)
    for place, offered in zip(r.landed, (r.river, r.money), strict=True):
        assert hull_misfit(place, offered) < 1e-12
    assert r.landed[0, 0] < r.token[0] < r.landed[1, 0]


def test_two_tokens_meet_when_the_integral_says():
    r = weighted_sum.meeting()
    exact = [exact_meeting_time(beta) for beta in r.beta]
    np.testing.assert_allclose(r.time, exact, rtol=0.01)
    # Twice per token: the weight of the other is 1/(1 + e^β) at a right angle.
    weight = attention_weights(np.eye(2), np.eye(2), scale=3)[0, 1]
    assert weight == pytest.approx(1 / (1 + np.exp(3)))


def test_clusters_form_stay_and_grow_in_number_with_the_sharpness():
    r = weighted_sum.clusters()
    formed = r.circle[:, :, r.time == FORMED].mean((1, 2))
    late = r.circle[:, :, r.time == LATE].mean((1, 2))
    assert np.all(np.diff(formed) > 0)
    assert formed[0] == 1, "at β = 1 one cluster is all"
    assert np.all(late <= formed)
    assert late[-1] > 0.7 * formed[-1], "fifteen times as long, and most clusters still stand"
    assert np.all(np.diff(r.circle, axis=2).mean(1) <= 0)


def test_the_number_of_clusters_does_not_hang_on_the_tolerance():
    r = weighted_sum.clusters()
    np.testing.assert_array_equal(r.fine, r.at(16, FORMED))
    np.testing.assert_array_equal(r.coarse, r.at(16, FORMED))


def test_no_clusters_where_every_pull_is_alike_or_turned_round():
    r = weighted_sum.clusters()
    assert np.all(r.uniform[:, r.time == FORMED] == 1)
    assert r.repelled.min() > 25


def test_angles_drawn_are_those_of_tokens_that_end_together():
    r = weighted_sum.clusters()
    assert r.angles.shape == (3, len(r.path_time), 32)
    last = np.exp(1j * r.angles[:, -1])
    assert np.abs(last[0] - last[0, 0]).max() < 1e-6
    assert np.abs(last[2] - last[2, 0]).max() > 1


def test_attention_alone_cubes_small_differences_and_the_residual_keeps_them():
    r = weighted_sum.rank_collapse()
    assert r.order == pytest.approx(3, abs=0.02)
    assert r.order_residual == pytest.approx(1, abs=0.02)
    assert r.lost_after <= 6
    assert r.residual.min() > 0.1
    assert np.all(r.typical["both"][-1] > r.typical["residual"][-1])


def test_equal_tokens_stay_equal_in_every_kind_of_layer():
    X = np.tile(np.arange(1.0, 6.0), (3, 1))
    for residual, mlp in itertools.product((False, True), repeat=2):
        out = layer(X, np.random.default_rng(0), residual=residual, mlp=mlp)
        assert rank_one_residual(out) < 1e-12


def test_shapes_and_directions():
    r = weighted_sum.shapes()
    np.testing.assert_array_equal(r.width, r.d_v)
    assert set(r.width_out) == {r.d}
    np.testing.assert_array_equal(r.directions, np.minimum(r.d_v, r.d))
    assert (r.heard, r.heard_causal) == (1.0, 0.5)
    assert r.faintest > 1e-6
