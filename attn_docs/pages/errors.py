"""What stops a build: a fault in a page, with the place where an author mends it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


class PageError(ValueError):
    """A fault in a text file, told as ``file:line: what is wrong``."""

    def __init__(self, message: str, file: str | Path, line: int = 1) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.message = message
        self.file = str(file)
        self.line = line


def line_of(text: str, culprit: str) -> int | None:
    """Number (from 1) of the first line that contains ``culprit``, or None.

    >>> line_of("a\\nb c\\n", "c"), line_of("a", "z")
    (2, None)
    """
    at = text.find(culprit)
    return None if at < 0 else text.count("\n", 0, at) + 1


def near(name: str, known: Iterable[str]) -> str:
    """End of a message: the known names that resemble ``name``, else some of all.

    >>> near("scaling/varance", ["scaling/variance", "softmax/path"])
    'did you mean scaling/variance?'
    >>> near("x", ["b", "a"])
    'known: a, b'
    >>> near("x", [])
    'there are none yet'
    """
    names = sorted(known)
    close = get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    if not names:
        return "there are none yet"
    return f"known: {', '.join(names[:12])}" + (", …" if len(names) > 12 else "")
