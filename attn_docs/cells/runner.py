"""Runs the cells of one page in one namespace: at build time and in the browser alike."""

from __future__ import annotations

import ast
import builtins
import contextlib
import inspect
import linecache
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from attn_docs.cells import display, drawing, errors
from attn_docs.cells import source as sources
from attn_docs.cells.output import Part
from attn_docs.cells.streams import NoInput, Sink, Stream

_SLEEP = time.sleep
_FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


class Session:
    """One namespace, as of one page.

    ``cells`` holds the page's sources by name, in page order: it tells where a missing name
    would have come from.
    """

    def __init__(self, *, lang: str = "en") -> None:
        self.lang = lang
        self.cells: dict[str, str] = {}
        self.runs = 0
        self.namespace: dict[str, Any] = {}
        self.clear()

    def clear(self) -> None:
        """Forget all variables."""
        self.namespace.clear()
        self.namespace.update(__name__="__main__", __doc__=None, __builtins__=builtins)

    async def run(self, cell: str, code: str, emit: Callable[[Part], None]) -> bool:
        """Run ``code`` as ``cell``, passing each part of its output to ``emit``.

        Returns whether it ran to its end. Raises nothing that the code raises.
        """
        self.runs += 1
        self.cells[cell] = code
        name = errors.filename(cell)
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        sink = Sink(emit)
        try:
            with _warnings(cell, emit), drawing.style(sources.imports(code)):
                with _repaired(), _streams(sink):
                    value = await self._execute(code, name)
                sink.flush()
                self._show(value, cell, emit)
        except SystemExit as stop:
            sink.flush()
            # Leaving early is no error; a code other than 0 is shown as Python itself shows it.
            if stop.code not in (None, 0):
                emit({"type": "text", "stream": "stderr", "text": f"SystemExit: {stop.code}\n"})
                return False
        except BaseException as error:  # the reader's code may raise anything
            sink.flush()
            emit(self._error(error, cell))
            error.__traceback__ = None
            return False
        return True

    async def _execute(self, code: str, name: str) -> object:
        """Value of the last expression, or None."""
        value: object = None
        for block in _compiled(code, name):
            value = eval(block, self.namespace)
            if block.co_flags & inspect.CO_COROUTINE:
                value = await value  # type: ignore[misc]
        return value

    def _show(self, value: object, cell: str, emit: Callable[[Part], None]) -> None:
        own = "".join(c if c.isalnum() else "-" for c in f"out-{cell}-{self.runs}")
        drawn = drawing.collect(value, name=own, lang=self.lang)
        for part in drawn:
            emit(part)
        if not (drawn and _is_figure(value)):
            for part in display.parts(value):
                emit(part)
        if value is not None:
            self.namespace["_"] = value

    def _error(self, error: BaseException, cell: str) -> Part:
        names = {n for n in self.namespace if not n.startswith("__")} | set(dir(builtins))
        try:
            return errors.describe(error, cell=cell, cells=self.cells, names=names)
        except Exception as second:  # an error object can be made to break whoever looks at it
            return {
                "type": "error",
                "name": type(error).__name__,
                "message": f"(cannot be shown: {type(second).__name__})",
                "frames": [],
                "omitted": 0,
                "line": None,
                "inside": "",
                "cause": "",
                "hint": None,
            }


def _compiled(code: str, name: str) -> list[CodeType]:
    """The statements, and the last expression apart so that its value can be shown."""
    tree = compile(code, name, "exec", _FLAGS | ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    last: ast.expr | None = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not code.rstrip().endswith(";"):
        last = tree.body.pop().value  # type: ignore[attr-defined]
    blocks = [compile(tree, name, "exec", _FLAGS, dont_inherit=True)]
    if last is not None:
        expression = ast.Expression(last)
        blocks.append(compile(expression, name, "eval", _FLAGS, dont_inherit=True))
    return blocks


def _is_figure(value: object) -> bool:
    module = sys.modules.get("matplotlib.figure")
    return module is not None and isinstance(value, module.Figure)


@contextlib.contextmanager
def _streams(sink: Sink) -> Iterator[None]:
    before = sys.stdout, sys.stderr, sys.stdin

    def sleep(seconds: float, /) -> None:
        sink.flush()  # what was printed before a pause is seen before it
        _SLEEP(seconds)

    sys.stdout, sys.stderr, sys.stdin = Stream(sink, "stdout"), Stream(sink, "stderr"), NoInput()
    time.sleep = sleep
    try:
        yield
    finally:
        sys.stdout, sys.stderr, sys.stdin = before
        time.sleep = _SLEEP


@contextlib.contextmanager
def _warnings(cell: str, emit: Callable[[Part], None]) -> Iterator[None]:
    """Show each warning once a run, as one line; floating-point ones never (browsers lack them)."""
    seen: set[str] = set()

    def show(message: Any, category: type[Warning], filename: str, lineno: int, *_: Any) -> None:
        text = f"{category.__name__}: {message}"
        if text not in seen:
            seen.add(text)
            line = lineno if filename == errors.filename(cell) else None
            emit({"type": "warning", "text": text, "line": line})

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", category=RuntimeWarning)
        warnings.filterwarnings("ignore", message=".*non-interactive.*|.*Glyph.*missing.*")
        warnings.showwarning = show  # type: ignore[assignment]
        yield


@contextlib.contextmanager
def _repaired() -> Iterator[None]:
    """Put back what the next run cannot do without, whatever this one did to it."""
    names, modules = dict(vars(builtins)), dict(sys.modules)
    try:
        yield
    finally:
        space: dict[str, Any] = builtins.__dict__  # type: ignore[assignment]
        for name in set(space) - set(names):
            del space[name]
        for name, value in names.items():
            if space.get(name) is not value:
                space[name] = value
        # NumPy cannot be imported a second time, nor can half of a package.
        sys.modules.update({n: m for n, m in modules.items() if sys.modules.get(n) is not m})
