import builtins
import importlib.util
import subprocess
import sys
from typing import Any, cast

import jaxtyping
import numpy as np
import pytest

from attn_docs.core import attention, scores, softmax
from attn_docs.core.shapes import ShapeError, positive, real, reals

HIDDEN = """
import sys
sys.modules["jaxtyping"] = None
import numpy as np
import attn_docs.core as core
assert all(callable(getattr(core, name)) for name in core.__all__)
assert core.attention(np.eye(2), np.eye(2), [[1], [2]]).shape == (2, 1)
assert "beartype" not in sys.modules
print("ran")
"""


def test_the_package_runs_without_jaxtyping_as_in_the_browser():
    done = subprocess.run([sys.executable, "-c", HIDDEN], capture_output=True, text=True)
    assert done.stdout == "ran\n", done.stderr


def test_annotations_are_checked_in_these_tests():
    with pytest.raises(jaxtyping.TypeCheckError):
        scores(np.zeros((2, 3)), np.zeros((5, 4)))


@pytest.mark.parametrize(
    ("dtypes", "expected"),
    [
        ((np.float32, np.float32), np.float32),
        ((np.float32, np.float64), np.float64),
        ((np.int64, np.int32), np.float64),
        ((np.float32, np.int8), np.float64),
        ((np.float16, np.float16), np.float64),
    ],
)
def test_one_rule_for_number_types(dtypes, expected):
    Q, K = reals(Q=np.ones(2, dtypes[0]), K=np.ones(3, dtypes[1]))
    assert Q.dtype == K.dtype == expected


@pytest.mark.parametrize("bad", [np.array([True]), np.array([1j]), np.array(["a"]), np.array([{}])])
def test_what_is_not_a_real_number_is_refused(bad):
    with pytest.raises(TypeError, match=r"V has shape \(1,\) and dtype .*expected real numbers"):
        real("V", bad)


def test_nan_and_infinities_are_refused_by_name():
    with pytest.raises(ValueError, match=r"X has shape \(2,\) and holds NaN"):
        real("X", np.array([0.0, np.nan]))
    with pytest.raises(ValueError, match=r"X has shape \(2,\) and holds inf"):
        real("X", np.array([0.0, -np.inf]))
    with pytest.raises(ValueError, match="expected finite numbers or −inf"):
        real("S", np.array([0.0, np.inf]), minus_inf=True)
    assert real("S", np.array([0.0, -np.inf]), minus_inf=True)[1] == -np.inf


@pytest.mark.parametrize("bad", [0, -1.0, np.nan, np.inf])
def test_positive_names_the_option(bad):
    with pytest.raises(ValueError, match=r"temperature is .* above 0"):
        positive("temperature", bad)


Z = np.zeros


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: scores(Z((2, 3)), Z((5, 4))), r"K has shape \(5, 4\); expected \(\.\.\., m, 3\)"),
        (lambda: scores(Z(3), Z((5, 3))), r"Q has shape \(3,\); expected at least 2 axes"),
        (lambda: scores(Z((2, 0)), Z((5, 0))), r"Q has shape \(2, 0\).*d_k > 0"),
        (
            lambda: attention(Z((2, 3)), Z((5, 3)), Z((4, 7))),
            r"V has shape \(4, 7\); expected \(\.\.\., 5, d_v\)",
        ),
        (
            lambda: attention(Z((4, 2, 3)), Z((3, 5, 3)), Z((3, 5, 7))),
            r"K has shape \(3, 5, 3\); expected leading axes that broadcast with \(4,\)",
        ),
        (
            lambda: attention(Z((2, 3)), Z((5, 3)), Z((5, 7)), mask=np.ones((3, 5), bool)),
            r"mask has shape \(3, 5\).*broadcasts to the scores' \(2, 5\)",
        ),
        (
            lambda: attention(Z((2, 3)), Z((5, 3)), Z((5, 7)), mask=np.ones((4, 2, 5), bool)),
            r"mask has shape \(4, 2, 5\)",
        ),
        (lambda: softmax(Z((2, 3)), axis=2), r"S has shape \(2, 3\); expected an axis 2"),
        (lambda: softmax(Z((2, 3)), where=np.ones(2, bool)), r"where has shape \(2,\)"),
        (lambda: softmax(np.array(3.0)), r"S has shape \(\); expected at least 1 axes"),
    ],
)
def test_errors_name_the_argument_its_shape_and_what_was_expected(unchecked, call, message):
    with pytest.raises(ShapeError, match=message):
        call()


def test_masks_of_integers_are_refused_since_1_could_mean_either(unchecked):
    with pytest.raises(TypeError, match=r"mask has shape \(5,\) and dtype int64; expected Boole"):
        attention(Z((2, 3)), Z((5, 3)), Z((5, 7)), mask=np.ones(5, np.int64))


def test_lists_and_integers_are_promoted(unchecked):
    Q, K, V = cast(Any, ([[0, 0]], [[1, 0], [0, 1]], [[2], [4]]))
    out = attention(Q, K, V)
    assert out.dtype == np.float64
    assert out.tolist() == [[3.0]]


def test_the_stand_in_gives_back_the_array_type(monkeypatch):
    real_import = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "jaxtyping":
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    spec = importlib.util.find_spec("attn_docs.core.shapes")
    assert spec is not None
    assert spec.origin is not None
    monkeypatch.setattr(builtins, "__import__", without)
    space: dict[str, Any] = {"__name__": "shapes"}
    with open(spec.origin, encoding="utf-8") as source:
        exec(compile(source.read(), "shapes.py", "exec"), space)
    assert space["Float"][np.ndarray, "n d"] is np.ndarray
