import numpy as np

from attn_docs.experiments import multi_head
from attn_docs.figures import registry, style


def drawn(name: str):
    with style.context():
        return registry.entry(f"multi-head/{name}").figure("en")


def heights(line) -> np.ndarray:
    return np.asarray(line.get_ydata())


def words(ax) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_the_tables_show_the_mean_moves_of_heads_by_slices():
    r = multi_head.slices()
    projecting, slicing = drawn("slices").axes
    assert words(projecting) == [f"{move:.0%}" for move in r.projecting.mean(0).ravel()]
    assert words(slicing) == [f"{100 * (i == j)}%" for i in range(3) for j in range(3)]


def test_the_last_two_of_five_matrices_look_alike_and_the_first_three_do_not():
    r = multi_head.shares()
    axes = drawn("shares").axes
    steps = [np.asarray(ax.collections[0].get_array()).reshape(r.output.shape) for ax in axes]
    assert [ax.get_title() for ax in axes[:3]] == ["head 1", "head 2", "head 3"]
    np.testing.assert_array_equal(steps[3], steps[4])
    assert not np.array_equal(steps[0], steps[1])


def test_errors_by_step_and_by_heads_are_means_over_seeds():
    r = multi_head.lookups()
    left, right = drawn("lookup").axes
    np.testing.assert_allclose(heights(left.lines[0]), r.curve_one.mean(0))
    np.testing.assert_allclose(heights(left.lines[1]), r.curve_two.mean(0))
    np.testing.assert_allclose(heights(right.lines[0]), r.error.mean(0))
    assert [label.get_text() for label in right.get_xticklabels()] == ["1", "2", "4", "8", "16"]
    for ax in (left, right):
        assert any(np.allclose(heights(line), 0.5) for line in ax.lines)


def test_every_query_marks_the_tokens_of_both_slots_in_every_map():
    r = multi_head.lookups()
    axes = drawn("weights").axes
    assert len(axes) == 3
    for ax in axes:
        for slot in (0, 1):
            own = [t.get_position() for t in ax.texts if t.get_text() == str(slot + 1)]
            assert own == [(token, row) for row, token in enumerate(r.pairs[:, slot])]
