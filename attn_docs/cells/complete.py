"""Completions from what a page's namespace holds; nothing is called to find them."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Any

_BEFORE = re.compile(r"(?:(?P<path>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\.)?(?P<word>\w*)$")
MOST = 60


def complete(namespace: dict[str, Any], code: str, position: int) -> dict[str, Any]:
    """``{"from": offset of the word, "options": [{"label", "type"}, …]}`` at ``position``."""
    match = _BEFORE.search(code[:position])
    if match is None:
        return {"from": position, "options": []}
    word = match["word"]
    if match["path"]:
        found = _members(namespace, match["path"])
    else:
        found = {**vars(builtins), **namespace, **dict.fromkeys(keyword.kwlist)}
    names = sorted(
        (n for n in found if n.startswith(word) and (word.startswith("_") or n[:1] != "_")),
        key=lambda n: (n not in namespace, n),
    )
    options = [{"label": n, "type": _kind(n, found[n])} for n in names[:MOST]]
    return {"from": position - len(word), "options": options}


def _members(namespace: dict[str, Any], path: str) -> dict[str, Any]:
    first, *rest = path.split(".")
    value = namespace.get(first)
    try:
        for name in rest:
            value = vars(value)[name] if name in getattr(value, "__dict__", ()) else None
        names = dir(value) if value is not None else []
    except Exception:  # an object may refuse to be looked at
        return {}
    return {str(n): getattr(type(value), n, None) or _own(value, n) for n in names}


def _own(value: object, name: str) -> object:
    return getattr(value, "__dict__", {}).get(name)


def _kind(name: str, value: object) -> str:
    if keyword.iskeyword(name):
        return "keyword"
    if isinstance(value, type):
        return "class"
    if type(value).__name__ == "module":
        return "namespace"
    return "function" if callable(value) else "variable"
