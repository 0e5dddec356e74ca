"""What the figures of section 3 draw."""

import numpy as np
import pytest

from attn_docs.experiments import dot_product
from attn_docs.figures import registry, style


def drawn(name, lang="en"):
    with style.context():
        return registry.entry(name).figure(lang)


def heights(line):
    return np.asarray(line.get_ydata())


def words(ax):
    return {text.get_text() for text in ax.texts}


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_all_scores_cross_zero_at_a_right_angle(lang):
    (ax,) = drawn("dot-product/angle", lang).axes
    curves = [line for line in ax.lines if heights(line).size > 2]
    assert len(curves) == 3
    for line in curves:
        x, y = np.asarray(line.get_xdata()), heights(line)
        assert np.all(y[x < 90] > 0)
        assert np.all(y[x > 90] < 0)
    assert len({line.get_linestyle() for line in curves}) == 3
    assert any("= 0.5" in w for w in words(ax))


def test_each_dimension_is_named_at_its_curve():
    left, right = drawn("dot-product/orthogonality").axes
    assert {"$d=2$", "$d=8$", "$d=64$", "$d=512$"} <= words(left)
    r = dot_product.orthogonality()
    measured = right.lines[1]
    np.testing.assert_allclose(heights(measured), r.spread.mean(0))
    np.testing.assert_allclose(heights(right.lines[0]), r.d**-0.5)


def test_the_log_ratio_lies_on_the_drawn_line():
    left, right = drawn("dot-product/distance").axes
    line, points = right.lines
    x, y = np.asarray(line.get_xdata()), heights(line)
    expected = np.interp(np.asarray(points.get_xdata()), x, y)
    np.testing.assert_allclose(heights(points), expected, atol=1e-9)
    assert {"dot product", "distance"} <= words(left)
