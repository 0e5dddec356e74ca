import math

import numpy as np
import pytest

from attn_docs.core import attention
from attn_docs.experiments import projections
from attn_docs.experiments import projections_alignment as alignment
from attn_docs.experiments import projections_relations as relations
from attn_docs.experiments import projections_training as training


def test_projections_and_their_pull_back_agree_with_loops():
    rng = np.random.default_rng(0)
    X, W = rng.standard_normal((2, 3, 5, 7)), rng.standard_normal((2, 7, 4))
    dY = rng.standard_normal((2, 3, 5, 4))
    expected = np.zeros((2, 3, 5, 4))
    pulled = np.zeros((2, 7, 4))
    for run, batch, token in np.ndindex(2, 3, 5):
        expected[run, batch, token] = X[run, batch, token] @ W[run]
        pulled[run] += np.outer(X[run, batch, token], dY[run, batch, token])
    np.testing.assert_allclose(training.project(X, W), expected, atol=1e-12)
    np.testing.assert_allclose(training.weight_gradient(X, dY), pulled, atol=1e-12)


def test_forward_is_the_core_attention_of_each_run():
    rng = np.random.default_rng(1)
    asking, answering = rng.standard_normal((2, 3, 1, 5)), rng.standard_normal((2, 3, 4, 5))
    W = {name: rng.standard_normal((2, 5, 6)) for name in ("W_Q", "W_K", "W_V")}
    roles = {"Q": "W_Q", "K": "W_K", "V": "W_V"}
    made = training.forward(W, asking, answering, roles)
    for run, batch in np.ndindex(2, 3):
        q, k, v = (
            x @ W[name][run]
            for x, name in (
                (asking[run, batch], "W_Q"),
                (answering[run, batch], "W_K"),
                (answering[run, batch], "W_V"),
            )
        )
        np.testing.assert_allclose(made.Z[run, batch], attention(q, k, v), atol=1e-12)


def test_the_gradient_check_sees_a_wrong_gradient():
    def parabola(W):
        return (W["W"] ** 2).sum((1, 2)), {"W": 2 * W["W"]}

    def wrong(W):
        return (W["W"] ** 2).sum((1, 2)), {"W": 2.001 * W["W"]}

    W = {"W": np.random.default_rng(2).standard_normal((2, 3, 5))}
    assert training.gradient_error(parabola, W) < 1e-9
    assert training.gradient_error(wrong, W) == pytest.approx(5e-4, rel=0.01)


@pytest.mark.parametrize("design", relations.DESIGNS)
def test_the_relation_gradients_match_finite_differences(design):
    rng = np.random.default_rng(3)
    R = np.stack([relations.relation(name) for name in relations.RELATIONS])
    X, content = relations.tokens(rng, 3, 2)
    W = relations.initial(rng, design, 3, d_k=2)
    loss = relations.loss
    error = training.gradient_error(lambda M: loss(M, X, content, R, design), W, stride=5)
    assert error < 1e-6


def test_the_alignment_gradients_match_finite_differences():
    rng = np.random.default_rng(4)
    E = alignment.embeddings(rng, 2)
    given = alignment.sequences(rng, E, 5, np.array([True, False]))
    W = alignment.initial(rng, 2, 3)
    assert training.gradient_error(lambda M: alignment.loss(M, given), W, stride=5) < 1e-6


def test_the_relations_are_what_their_names_say():
    ring, partner, own = (relations.relation(name) for name in relations.RELATIONS)
    for R in (ring, partner, own):
        np.testing.assert_allclose(R.sum(1), 1)
    assert not np.array_equal(ring, ring.T)
    assert ring[-1, 0] == 1
    np.testing.assert_array_equal(partner, partner.T)
    assert np.trace(partner) == 0
    np.testing.assert_array_equal(own, own.T)
    assert (np.diag(own) == 1 / 3).all()


def test_shared_matrices_give_no_score_above_the_larger_diagonal_entry():
    q = np.random.default_rng(5).standard_normal((9, 4))
    S = q @ q.T
    diagonal = np.diag(S)
    assert (S <= np.maximum.outer(diagonal, diagonal) + 1e-12).all()
    assert np.linalg.eigvalsh(S).min() > -1e-12


def test_shared_matrices_stay_below_the_proven_ceilings_and_separate_ones_do_not():
    r = relations.relations()
    designs = list(relations.DESIGNS)
    for design in ("shared", "tied", "tied_readout"):
        ring, partner, _ = r.hit[designs.index(design)]
        assert ring.max() <= 1 / 3
        assert partner.max() <= 1 / 2
    assert r.hit[designs.index("separate")].min() > 0.98
    assert r.hit[designs.index("shared"), 2].min() > 0.95
    assert r.gradient_error < 1e-6


def test_one_matrix_for_all_three_finds_or_delivers_badly_unless_a_readout_follows():
    r = relations.relations()
    assert r.of("tied", "class") < 0.9 < r.of("tied_readout", "class")
    assert r.of("tied", "class", "lost") > 1 > 0.2 > r.of("tied_readout", "class", "lost")


def test_a_sequence_asks_for_the_label_of_its_own_group():
    rng = np.random.default_rng(6)
    E = alignment.embeddings(rng, 2)
    given = alignment.sequences(rng, E, 50, np.array([True, False]))
    agree = np.zeros((2, 50), bool)
    for run, row in np.ndindex(2, 50):
        words = E[run, :, : alignment.WORDS]
        group = int(np.argmin(np.abs(words - given.asking[run, row, 0, : alignment.WORDS]).sum(1)))
        for answer in given.answering[run, row]:
            word = np.argmin(np.abs(words - answer[: alignment.WORDS]).sum(1)) - alignment.GROUPS
            if word // alignment.MEMBERS == group:
                label = np.argmax(answer[alignment.WORDS :])
                agree[run, row] = label == given.target[run, row]
    assert agree[0].all()
    assert 0.2 < agree[1].mean() < 0.7  # chance: ¼ + ¾·¼


def test_matching_vectors_come_together_only_where_something_belongs_together():
    for r in (alignment.alignment(), alignment.geometry()):
        assert r.matching[:, -1].min() > 0.7 > 0 > r.other[:, -1].max()
        assert r.loss[:, -1].max() < 0.05
        assert r.control_loss[:, -1].min() > 0.7
        assert r.gradient_error < 1e-6
        assert r.uninformed == pytest.approx(math.log(4))
    r = alignment.alignment()
    assert abs(r.matching[:, 0].mean()) < 0.15
    assert r.queries.shape == (2, 4, 8)
    gap = r.control_matching[:, -1] - r.control_other[:, -1]
    assert abs(gap.mean()) < 0.2


def test_scores_have_rank_at_most_d_k_and_their_softmax_does_not():
    r = projections.ranks()
    np.testing.assert_array_equal(r.scores, np.broadcast_to(r.d_k, r.scores.shape))
    assert (r.weights[:, 3:] == projections.TOKENS).all()
    assert (r.unrestricted == projections.D_MODEL).all()
    assert r.spectrum_scores[projections.D_K - 1] > 1e-3 > 1e-12 > r.spectrum_scores[4]


def test_each_image_shows_one_facet_and_hides_the_others():
    r = projections.images()
    assert np.diag(r.silhouettes).min() > 0.6
    assert np.abs(r.silhouettes[~np.eye(3, dtype=bool)]).max() < 0.1
    assert r.before.max() < 0.3
    assert r.Q.shape == r.K.shape == r.V.shape == (54, 2)
