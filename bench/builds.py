"""How long the evidence, a build and the reload after an edit take, in a copy of the checkout."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from bench.rows import RUNS, Row, median

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def checkout() -> Iterator[Path]:
    """A copy of the tracked files that may be edited; set-up's products are linked, not copied."""
    with tempfile.TemporaryDirectory(prefix="attn-bench-") as name:
        copy = Path(name)
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
        for file in filter(None, listed.stdout.split("\0")):
            if (ROOT / file).is_file():
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, copy / file)
        for linked in (".venv", "node_modules"):
            (copy / linked).symlink_to(ROOT / linked)
        (copy / ".cache").mkdir()
        for part in (ROOT / ".cache").iterdir():
            if part.name not in {"serve", "logs", "results", "katex", "jinja"}:
                (copy / ".cache" / part.name).symlink_to(part)
        yield copy


def timed(command: list[str], cwd: Path, **env: str) -> float:
    started = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(cwd), **env}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return time.perf_counter() - started


def rows(browser: Browser) -> Iterator[Row]:
    with checkout() as home:
        python, out = sys.executable, str(home / "site")
        evidence = timed([python, "-m", "attn_docs", "claims"], home)
        yield Row("Evidence of all claims, nothing kept", "≤ 60 s", evidence, "s", "two processes")
        shutil.rmtree(home / ".cache" / "results")
        build = [python, "tools/build.py", "--out", out]
        yield Row("Full build, cold caches", "≤ 120 s", timed(build, home), "s", "both languages")
        yield Row("Full build, warm caches", "≤ 10 s", timed(build, home), "s", "both languages")
        yield edit_to_reload(browser, home)


def edit_to_reload(browser: Browser, home: Path) -> Row:
    """The development server: from saving a page to seeing it in the browser."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    env = {**os.environ, "PYTHONPATH": str(home), "PORT": str(port)}
    command = [sys.executable, "tools/serve.py"]
    page = browser.new_page()
    with subprocess.Popen(command, cwd=home, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            next(line for line in server.stdout if "Ctrl-C" in line)
            page.goto(f"http://127.0.0.1:{port}/en/about/")
            seen = []
            for turn in range(RUNS):
                source = home / "docs" / "en" / "about.md"
                source.write_text(f"{source.read_text()}\n\nEdited, {turn}.\n")
                started = time.perf_counter()
                expect(page.get_by_text(f"Edited, {turn}.")).to_be_visible(timeout=60_000)
                seen.append(time.perf_counter() - started)
        finally:
            server.kill()
            page.close()
    return median("Edit of a page to its reload", "≤ 3 s", seen)
