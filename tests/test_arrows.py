"""The layout that CONTRIBUTING.md draws: imports point one way, names say what is inside."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "attn_docs"
# Each room may import the rooms named here (and itself).
ARROWS = {
    "core": set(),
    "sections": set(),
    "model": {"core"},
    "experiments": {"core", "model", "playground", "sections"},
    "figures": {"core", "model", "experiments", "sections"},
    "cells": {"core", "experiments", "figures", "sections"},
    "playground": {"core"},
    "pages": {"core", "model", "experiments", "figures", "cells", "playground", "sections"},
    "publish": {"pages", "figures", "experiments", "playground", "sections"},
}
TOP = {
    *("attn_docs", "bench", "docs", "hooks", "overrides", "tests", "tools", ".ci", ".github"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "LICENSE-TEXT", "CITATION.cff"),
    *("Makefile", "mkdocs.yml", "mkdocs.ko.yml", "pyproject.toml", "constraints.txt"),
    *("package.json", "package-lock.json", ".npmrc", "tsconfig.json", ".gitignore"),
    *(".gitattributes", ".pre-commit-config.yaml"),
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(source: str, package: tuple[str, ...]) -> set[str]:
    """Rooms of attn_docs that a module in ``package`` imports, at any depth of its code."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{stem}.{alias.name}" for alias in node.names]
        else:
            continue
        parts = [name.split(".") for name in names]
        found |= {p[1] for p in parts if p[0] == "attn_docs" and len(p) > 1}
    return found


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = [ROOT / name for name in names.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_imports_are_read_relative_or_not() -> None:
    package = ("attn_docs", "pages")
    assert imported("from ..core import softmax", package) == {"core"}
    assert imported("from .. import sections", package) == {"sections"}
    assert imported("def f():\n    import attn_docs.figures.svg", package) == {"figures"}
    assert imported("from .page import Page\nimport numpy", package) == {"pages"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_follow_the_arrows(path: Path) -> None:
    own = room(path)
    if own not in ARROWS:
        assert own in {"__init__", "__main__"}, f"{own} is a room without arrows"
        return
    package = ("attn_docs", *path.relative_to(PACKAGE).parent.parts)
    wrong = imported(path.read_text(encoding="utf-8"), package) - ARROWS[own] - {own, "__version__"}
    assert not wrong, f"{own} must not import {sorted(wrong)}"


def test_only_hooks_know_mkdocs() -> None:
    for path in MODULES:
        names = {
            name.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert "mkdocs" not in names, path


def test_core_needs_numpy_only() -> None:
    known = {"numpy", "jaxtyping", "attn_docs", "__future__"}
    stdlib = {"math", "dataclasses", "collections", "typing", "functools", "itertools", "importlib"}
    for path in (PACKAGE / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                heads = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                heads = {(node.module or "").split(".")[0]}
            else:
                continue
            assert heads <= known | stdlib, f"{path.name} imports {sorted(heads)}"


def test_hooks_are_short(tracked: list[Path]) -> None:
    for path in tracked:
        if path.parent == ROOT / "hooks" and path.suffix == ".py":
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 75, path.name


def test_no_room_is_named_after_nothing(tracked: list[Path]) -> None:
    vague = {"utils", "helpers", "common", "misc", "util", "helper"}
    assert [p for p in tracked if vague & {part.split(".")[0] for part in p.parts}] == []


def test_no_tracked_file_is_large(tracked: list[Path]) -> None:
    assert [p for p in tracked if p.stat().st_size > 1_000_000] == []


def test_top_level_holds_what_the_design_names(tracked: list[Path]) -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked} <= TOP
