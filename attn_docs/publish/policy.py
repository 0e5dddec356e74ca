"""A Content-Security-Policy for every built page, by meta tag: static hosts set no headers.

What is allowed, and why:

- scripts of the site itself, and the theme's inline scripts by their hash. The hashes of *all*
  pages stand on each page, since instant navigation keeps the policy of the page loaded first;
- ``wasm-unsafe-eval``: Pyodide compiles WebAssembly. ``unsafe-eval`` is not needed;
- inline *styles*: KaTeX, figures and the theme place things by style attributes;
- ``data:`` and ``blob:`` images, and ``blob:`` media of nothing else: a figure saved as PNG is
  drawn through one; the theme's icons are data addresses.

Nothing comes from another origin, nothing is embedded, no form leaves the site.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.S | re.I)
DATA = re.compile(r"type\s*=\s*[\"']?(application/(ld\+)?json|text/plain)", re.I)
HEAD = re.compile(r"(<meta charset=[^>]*>)", re.I)


def inline_scripts(page: str) -> list[str]:
    """Bodies of the scripts that a page runs from its own text (no addresses, no data).

    >>> inline_scripts('<script src="a.js"></script><script>f()</script>')
    ['f()']
    """
    return [
        body
        for attributes, body in SCRIPT.findall(page)
        if "src=" not in attributes and not DATA.search(attributes) and body.strip()
    ]


def source(script: str) -> str:
    """A script's hash as a policy names it."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy(scripts: Iterable[str]) -> str:
    """The policy under which the inline ``scripts`` run, and nobody else's."""
    hashes = " ".join(sorted({source(script) for script in scripts}))
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' {hashes}".rstrip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "frame-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
        )
    )


def guard(site: Path) -> None:
    """Write the policy into every page below ``site``."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    allowed = policy(script for page in pages.values() for script in inline_scripts(page))
    tag = f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
    for path, page in pages.items():
        path.write_text(HEAD.sub(lambda m: f"{m[1]}\n{tag}", page, count=1), encoding="utf-8")
