"""Section 5: the formulas that the page states, against values worked by hand and other routes."""

import math

import numpy as np
import pytest

from attn_docs.core import attention_weights, entropy, softmax, sparsemax
from attn_docs.experiments import softmax as section
from attn_docs.experiments import softmax_graph
from attn_docs.experiments.evidence import evidence_for


def nearest_by_bisection(s):
    """The point of the simplex nearest to s, by bisection of the shift."""
    low, high = s.min() - 1, s.max()
    for _ in range(200):
        tau = (low + high) / 2
        low, high = (tau, high) if np.maximum(s - tau, 0).sum() > 1 else (low, tau)
    return np.maximum(s - low, 0)


def test_both_paths_start_in_the_centre_and_end_where_the_page_says():
    r = section.triangle()
    for path in (r.apart, r.tied, r.apart_sparse, r.tied_sparse):
        np.testing.assert_allclose(path[0], 1 / 3)
        np.testing.assert_allclose(path.sum(1), 1)
    np.testing.assert_allclose(r.apart[-1], [1, 0, 0], atol=1e-5)
    np.testing.assert_allclose(r.tied[-1], [0.5, 0.5, 0], atol=1e-9)
    np.testing.assert_array_equal(r.tied[:, 0], r.tied[:, 1])


def test_softmax_never_reaches_the_border_and_sparsemax_does_at_the_stated_sharpness():
    r = section.triangle()
    assert np.all(r.apart > 0)
    assert np.all(r.tied > 0)
    assert r.arrival == pytest.approx(5)
    there = np.all(r.apart_sparse == [1, 0, 0], axis=1)
    assert not there[r.beta < r.arrival - 1e-9].any()
    assert there[r.beta > r.arrival + 1e-9].all()


def test_sparsemax_is_the_nearest_point_and_softmax_never_is():
    r = section.simplex()
    assert r.nearest.min() > 0
    S = np.random.default_rng(2).standard_normal((5, 7))
    for s in S:
        np.testing.assert_allclose(sparsemax(s), nearest_by_bisection(s), atol=1e-12)


def test_softmax_applied_again_and_again_forgets_everything():
    r = section.simplex()
    # Lipschitz constant ½ (section 4): nine more steps leave at most 2^-9 of any distance.
    assert r.uniform_gap.max() < 2**-9
    s = np.array([3.0, -1.0, 0.5])
    assert np.linalg.norm(softmax(softmax(s)) - 1 / 3) <= np.linalg.norm(softmax(s) - 1 / 3) / 2


def test_a_row_with_a_negative_score_has_no_shares_by_division():
    assert evidence_for("C5.1").number("negative_linear") == 1.0


def test_softmax_is_the_point_that_the_penalised_choice_prefers():
    """p = argmax ⟨p, s⟩ + H(p)/β, and sparsemax of ⟨p, s⟩ − ½‖p‖²: no other point does better."""
    rng, s, beta = np.random.default_rng(4), np.array([0.4, -0.3, 1.1, 0.2, 0.0]), 1.7
    others = rng.dirichlet(np.ones(5), size=4000)

    def soft(p):
        return p @ s + entropy(p) / beta

    def sparse(p):
        return p @ s - (p**2).sum(-1) / 2

    assert np.all(soft(others) <= soft(softmax(beta * s)))
    assert np.all(sparse(others) <= sparse(sparsemax(s)))


def test_normalising_exponentials_is_the_divergence_projection():
    """softmax(s) minimises KL(p ‖ e^s) over the simplex."""
    s = np.array([0.4, -0.3, 1.1])
    others = np.random.default_rng(5).dirichlet(np.ones(3), size=4000)

    def divergence(p):
        return np.sum(p * np.log(p / np.exp(s)), axis=-1)

    assert np.all(divergence(others) >= divergence(softmax(s)))


def test_entropy_falls_by_beta_times_the_variance():
    # By hand: two keys with scores 0 and 1 at β = log 3: p = (1/4, 3/4), Var = 3/16.
    beta, step = math.log(3), 1e-5
    slope = (
        entropy(softmax((beta + step) * np.array([0.0, 1.0])))
        - entropy(softmax((beta - step) * np.array([0.0, 1.0])))
    ) / (2 * step)
    assert slope == pytest.approx(-beta * 3 / 16, abs=1e-9)
    assert section.competition().slope_gap < 1e-6


def test_competition_runs_from_all_keys_to_one_without_a_rise():
    r = section.competition()
    np.testing.assert_allclose(r.number[:, 0], section.KEYS)
    assert r.rise <= 0
    assert np.all(np.diff(r.number, axis=1) < 0)
    assert np.all(r.number[:, -1] < 1.1)
    assert math.exp(r.tied[-1]) == pytest.approx(2, abs=0.01)
    assert r.clear[-1] < 1e-9 < r.close[-1] < math.log(2)


def test_gates_stop_at_the_number_of_positive_scores():
    r = section.competition()
    # Half of 16 scores are positive on average; near zero scores hold it a little above.
    assert 7.5 < r.gated_last < 8.5


def test_undivided_scores_are_the_divided_ones_at_sharpness_eight():
    rng = np.random.default_rng([5, 3, 0])
    Q = rng.standard_normal((section.ROWS, 1, section.WIDTH))
    K = rng.standard_normal((section.ROWS, section.KEYS, section.WIDTH))
    A = attention_weights(Q, K, scale=1)[:, 0]
    r = section.competition()
    found = r.number[0, r.beta == math.sqrt(section.WIDTH)]
    assert np.exp(entropy(A)).mean() == pytest.approx(float(found[0]), rel=1e-9)


def test_the_layer_of_the_picture_makes_two_graphs():
    r = softmax_graph.graphs()
    np.testing.assert_allclose(r.first.sum(1), 1)
    assert r.money_second > 1.8 * r.money_first
    # The edge from river to bank, between two words that both inputs share, has changed too.
    assert r.first[1, 0] != pytest.approx(r.second[1, 0], rel=0.1)
    # Its ratio to the edge from river to money has not: both words are the same in both inputs.
    assert r.first[1, 0] / r.first[1, 3] == pytest.approx(r.second[1, 0] / r.second[1, 3])


def test_one_new_token_changes_edges_but_not_their_ratios():
    r = softmax_graph.anew()
    assert r.changed.min() > 0.99
    assert r.ratio_gap.max() < 1e-12
    assert np.all(r.moved_one < r.moved)
    np.testing.assert_array_equal(r.moved_fixed, 0)


def test_the_stationary_distribution_is_where_the_walk_ends():
    r = softmax_graph.walk()
    for seed in range(3):
        Q, K = np.random.default_rng([5, 4, seed]).standard_normal(
            (2, softmax_graph.TOKENS, softmax_graph.D_K)
        )
        A = attention_weights(Q, K)
        np.testing.assert_allclose(
            np.linalg.matrix_power(A, 200)[-1], r.stationary_free[seed], atol=1e-12
        )
    np.testing.assert_allclose(r.stationary_free.sum(1), 1)
    np.testing.assert_array_equal(r.stationary_causal[:, 0], 1)
    np.testing.assert_array_equal(r.stationary_causal[:, 1:], 0)
    assert np.all(np.diff(r.causal, axis=1) >= 0)
