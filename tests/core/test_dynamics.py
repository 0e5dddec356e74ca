import math

import numpy as np
import pytest

from attn_docs.core import (
    cluster_count,
    effective_rank,
    iterate_attention,
    norms,
    rank_one_residual,
    softmax,
    stable_rank,
)


def draw(n=8, d=3, seed=0):
    return np.random.default_rng(seed).standard_normal((n, d))


def test_one_step_on_the_sphere_by_loop():
    X = draw(5)
    path = iterate_attention(X, beta=2, steps=1, step=0.3)
    x = X / np.linalg.norm(X, axis=1, keepdims=True)
    np.testing.assert_allclose(path[0], x)
    for i in range(5):
        A = softmax(2 * x @ x[i])
        z = sum(A[j] * x[j] for j in range(5))
        moved = x[i] + 0.3 * (z - (z @ x[i]) * x[i])
        np.testing.assert_allclose(path[1, i], moved / np.linalg.norm(moved))


def test_two_tokens_on_the_circle_follow_the_differential_equation():
    # Half the angle between them: φ' = −A sin φ cos φ · 2 with A the weight of the other.
    def rate(phi):
        other = 1 / (1 + math.exp(1.5 * (1 - math.cos(2 * phi))))
        return -other * math.sin(2 * phi)

    phi, dt = 1.0, 2e-3
    for _ in range(300):
        phi += dt * rate(phi)
    X = np.array([[math.cos(1), math.sin(1)], [math.cos(1), -math.sin(1)]])
    end = iterate_attention(X, beta=1.5, steps=300, step=dt)[-1]
    assert math.atan2(end[0, 1], end[0, 0]) == pytest.approx(phi, abs=1e-5)


def test_tokens_stay_on_the_sphere_and_gather():
    path = iterate_attention(draw(12), beta=1, steps=400)
    np.testing.assert_allclose(norms(path), 1)
    assert cluster_count(path[0]) > 5
    assert cluster_count(path[-1]) == 1


def test_without_residual_the_rank_collapses_and_with_it_less():
    X = draw()
    bare = iterate_attention(X, beta=0.5, steps=12, residual=False, sphere=False)
    kept = iterate_attention(X, beta=0.5, steps=12, step=0.1, sphere=False)
    assert (np.diff(rank_one_residual(bare)[:6]) < 0).all()
    assert rank_one_residual(bare[-1]) < 1e-6
    assert rank_one_residual(kept[-1]) > 0.3


def test_ranks_by_hand():
    X = np.diag([3.0, 1.0, 0.0])[:, :2]
    assert stable_rank(X) == pytest.approx(10 / 9)
    assert effective_rank(X) == pytest.approx(
        math.exp(-0.75 * math.log(0.75) - 0.25 * math.log(0.25))
    )
    assert stable_rank(np.zeros((2, 3))) == effective_rank(np.zeros((2, 3))) == 0
    # Mean (2, 0), rest (∓1, ±2): 10 of 18.
    assert rank_one_residual(np.array([[1.0, 2], [3, -2]])) == pytest.approx(math.sqrt(10 / 18))
    stack = np.stack([np.eye(3), np.ones((3, 3))])
    np.testing.assert_allclose(effective_rank(stack), [3, 1])
    np.testing.assert_allclose(stable_rank(stack), [3, 1])


def test_rotating_the_tokens_changes_no_rank_and_rotates_the_path():
    X = draw(5)
    R = np.linalg.qr(draw(3, 3, seed=1))[0]
    assert stable_rank(X @ R) == pytest.approx(stable_rank(X))
    assert effective_rank(X @ R) == pytest.approx(effective_rank(X))
    path = iterate_attention(X, beta=2, steps=5)
    np.testing.assert_allclose(iterate_attention(X @ R, beta=2, steps=5), path @ R, atol=1e-13)


def test_clusters_are_chains_of_near_tokens():
    X = np.array([[0.0], [0.9], [1.8], [5.0], [5.5], [9.0]])
    assert [cluster_count(X, tolerance=t) for t in (0.4, 0.6, 1, 3.3, 4)] == [6, 5, 3, 2, 1]


def test_errors_and_single_precision(unchecked):
    with pytest.raises(ValueError, match=r"X has shape \(2, 3\).*not 0"):
        iterate_attention(np.zeros((2, 3)), beta=1, steps=1)
    X = draw().astype(np.float32)
    assert iterate_attention(X, beta=1, steps=2).dtype == np.float32
    assert (
        effective_rank(X).dtype == stable_rank(X).dtype == rank_one_residual(X).dtype == np.float32
    )
