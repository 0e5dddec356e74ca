"""What a cell's file says about itself."""

import pytest

from attn_docs.cells import source


def test_header_lines_are_read_and_taken_off():
    text = (
        "# needs: setup, weights\n# not deterministic: it reads the clock\n\nx = 1\n# needs: no\n"
    )
    assert source.header(text).needs == ("setup", "weights")
    assert source.header(text).not_deterministic == "it reads the clock"
    assert source.body(text) == "x = 1\n# needs: no\n"


def test_a_file_without_header_stays_as_it_is():
    assert source.body("# A comment\nx = 1") == "# A comment\nx = 1\n"
    assert source.header("x = 1\n# needs: a").needs == ()


def test_imports_are_found_everywhere():
    text = (
        "import numpy as np\nfrom attn_docs import figures\ndef f():\n    import matplotlib.pyplot"
    )
    assert source.imports(text) == {
        "numpy",
        "attn_docs",
        "attn_docs.figures",
        "matplotlib.pyplot",
    }
    assert source.imports("import (") == set()


def test_names_bound_at_the_top():
    text = "import numpy as np\na, (b, *c) = 1, (2, 3)\nfor i in c: d = i\n"
    text += "def f():\n    inner = 1\nclass G: pass"
    assert source.defined(text) == {"np", "a", "b", "c", "i", "d", "f", "G"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 1\n%timeit x", (2, "magic")),
        ("!ls", (1, "magic")),
        ("x?", (1, "magic")),
        ("%pip install a", (1, "pip")),
        ("pip install a", (1, "pip")),
        ("x = 7 % 3\ny = not x", None),
        ("x = (", None),
    ],
)
def test_lines_for_notebooks_only(text, found):
    assert source.notebook_line(text) == found


def test_the_fingerprint_follows_the_text():
    assert source.fingerprint("x = 1\n") != source.fingerprint("x = 2\n")
    assert len(source.fingerprint("")) == 12
