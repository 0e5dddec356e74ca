import itertools

import numpy as np
import pytest

from attn_docs.playground import SEQUENCES, compute, default_state
from attn_docs.playground.sequences import view_of


def run(**changes):
    return compute({**default_state(), **changes})


def by_hand(X, sharpness, *, visible=None):
    """An oracle of its own: loops and plain exponentials."""
    n, d = X.shape
    A = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if visible is None or visible[i][j]:
                A[i, j] = np.exp(sharpness * float(X[i] @ X[j]) / np.sqrt(d))
        A[i] /= A[i].sum() or 1
    return A


@pytest.mark.parametrize("name", [n for n, s in SEQUENCES.items() if not s.cue])
def test_weights_and_blend_agree_with_a_loop(name):
    X = SEQUENCES[name].features(0)
    found = run(sequence=name)
    A = by_hand(X, 3.0)
    np.testing.assert_allclose(found["weights"][0], A, atol=1e-12)
    P = view_of(X, SEQUENCES[name].layout(0), planar=SEQUENCES[name].planar)
    np.testing.assert_allclose(found["output"][0], A @ X @ P, atol=1e-12)
    np.testing.assert_allclose(found["places"][0], SEQUENCES[name].layout(0), atol=1e-12)


@pytest.mark.parametrize("name", ["two-topics", "unrelated", "one-topic", "outlier", "chain"])
def test_rows_have_squared_norm_root_d_so_that_sharpness_multiplies_the_cosine(name):
    X = SEQUENCES[name].features(0)
    np.testing.assert_allclose((X**2).sum(1), np.sqrt(X.shape[1]), atol=1e-12)


def test_the_top_key_of_equal_norm_tokens_is_the_query_itself():
    found = run(sequence="chain")
    np.testing.assert_array_equal(found["top"][0], np.arange(7))
    assert (found["top_other"][0] != np.arange(7)).all()


def test_without_the_own_token_the_diagonal_is_zero_and_unrelated_is_uniform():
    found = run(sequence="unrelated", own_token=False)
    np.testing.assert_allclose(found["weights"][0], (1 - np.eye(6)) / 5, atol=1e-12)
    np.testing.assert_allclose(found["effective"][0], 5, atol=1e-12)


def test_a_causal_first_token_without_itself_attends_to_nothing():
    found = run(mask="causal", own_token=False)
    np.testing.assert_array_equal(found["weights"][0, 0], 0)
    assert found["effective"][0, 0] == 0
    assert np.triu(found["weights"][0]).sum() == 0


def test_the_cue_is_no_key_and_updates_lower_the_energy():
    found = run(sequence="retrieval", sharpness=8.0, steps=8)
    np.testing.assert_array_equal(found["weights"][0, :, 0], 0)
    assert (np.diff(found["energies"]) <= 1e-12).all()
    assert found["weights"][0, 0].argmax() == 1
    assert found["path"].shape == (9, 1, 6, 2)


def test_iterated_blending_collapses_the_rank():
    ranks = run(steps=12)["ranks"]
    assert ranks[0] > 1.3
    assert ranks[-1] == 0


def test_appended_dimensions_saturate_unscaled_scores_only():
    plain, scaled = run(dimension=512, scaled=False), run(dimension=512)
    assert plain["effective"][0].mean() < 1.1
    assert scaled["effective"][0].mean() > 1.8
    assert plain["d"] == 512


def test_a_dragged_token_moves_its_place_and_no_other():
    places = SEQUENCES["two-topics"].layout(0)
    labels = SEQUENCES["two-topics"].labels["en"]
    tokens = [{"label": t, "x": x, "y": y} for t, (x, y) in zip(labels, places)]
    tokens[2]["x"] += 0.5
    found = run(tokens=tokens)
    np.testing.assert_allclose(found["places"][0] - places, np.eye(6)[:, 2:3] * [0.5, 0], atol=1e-9)


def test_matrices_act_on_the_plane_as_they_say():
    maps = {"W_Q": [[0, 1], [-1, 0]], "W_K": [[1, 0], [0, 1]], "W_V": [[2, 0.5], [0, 1]]}
    found = run(projection="custom", matrices=maps)
    np.testing.assert_allclose(
        found["values"][0], found["places"][0] @ np.array(maps["W_V"]), atol=1e-9
    )


def test_shared_projections_keep_scores_symmetric_and_separate_ones_do_not():
    def asymmetry(projection):
        """Largest |S_ij + S_jk + S_ki − S_ik − S_kj − S_ji|: no row constant can hide in it."""
        L = np.log(run(sequence="bank", projection=projection)["weights"][0])
        triples = itertools.permutations(range(len(L)), 3)
        return max(
            abs(L[i, j] + L[j, k] + L[k, i] - L[i, k] - L[k, j] - L[j, i]) for i, j, k in triples
        )

    assert asymmetry("shared") < 1e-9
    assert asymmetry("separate") > 0.5


def test_each_head_has_a_plane_of_its_own():
    A = run(heads=2)["weights"]
    assert A.shape == (2, 6, 6)
    assert np.abs(A[0] - A[1]).max() > 0.2
    np.testing.assert_allclose(A.sum(-1), 1)


def test_the_curve_is_the_entropy_at_each_sharpness():
    found = run(query=4)
    at_three = found["curve"][0][12]
    np.testing.assert_allclose(at_three, found["entropy"][0, 4], atol=1e-12)
    np.testing.assert_allclose(found["curve"][0][0], np.log(6), atol=1e-12)
