"""What the figures of section 6 draw."""

import numpy as np
import pytest
from matplotlib.patches import Polygon, Rectangle

from attn_docs.experiments import weighted_sum
from attn_docs.experiments.weighted_sum_hull import hull_misfit
from attn_docs.figures import registry, style


def drawn(name, lang="en"):
    with style.context():
        return registry.entry(f"weighted-sum/{name}").figure(lang)


def words(ax):
    return {text.get_text() for text in ax.texts}


def test_every_blend_drawn_is_in_the_polygon_drawn_with_it():
    left, right = drawn("hull").axes
    (polygon,) = [patch for patch in left.patches if isinstance(patch, Polygon)]
    corners = np.asarray(polygon.get_xy())[:-1]
    drawn_points = np.concatenate([line.get_xydata() for line in left.lines])
    assert max(hull_misfit(point, corners) for point in drawn_points) < 1e-6
    assert len(right.patches) >= 2
    assert {"near “river”", "near “money”"} <= words(right)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_each_token_has_a_line_and_none_crosses_the_panel(lang):
    axes = drawn("circle", lang).axes
    assert len(axes) == 3
    for ax in axes:
        assert len(ax.lines) == 32
        steps = [np.nanmax(np.abs(np.diff(np.asarray(line.get_ydata())))) for line in ax.lines]
        assert max(steps) < np.pi


def test_numbers_over_time_and_over_sharpness():
    left, right = drawn("numbers").axes
    r = weighted_sum.clusters()
    for line, at in zip(left.lines, (5, 2, 0), strict=False):
        np.testing.assert_allclose(np.asarray(line.get_ydata()), r.circle[at].mean(0))
    np.testing.assert_allclose(
        np.asarray(right.lines[0].get_ydata()), r.formed_by_beta(sphere=True)
    )
    np.testing.assert_allclose(np.asarray(right.lines[1].get_ydata()), r.formed_by_beta())
    assert "circle" in words(right)


def test_all_tokens_of_the_sphere_are_drawn_in_front_or_behind():
    for ax in drawn("sphere").axes:
        assert sum(len(np.asarray(line.get_xdata())) for line in ax.lines) == 32


def test_depth_is_drawn_for_four_kinds_and_the_lost_ones_end_where_rounding_begins():
    (ax,) = drawn("rank").axes
    both, residual, alone, mlp, _ = ax.lines
    r = weighted_sum.rank_collapse()
    np.testing.assert_allclose(np.asarray(residual.get_ydata()), r.typical["residual"])
    assert len(np.asarray(both.get_ydata())) == r.depth + 1
    assert (
        len(np.asarray(alone.get_ydata())) == len(np.asarray(mlp.get_ydata())) == r.lost_after + 1
    )
    assert {"attention alone", "with residual"} <= words(ax)


def test_rectangles_have_the_shapes_that_they_name():
    upper, lower = drawn("shapes").axes
    r = weighted_sum.shapes()
    boxes = [p for ax in (upper, lower) for p in ax.patches if isinstance(p, Rectangle)]
    widths = [int(box.get_width()) for box in boxes]
    d_v, d = int(r.d_v[1]), r.d
    assert widths == [12, d_v, d_v, d, d_v, d, d]
    assert f"{d_v} × {d}" in words(lower)
