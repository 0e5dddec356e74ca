"""Section 7: heads read all of x, add up, and two look-ups take two of them."""

import numpy as np
import pytest

from attn_docs.core import MultiHead
from attn_docs.experiments import multi_head, multi_head_lookup, multi_head_training
from attn_docs.experiments.evidence import evidence_for
from attn_docs.experiments.projections_training import gradient_error


@pytest.mark.parametrize("claim", ["C7.1", "C7.3", "C7.4"])
def test_the_evidence_keeps_its_bound_and_its_control_does_not(claim):
    found = evidence_for(claim)
    assert found.holds(found.value)
    assert not found.holds(found.control)
    assert found.spread is not None
    assert found.spread[0] <= found.value <= found.spread[1]
    assert all(np.isfinite(number) for number in found.numbers.values())


def test_a_slicing_head_equals_a_single_head_on_its_slice():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((5, multi_head.D_MODEL))
    layer = multi_head.sliced(MultiHead.random(rng, d_model=multi_head.D_MODEL, h=3))
    own = slice(4, 8)
    Q, K, V = (W[own, own] for W in (layer.W_Q, layer.W_K, layer.W_V))
    alone = MultiHead(Q, K, V, np.eye(4), h=1)
    np.testing.assert_allclose(layer.heads(X)[1], alone(X[:, own]), atol=1e-14)


def test_only_slicing_keeps_heads_from_noticing_the_other_slices():
    r = multi_head.slices()
    assert r.projecting.min() > 0.1
    assert r.other == 0
    assert r.own > 0.5
    assert (r.overlap_slicing < 1e-20).all()
    assert r.overlap.mean() == pytest.approx(multi_head.D_K / multi_head.D_MODEL, abs=0.1)


def test_ranks_shrink_with_the_number_of_heads_and_parameters_stay():
    r = multi_head.slices()
    assert set(r.parameters) == {4 * multi_head.D_MODEL**2}
    for ranks in (r.rank_qk, r.rank_ov):
        np.testing.assert_array_equal(ranks, np.tile(multi_head.D_MODEL // r.heads, (8, 1)))


def test_the_shares_of_the_heads_are_the_output_in_one_order_alone():
    r = multi_head.shares()
    np.testing.assert_allclose(r.contributions.sum(0), r.output, atol=1e-14)
    assert r.permuted.shape == (multi_head.SEEDS, 5)
    assert r.permuted.min() > 0.5 > 1e-12 > r.error.max()
    assert (r.rank == multi_head.D_K).all()


def test_overlap_of_known_planes():
    e = np.eye(5)
    assert multi_head_lookup.overlap(
        e[:, :2], e[:, :2] @ np.array([[1, 2], [3, 5]]), 2
    ) == pytest.approx(1)
    assert multi_head_lookup.overlap(e[:, :2], e[:, 2:4], 2) == pytest.approx(0)
    assert multi_head_lookup.overlap(e[:, :2], e[:, 1:3], 2) == pytest.approx(0.5)


@pytest.mark.parametrize("task", [multi_head_training.any_two(), multi_head_training.apart()])
def test_what_is_wanted_is_what_the_tokens_asked_for_carry(task):
    answering, wanted = task.answering(np.random.default_rng(1), 2, 3)
    content = answering[..., 2 * multi_head_training.TOKENS :]
    for row, (a, b) in enumerate(task.pairs):
        asked = np.flatnonzero(task.asking[row])
        np.testing.assert_array_equal(asked, [a, multi_head_training.TOKENS + b])
        both = np.concatenate([content[:, :, a], content[:, :, b]], -1)
        np.testing.assert_array_equal(wanted[:, :, row], both)


def test_in_the_hard_task_slots_differ_by_the_query_alone():
    task = multi_head_training.any_two()
    assert {(a, b) for a, b in task.pairs} == {(b, a) for a, b in task.pairs}
    assert (task.present == 1).all()
    easy = multi_head_training.apart()
    assert not set(easy.pairs[:, 0]) & set(easy.pairs[:, 1])
    assert (easy.present.sum(0) == 2).all()


@pytest.mark.parametrize("h", [1, 2, 4])
def test_the_many_layers_are_those_of_core(h):
    task, rng = multi_head_training.any_two(), np.random.default_rng(2)
    answering, _ = task.answering(rng, 3, 2)
    W = multi_head_training.initial(rng, 3)
    made = multi_head_training.forward(W, task.asking, answering, h)
    for run, row in np.ndindex(3, 2):
        layer = MultiHead(*(W[name][run] for name in ("W_Q", "W_K", "W_V", "W_O")), h=h)
        np.testing.assert_allclose(
            made.Y[run, row], layer(task.asking, answering[run, row]), atol=1e-12
        )


@pytest.mark.parametrize("h", [1, 2])
def test_gradients_of_every_matrix_match_finite_differences(h):
    task, rng = multi_head_training.any_two(), np.random.default_rng(3)
    given = task.answering(rng, 2, 2)
    W = multi_head_training.initial(rng, 2, width=4)
    # Every seventh entry: rows of width 4 and 8 are met in every column.
    loss = multi_head_training.loss
    error = gradient_error(lambda M: loss(M, task.asking, *given, h), W, stride=7)
    assert error < 1e-6


def test_no_single_mixture_can_miss_less_than_half():
    """The floor of the page: whatever the weights, the best linear read-out misses half."""
    rng = np.random.default_rng(4)
    for A in rng.dirichlet(np.ones(4), 200):
        missed = 0.0
        for slot in (0, 1):
            b = A[slot] / (A @ A)
            missed += (1 - A[slot] * b) ** 2 + b**2 * (A @ A - A[slot] ** 2)
        assert missed / 2 >= 0.5 - 1e-12


def test_one_head_stays_at_the_floor_and_two_do_not():
    r = multi_head.lookups()
    one, two = r.error[:, 0], r.error[:, 1]
    assert one.min() > 0.47
    assert r.wide.min() > 0.47
    assert two.max() < 0.01
    assert r.apart.max() < 0.05
    assert r.error[:, -1].min() > 0.2
    assert r.overlap_keys.min() > 0.8 > r.overlap_queries.mean()
    assert r.gradient_error < 1e-6
    assert r.parameters == 4 * multi_head_training.D_MODEL**2
