"""Byte code of the package for the reader's interpreter, so that a cell need not compile it first.

Pyodide's Python is not the one that builds the site; the same Pyodide, under node, compiles. What
it made is kept by a hash of path and source: an edit compiles one file again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from .maths import node

SCRIPT = Path(__file__).with_name("bytecode.mjs")
SITE_PACKAGES = "/lib/python3.12/site-packages/"  # where the worker unpacks the package
TAG = "cpython-312"


class ByteCodeError(ValueError):
    """A file of the package that the reader's Python cannot compile."""


def beside(path: str) -> str:
    """Where Python looks for the byte code of ``path``.

    >>> beside("attn_docs/core/softmax.py")
    'attn_docs/core/__pycache__/softmax.cpython-312.pyc'
    """
    folder, _, name = path.rpartition("/")
    return f"{folder}/__pycache__/{name.removesuffix('.py')}.{TAG}.pyc"


def compiled(sources: Mapping[str, bytes], root: Path) -> dict[str, bytes]:
    """Byte code for each source by its path in the archive; ``root`` is the checkout.

    The byte code does not look at its source again ("unchecked"), so that the two must be shipped
    together. Empty where Pyodide is not installed: then the reader's Python compiles.
    """
    release = root / "node_modules" / "pyodide" / "package.json"
    if not release.is_file():
        return {}
    folder = root / ".cache" / "bytecode"
    salt = SCRIPT.read_bytes() + release.read_bytes()
    kept = {
        path: folder / hashlib.sha256(salt + path.encode() + b"\0" + source).hexdigest()
        for path, source in sources.items()
    }
    missing = {path: sources[path] for path, file in kept.items() if not file.is_file()}
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        for path, data in _compile(missing, root).items():
            draft = kept[path].with_suffix(f".{os.getpid()}")
            draft.write_bytes(data)
            draft.replace(kept[path])
    return {path: file.read_bytes() for path, file in kept.items()}


def _compile(sources: Mapping[str, bytes], root: Path) -> dict[str, bytes]:
    asked = {SITE_PACKAGES + path: source.decode() for path, source in sources.items()}
    done = subprocess.run(
        [node(root), str(SCRIPT)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        cwd=root,
    )
    if done.returncode:
        said = done.stderr.strip()[-1500:]
        raise ByteCodeError(f"the reader's Python cannot compile the package:\n{said}")
    found: dict[str, str] = json.loads(done.stdout)
    return {
        path.removeprefix(SITE_PACKAGES): base64.b64decode(data) for path, data in found.items()
    }
