"""How the last value of a cell is shown."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

from attn_docs.cells.output import LIMIT, Part

DIGITS = 6
_SMALL = 6  # an array of at most this many numbers is written out in a table's cell


def parts(value: object) -> list[Part]:
    """Parts that show ``value``; none for ``None``, but ``0``, ``False`` and ``[]`` are shown."""
    if value is None or _is_artist(value):
        return []
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [table(value)]
    text = _repr(value)
    cut = len(text) > LIMIT
    shown: list[Part] = [{"type": "value", "text": text[:LIMIT]}]
    return [*shown, {"type": "capped", "limit": LIMIT}] if cut else shown


def _is_artist(value: object) -> bool:
    """Whether a value is what drawing calls return: the figure itself is shown instead."""
    artist = getattr(sys.modules.get("matplotlib.artist"), "Artist", None)
    if artist is None:
        return False
    if isinstance(value, list | tuple):
        return bool(value) and all(_is_artist(v) for v in value)
    if getattr(getattr(value, "dtype", None), "kind", "") == "O":
        return _is_artist(value.tolist())  # type: ignore[attr-defined]
    return isinstance(value, artist)


def _repr(value: object) -> str:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return repr(value)
    with numpy.printoptions(precision=DIGITS, suppress=True, linewidth=88):
        return repr(value)


def table(value: Any) -> Part:
    """A dataclass as a table: field, kind, value."""
    rows = [
        [f.name, _kind(getattr(value, f.name)), _brief(getattr(value, f.name))]
        for f in dataclasses.fields(value)
        if f.repr
    ]
    return {
        "type": "table",
        "caption": type(value).__name__,
        "columns": ["field", "kind", "value"],
        "rows": rows,
    }


def _kind(value: Any) -> str:
    """Type of a field; for an array its dtype and shape, as in ``float64 3 × 5``."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        return f"{value.dtype} {' × '.join(map(str, shape))}"
    return type(value).__name__


def _brief(value: Any) -> str:
    """One line: numbers at a few digits, long arrays by their range."""
    if isinstance(value, bool | str) or value is None:
        return str(value)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        if value.dtype.kind in "fiub" and value.size > _SMALL:
            return f"{_number(value.min())} … {_number(value.max())}"
        if value.dtype.kind in "fiub" and value.ndim == 1:
            return ", ".join(_number(v) for v in value)
        return " ".join(_repr(value).split())
    if isinstance(value, tuple | list) and len(value) <= _SMALL:
        return ", ".join(_brief(v) for v in value)
    if hasattr(value, "__float__"):
        return _number(value)
    text = " ".join(_repr(value).split())
    return text if len(text) <= 80 else text[:79] + "…"


def _number(value: Any) -> str:
    """
    >>> _number(0.30000000000000004), _number(7)
    ('0.3', '7')
    """
    if isinstance(value, int) or getattr(getattr(value, "dtype", None), "kind", "") in "iub":
        return str(int(value))
    return f"{float(value):.{DIGITS}g}"
