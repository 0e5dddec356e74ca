import pytest

from attn_docs.figures.registry import Text, entry, figure


def text(**labels) -> Text:
    return Text(title="t", alt="a {r:.1f}", caption="c", **labels)


def test_labels_must_agree_between_the_languages():
    with pytest.raises(ValueError, match="one language only: x"):
        figure("scaling/none", of=lambda: 1, en=text(x="x"), ko=text())


def test_a_missing_label_is_named():
    with pytest.raises(AttributeError, match="no label 'y'"):
        _ = text(x="x").y


def test_numbers_of_the_result_are_put_into_the_words_but_not_into_labels():
    filled = text(x="$d_{k}$").filled(0.25)
    assert filled.alt == "a 0.2"
    assert filled.x == "$d_{k}$"


def test_an_unknown_figure_lists_the_known_ones():
    with pytest.raises(LookupError, match=r"no figure 'scaling/nothing'.*scaling/variance"):
        entry("scaling/nothing")
    with pytest.raises(LookupError, match="no figure 'nowhere/x'"):
        entry("nowhere/x")
