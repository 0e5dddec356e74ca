import numpy as np
import pytest

from attn_docs.core import pca, silhouette, silhouette_values, tsne


def blobs(n=8, d=5, apart=6.0, groups=3):
    rng = np.random.default_rng(0)
    centres = apart * np.eye(d)[:groups]
    labels = np.repeat(np.arange(groups), n)
    return centres[labels] + rng.standard_normal((groups * n, d)), labels


def test_pca_against_the_covariance():
    X, _ = blobs()
    view = pca(X, 3)
    values, vectors = np.linalg.eigh(np.cov(X.T))
    np.testing.assert_allclose(view.explained, values[::-1][:3] / values.sum())
    for i in range(3):
        assert abs(view.components[i] @ vectors[:, -1 - i]) == pytest.approx(1)
    np.testing.assert_allclose(view.coordinates, (X - view.mean) @ view.components.T)
    np.testing.assert_allclose(pca(X, 5).coordinates @ pca(X, 5).components + view.mean, X)


def test_pca_signs_are_fixed():
    X, _ = blobs()
    for Y in (X, -X, X[::-1]):
        C = pca(Y, 3).components
        assert (C[np.arange(3), np.abs(C).argmax(axis=1)] > 0).all()
    np.testing.assert_allclose(pca(-X).components, pca(X).components)
    # Of two equally large components the first decides.
    np.testing.assert_allclose(
        pca(np.array([[1.0, -1], [-1, 1]]), 1).components, [[0.5**0.5, -(0.5**0.5)]]
    )


def test_silhouette_by_loop():
    X, labels = blobs(n=4, apart=2)
    labels[0] = 7  # a group of one
    values = silhouette_values(X, labels)
    for i in range(len(X)):
        means = {}
        for g in set(labels.tolist()):
            others = [j for j in range(len(X)) if labels[j] == g and j != i]
            if others:
                means[g] = np.mean([np.linalg.norm(X[i] - X[j]) for j in others])
        a = means.pop(int(labels[i]), None)
        b = min(means.values())
        assert values[i] == pytest.approx(0 if a is None else (b - a) / max(a, b), abs=1e-9)
    assert silhouette(X, labels) == pytest.approx(values.mean())


def test_silhouette_separates_groups_from_shuffled_labels():
    X, labels = blobs(apart=9)
    assert silhouette(X, labels) > 0.5
    assert silhouette(X, np.random.default_rng(1).permutation(labels)) < 0.05


def test_tsne_keeps_groups_together_and_repeats_itself():
    X, labels = blobs()
    Y = tsne(X, perplexity=6, steps=250)
    assert Y.shape == (24, 2)
    assert silhouette(Y, labels) > 0.6
    np.testing.assert_array_equal(Y, tsne(X, perplexity=6, steps=250))


def test_errors_and_single_precision(unchecked):
    with pytest.raises(ValueError, match="k is 3; expected 1 to 2"):
        pca(np.zeros((5, 2)), 3)
    with pytest.raises(ValueError, match=r"labels has shape \(4,\); expected \(5,\)"):
        silhouette(np.zeros((5, 2)), np.zeros(4, int))
    with pytest.raises(ValueError, match="one group"):
        silhouette(np.zeros((5, 2)), np.zeros(5, int))
    with pytest.raises(ValueError, match=r"X has shape \(5, 2\); expected \(n, d\) with n > 9"):
        tsne(np.zeros((5, 2)), perplexity=9)
    X = blobs()[0].astype(np.float32)
    assert pca(X).coordinates.dtype == tsne(X, steps=2).dtype == np.float32
