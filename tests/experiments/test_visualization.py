import numpy as np

from attn_docs.core import MultiHead
from attn_docs.experiments import visualization as v


def small_network(seed):
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((2, 4, 6, 6)) / 2
    return [MultiHead(*w, h=3) for w in W], rng.standard_normal((5, 6))


def test_rank_correlation_by_hand():
    assert v.rank_correlation(np.array([1.0, 5.0, 2.0]), np.array([10.0, 30.0, 20.0])) == 1
    assert v.rank_correlation(np.array([1.0, 5.0, 2.0]), np.array([3.0, 1.0, 2.0])) == -1


def test_deletions_agree_with_deleting_one_after_the_other():
    layers, X = small_network(1)
    full = v.run_network(layers, X)[0]
    expected = np.zeros((5, 5))
    for j in range(5):
        without = X.copy()
        without[j] = 0
        for i in range(5):
            expected[i, j] = np.linalg.norm(v.run_network(layers, without)[0][i] - full[i])
    np.testing.assert_allclose(v.deletions(layers, X), expected, atol=1e-12)
    assert np.triu(expected, 1).max() == 0  # causal: nobody feels a later token


def test_a_large_weight_may_deliver_little():
    r = v.heads()
    np.testing.assert_allclose(r.weights.sum(-1), 1)
    assert r.rest_weight > 0.9
    assert r.rest_effect < 0.3


def test_rollout_beats_the_last_layer_but_much_of_it_is_position():
    medians = v.flow().medians
    assert medians["rollout"] > medians["product"] > medians["last"] + 0.2
    assert medians["shuffled"] > 0.3


def test_tsne_loses_distance_and_width_where_pca_keeps_them():
    r = v.views()
    assert abs(r.ratio_pca / r.ratio_true - 1) < 0.1
    assert r.ratio_tsne < r.ratio_true / 2
    assert r.size_true < 0.5 < r.size_tsne
