from collections import deque

import numpy as np
import pytest

from attn_docs.core import attention, local_mask
from attn_docs.core.recurrent import RNN
from attn_docs.experiments import paradigm_cost as pc


def breadth_first(edges):
    """The same lengths by a queue, one start at a time."""
    n = len(edges)
    found = np.full((n, n), np.inf)
    for start in range(n):
        waiting = deque([(start, 0)])
        while waiting:
            node, steps = waiting.popleft()
            for other in np.flatnonzero(edges[node]):
                if np.isinf(found[start, other]):
                    found[start, other] = steps + 1
                    waiting.append((int(other), steps + 1))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_path_lengths_agree_with_breadth_first_search(seed):
    edges = np.random.default_rng(seed).random((11, 11)) < 0.12
    np.testing.assert_array_equal(pc.path_lengths(edges), breadth_first(edges))


def test_a_recurrent_path_takes_a_step_for_each_position_between():
    expected = [[1, 2, 3], [np.inf, 1, 2], [np.inf, np.inf, 1]]
    np.testing.assert_array_equal(pc.recurrent_lengths(3), expected)


def test_full_attention_joins_all_causal_the_past_window_by_hops():
    r = pc.paths()
    assert (r.attention == 1).all()
    past = np.triu(np.ones_like(r.causal, dtype=bool))
    assert (r.causal[past] == 1).all()
    assert np.isinf(r.causal[~past]).all()
    i, j = np.indices(r.window.shape)
    np.testing.assert_array_equal(r.window, np.maximum(1, np.ceil(np.abs(i - j) / pc.WINDOW)))
    assert (r.longest_recurrent, r.longest_window) == (64, 16)


def test_paths_into_the_last_position_start_at_distance_zero():
    recurrent, window, full = pc.paths().into_last
    assert (recurrent[0], recurrent[5], window[5], full[5]) == (1, 6, 2, 1)


def weights(n=5, d=3):
    rng = np.random.default_rng(0)
    return rng.standard_normal((n, d)), rng.standard_normal((4, d, d))


def test_counted_attention_is_attention():
    X, W = weights()
    expected = attention(X @ W[0], X @ W[1], X @ W[2]) @ W[3]
    np.testing.assert_allclose(pc.counted_attention(X, W, pc.Tally()), expected)


def test_counted_window_is_attention_under_a_local_mask():
    X, W = weights(n=7)
    mask = local_mask(7, window=2)
    expected = attention(X @ W[0], X @ W[1], X @ W[2], mask=mask) @ W[3]
    np.testing.assert_allclose(pc.counted_window(X, W, 2, pc.Tally()), expected)


def test_counted_recurrence_is_the_plain_network():
    X, W = weights()
    expected = RNN(W[1], W[0], np.zeros(3)).states(X)
    np.testing.assert_allclose(pc.counted_recurrent(X, W[0], W[1], pc.Tally()), expected)


def test_counts_by_hand_for_five_tokens_of_width_three():
    X, W = weights(n=5, d=3)
    tally = pc.Tally()
    pc.counted_attention(X, W, tally)
    # Four projections of 2·5·3·3, two products of 2·5·5·3, softmax of 5·5·5.
    assert tally.operations == 4 * 90 + 2 * 150 + 125
    # Q, K, V, Z, output of 5×3; scores and weights of 5×5.
    assert (tally.kept, tally.steps) == (5 * 15 + 2 * 25, 7)
    tally = pc.Tally()
    pc.counted_recurrent(X, W[0], W[1], tally)
    # Each of five steps: two products of 2·3·3, an addition and a tanh for three units.
    assert (tally.operations, tally.kept, tally.steps) == (5 * (36 + 6), 15, 5)


def test_attention_is_quadratic_and_the_others_linear():
    r = pc.cost()
    n, d = r.n.astype(float), r.width
    np.testing.assert_array_equal(r.operations_attention, 8 * n * d**2 + 4 * n**2 * d + 5 * n**2)
    np.testing.assert_array_equal(r.kept_attention, 5 * n * d + 2 * n**2)
    for counts in (r.operations_recurrent, r.operations_window, r.kept_recurrent, r.kept_window):
        assert r.exponent(r.n, counts) == pytest.approx(1)
