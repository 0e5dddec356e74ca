"""Which Korean pages render an English text that has changed since.

A Korean page records in its front matter (``english: 3f2a…``) a hash of the English page that it
renders. Whoever changes the English leaves the Korean page behind, until someone has carried the
change over and accepted it (``python -m attn_docs translations --accept scaling.md``).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

FRONT = re.compile(r"\A---\n(.*?)^---\n", re.M | re.S)
KEY = re.compile(r"^english:[ \t]*\"?([0-9a-f]*)\"?[ \t]*\n", re.M)


def fingerprint(english: str) -> str:
    """Hash of a page's text; line breaks and the front matter do not count.

    >>> fingerprint("---\\ntitle: A\\n---\\nOne\\ntwo.\\n") == fingerprint("One two.")
    True
    """
    body = " ".join(FRONT.sub("", english, count=1).split())
    return hashlib.sha256(body.encode()).hexdigest()[:12]


def recorded(korean: str) -> str | None:
    """The hash that a Korean page has in its front matter."""
    front = FRONT.match(korean)
    found = KEY.search(front[1]) if front else None
    return found[1] if found else None


def is_behind(docs: Path, page: str) -> bool:
    """Whether the Korean ``page`` (such as ``scaling.md``) renders an older English text."""
    english, korean = (docs / lang / page for lang in ("en", "ko"))
    if not english.is_file() or not korean.is_file():
        return False  # a missing page is the parity test's concern
    return recorded(korean.read_text("utf-8")) != fingerprint(english.read_text("utf-8"))


def behind(docs: Path) -> list[str]:
    """All Korean pages that are behind."""
    pages = sorted(p.relative_to(docs / "ko").as_posix() for p in (docs / "ko").rglob("*.md"))
    return [page for page in pages if is_behind(docs, page)]


def accept(docs: Path, pages: Iterable[str]) -> None:
    """Record that the Korean ``pages`` render the English text as it stands.

    Raises:
        FileNotFoundError: naming a page that is missing in one language.
    """
    for page in pages:
        english, korean = (docs / lang / page for lang in ("en", "ko"))
        now = fingerprint(english.read_text("utf-8"))
        text = korean.read_text("utf-8")
        front = FRONT.match(text)
        kept = KEY.sub("", front[1]) if front else ""
        body = text[front.end() :] if front else text
        korean.write_text(f'---\n{kept}english: "{now}"\n---\n{body}', encoding="utf-8")
