"""The last step between ``bridge`` and the worker: Python values to JavaScript ones."""

from __future__ import annotations

from typing import Any

from js import Object  # type: ignore[import-not-found]  # pyright: ignore
from pyodide.ffi import to_js  # type: ignore[import-not-found]  # pyright: ignore

from attn_docs.cells import bridge


def _js(value: Any) -> Any:
    return to_js(value, dict_converter=Object.fromEntries, create_pyproxies=False)


def packages(code: str) -> Any:
    return _js(bridge.packages(code))


async def run(page: str, lang: str, cell: str, code: str, cells: Any, emit: Any) -> bool:
    named = dict(cells.to_py())
    return await bridge.run(page, lang, cell, code, named, lambda part: emit(_js(part)))


def completions(page: str, code: str, position: int) -> Any:
    return _js(bridge.completions(page, code, position))


def call(path: str, arguments: Any) -> Any:
    return _js(bridge.call(path, arguments.to_py() if hasattr(arguments, "to_py") else arguments))
