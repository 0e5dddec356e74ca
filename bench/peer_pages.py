"""A folder to serve: the built site, and beside it a page of each peer with all that it fetches.

The peers are installed as published, into .cache/peers; a second run downloads nothing. What
their pages fetch from a content delivery network stands below /assets/<name>-<hash>/, so that
the server lets a browser keep it for ever, as those networks do.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

from markdown import Markdown

from tools import runtime, setup

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "bench" / "peers"
KEPT = ROOT / ".cache" / "peers"
NPM = KEPT / "node_modules"
PYPI = KEPT / "python"
OFFICIAL = ROOT / "node_modules" / "pyodide"
# NumPy, and what both peers install it with.
WHEELS = ("numpy", "micropip", "packaging")
STYLES = ("tomorrow", "tomorrow-night-blue")
FENCE = '```pyodide install="numpy" version="{version}"\nprint("one cell")\n```'
FOREIGN = re.compile(r"""(?:src|href)=["']((?:https?:)?//[^"']+)""")


@dataclass(frozen=True)
class System:
    name: str
    version: str
    place: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


def npm_packages() -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, KEPT)
    command = [str(setup.BIN / "npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    path = {"PATH": f"{setup.BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    advice = "The peers come from the registry that npm is set up to use."
    setup.run("Peers from npm", [*command, "--prefix", str(KEPT)], advice=advice, env=path)


def python_packages() -> None:
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--require-hashes", "--upgrade", "--target", str(PYPI)]
    advice = "The peers come from the index that pip is set up to use."
    setup.run("Peers from PyPI", [*command, "-r", str(HERE / "requirements.txt")], advice=advice)


def install() -> None:
    lock, wanted = HERE / "package-lock.json", HERE / "requirements.txt"
    setup.step("peers-npm", setup.digest([lock]), (NPM / "ace-builds").exists(), npm_packages)
    setup.step("peers-pypi", setup.digest([wanted]), PYPI.exists(), python_packages)


def version_of(package: Path) -> str:
    return json.loads((package / "package.json").read_text())["version"]


def at_home(html: str, addresses: dict[str, str]) -> str:
    """``html`` with each foreign address replaced by its place here; none may be left."""
    for foreign, here in addresses.items():
        html = html.replace(foreign, here)
    if left := FOREIGN.findall(html):
        raise ValueError(f"not served from here: {', '.join(left)}")
    return html


def fence(pyodide: str) -> tuple[str, str]:
    """What markdown-exec makes of its fence, by its own formatter; and its version."""
    sys.path.insert(0, str(PYPI))
    peer = importlib.import_module("markdown_exec")
    found = version("markdown-exec")
    sys.path.pop(0)
    custom = {"name": "pyodide", "class": "pyodide"}
    custom |= {"validator": peer.validator, "format": peer.formatter}
    name = "pymdownx.superfences"
    made = Markdown(extensions=[name], extension_configs={name: {"custom_fences": [custom]}})
    return made.convert(FENCE.format(version=pyodide)), found


class Folder:
    """What is served; every method says where it has put something."""

    def __init__(self, root: Path, site: Path) -> None:
        self.root = root
        (root / "assets").mkdir()
        for entry in (*site.iterdir(), *(site / "assets").iterdir()):
            if entry != site / "assets":
                (root / entry.relative_to(site)).symlink_to(entry.resolve())

    def new(self, label: str, release: str) -> tuple[str, Path]:
        place = f"assets/{label}-{hashlib.sha256(release.encode()).hexdigest()[:12]}"
        return f"/{place}", self.root / place

    def link(self, label: str, release: str, source: Path) -> str:
        place, path = self.new(label, release)
        path.symlink_to(source)
        return place

    def npm(self, label: str, package: str, part: str = "") -> str:
        return self.link(label, version_of(NPM / package), NPM / package / part)

    def pyodide(self) -> str:
        """Pyodide's own files and wheels, each checked against its pinned hash."""
        files = runtime.core_files(OFFICIAL)
        packages = json.loads(files["pyodide-lock.json"])["packages"]
        files |= runtime.wheels({n: packages[n] for n in WHEELS}, ROOT / ".cache" / "downloads")
        files["pyodide.js"] = (OFFICIAL / "pyodide.js").read_bytes()
        place, path = self.new("pyodide", version_of(OFFICIAL))
        path.mkdir()
        for name, data in files.items():
            (path / name).write_bytes(data)
        return place

    def styles(self) -> str:
        """jsDelivr makes the .min.css of a package that has none."""
        package = NPM / "highlightjs-themes"
        place, path = self.new("styles", version_of(package))
        path.mkdir()
        for name in STYLES:
            (path / f"{name}.min.css").symlink_to(package / f"{name}.css")
        return place

    def page(self, peer: str, addresses: dict[str, str], **texts: str) -> str:
        html = Template((HERE / f"{peer}.html").read_text()).substitute(texts)
        path = self.root / "peers" / peer
        path.mkdir(parents=True)
        (path / "index.html").write_text(at_home(html, addresses))
        return f"peers/{peer}/"


@contextmanager
def pages(site: Path) -> Iterator[tuple[Path, tuple[System, ...]]]:
    """The folder, and the systems whose pages stand in it; this site is the first."""
    install()
    python = version_of(OFFICIAL)
    editor, exec_version = fence(python)
    ace, highlight, styles, pyscript = (
        version_of(NPM / name)
        for name in (
            "ace-builds",
            "@highlightjs/cdn-assets",
            "highlightjs-themes",
            "@pyscript/core",
        )
    )
    with TemporaryDirectory(prefix="attn-peers-") as name:
        folder = Folder(Path(name), site)
        pyodide = folder.pyodide()
        cdnjs, jsdelivr = "https://cdnjs.cloudflare.com/ajax/libs", "https://cdn.jsdelivr.net"
        addresses = {
            f"{cdnjs}/ace/{ace}": folder.npm("ace", "ace-builds", "src-min-noconflict"),
            f"{cdnjs}/highlight.js/{highlight}": folder.npm("highlight", "@highlightjs/cdn-assets"),
            f"{jsdelivr}/npm/highlightjs-themes@{styles}": folder.styles(),
            f"{jsdelivr}/pyodide/v{python}/full": pyodide,
        }
        core = folder.npm("pyscript", "@pyscript/core", "dist")
        own = folder.link("exec", exec_version, PYPI / "markdown_exec" / "assets")
        yield (
            folder.root,
            (
                System("this site", "", "en/scaling/"),
                System(
                    "PyScript", pyscript, folder.page("pyscript", {}, core=core, pyodide=pyodide)
                ),
                System(
                    "markdown-exec",
                    exec_version,
                    folder.page("markdown-exec", addresses, fence=editor, exec=own),
                ),
            ),
        )
