"""Which language an edit concerns, and when it asks for a fresh process."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def serve() -> ModuleType:
    """tools/serve.py, which is a script beside the one that it imports."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        spec = importlib.util.spec_from_file_location("serve", ROOT / "tools" / "serve.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(ROOT / "tools"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["docs/en/scaling.md"], ["en"]),
        (["docs/ko/scaling.md"], ["ko"]),
        (["docs/ko/a.md", "docs/en/a.md"], ["en", "ko"]),
        (["docs/claims/scaling.yml"], ["en", "ko"]),
        (["docs/cells/scaling/variance.py"], ["en", "ko"]),
        (["mkdocs.yml"], ["en", "ko"]),
        ([], []),
    ],
)
def test_an_edit_concerns_a_language_or_both(
    serve: ModuleType, names: list[str], expected: list[str]
) -> None:
    assert serve.languages([ROOT / name for name in names]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("attn_docs/core/softmax.py", True),
        ("hooks/maths.py", True),
        ("docs/cells/scaling/variance.py", False),
        ("docs/assets/js/main.js", False),
    ],
)
def test_only_the_site_s_own_code_asks_for_a_fresh_process(
    serve: ModuleType, name: str, expected: bool
) -> None:
    assert serve.is_code(ROOT / name) is expected


def test_new_gone_and_edited_files_are_changes(serve: ModuleType) -> None:
    a, b, c, d = (Path(name) for name in "abcd")
    assert set(serve.changed({a: 1.0, b: 1.0, c: 1.0}, {a: 1.0, b: 2.0, d: 1.0})) == {b, c, d}


def test_a_worker_that_dies_is_told_and_started_again(
    serve: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    import subprocess

    def start(*_: object, **__: object) -> subprocess.Popen[str]:
        code = "import sys; sys.stdin.readline(); sys.exit('broken import')"
        return subprocess.Popen(
            [sys.executable, "-c", code],
            **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE),
            text=True,
        )

    monkeypatch.setattr(serve, "start", start)
    worker = serve.Worker("en", "http://127.0.0.1/")
    assert worker.build()
    first = worker.process
    first.wait()
    assert worker.build()
    assert worker.process is not first
    worker.stop()
