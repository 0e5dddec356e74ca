"""What the figures of section 4 draw."""

import numpy as np
import pytest

from attn_docs.experiments import scaling
from attn_docs.figures import registry, style


def drawn(name, lang="en"):
    with style.context():
        return registry.entry(name).figure(lang)


def heights(line):
    return np.asarray(line.get_ydata())


def words(ax):
    return {text.get_text() for text in ax.texts}


def test_the_three_variances_are_drawn_and_named():
    (ax,) = drawn("scaling/variance").axes
    r = scaling.variance_growth()
    for line, numbers in zip(ax.lines, (r.correlated, r.independent, r.scaled), strict=True):
        np.testing.assert_allclose(heights(line), numbers.mean(0))
    assert len({line.get_linestyle() for line in ax.lines}) == 3
    assert {"independent", "correlated (control)"} <= words(ax)


@pytest.mark.parametrize(("lang", "median"), [("en", "median"), ("ko", "중앙값")])
def test_median_and_mean_are_both_drawn(lang, median):
    left, right = drawn("scaling/saturation", lang).axes
    r = scaling.saturation()
    np.testing.assert_allclose(heights(left.lines[0]), r.effective_scaled.mean(0))
    np.testing.assert_allclose(heights(right.lines[1]), r.mean_unscaled)
    np.testing.assert_allclose(heights(right.lines[2]), r.median_unscaled)
    assert median in words(right)


def test_supremum_and_typical_value_are_both_drawn():
    (ax,) = drawn("scaling/curvature").axes
    assert len(ax.lines) == 4
    assert len({(line.get_color(), line.get_linestyle()) for line in ax.lines}) == 4
    assert {"unscaled, largest", "unscaled, typical"} <= words(ax)


def test_what_reaches_the_query_is_drawn_with_its_mean_and_median():
    (ax,) = drawn("scaling/query-gradient").axes
    r = scaling.saturation()
    for line, numbers in zip(ax.lines, (r.query_scaled, r.query_mean, r.query_median), strict=True):
        np.testing.assert_allclose(heights(line), numbers)
