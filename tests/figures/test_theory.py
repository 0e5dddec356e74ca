import numpy as np

from attn_docs.experiments import theory
from attn_docs.figures import registry, style


def drawn(name: str):
    with style.context():
        return registry.entry(f"theory/{name}").figure("en")


def test_the_shared_spectrum_stays_above_the_line_at_zero():
    left, right = drawn("gram").axes
    zero, separate, shared = left.lines
    assert set(zero.get_ydata()) == {0}
    assert min(shared.get_ydata()) > 0 > min(separate.get_ydata())
    assert set(right.lines[2].get_ydata()) == {0}


def test_taylor_errors_are_drawn_as_measured_down_to_rounding():
    r, (ax,) = theory.features(), drawn("taylor").axes
    assert ax.get_yscale() == "log"
    for line, error in zip(ax.lines, r.taylor, strict=True):
        np.testing.assert_allclose(line.get_ydata(), np.maximum(error, 1e-15))


def test_the_guide_of_the_random_features_has_slope_minus_one_half():
    *means, guide = drawn("random-features").axes[0].lines
    x, y = np.log(guide.get_xdata()), np.log(guide.get_ydata())
    np.testing.assert_allclose(np.diff(y) / np.diff(x), -0.5)
    np.testing.assert_allclose(means[2].get_ydata(), theory.features().random[0].mean(0))


def test_the_relation_has_its_three_peaks_eight_hours_apart():
    left, right = drawn("bilinear").axes
    x, y = left.lines[1].get_data()
    peaks = x[np.isclose(y, 1)]
    np.testing.assert_allclose(peaks, [-8, 0, 8], atol=1e-9)
    np.testing.assert_allclose(right.lines[0].get_ydata(), theory.encoders().score)


def test_the_order_is_drawn_for_the_trained_items_only():
    left, right = drawn("preorder").axes
    assert left.lines[0].get_xdata().size == 15
    labels = [label.get_text() for label in right.get_yticklabels()]
    assert labels == ["trained pairs", "held-out pairs", "best of six", "two strangers", "control"]


def test_layers_without_places_lie_at_rounding():
    lines = drawn("equivariance").axes[0].lines
    assert len(lines) == 5
    assert max(line.get_xdata().max() for line in lines[:2]) < 1e-12
    assert min(line.get_xdata().min() for line in lines[2:]) > 1e-2


def test_every_relation_has_its_panel_and_every_layer_its_row():
    r = theory.messages()
    for task, ax in enumerate(drawn("message-passing").axes):
        for layer, line in enumerate(ax.lines):
            np.testing.assert_allclose(line.get_xdata(), r.explained[layer, task])
            assert set(line.get_ydata()) == {layer}
