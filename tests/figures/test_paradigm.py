import numpy as np
import pytest

from attn_docs.experiments import paradigm
from attn_docs.figures import palette, registry, style


def drawn(name, lang="en"):
    with style.context():
        return registry.entry(f"paradigm/{name}").figure(lang)


def lines(ax, colour):
    return [line for line in ax.get_lines() if line.get_color() == colour]


def xs(line):
    return np.asarray(line.get_xdata(), dtype=float)


def ys(line):
    return np.asarray(line.get_ydata(), dtype=float)


def test_influence_draws_four_gains_four_biases_and_attention_in_both_panels():
    left, right = drawn("influence").axes
    for ax, colour in ((left, palette.QUERY), (right, palette.VALUE)):
        assert len(lines(ax, colour)) == 4
        assert len({line.get_linestyle() for line in lines(ax, colour)}) == 4
        (attention,) = lines(ax, palette.OUTPUT)
        assert np.ptp(np.log(ys(attention))) < 0.5
    assert min(ys(line)[-1] for line in lines(left, palette.QUERY)) < 1e-10


@pytest.mark.parametrize(("lang", "word"), [("en", "gain 1.5"), ("ko", "이득 1.5")])
def test_each_gain_is_labelled_where_its_line_ends(lang, word):
    (found,) = [t for t in drawn("influence", lang).axes[0].texts if t.get_text() == word]
    line = paradigm.influence().line("rnn", 1.5)
    assert found.get_position()[1] == pytest.approx(line[-1] / line[:3].mean())


def test_dilution_draws_every_distance_and_the_law():
    left, right = drawn("dilution").axes
    assert [len(xs(line)) for line in left.get_lines()] == [15, 63, 255]
    (law,) = lines(right, palette.MUTED)
    np.testing.assert_allclose(np.diff(np.log(ys(law))), -np.log(2))


def test_recall_draws_the_prediction_on_the_measured_line():
    top, bottom = drawn("recall").axes
    r = paradigm.associative_recall()
    (crosses,) = lines(top, palette.INK)
    np.testing.assert_array_equal(ys(crosses), np.sqrt((r.n - 1) / r.width))
    (outer,) = lines(top, palette.QUERY)
    np.testing.assert_allclose(ys(outer), ys(crosses), rtol=0.05)
    for ax in (top, bottom):
        (full,) = lines(ax, palette.MUTED)
        assert set(xs(full)) == {r.width}


def test_paths_end_at_the_longest_path_of_each_graph():
    (ax,) = drawn("paths").axes
    assert [ys(line)[-1] for line in ax.get_lines()] == [64, 16, 1]


def test_cost_draws_what_was_counted():
    r = paradigm.cost()
    for ax, kind in zip(drawn("cost").axes, ("operations", "kept"), strict=True):
        for colour, name in (
            (palette.OUTPUT, "attention"),
            (palette.KEY, "window"),
            (palette.QUERY, "recurrent"),
        ):
            (line,) = lines(ax, colour)
            np.testing.assert_array_equal(ys(line), getattr(r, f"{kind}_{name}"))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_alt_texts_quote_the_main_number(lang):
    assert (
        f"{paradigm.influence().critical_gain:.2f}"
        in registry.render("paradigm/influence", lang).alt
    )
    assert f"{paradigm.dilution().exponent:.2f}" in registry.render("paradigm/dilution", lang).alt
