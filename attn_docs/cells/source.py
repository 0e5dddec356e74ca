"""What a cell's source says about itself: header, names, imports, and where it is not Python."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

_NEEDS = re.compile(r"#\s*needs:\s*(.+)")
_NOT_DETERMINISTIC = re.compile(r"#\s*not deterministic:\s*(.+)")
_MAGIC = re.compile(r"^\s*(%%?\w|[!?]\s*\w|\w[\w.]*\?\??\s*$)")
_PIP = re.compile(r"^\s*[!%]?\s*(?:python3?\s+-m\s+)?(pip|conda|mamba)\s+\w")


@dataclass(frozen=True)
class Header:
    """The comment lines with which a cell's file may begin."""

    needs: tuple[str, ...] = ()
    not_deterministic: str = ""


def header(source: str) -> Header:
    """Read ``# needs: a, b`` and ``# not deterministic: why`` from the leading comments.

    >>> header("# needs: setup, weights\\nprint(1)").needs
    ('setup', 'weights')
    """
    needs: tuple[str, ...] = ()
    why = ""
    for line in source.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        if match := _NEEDS.match(line):
            needs = tuple(name for name in re.split(r"[,\s]+", match[1]) if name)
        elif match := _NOT_DETERMINISTIC.match(line):
            why = match[1].strip()
    return Header(needs, why)


def body(source: str) -> str:
    """The source without its header lines, as readers see it."""
    lines = source.splitlines()
    while lines and (
        _NEEDS.match(lines[0]) or _NOT_DETERMINISTIC.match(lines[0]) or not lines[0].strip()
    ):
        del lines[0]
    return "\n".join(lines).rstrip() + "\n"


def fingerprint(source: str) -> str:
    """Hash of a cell's original: a reader's edits are kept for as long as it stays the same."""
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def imports(source: str) -> set[str]:
    """Dotted names of all modules that ``source`` imports, also inside functions."""
    found: set[str] = set()
    tree = _tree(source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def defined(source: str) -> set[str]:
    """Names that ``source`` binds at its top level."""
    tree = _tree(source)
    return set(_bound(tree.body)) if tree else set()


def _bound(statements: list[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            elif isinstance(node, ast.Import | ast.ImportFrom):
                yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)


def notebook_line(source: str) -> tuple[int, str] | None:
    """First line that only a notebook or a shell understands: its number, ``magic`` or ``pip``.

    >>> notebook_line("x = 1\\n%timeit x"), notebook_line("!pip install torch")
    ((2, 'magic'), (1, 'pip'))
    """
    if _tree(source) is not None:
        return None
    for number, line in enumerate(source.splitlines(), 1):
        if _PIP.match(line):
            return number, "pip"
        if _MAGIC.match(line):
            return number, "magic"
    return None
