import numpy as np
import pytest

from attn_docs.core import attention_weights, rollout


def maps(layers=3, h=2, n=5):
    S = np.random.default_rng(0).standard_normal((layers, h, n, n))
    return attention_weights(S, np.eye(n))


@pytest.mark.parametrize("residual", [True, False])
def test_by_loop_over_all_paths(residual):
    A = maps()
    steps = [a.mean(axis=0) for a in A]
    if residual:
        steps = [(a + np.eye(5)) / 2 for a in steps]
    R = np.zeros((5, 5))
    for i, j, k, last in np.ndindex(5, 5, 5, 5):
        R[last, i] += steps[2][last, k] * steps[1][k, j] * steps[0][j, i] if j >= 0 else 0
    np.testing.assert_allclose(rollout(A, residual=residual), R, atol=1e-14)


def test_rows_sum_to_1_and_the_order_of_layers_matters():
    A = maps()
    np.testing.assert_allclose(rollout(A).sum(axis=1), 1)
    assert np.abs(rollout(A[::-1]) - rollout(A)).max() > 1e-3


def test_rows_are_normalised_after_a_token_was_left_out():
    A = maps() * np.array([1, 1, 0, 1, 1])
    np.testing.assert_allclose(rollout(A).sum(axis=1), 1)
    np.testing.assert_allclose(rollout(A, residual=False).sum(axis=1), 1)


def test_no_layer_is_the_identity_and_causal_stays_causal():
    assert rollout(maps()[:0]).tolist() == np.eye(5).tolist()
    A = attention_weights(np.ones((3, 2, 5, 5)), np.ones((3, 2, 5, 5)), causal=True)
    assert (np.triu(rollout(A), 1) == 0).all()


def test_errors(unchecked):
    with pytest.raises(ValueError, match=r"A has shape \(3, 2, 4, 5\); expected"):
        rollout(np.zeros((3, 2, 4, 5)))
    with pytest.raises(ValueError, match="negative weight"):
        rollout(-maps())
    assert rollout(maps().astype(np.float32)).dtype == np.float32
