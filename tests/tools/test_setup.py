"""Set-up does each step once, again when what it depends on changes, and says what failed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "setup.py"


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("attn_setup", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, path in {"ROOT": "", "STAMPS": "stamps", "LOGS": "logs", "VENV": "venv"}.items():
        monkeypatch.setattr(module, name, tmp_path / path)
    monkeypatch.setattr(module, "BIN", tmp_path / "venv" / "bin")
    return module


def test_a_step_runs_again_only_for_a_new_key_or_a_lost_product(setup: ModuleType) -> None:
    done: list[int] = []
    for key, present in [("a", False), ("a", True), ("b", True), ("b", True), ("b", False)]:
        setup.step("x", key, present, lambda: done.append(1))
    assert len(done) == 3


def test_a_failed_step_leaves_no_stamp_and_shows_its_log(
    setup: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import sys; print('no route to index'); sys.exit(3)"

    def action() -> None:
        setup.run("Fetch things: slowly", [sys.executable, "-c", code], advice="Try a mirror.")

    with pytest.raises(setup.SetupError) as caught:
        setup.step("x", "k", False, action)
    assert "no route to index" in str(caught.value)
    assert "Try a mirror." in str(caught.value)
    assert "exit 3" in str(caught.value)
    assert not (setup.STAMPS / "x").exists()
    assert "Fetch things" in capsys.readouterr().out


def test_a_missing_program_is_named_with_advice(setup: ModuleType) -> None:
    with pytest.raises(setup.SetupError, match=r"(?s)no-such-program.*Install it"):
        setup.run("Look", ["no-such-program"], advice="Install it.")


def test_without_root_a_debian_package_is_named(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "is_root", lambda: False)
    with pytest.raises(setup.SetupError, match="apt-get install chromium"):
        setup.apt("chromium", why="The tests need it.")


def test_a_python_without_venv_gets_debian_s_package(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ran: list[str] = []
    monkeypatch.setattr(setup.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(setup, "apt", lambda package, why: asked.append(package))
    monkeypatch.setattr(setup, "run", lambda title, command, **_: ran.append(command[2]))
    setup.venv()
    assert asked == [f"python3.{sys.version_info[1]}-venv"]
    assert ran == ["venv"]


def test_a_python_with_pip_but_without_venv_uses_virtualenv(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(setup, "is_root", lambda: False)
    monkeypatch.setattr(
        setup.importlib.util, "find_spec", lambda name: object() if name == "pip" else None
    )
    monkeypatch.setattr(setup, "run", lambda title, command, **_: ran.append(command[2]))
    setup.venv()
    assert ran == ["pip", "virtualenv"]


@pytest.mark.parametrize("given", ["/nowhere/chromium"])
def test_a_given_browser_must_exist(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("CHROMIUM", given)
    with pytest.raises(setup.SetupError, match=given):
        setup.browser()


def test_an_old_python_is_told_what_is_needed(tmp_path: Path) -> None:
    # No old Python is at hand: the same script, which thinks that this is one.
    code = f"import sys; sys.version_info = (3, 9); exec(open({str(SCRIPT)!r}).read())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr


@pytest.mark.parametrize("root", [True, False])
def test_firefox_is_never_demanded(
    setup: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    root: bool,
) -> None:
    def fails(package: str, *, why: str) -> None:
        raise setup.SetupError(f"no {package}")

    monkeypatch.delenv("FIREFOX", raising=False)
    monkeypatch.setattr(setup.shutil, "which", lambda name: None)
    monkeypatch.setattr(setup, "is_root", lambda: root)
    monkeypatch.setattr(setup, "apt", fails)
    setup.firefox()
    said = capsys.readouterr().out
    assert ("no firefox-esr" if root else "sudo apt-get install firefox-esr") in said
