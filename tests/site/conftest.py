"""The built site: the one in site/ where it is newer than its sources, else built once here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("attn_docs", "docs", "hooks", "overrides", "mkdocs.yml", "mkdocs.ko.yml")


def newest(paths: tuple[str, ...]) -> float:
    """When the last of the files below ``paths`` changed."""
    files = [
        file
        for path in (ROOT / name for name in paths)
        for file in (path.rglob("*") if path.is_dir() else [path])
        if file.is_file() and "__pycache__" not in file.parts
    ]
    return max(file.stat().st_mtime for file in files)


@pytest.fixture(scope="session")
def site() -> Path:
    """Folder of the whole site; ATTN_SITE names another one."""
    named = os.environ.get("ATTN_SITE")
    if named:
        return Path(named)
    home = ROOT / "site"
    pages = [home / lang / "index.html" for lang in ("en", "ko")]
    if all(p.is_file() and p.stat().st_mtime > newest(SOURCES) for p in pages):
        return home
    command = [sys.executable, str(ROOT / "tools" / "build.py")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        pytest.fail(f"the site was not built:\n{done.stdout}{done.stderr}", pytrace=False)
    return home


@pytest.fixture(scope="session")
def html(site: Path) -> dict[str, str]:
    """Every page of the site, by its path."""
    return {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*.html"))
    }


@pytest.fixture(scope="session")
def pages(html: dict[str, str]) -> dict[str, str]:
    """The pages of both languages, without the two above them."""
    return {name: text for name, text in html.items() if name.startswith(("en/", "ko/"))}
