"""Byte code for the reader's Python: made once for each content, by Pyodide's own compiler."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from attn_docs.publish import bytecode

ROOT = Path(__file__).resolve().parents[2]
PYTHON_3_12 = (3531).to_bytes(2, "little") + b"\r\n"
UNCHECKED = (0b01).to_bytes(4, "little")
SOURCES = {"attn_docs/a.py": b"x = 1\n", "attn_docs/b.py": b"y = 2\n"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with set-up's products and an empty cache."""
    for part in (".venv", "node_modules"):
        (tmp_path / part).symlink_to(ROOT / part)
    return tmp_path


@pytest.mark.site  # two starts of Pyodide under node
def test_byte_code_is_of_the_readers_python_and_kept_until_it_changes(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = bytecode.compiled(SOURCES, checkout)
    assert set(made) == set(SOURCES)
    for data in made.values():
        assert data.startswith(PYTHON_3_12 + UNCHECKED)
    assert made["attn_docs/a.py"] != made["attn_docs/b.py"]

    asked: list[set[str]] = []

    def compiler(sources: Mapping[str, bytes], _: Path) -> dict[str, bytes]:
        asked.append(set(sources))
        return dict.fromkeys(sources, b"")

    monkeypatch.setattr(bytecode, "_compile", compiler)
    assert bytecode.compiled(SOURCES, checkout) == made
    assert not asked
    bytecode.compiled({**SOURCES, "attn_docs/b.py": b"y = 3\n"}, checkout)
    assert asked == [{"attn_docs/b.py"}]


@pytest.mark.site
def test_a_source_that_does_not_compile_stops_the_build_with_its_name(checkout: Path) -> None:
    with pytest.raises(bytecode.ByteCodeError, match=r"(?s)attn_docs/c\.py.*SyntaxError"):
        bytecode.compiled({"attn_docs/c.py": b"def f(:\n"}, checkout)


def test_without_pyodide_nothing_is_compiled(tmp_path: Path) -> None:
    assert bytecode.compiled(SOURCES, tmp_path) == {}
