import itertools
import math

import numpy as np
import pytest

from attn_docs.core import attention
from attn_docs.experiments import theory_messages as messages
from attn_docs.experiments import theory_preorder as preorder
from attn_docs.experiments import theory_symmetry as symmetry
from attn_docs.experiments.evidence import check, function_of
from attn_docs.experiments.projections_training import gradient_error


def test_broken_is_zero_for_an_equivariant_map_and_not_for_one_that_knows_places():
    X = np.array([[1.0], [2.0], [4.0]])
    order = np.array([1, 2, 0])
    assert symmetry.broken(lambda Y: Y**2 + Y.mean(), X, order) < 1e-15
    # f adds the place 0, 1, 2: f(PX) = (2, 5, 3), P f(X) = (3, 6, 1), f(X) = (1, 3, 6).
    wrong = symmetry.broken(lambda Y: Y + np.arange(3)[:, None], X, order)
    assert wrong == pytest.approx(math.sqrt((1 + 1 + 4) / 46))


def test_attention_commutes_with_every_order_of_four_tokens():
    rng = np.random.default_rng(0)
    X, W = rng.standard_normal((4, 3)), rng.standard_normal((3, 3))
    for order in itertools.permutations(range(4)):
        P = np.eye(4)[list(order)]
        left, right = attention(P @ X @ W, P @ X, P @ X), P @ attention(X @ W, X, X)
        np.testing.assert_allclose(left, right, atol=1e-14)


def test_positions_are_sines_and_cosines_of_the_place():
    where = symmetry.positions(3, 4)
    np.testing.assert_allclose(where[0], [0, 1, 0, 1])
    np.testing.assert_allclose(where[2], [math.sin(2), math.cos(2), math.sin(0.02), math.cos(0.02)])


def test_what_breaks_equivariance_breaks_it_in_proportion_while_it_is_faint():
    r = symmetry.equivariance()
    assert r.most_free < 1e-12
    assert min(r.of(name, "min") for name in ("positions", "causal", "window")) > 0.05
    mean = r.by_strength.mean(0)
    assert mean[1] / mean[0] == pytest.approx(10, rel=0.05)


def test_the_linear_part_is_a_functor_and_softmax_breaks_each_law():
    r = symmetry.laws()
    assert r.linear.max() < 1e-12
    assert (r.softmax.min(1) > 0.05).all()


def test_wanted_weights_of_a_pair():
    level = np.zeros((1, preorder.ITEMS), np.int64)
    level[0, :3] = [2, 1, 1]
    weights = preorder.wanted(level)[0]
    pairs = preorder.PAIRS.tolist()
    np.testing.assert_array_equal(weights[pairs.index([1, 0])], [0, 1])
    np.testing.assert_array_equal(weights[pairs.index([2, 0])], [0, 1])
    np.testing.assert_array_equal(weights[pairs.index([2, 1])], [0.5, 0.5])


def test_a_tournament_keeps_ties_and_turns_about_half():
    rng = np.random.default_rng(1)
    truth = preorder.wanted(preorder.levels(rng))
    turned = preorder.tournament(rng, truth)
    tied = truth.max(-1) == 0.5
    np.testing.assert_array_equal(turned[tied], truth[tied])
    assert 0.35 < (turned != truth)[~tied].mean() < 0.65


def test_pair_weights_and_gradients_of_the_preorder():
    rng = np.random.default_rng(2)
    W = preorder.initial(rng, 2)
    A = preorder.pair_weights(W)
    a, b = preorder.PAIRS[10]
    q, k = W["queries"][1, 2], W["keys"][1]
    lead = (k[a] - k[b]) @ q / math.sqrt(preorder.D_K)
    assert A[1, 2, 10, 0] == pytest.approx(1 / (1 + math.exp(-lead)))
    target = np.stack([preorder.wanted(preorder.levels(rng)) for _ in range(2)])
    trained = rng.random(target.shape[:3]) < 0.5
    assert gradient_error(lambda M: preorder.loss(M, target, trained), W) < 1e-6


def test_the_preorder_is_learned_from_pairs_and_nothing_is_known_of_strangers():
    r = preorder.preorder()
    assert r.trained.min() > 0.98
    assert r.held_out.min() > 0.85
    assert 0.4 < r.mean_control < 0.6
    assert 0.3 < r.mean_unseen < 0.7
    assert np.corrcoef(r.level, r.score)[0, 1] > 0.9


@pytest.mark.parametrize("task", messages.TASKS)
def test_what_a_token_should_read_by_a_loop(task):
    X, Y = messages.sequences(np.random.default_rng(3), task, (3,))
    for s, i in np.ndindex(3, messages.TOKENS):
        key = X[s, :, 0] if task == "mark" else X[s, :, 0] * X[s, :, 1]
        related = key == key[i]
        assert related.sum() == messages.TOKENS // 2
        assert Y[s, i, 0] == pytest.approx(X[s, related, 3].mean())
    assert X[..., 2].any() == (task == "prepared")


def test_messages_and_sets_by_a_loop():
    rng = np.random.default_rng(4)
    X, U = rng.standard_normal((3, 2)), rng.standard_normal((4, 5))
    for i in range(3):
        summed = sum(np.maximum(np.concatenate([X[i], X[j]]) @ U, 0) for j in range(3))
        np.testing.assert_allclose(messages.message_features(X, U)[i], summed / 3)
        own = np.maximum(X[i] @ U[:2], 0)
        every = sum(np.maximum(X[j] @ U[2:], 0) for j in range(3)) / 3
        np.testing.assert_allclose(messages.set_features(X, U)[i], np.concatenate([own, every]))


def test_every_entry_of_the_attention_gradients_matches_finite_differences():
    rng = np.random.default_rng(5)
    X, Y = messages.sequences(rng, "mark", (2, 3))
    widths = {"W_Q": 4, "W_K": 4, "W_V": 1, "W_S": 1}
    W = {name: rng.standard_normal((2, messages.WIDTH, w)) for name, w in widths.items()}
    assert gradient_error(lambda M: messages.attend(M, X, Y), W) < 1e-6


def test_explained_variance_of_a_constant_and_of_the_truth():
    Y = np.array([1.0, 2.0, 6.0])
    assert messages.explained(Y, Y) == 1
    assert messages.explained(np.full(3, 3.0), Y) == 0


def test_three_layers_are_equivariant_and_only_messages_fit_the_product():
    r = messages.messages()
    assert r.broken.max() < 1e-12
    assert r.of("attention", "mark") > 0.9
    assert r.of("attention", "prepared") > 0.85
    assert r.attention_product < 0.6
    assert r.sets_product < 0.2


@pytest.mark.parametrize("claim", [f"C8.{i}" for i in range(1, 8)])
def test_every_claim_keeps_its_bound_and_its_control_leaves_it(claim):
    found = function_of(claim)()
    check(claim, found)
    assert found.holds(found.value)
    assert not found.holds(found.control)
    if found.spread is not None:
        assert found.spread[0] <= found.value <= found.spread[1]
