"""Section 3: angle, distance and orthogonality, against values worked by hand and theory."""

import math

import numpy as np
import pytest

from attn_docs.core import softmax
from attn_docs.experiments import dot_product
from attn_docs.experiments.dot_product_distance import WIDTHS, distance_scores
from attn_docs.experiments.dot_product_orthogonality import DIMENSIONS
from attn_docs.experiments.evidence import evidence_for


def test_the_drawn_scores_are_length_times_cosine():
    r = dot_product.angle_sweep()
    at = {int(d): i for i, d in enumerate(r.degrees)}
    np.testing.assert_allclose(r.score[:, at[0]], [0.5, 1, 2])
    np.testing.assert_allclose(r.score[:, at[60]], [0.25, 0.5, 1])
    np.testing.assert_allclose(r.score[:, at[90]], 0, atol=1e-15)
    np.testing.assert_allclose(r.score[:, at[180]], [-0.5, -1, -2])


def test_shuffled_keys_lose_the_cosine_in_every_seed():
    r = dot_product.angle_sweep()
    assert r.error.max() < 1e-12
    assert r.error_shuffled.min() > 0.5
    assert r.sign_kept == 1


def test_distance_scores_by_hand():
    Q = np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 0.0]])
    K = np.array([[1.0, 0.0, 0.0], [3.0, 2.0, 2.0]])
    np.testing.assert_allclose(distance_scores(Q, K), [[-2, -4], [-0.5, -8.5]])


def test_the_identity_behind_both_scores():
    rng = np.random.default_rng(5)
    Q, K = rng.standard_normal((2, 7)), rng.standard_normal((5, 7))
    rest = 0.5 * np.sum(Q**2, axis=1)[:, None] + 0.5 * np.sum(K**2, axis=1)
    np.testing.assert_allclose(distance_scores(Q, K), Q @ K.T - rest, atol=1e-12)


def test_each_score_gives_the_weights_of_the_other_with_one_more_coordinate():
    rng = np.random.default_rng(6)
    Q, K = rng.standard_normal((3, 2)), rng.standard_normal((5, 2))
    squares = np.sum(K**2, axis=1, keepdims=True)
    longer = distance_scores(np.pad(Q, ((0, 0), (0, 1))), np.hstack([K, (9 - squares) ** 0.5]))
    np.testing.assert_allclose(softmax(longer), softmax(Q @ K.T), atol=1e-14)
    dot = np.hstack([Q, np.ones((3, 1))]) @ np.hstack([K, -squares / 2]).T
    np.testing.assert_allclose(softmax(dot), softmax(distance_scores(Q, K)), atol=1e-14)


def test_lengths_alone_part_the_two():
    r = dot_product.distance_weights()
    assert r.equal.max() < 1e-12
    assert r.extended.max() < 1e-12
    assert r.unequal.min() > 0.05
    assert r.slope == pytest.approx(1, abs=1e-9)
    assert r.weight_dot.argmax() == r.key_length.argmax()
    assert r.weight_distance.argmax() == 3
    assert r.weight_dot.sum() == pytest.approx(1)


def test_the_difference_does_not_fade_with_the_dimension():
    r = dot_product.distance_weights()
    late = WIDTHS >= 64
    slope = np.polyfit(np.log(r.d_k[late]), np.log(r.unequal.mean(0)[late]), 1)[0]
    assert abs(slope) < 0.1


def test_distance_prefers_shorter_keys_than_the_dot_product():
    r = dot_product.distance_weights()
    assert np.all(r.excess_distance.mean(0) < r.excess_dot.mean(0))


def test_the_typical_cosine_is_one_over_root_d():
    r = dot_product.orthogonality()
    np.testing.assert_allclose(r.spread.mean(0) * np.sqrt(r.d), 1, atol=0.03)
    assert np.all(r.cone[:, -1] > 0.6)
    # Components |x| of a normal x have mean √(2/π): in the limit the cosine is 2/π.
    assert r.cone[:, -1].mean() == pytest.approx(2 / math.pi, abs=0.01)


def test_in_the_plane_the_share_of_large_cosines_is_two_thirds():
    r = dot_product.orthogonality()
    assert r.above_half[0] == pytest.approx(2 / 3, abs=0.02)
    assert np.all(np.diff(r.above_half) <= 0)


def test_the_histograms_are_densities_that_grow_narrower():
    r = dot_product.orthogonality()
    assert r.density.shape[0] == len(DIMENSIONS)
    np.testing.assert_allclose(r.density.sum(1) * np.diff(r.edges)[0], 1)
    middle = r.density[:, r.density.shape[1] // 2]
    assert np.all(np.diff(middle) > 0)


def test_two_deviations_in_degrees():
    found = evidence_for("C3.5")
    expected = math.degrees(math.asin(2 / math.sqrt(64)))
    assert found.number("degrees_64") == pytest.approx(expected, abs=0.5)
