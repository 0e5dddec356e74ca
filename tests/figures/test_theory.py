from typing import Any

import numpy as np
from matplotlib.figure import Figure

from attn_docs.experiments import theory
from attn_docs.figures import registry, style


def x_of(line: Any) -> np.ndarray:
    return np.asarray(line.get_xdata(), float)


def y_of(line: Any) -> np.ndarray:
    return np.asarray(line.get_ydata(), float)


def drawn(name: str) -> Figure:
    with style.context():
        return registry.entry(f"theory/{name}").figure("en")


def test_the_shared_spectrum_stays_above_the_line_at_zero():
    left, right = drawn("gram").axes
    zero, separate, shared = left.lines
    assert set(y_of(zero)) == {0}
    assert min(y_of(shared)) > 0 > min(y_of(separate))
    assert set(y_of(right.lines[2])) == {0}


def test_taylor_errors_are_drawn_as_measured_down_to_rounding():
    r, (ax,) = theory.features(), drawn("taylor").axes
    assert ax.get_yscale() == "log"
    for line, error in zip(ax.lines, r.taylor, strict=True):
        np.testing.assert_allclose(y_of(line), np.maximum(error, 1e-15))


def test_the_guide_of_the_random_features_has_slope_minus_one_half():
    *means, guide = drawn("random-features").axes[0].lines
    x, y = np.log(x_of(guide)), np.log(y_of(guide))
    np.testing.assert_allclose(np.diff(y) / np.diff(x), -0.5)
    np.testing.assert_allclose(y_of(means[2]), theory.features().random[0].mean(0))


def test_the_relation_has_its_three_peaks_eight_hours_apart():
    left, right = drawn("bilinear").axes
    x, y = x_of(left.lines[1]), y_of(left.lines[1])
    peaks = x[np.isclose(y, 1)]
    np.testing.assert_allclose(peaks, [-8, 0, 8], atol=1e-9)
    np.testing.assert_allclose(y_of(right.lines[0]), theory.encoders().score)


def test_the_order_is_drawn_for_the_trained_items_only():
    left, right = drawn("preorder").axes
    assert x_of(left.lines[0]).size == 15
    labels = [label.get_text() for label in right.get_yticklabels()]
    assert labels == ["trained pairs", "held-out pairs", "best of six", "two strangers", "control"]


def test_layers_without_places_lie_at_rounding():
    lines = drawn("equivariance").axes[0].lines
    assert len(lines) == 5
    assert max(x_of(line).max() for line in lines[:2]) < 1e-12
    assert min(x_of(line).min() for line in lines[2:]) > 1e-2


def test_every_relation_has_its_panel_and_every_layer_its_row():
    r = theory.messages()
    for task, ax in enumerate(drawn("message-passing").axes):
        for layer, line in enumerate(ax.lines):
            np.testing.assert_allclose(x_of(line), r.explained[layer, task])
            assert set(y_of(line)) == {layer}
