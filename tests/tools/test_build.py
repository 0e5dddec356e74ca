"""Both languages are built at the same time, and a fault of either is told."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Says that it has been asked, and is ready once the other one has been asked, too.
WORKER = """
import sys, time
from pathlib import Path
lang, folder, answer = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
if not sys.stdin.readline():
    sys.exit("never asked")
(folder / lang).touch()
end = time.monotonic() + 20
while len(list(folder.iterdir())) < 2:
    if time.monotonic() > end:
        sys.exit(f"{lang} was built alone")
    time.sleep(0.01)
print(f"{lang} talks", file=sys.stderr)
print(answer)
"""


@pytest.fixture
def build() -> ModuleType:
    """tools/build.py, a script; its checks across both languages are tested with the site."""
    spec = importlib.util.spec_from_file_location("build", ROOT / "tools" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_language_is_asked_before_the_other_has_ended(
    build: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers = {"en": "ok", "ko": "failed"}
    asked = tmp_path / "asked"
    asked.mkdir()

    def start(lang: str, *_: object, **__: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", WORKER, lang, str(asked), answers[lang]],
            **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE),
            text=True,
        )

    monkeypatch.setattr(build, "start", start)
    with pytest.raises(build.BuildError, match=r"not built \(ko\)"):
        build.build(tmp_path / "out", "http://127.0.0.1:8000/")
    said = capsys.readouterr().out
    assert "[en] en talks" in said
    assert "[ko] ko talks" in said
