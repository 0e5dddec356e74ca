"""Where a function stands in the repository."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attn_docs


def place_of(function: Callable[..., Any]) -> str:
    """``path:line`` of a function, from the top of the repository.

    >>> place_of(place_of).split(":")[0]
    'attn_docs/pages/code.py'
    """
    plain = inspect.unwrap(function)
    top = Path(attn_docs.__file__).resolve().parent.parent
    path = Path(inspect.getsourcefile(plain) or "").resolve()
    name = path.relative_to(top) if path.is_relative_to(top) else Path(path.name)
    return f"{name.as_posix()}:{inspect.getsourcelines(plain)[1]}"
