import numpy as np
import pytest
from matplotlib.text import Annotation

from attn_docs.experiments import projections
from attn_docs.figures import registry, style


def heights(line) -> np.ndarray:
    return np.asarray(line.get_ydata())


def drawn(name: str):
    with style.context():
        return registry.entry(f"projections/{name}").figure("en")


def test_the_images_show_every_token_in_the_same_frame_and_ring_the_same_one():
    r = projections.images()
    for ax, view in zip(drawn("images").axes, (r.drawn, r.Q, r.K, r.V), strict=True):
        *kinds, ring = ax.collections
        points = np.concatenate([part.get_offsets() for part in kinds])
        np.testing.assert_allclose(np.sort(points, axis=0), np.sort(view, axis=0))
        np.testing.assert_allclose(np.asarray(ring.get_offsets()), view[[r.followed]])
        assert ax.get_xlim() == ax.get_ylim() == (-2, 2)


def test_the_rank_of_the_scores_is_drawn_as_the_identity():
    left, right = drawn("rank").axes
    np.testing.assert_array_equal(heights(left.lines[0]), np.arange(1, 17))
    assert heights(left.lines[1])[-1] == 40
    assert heights(right.lines[0])[4] == pytest.approx(1e-16, rel=10)


def test_the_maps_are_wanted_separate_shared_tied_with_their_shares_below():
    r = projections.relations()
    axes = drawn("relations").axes
    assert len(axes) == 12
    assert [ax.get_title() for ax in axes[:4]] == [
        "wanted",
        "separate",
        "$W_Q = W_K$",
        "all tied",
    ]
    assert axes[2].get_xlabel() == f"{r.shared_ring:.0%}"
    assert axes[10].get_xlabel() == f"{r.shared_class:.0%}"


def test_the_curves_are_means_over_seeds():
    r = projections.alignment()
    left, right = drawn("alignment").axes
    np.testing.assert_allclose(heights(left.lines[-1]), r.matching.mean(0))
    np.testing.assert_allclose(heights(left.lines[-2]), r.other.mean(0))
    np.testing.assert_allclose(heights(right.lines[-1]), r.loss.mean(0))


def test_arrows_end_at_the_queries_and_carry_their_verbs():
    r = projections.geometry()
    before, after = drawn("geometry").axes
    for moment, ax in enumerate((before, after)):
        tips = [text.xy for text in ax.texts if isinstance(text, Annotation)]
        np.testing.assert_allclose(tips, r.queries[moment])
    words = [text.get_text() for text in after.texts if text.get_text()]
    assert words == ["eat", "drive", "read", "wear"]
