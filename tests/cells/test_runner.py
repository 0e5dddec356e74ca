"""Running cells: values, streams, errors, and what a run must not leave behind."""

import asyncio
import builtins
import sys
import time

import pytest

from attn_docs.cells import CellError, Output, run_page
from attn_docs.cells.runner import Session


def run(code: str, session: Session | None = None, cell: str = "s/a") -> Output:
    output = Output()
    asyncio.run((session or Session()).run(cell, code, output.add))
    return output


@pytest.mark.parametrize("value", ["0", "False", "[]", "''", "(3, 5)"])
def test_the_last_value_is_shown_also_where_it_is_false(value):
    assert run(f"x = 2\n{value}").parts == [{"type": "value", "text": value}]


@pytest.mark.parametrize("code", ["None", "x = 3", "print", "3;"])
def test_what_is_no_value_shows_nothing_or_itself(code):
    shown = run(code).parts
    assert [p["type"] for p in shown] == (["value"] if code == "print" else [])


def test_streams_keep_their_order():
    parts = run("import sys\nprint(1)\nprint(2)\nsys.stderr.write('e')\nprint(3)").parts
    assert [(p["stream"], p["text"]) for p in parts] == [
        ("stdout", "1\n2\n"),
        ("stderr", "e"),
        ("stdout", "3\n"),
    ]


def test_terminal_colours_do_not_leak():
    assert run(r"print('\x1b[1;31mred\x1b[0m\x07', end='')").text == "red"


def test_a_flood_is_capped_once():
    parts = run("for i in range(20000): print('0123456789')").parts
    assert [p["type"] for p in parts] == ["text", "capped"]
    assert len(parts[0]["text"]) == parts[1]["limit"] == 64 * 1024


def test_a_flood_goes_out_in_few_messages():
    messages = []
    asyncio.run(Session().run("s/a", "for i in range(3000): print(i)", messages.append))
    assert sum(p["text"].count("\n") for p in messages) == 3000
    assert len(messages) < 60


def test_a_few_lines_go_out_at_once_and_in_time():
    seen: list[tuple[float, str]] = []
    began = time.monotonic()
    asyncio.run(
        Session().run(
            "s/a",
            "import time\nprint('a')\nprint('b', end='')\ntime.sleep(0.2)",
            lambda part: seen.append((time.monotonic() - began, part["text"])),
        )
    )
    assert [text for _, text in seen] == ["a\n", "b"]
    assert seen[1][0] < 0.19


def test_top_level_await():
    assert run("import asyncio\nawait asyncio.sleep(0)\n3 + 4").text == "7\n"


def test_one_namespace_for_all_cells_of_a_page():
    outputs = run_page({"s/a": "x = 3", "s/b": "def f(): return x + 4", "s/c": "f()"})
    assert outputs["s/c"].text == "7\n"


def test_a_failing_cell_stops_the_build_with_its_name_and_line():
    with pytest.raises(CellError, match=r"cell s/b, line 3: ZeroDivisionError.*\n +1 / x"):
        run_page(
            {
                "s/a": "x = 0",
                "s/b": "# needs: a\ny = 1\n\nprint(1)\n1 / x\n".replace("1\n\n", "1\n"),
            }
        )


def test_leaving_early_is_no_error_but_a_code_is():
    assert run("print(1)\nraise SystemExit\nprint(2)").text == "1\n"
    assert "SystemExit: 3" in run("import sys\nsys.exit(3)").text


def test_the_tools_of_python_are_put_back():
    before = dict(vars(builtins))
    session = Session()
    run("import builtins\nbuiltins.len = None\nbuiltins.extra = 1\ndel builtins.print", session)
    assert dict(vars(builtins)) == before
    run(
        "import sys\nfor n in [n for n in sys.modules if n.startswith('numpy')]: del sys.modules[n]"
    )
    assert run("import numpy as np\nnp.arange(3)").text == "array([0, 1, 2])\n"


def test_streams_are_put_back_after_being_closed():
    before = sys.stdout, sys.stderr, sys.stdin, time.sleep
    assert run("import sys\nsys.stdout.close()\nprint('still')").text == "still\n"
    assert (sys.stdout, sys.stderr, sys.stdin, time.sleep) == before


def test_a_warning_is_shown_once_and_floating_point_ones_never():
    code = (
        "import warnings, numpy as np\nfor _ in '123': warnings.warn('mind')\nnp.log(np.zeros(1))"
    )
    parts = run(code).parts
    assert parts[0] == {"type": "warning", "text": "UserWarning: mind", "line": 2}
    assert [p["type"] for p in parts] == ["warning", "value"]


def test_a_figure_is_drawn_alike_twice():
    code = "from matplotlib.pyplot import *\nplot([1, 3], label='up')\ntitle('T')\nxlabel('d')"
    first, second = run(code).parts, run(code).parts
    assert first == second
    assert first[0]["alt"] == "Figure: T. x: d; 1 line(s); up."
    assert len(first) == 1
    assert 'role="img"' in first[0]["svg"]
    korean = Output()
    asyncio.run(Session(lang="ko").run("s/a", code, korean.add))
    assert korean.parts[0]["alt"] == "그림: T. x: d; 선 1개; up."


def test_a_figure_that_is_the_last_value_is_shown_once():
    code = "from matplotlib.figure import Figure\nf = Figure()\nf.subplots().plot([1, 2])\nf"
    assert [p["type"] for p in run(code).parts] == ["figure"]


def test_a_dataclass_is_a_table_of_fields():
    code = (
        "from dataclasses import dataclass\nimport numpy as np\n"
        "@dataclass\nclass R:\n    n: int\n    A: object\n    row: object\n"
        "R(7, np.arange(15.0).reshape(3, 5), np.array([0.5, 2.0]))"
    )
    (table,) = run(code).parts
    assert table["caption"] == "R"
    assert table["rows"] == [
        ["n", "int", "7"],
        ["A", "float64 3 × 5", "0 … 14"],
        ["row", "float64 2", "0.5, 2"],
    ]


def test_an_error_object_that_breaks_whoever_looks_is_still_reported():
    code = "class E(Exception):\n    def __str__(self): raise ValueError\nraise E"
    error = run(code).error
    assert error is not None
    assert error["name"] == "E"
