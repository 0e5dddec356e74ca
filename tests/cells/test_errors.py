"""Errors: the reader's frames, the line, and the hint."""

import asyncio

import pytest

from attn_docs.cells import Output
from attn_docs.cells.runner import Session

CELLS = {"s/first": "weights = 3\ndef helper(): pass", "s/here": "", "s/later": "late = 1"}


def error(code: str) -> dict:
    session, output = Session(), Output()
    session.cells = {**CELLS, "s/here": code}
    asyncio.run(session.run("s/here", code, output.add))
    found = output.error
    assert found is not None
    return found


def test_only_the_readers_frames_are_shown():
    found = error(
        "import numpy as np\ndef f(x):\n    return np.linalg.inv(x)\n\nf(np.zeros((2, 2)))"
    )
    assert [(f["line"], f["function"], f["code"]) for f in found["frames"]] == [
        (5, "", "f(np.zeros((2, 2)))"),
        (3, "f", "return np.linalg.inv(x)"),
    ]
    assert found["line"] == 3
    assert found["inside"].startswith("numpy.linalg.")
    assert found["name"] == "LinAlgError"


def test_a_syntax_error_has_its_line():
    found = error("x = 1\nif x\n    pass")
    assert (found["name"], found["line"], found["hint"]) == ("SyntaxError", 2, {"code": "syntax"})


def test_deep_recursion_is_shortened():
    found = error("def f():\n    return f()\nf()")
    assert len(found["frames"]) == 8
    assert found["omitted"] > 100


def test_a_cause_is_named():
    assert error("try:\n    1 / 0\nexcept Exception as e:\n    raise KeyError('k') from e")[
        "cause"
    ].startswith("ZeroDivisionError")


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("weights + 1", {"code": "earlier-cell", "name": "weights", "cell": "s/first"}),
        ("helper()", {"code": "earlier-cell", "name": "helper", "cell": "s/first"}),
        ("late", {"code": "later-cell", "name": "late", "cell": "s/later"}),
        ("np.ones(3)", {"code": "missing-import", "name": "np", "line": "import numpy as np"}),
        ("value = 3\nvalu", {"code": "misspelt", "name": "valu", "close": "value"}),
        ("import torch.nn", {"code": "not-shipped", "name": "torch"}),
        ("input('x')", {"code": "input"}),
        ("open('no-such-file')", {"code": "files"}),
        ("x = 1\n%timeit x", {"code": "magic"}),
        ("!pip install torch", {"code": "pip"}),
        ("import numpy as np\nnp.ones((2, 3)) @ np.ones((2, 3))", {"code": "shape"}),
        ("import numpy as np\nnp.ones(3) + np.ones(5)", {"code": "shape"}),
        (
            "from attn_docs.core.shapes import ShapeError\nraise ShapeError('K: (3, 5)')",
            {"code": "shape"},
        ),
        ("import numpy as np\nif np.ones(3): pass", {"code": "truth"}),
        ("import numpy as np\nnp.float", {"code": "numpy-name"}),
        ("[1][3]", {"code": "index"}),
        ("[1, 2] * 0.5", {"code": "list-not-array"}),
        ("def f():\n    return f()\nf()", {"code": "recursion"}),
        ("raise MemoryError", {"code": "memory"}),
        ("x = 3\nx()", {"code": "not-callable"}),
        ("print 3", {"code": "print"}),
        ("if 1:\nx = 2", {"code": "indentation"}),
        ("1 / 0", None),
    ],
)
def test_hints(code, hint):
    assert error(code)["hint"] == hint
