"""What the browser's worker calls: sessions by page, functions of the package by path."""

from __future__ import annotations

import dataclasses
import functools
import importlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from attn_docs.cells import drawing
from attn_docs.cells import source as sources
from attn_docs.cells.complete import complete
from attn_docs.cells.output import Part
from attn_docs.cells.runner import Session

_sessions: dict[str, Session] = {}


def session(page: str, lang: str) -> Session:
    """The session of a page in one language; made at its first use."""
    found = _sessions.setdefault(page, Session())
    found.lang = lang
    return found


def packages(code: str) -> list[str]:
    """Packages that must be fetched before ``code`` can run."""
    return sorted(drawing.packages(sources.imports(code)))


async def run(
    page: str,
    lang: str,
    cell: str,
    code: str,
    cells: Mapping[str, str],
    emit: Callable[[Part], None],
) -> bool:
    """Run a cell in its page's session; ``cells`` are the page's current sources in order."""
    here = session(page, lang)
    here.cells = dict(cells)
    return await here.run(cell, code, emit)


def completions(page: str, code: str, position: int) -> dict[str, Any]:
    here = _sessions.get(page)
    return complete(here.namespace if here else {}, code, position)


def variable(page: str, name: str) -> Any:
    """What a page's cells have left in a variable, as plain data.

    Raises:
        NameError: where no cell of the page has defined it.
    """
    here = _sessions.get(page)
    if here is None or name not in here.namespace:
        raise NameError(f"no cell of this page has defined {name}")
    return plain(here.namespace[name])


@functools.cache
def _function(path: str) -> Callable[..., Any]:
    module, _, name = path.rpartition(".")
    if not module.startswith("attn_docs."):
        raise ValueError(f"only functions of attn_docs can be called, not {path!r}")
    return getattr(importlib.import_module(module), name)


def call(path: str, arguments: Any) -> Any:
    """Call ``path`` (a function of the package) and return its result as plain data.

    ``arguments`` is passed as the one argument, unless it is a list: then it is spread.
    """
    spread = arguments if isinstance(arguments, list | tuple) else [arguments]
    return plain(_function(path)(*spread))


def plain(value: Any) -> Any:
    """Dicts, lists, numbers, strings; arrays as ``{"shape": […], "data": flat array}``.

    Dataclasses become dicts. Integers travel as int32 where they fit, else as float64.
    """
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape), "data": _flat(value)}
    if isinstance(value, np.generic):
        return value.item()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a {type(value).__name__} cannot travel to the page")


def _flat(array: np.ndarray) -> Any:
    """A contiguous array of a kind that a typed array can hold; texts become a list."""
    if array.dtype.kind == "b":
        array = array.astype(np.uint8)
    elif array.dtype.kind in "iu":
        limits = np.iinfo(np.int32)
        fits = not array.size or (array.min() >= limits.min and array.max() <= limits.max)
        array = array.astype(np.int32 if fits else np.float64)
    elif array.dtype.kind == "f":
        array = array.astype(np.float32 if array.dtype == np.float32 else np.float64)
    else:
        return array.ravel().tolist()
    return np.ascontiguousarray(array).ravel()
