import numpy as np
import pytest

from attn_docs.figures import palette, style
from attn_docs.figures.svg import to_svg, unknown_colours
from attn_docs.figures.table import to_csv


def drawn(colour: str) -> str:
    with style.context():
        fig, ax = style.axes()
        ax.plot([0, 1], [0, 1], color=colour)
        return to_svg(fig, name="fig-a", title="T < 1", description="D & d")


def test_role_colours_become_custom_properties():
    svg = drawn(palette.QUERY)
    assert f"var(--attn-query, {palette.QUERY})" in svg
    assert unknown_colours(svg) == set()


def test_no_style_sheet_reaches_the_page_around():
    assert "<style" not in drawn(palette.KEY)
    assert "stroke-linejoin: round" in drawn(palette.KEY)


def test_any_other_colour_is_found():
    assert unknown_colours(drawn("#123456")) == {"#123456"}


def test_title_and_description_are_text_not_markup():
    svg = drawn(palette.KEY)
    assert "T &lt; 1" in svg
    assert "D &amp; d" in svg


def test_uses_have_no_plain_href_to_which_the_theme_would_assign():
    svg = drawn(palette.KEY)
    assert "<use " in svg
    assert " href=" not in svg


def test_small_scales_keep_their_digits():
    assert "scale(0.015625)" in drawn(palette.KEY)


def test_the_cells_of_a_heatmap_share_one_path_a_colour():
    with style.context():
        fig, ax = style.axes()
        style.heatmap(ax, np.eye(7))
        svg = to_svg(fig, name="fig-a", title="t", description="d")
    for colour in (palette.SEQUENTIAL[0], palette.SEQUENTIAL[15]):
        assert svg.count(f"{colour})") == 1


def test_a_heatmap_takes_the_map_s_ends_for_the_extreme_cells():
    with style.context():
        fig, ax = style.axes()
        style.heatmap(ax, np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 0.2]]))
        colours = ax.collections[0].get_array()
    np.testing.assert_array_equal(np.asarray(colours).ravel()[:2], [0, 15])
    assert fig.axes == [ax]


def test_a_signed_heatmap_is_centred_on_zero():
    with style.context():
        _, ax = style.axes()
        style.heatmap(ax, np.array([[-2.0, 0.0, 1.0]]), signed=True, annotate=".1f")
        colours = ax.collections[0].get_array()
        words = [t.get_text() for t in ax.texts]
    np.testing.assert_array_equal(np.asarray(colours).ravel(), [0, 8, 12])
    assert words == ["-2.0", "0.0", "1.0"]


def test_a_heatmap_wants_a_matrix():
    with style.context(), pytest.raises(ValueError, match=r"got shape \(3,\)"):
        style.heatmap(style.axes()[1], np.zeros(3))


def test_csv_is_long_form_with_one_line_a_number():
    assert to_csv({"a": np.array([[1.5, 2.0]]), "b": 3.0}) == (
        "field,i,j,value\na,0,0,1.5\na,0,1,2\nb,,,3\n"
    )
