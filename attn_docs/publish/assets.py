"""The files that both languages share, published once under names that carry their content.

A name that changes with every change of the content lets a host serve the file as immutable, and
two builds that run at once write the same bytes to the same place.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .bytecode import beside, compiled
from .playground import table_files
from .sheets import joined

PACKAGE = Path(__file__).resolve().parent.parent
# What of the package runs in the browser: no page machinery, no build-time data.
SHIPPED = ("core", "experiments", "figures", "cells", "playground", "data")
# What nearly every cell imports comes with its byte code.
EAGER = ("__init__.py", "core", "cells", "playground")
EPOCH = (1980, 1, 1, 0, 0, 0)

IMPORT = re.compile(r'^import\b[^;]*?"\./([\w.-]+)";', re.M)
HASHED = re.compile(r"[a-z]+-[0-9a-f]{12}(?:\.zip)?")

Files = Mapping[str, bytes]
Compiler = Callable[[Files], Files]


@dataclass(frozen=True)
class Asset:
    """A folder of files (or one file) below ``assets/``; ``name`` carries a hash of them."""

    name: str
    files: Files


def key(files: Files) -> str:
    """Hash of names and contents.

    >>> key({"a": b"1", "b": b"2"}) == key({"b": b"2", "a": b"1"}) != key({"a": b"12", "b": b""})
    True
    """
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(f"{name}\0{hashlib.sha256(files[name]).hexdigest()}\n".encode())
    return total.hexdigest()[:12]


def folder(kind: str, files: Files) -> Asset:
    return Asset(f"{kind}-{key(files)}", files)


def read(root: Path, patterns: Iterable[str] = ("**/*",)) -> dict[str, bytes]:
    """Files below ``root`` by relative name; hidden ones and type declarations stay out."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for pattern in patterns
        for path in sorted(root.glob(pattern))
        if path.is_file() and not path.name.startswith(".") and not path.name.endswith(".d.ts")
    }


def package_zip(package: Path = PACKAGE, compiler: Compiler = lambda sources: {}) -> bytes:
    """The package as the browser imports it: a zip that is equal, byte for byte, on every build.

    ``compiler`` gives byte code for some of the sources that it is given by path in the archive.
    """
    rooms = (p for room in SHIPPED for p in (package / room).rglob("*"))
    files = {
        f"{package.name}/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted({*package.glob("*.py"), *rooms})
        if path.suffix in {".py", ".npz"}
    }
    eager = {name: files[name] for name in files if name.split("/")[1] in EAGER}
    files |= {beside(name): code for name, code in compiler(eager).items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=9)
    return stream.getvalue()


def katex(dist: Path) -> Asset:
    """KaTeX's style sheet and its fonts, in the one format that every browser reads."""
    css = (dist / "katex.min.css").read_text(encoding="utf-8")
    css = re.sub(r',url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)', "", css)
    fonts = read(dist, ("fonts/*.woff2",))
    return folder("katex", {"katex.min.css": css.encode(), **fonts})


def built(kind: str, cache: Path) -> Asset | None:
    """A folder named by its hash that a tool left under .cache, with current.json beside it."""
    current = cache / kind / "current.json"
    if not current.is_file():
        return None
    home = cache / kind / json.loads(current.read_text(encoding="utf-8"))["hash"]
    return Asset(f"{kind}-{home.name}", read(home))


def collect(root: Path) -> dict[str, Asset]:
    """All shared assets of the checkout ``root``, by kind; what is not built yet is missing."""
    python = package_zip(root / "attn_docs", lambda sources: compiled(sources, root))
    name = f"python-{hashlib.sha256(python).hexdigest()[:12]}.zip"
    found = {
        "app": folder("app", joined(read(root / "docs" / "assets"))),
        "katex": katex(root / "node_modules" / "katex" / "dist"),
        "python": Asset(name, {"": python}),
        "playground": folder("playground", table_files()),
        **{kind: built(kind, root / ".cache") for kind in ("mermaid", "editor", "runtime")},
    }
    return {kind: asset for kind, asset in found.items() if asset is not None}


def modules(files: Files, entry: str) -> list[str]:
    """What the module ``entry`` imports when it loads, and what that imports, each once.

    A page names them all, so that they are fetched side by side and not link by link of the chain.

    >>> files = {"a.js": b'import { b } from "./b.js";', "b.js": b'import "./c.js";', "c.js": b""}
    >>> modules(files, "a.js")
    ['b.js', 'c.js']
    """
    found: dict[str, None] = {entry: None}
    todo = [entry]
    while todo:
        name = todo.pop(0)
        for other in IMPORT.findall(files[name].decode()):
            if other not in found:
                found[other] = None
                todo.append(other)
    return list(found)[1:]


KINDS = {"app", "katex", "python", "playground", "mermaid", "editor", "runtime"}
ENTRIES = {
    "katex": "/katex.min.css",
    "mermaid": "/mermaid.js",
    "editor": "/editor.js",
    "runtime": "/",
    "playground": "/",
}


def addresses(assets: Mapping[str, Asset]) -> dict[str, str]:
    """What pages name: the entry of each asset, relative to ``assets/``."""
    return {kind: asset.name + ENTRIES.get(kind, "") for kind, asset in assets.items()}


def publish(assets: Mapping[str, Asset], home: Path) -> None:
    """Write the assets that are not there yet."""
    home.mkdir(parents=True, exist_ok=True)
    for asset in assets.values():
        if not (home / asset.name).exists():
            _write(asset, home / asset.name)


def prune(site: Path) -> None:
    """Remove assets of earlier builds: those that no first page names any more."""
    pages = (*site.glob("*.html"), *site.glob("*/index.html"))
    named = {name for page in pages for name in HASHED.findall(page.read_text(encoding="utf-8"))}
    for old in (site / "assets").iterdir():
        if HASHED.fullmatch(old.name) and old.name not in named:
            shutil.rmtree(old) if old.is_dir() else old.unlink()


def _write(asset: Asset, target: Path) -> None:
    """All at once, since the other language's build may be doing the same."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".") as draft:
        made = Path(draft, "made")
        for name, data in asset.files.items():
            path = made / name if name else made
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        try:
            made.rename(target)
        except OSError:
            if not target.exists():
                raise


def write(path: Path, text: str) -> None:
    """Write a file at once, and only if it changes."""
    data = text.encode()
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)
