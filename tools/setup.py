"""Set up what a make target needs; download nothing that is already there.

Standard library only, and syntax that an old Python can read far enough to be told so. Each step
leaves a stamp with a hash of what it depends on; a second run compares hashes and returns.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Python 3.11 or newer is needed; {} is older.\n"  # noqa: UP032
        "Install it (Debian 12: apt-get install python3) or name another one: "
        "make PYTHON=python3.12 ...".format(sys.executable)
    )

import hashlib
import importlib.util
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
LOGS = ROOT / ".cache" / "logs"
STAMPS = VENV / "stamps"
HEARTBEAT = 15.0


class SetupError(Exception):
    """What is missing, why it is needed, and what to do."""


def run(title: str, command: list[str], *, advice: str, env: dict[str, str] | None = None) -> None:
    """Run a long step quietly, with a line every few seconds; show its log only if it fails."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / (title.split(":")[0].lower().replace(" ", "-") + ".log")
    print(f"[set-up] {title} …", flush=True)
    started = time.monotonic()
    try:
        with log.open("w") as sink:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdout=sink,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(env or {})},
            )
            while True:
                try:
                    code = process.wait(HEARTBEAT)
                    break
                except subprocess.TimeoutExpired:
                    print(f"[set-up]   still at it, {time.monotonic() - started:.0f} s", flush=True)
    except FileNotFoundError as error:
        raise SetupError(f"{title}: {command[0]} was not found.\n{advice}") from error
    if code:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-25:])
        shown = log.relative_to(ROOT)
        raise SetupError(
            f"{tail}\n\n{title}: failed (exit {code}; whole log in {shown}).\n{advice}"
        )
    print(f"[set-up]   done in {time.monotonic() - started:.0f} s", flush=True)


def digest(paths: Iterable[Path], *extra: str) -> str:
    """Hash of the contents of files and of further strings."""
    total = hashlib.sha256("\0".join(extra).encode())
    for path in paths:
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def step(name: str, key: str, present: bool, action: Callable[[], None]) -> None:
    """Do ``action`` unless its stamp holds ``key`` and its product is ``present``."""
    stamp = STAMPS / name
    if present and stamp.is_file() and stamp.read_text() == key:
        return
    action()
    STAMPS.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt(package: str, *, why: str) -> None:
    """Install a Debian package as root; elsewhere say which one to install."""
    if not is_root():
        raise SetupError(
            f"{why}\nInstall it (Debian: sudo apt-get install {package}) and try again."
        )
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    advice = f"{why}\nIs the network there? By hand: apt-get update && apt-get install {package}"
    run("Debian package lists", ["apt-get", "update", "-q"], advice=advice, env=quiet)
    install = ["apt-get", "install", "-q", "-y", "--no-install-recommends", package]
    run(f"Debian package: {package}", install, advice=advice, env=quiet)


def venv() -> None:
    """Make .venv, also where Debian has split ensurepip off Python."""
    if (BIN / "python").exists() and (BIN / "pip").exists():
        return
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    why = f"{sys.executable} cannot make a virtual environment: its venv module is not installed."
    command = [sys.executable, "-m", "venv", str(VENV)]
    if importlib.util.find_spec("ensurepip") is None:
        if importlib.util.find_spec("pip") is not None and not is_root():
            tool = ROOT / ".cache" / "virtualenv"
            pip = [
                sys.executable,
                "-m",
                "pip",
                "install",
                "-q",
                "--target",
                str(tool),
                "virtualenv",
            ]
            run("virtualenv: instead of venv", pip, advice=f"{why}\nInstall {version}-venv.")
            run(
                "Virtual environment",
                [sys.executable, "-m", "virtualenv", "-q", str(VENV)],
                advice=f"{why}\nInstall {version}-venv.",
                env={"PYTHONPATH": str(tool)},
            )
            return
        apt(f"{version}-venv", why=why)
    shutil.rmtree(VENV, ignore_errors=True)
    run("Virtual environment", command, advice=f"{why}\nInstall {version}-venv.")


def python_packages() -> None:
    venv()
    files = [ROOT / "pyproject.toml", ROOT / "constraints.txt"]
    command = [
        *(str(BIN / "python"), "-m", "pip", "install", "--disable-pip-version-check"),
        *("--no-input", "-c", "constraints.txt", "-e", ".[site,dev]"),
    ]
    advice = (
        "Python packages come from the index that pip is set up to use.\n"
        "Is it reachable? A mirror can be named by PIP_INDEX_URL, a proxy by HTTPS_PROXY."
    )
    step(
        "python",
        digest(files, sys.version, str(ROOT)),
        (BIN / "mkdocs").exists(),
        lambda: run("Python packages: about a minute the first time", command, advice=advice),
    )


def npm_packages() -> None:
    files = [ROOT / "package.json", ROOT / "package-lock.json"]
    advice = (
        "npm packages come from the registry that npm is set up to use.\n"
        "Is it reachable? A mirror can be named by npm_config_registry, a proxy by HTTPS_PROXY."
    )
    path = {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(BIN / "npm"), "ci", "--no-audit", "--no-fund"]
    step(
        "npm",
        digest(files),
        (ROOT / "node_modules" / "katex").exists(),
        lambda: run("npm packages", command, advice=advice, env=path),
    )


def tool(name: str, title: str, sources: list[Path], product: Path) -> None:
    """Run tools/<name>.py, which builds a part of the site under .cache."""
    script = ROOT / "tools" / f"{name}.py"
    advice = f"To see more: .venv/bin/python tools/{name}.py"
    path = {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    step(
        name,
        digest([*sources, ROOT / "package-lock.json"]),
        product.exists(),
        lambda: run(title, [str(BIN / "python"), str(script)], advice=advice, env=path),
    )


def site_parts() -> None:
    cache, tools = ROOT / ".cache", ROOT / "tools"
    tool(
        "diagrams",
        "Diagrams: bundling Mermaid",
        [tools / "diagrams.py"],
        cache / "mermaid" / "current.json",
    )
    tool(
        "editor",
        "Editor: bundling CodeMirror",
        [tools / "editor.py", *sorted((tools / "editor").iterdir())],
        cache / "editor" / "current.json",
    )
    tool(
        "runtime",
        "Python for the browser: 75 MB the first time",
        [tools / "runtime.py", *sorted((tools / "runtime").iterdir())],
        cache / "runtime" / "current.json",
    )


def browser() -> None:
    """A Chromium for the tests: a given one, the system's, Debian's, or Playwright's own."""
    given = os.environ.get("CHROMIUM")
    if given:
        if not shutil.which(given):
            raise SetupError(f"CHROMIUM names {given}, which is not a program that can be run.")
        return
    if any(
        map(
            shutil.which,
            ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        )
    ):
        return
    why = "The browser tests need Chromium, and none was found."
    if is_root():
        try:
            # The headless build starts four times as fast as the desktop one.
            return apt("chromium-headless-shell", why=why)
        except SetupError as error:
            print(f"{error}\n[set-up] Trying Playwright's own instead.", flush=True)
    own = [str(BIN / "python"), "-m", "playwright", "install", "chromium"]
    advice = (
        f"{why}\nInstall one (Debian: apt-get install chromium-headless-shell) "
        "or name it: make CHROMIUM=/path ..."
    )
    step(
        "browser", "playwright", True, lambda: run("Chromium: Playwright's own", own, advice=advice)
    )


def firefox() -> None:
    """A second engine for the core of the browser tests, where it costs nobody a password."""
    named = (os.environ.get("FIREFOX"), "firefox-esr", "firefox")
    if any(map(shutil.which, filter(None, named))):
        return
    why = "Without Firefox its tests are skipped."
    if not is_root():
        print(f"[set-up] {why} To run them (Debian): sudo apt-get install firefox-esr")
        return
    try:
        apt("firefox-esr", why=why)
    except SetupError as error:
        print(f"[set-up] {error}", flush=True)


def fonts() -> None:
    """Screenshots need a Korean font; readers bring their own."""
    listed = subprocess.run(["fc-list", ":lang=ko"], capture_output=True, text=True).stdout
    if not listed.strip():
        apt("fonts-noto-cjk", why="Screenshots of the Korean pages need a Korean font.")


def main(wanted: str) -> None:
    """Set up for ``check``, ``site``, ``test`` or ``shots``."""
    python_packages()
    npm_packages()
    if wanted in {"site", "test", "shots"}:
        site_parts()
    if wanted in {"test", "shots"}:
        browser()
    if wanted == "test":
        firefox()
    if wanted == "shots":
        fonts()


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "site")
    except SetupError as error:
        sys.exit(f"\n{error}")
    except KeyboardInterrupt:
        sys.exit("\n[set-up] interrupted; the next run goes on from here.")
