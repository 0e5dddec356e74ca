"""Errors as readers need them: their own frames only, the line, and a hint for common mistakes."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from attn_docs.cells import source as sources
from attn_docs.cells.output import Part
from attn_docs.cells.streams import InputUnavailableError

FRAMES = 8  # frames of the reader's that are shown; recursion would fill the page
MESSAGE = 2000  # characters of a message
_FILE = re.compile(r"^<cell (.+)>$")
USUAL = {  # a name that is missing → the import that readers mean
    "np": "import numpy as np",
    "numpy": "import numpy",
    "plt": "import matplotlib.pyplot as plt",
    "math": "import math",
    "attn_docs": "import attn_docs",
    "dataclass": "from dataclasses import dataclass",
    "Path": "from pathlib import Path",
}


def filename(cell: str) -> str:
    return f"<cell {cell}>"


def describe(error: BaseException, *, cell: str, cells: Mapping[str, str], names: set[str]) -> Part:
    """The part for ``error``.

    ``cell`` is what ran, ``cells`` the sources of the page's cells by name, ``names`` what the
    namespace holds. The hint is a code with plain values; the page words it.
    """
    frames = own_frames(error.__traceback__)
    if isinstance(error, SyntaxError) and _FILE.match(error.filename or ""):
        frames.append(_frame(error.filename or "", error.lineno or 1, ""))
    return {
        "type": "error",
        "name": "EOFError" if isinstance(error, InputUnavailableError) else type(error).__name__,
        "message": _message(error),
        "frames": frames[:2] + frames[-(FRAMES - 2) :] if len(frames) > FRAMES else frames,
        "omitted": max(0, len(frames) - FRAMES),
        "line": next((f["line"] for f in reversed(frames) if f["cell"] == cell), None),
        "inside": _inside(error.__traceback__),
        "cause": _cause(error),
        "hint": hint(error, cell=cell, cells=cells, names=names),
    }


def _message(error: BaseException) -> str:
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # a reader's own __str__ may fail
        text = "(its message cannot be shown)"
    text = text or ""
    return text if len(text) <= MESSAGE else text[:MESSAGE] + "…"


def _cause(error: BaseException) -> str:
    other = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{type(other).__name__}: {_message(other)}" if other else ""


def own_frames(tb: TracebackType | None) -> list[dict[str, Any]]:
    """The frames of readers' cells, outermost first."""
    return [
        _frame(summary.filename, summary.lineno or 1, summary.name)
        for summary in traceback.extract_tb(tb)
        if _FILE.match(summary.filename)
    ]


def _frame(file: str, line: int, function: str) -> dict[str, Any]:
    match = _FILE.match(file)
    return {
        "cell": match[1] if match else file,
        "line": line,
        "function": "" if function == "<module>" else function,
        "code": linecache.getline(file, line).strip(),
    }


def _inside(tb: TracebackType | None) -> str:
    """The library function that raised, where it was not the reader's own code."""
    summaries = traceback.extract_tb(tb)
    if not summaries or _FILE.match(summaries[-1].filename):
        return ""
    path = summaries[-1].filename
    if "/attn_docs/cells/" in path:
        return ""
    for package in ("attn_docs", "numpy", "matplotlib"):
        if f"/{package}/" in path:
            module = path.rsplit(f"/{package}/", 1)[1].removesuffix(".py").replace("/", ".")
            return f"{package}.{module}.{summaries[-1].name}"
    return ""


def hint(
    error: BaseException, *, cell: str, cells: Mapping[str, str], names: set[str]
) -> dict[str, str] | None:
    """A hint for one of the commonest mistakes: ``{"code": …, values…}``."""
    text = _message(error)
    match error:
        case InputUnavailableError():
            return {"code": "input"}
        case NameError():
            return _missing_name(error, cell=cell, cells=cells, names=names)
        case ModuleNotFoundError():
            return {"code": "not-shipped", "name": (error.name or "").split(".")[0]}
        case ImportError():
            return None
        case SyntaxError():
            return _syntax(error, cells.get(cell, ""))
        case FileNotFoundError() | PermissionError() | IsADirectoryError():
            return {"code": "files"}
        case RecursionError():
            return {"code": "recursion"}
        case MemoryError():
            return {"code": "memory"}
        case IndexError() if "out of bounds" in text or "out of range" in text:
            return {"code": "index"}
        case ValueError() if "truth value of an array" in text:
            return {"code": "truth"}
        case ValueError() if _is_shape(error, text):
            return {"code": "shape"}
        case AttributeError() if text.startswith("module 'numpy' has no attribute"):
            return {"code": "numpy-name"}
        case TypeError() if "can't multiply sequence" in text or "unsupported operand" in text:
            return {"code": "list-not-array"}
        case TypeError() if "not callable" in text:
            return {"code": "not-callable"}
    return None


def _is_shape(error: ValueError, text: str) -> bool:
    words = ("could not be broadcast", "mismatch in its core dimension", "not aligned", "has shape")
    return type(error).__name__ == "ShapeError" or any(word in text for word in words)


def _missing_name(
    error: NameError, *, cell: str, cells: Mapping[str, str], names: set[str]
) -> dict[str, str] | None:
    name = error.name or ""
    earlier = []
    for other, code in cells.items():
        if other == cell:
            break
        earlier.append(other)
        if name in sources.defined(code):
            return {"code": "earlier-cell", "name": name, "cell": other}
    for other, code in cells.items():
        if other != cell and other not in earlier and name in sources.defined(code):
            return {"code": "later-cell", "name": name, "cell": other}
    if name in USUAL:
        return {"code": "missing-import", "name": name, "line": USUAL[name]}
    import difflib

    close = difflib.get_close_matches(name, sorted(names), n=1)
    return {"code": "misspelt", "name": name, "close": close[0]} if close else None


def _syntax(error: SyntaxError, code: str) -> dict[str, str] | None:
    found = sources.notebook_line(code)
    if found and found[0] == error.lineno:
        return {"code": found[1]}
    if isinstance(error, IndentationError):
        return {"code": "indentation"}
    if "print" in (error.msg or "") and "parentheses" in (error.msg or ""):
        return {"code": "print"}
    return {"code": "syntax"}
