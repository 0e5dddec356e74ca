"""What the figures of section 5 draw."""

import numpy as np
import pytest
from matplotlib.collections import PathCollection
from matplotlib.patches import FancyArrowPatch

from attn_docs.experiments import softmax, softmax_graph
from attn_docs.figures import registry, style
from attn_docs.figures.softmax import CORNERS


def drawn(name, lang="en"):
    with style.context():
        return registry.entry(name).figure(lang)


def words(ax):
    return {text.get_text() for text in ax.texts}


def has_line(ax, x, y):
    return any(
        line.get_xdata().shape == x.shape and np.allclose(line.get_xydata(), np.stack([x, y], 1))
        for line in ax.lines
    )


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_triangles_show_both_paths(lang):
    left, right = drawn("softmax/triangle", lang).axes
    r = softmax.triangle()
    for ax, paths in ((left, (r.apart, r.apart_sparse)), (right, (r.tied, r.tied_sparse))):
        for path in paths:
            assert has_line(ax, *(path @ CORNERS).T)
    assert {"1", "2", "8", "16"} <= words(left)
    # The tie ends in the middle between key 1 and key 2.
    np.testing.assert_allclose(r.tied[-1] @ CORNERS, CORNERS[:2].mean(0), atol=1e-6)


def test_competition_is_drawn_with_its_control_and_three_endings():
    left, right = drawn("softmax/entropy").axes
    r = softmax.competition()
    for curve in (r.number, r.gated):
        assert has_line(left, r.beta[1:], curve[:, 1:].mean(0))
    for row in (r.clear, r.close, r.tied):
        assert has_line(right, r.beta[1:], row[1:])
    assert {"softmax", "gates"} <= words(left)
    assert len({line.get_linestyle() for line in right.lines[:3]}) == 3


@pytest.mark.parametrize(("lang", "word"), [("en", "loan"), ("ko", "대출")])
def test_each_graph_has_an_arrow_for_each_pair_and_a_disc_for_each_word(lang, word):
    axes = drawn("softmax/graph", lang).axes
    r = softmax_graph.graphs()
    for ax, A, stationary in (
        (axes[2], r.first, r.stationary_first),
        (axes[3], r.second, r.stationary_second),
    ):
        arrows = [p for p in ax.patches if isinstance(p, FancyArrowPatch)]
        widths = [a.get_linewidth() for a in arrows]
        off = A[~np.eye(len(A), dtype=bool)]
        np.testing.assert_array_equal(np.argsort(widths), np.argsort(off))
        (discs,) = ax.collections
        assert isinstance(discs, PathCollection)
        np.testing.assert_allclose(discs.get_sizes() / discs.get_sizes().sum(), stationary)
    assert word in words(axes[3])
    assert word not in words(axes[2])


def test_the_walk_is_drawn_with_and_without_a_mask():
    (ax,) = drawn("softmax/walk").axes
    r = softmax_graph.walk()
    assert has_line(ax, r.step + 1, r.causal.mean(0))
    assert has_line(ax, r.step + 1, r.free.mean(0))
