"""Bundle the editor (CodeMirror) with esbuild into ``.cache/editor/<hash>/editor.js``, once.

``.cache/editor/current.json`` says where: ``{"path", "hash", "inputs", "files": {name: bytes}}``.
Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "tools" / "editor"
HOME = ROOT / ".cache" / "editor"


def inputs() -> str:
    digest = hashlib.sha256()
    for path in (Path(__file__), *sorted(SOURCES.iterdir()), ROOT / "package-lock.json"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def up_to_date(fingerprint: str) -> bool:
    try:
        current = json.loads((HOME / "current.json").read_text())
        size = (HOME / current["hash"] / "editor.js").stat().st_size
    except (OSError, ValueError, KeyError):
        return False
    return current["inputs"] == fingerprint and current["files"] == {"editor.js": size}


def bundle() -> bytes:
    """The bundle's bytes; esbuild's own message is shown where it fails."""
    tool = ROOT / "node_modules" / ".bin" / "esbuild"
    if not tool.exists():
        sys.exit("editor: node_modules/.bin/esbuild is missing: run `npm ci` (or `make`) first.")
    path = {"PATH": f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "editor.js")
        command = [str(tool), str(SOURCES / "editor.js"), "--bundle", "--format=esm", "--minify"]
        command += ["--target=es2022", "--legal-comments=none", "--log-level=warning"]
        done = subprocess.run(
            [*command, f"--outfile={out}"], env={**os.environ, **path}, check=False
        )
        if done.returncode:
            sys.exit("editor: esbuild failed; its message is above.")
        return out.read_bytes()


def main() -> int:
    fingerprint = inputs()
    if up_to_date(fingerprint):
        return 0
    data = bundle()
    key = hashlib.sha256(data).hexdigest()[:12]
    folder = HOME / key
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "editor.js").write_bytes(data)
    current = {
        "path": f".cache/editor/{key}",
        "hash": key,
        "inputs": fingerprint,
        "files": {"editor.js": len(data)},
    }
    draft = HOME / f"current.{os.getpid()}.json"
    draft.write_text(json.dumps(current, indent=1))
    draft.replace(HOME / "current.json")
    print(f"  editor: ready in {folder.relative_to(ROOT)} ({len(data) / 1e3:.0f} kB)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
