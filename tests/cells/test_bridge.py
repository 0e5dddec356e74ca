"""What the worker calls."""

from dataclasses import dataclass

import numpy as np
import pytest

from attn_docs.cells import bridge
from attn_docs.cells.complete import complete


@dataclass
class Result:
    A: np.ndarray
    top: int
    name: str


def test_plain_values_travel_with_typed_arrays():
    value = bridge.plain({"r": Result(np.arange(6.0).reshape(2, 3), 5, "x"), "l": (1, None, True)})
    assert value["r"]["A"]["shape"] == [2, 3]
    assert value["r"]["A"]["data"].tolist() == [0, 1, 2, 3, 4, 5]
    assert (value["r"]["top"], value["r"]["name"], value["l"]) == (5, "x", [1, None, True])


@pytest.mark.parametrize(
    ("array", "kind"),
    [
        (np.array([True, False]), np.uint8),
        (np.array([1, 2], dtype=np.int64), np.int32),
        (np.array([2**40]), np.float64),
        (np.array([0.5], dtype=np.float32), np.float32),
        (np.array([0.5]), np.float64),
        (np.zeros((0, 3), dtype=np.int64), np.int32),
        (np.arange(6.0).reshape(2, 3).T, np.float64),
    ],
)
def test_every_array_becomes_one_that_javascript_has(array, kind):
    flat = bridge.plain(array)["data"]
    assert flat.dtype == kind
    assert flat.flags.c_contiguous
    assert flat.tolist() == array.ravel().tolist()


def test_calls_reach_the_package_and_nothing_else():
    assert bridge.call("attn_docs.core.softmax", [np.zeros(2)])["data"].tolist() == [0.5, 0.5]
    with pytest.raises(ValueError, match="only functions of attn_docs"):
        bridge.call("os.system", ["true"])
    with pytest.raises(TypeError, match="cannot travel"):
        bridge.plain(object())


@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("import numpy", []),
        ("import matplotlib.pyplot as plt", ["matplotlib"]),
        ("from attn_docs import figures", ["matplotlib"]),
        ("from attn_docs.figures.style import axes", ["matplotlib"]),
        ("import matplotlibrary", []),
    ],
)
def test_packages_are_named_by_what_is_imported(code, needed):
    assert bridge.packages(code) == needed


def test_completion_knows_the_namespace():
    space = {"np": np, "weights": 1, "_hidden": 2}
    assert complete(space, "wei", 3) == {
        "from": 0,
        "options": [{"label": "weights", "type": "variable"}],
    }
    found = complete(space, "x = np.linalg.ei", 16)
    assert found["from"] == 14
    assert {"label": "eigvalsh", "type": "function"} in found["options"]
    assert complete(space, "nothing.x", 9)["options"] == []
    assert "_hidden" not in {o["label"] for o in complete(space, "", 0)["options"]}


def test_completion_calls_nothing():
    class Trap:
        @property
        def loud(self):
            raise AssertionError("completion ran a property")

    labels = {o["label"] for o in complete({"t": Trap()}, "t.", 2)["options"]}
    assert "loud" in labels
