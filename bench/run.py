"""Measure the budgets of the site: what a page weighs and shifts, how soon Python answers, how long
a build takes, and how all that compares with the editors of PyScript and markdown-exec.

    make bench                                      prints the table
    .venv/bin/python bench/run.py --write           puts it into bench/README.md, too
    .venv/bin/python bench/run.py --only cells      one group: pages, cells, builds or peers

Everything runs on this machine: a static server on 127.0.0.1, a Chromium that reaches nothing
else, and no request interception, which would switch the browser's cache off.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from attn_docs.sections import SECTIONS  # noqa: E402
from bench import peer_pages, peer_table, peers  # noqa: E402
from tests.e2e.conftest import chromium, program, serve  # noqa: E402
from tests.e2e.places import PLACES, drawn  # noqa: E402
from tests.e2e.shifts import OBSERVE, SCROLL, moved  # noqa: E402

SITE = Path(os.environ.get("ATTN_SITE", ROOT / "site"))
README = ROOT / "bench" / "README.md"
MARK = "<!-- {}: written by `bench/run.py --write` -->\n"
HEADER = ["", "| what | budget | measured | |", "|---|---|--:|---|"]
RUNS = 5
GROUPS = ("pages", "cells", "builds", "peers")
SETTLE = 1500  # ms between two visits, in which a reader would read, and a browser tidies up
RULE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
NUMPY = "import numpy as np\nnp.ones(3) @ np.ones(3)"

# From the click to the result, on the page's own clock.
CLICK = """async (source) => {
  const cell = document.querySelector("attn-cell");
  cell.source = source;
  const start = performance.now();
  const done = new Promise((resolve) => new MutationObserver(() => {
    if (["done", "error", "stopped"].includes(cell.dataset.state)) resolve();
  }).observe(cell, { attributes: true }));
  cell.querySelector("[data-action=run]").click();
  await done;
  if (cell.dataset.state !== "done") throw new Error(cell.innerText);
  return (performance.now() - start) / 1000;
}"""
STOP = """async () => {
  const root = document.documentElement;
  const start = performance.now();
  const ready = new Promise((resolve) => new MutationObserver(() => {
    if (root.dataset.runtime === "ready") resolve();
  }).observe(root, { attributes: true }));
  document.querySelector("attn-cell [data-action=stop]").click();
  await ready;
  return (performance.now() - start) / 1000;
}"""


@dataclass(frozen=True)
class Row:
    what: str
    budget: str
    value: float
    unit: str
    more: str = ""

    def __str__(self) -> str:
        digits = 0 if self.unit == "bytes" else 3 if not self.unit else 2 if self.unit == "s" else 1
        shown = f"{self.value:.{digits}f} {self.unit}".strip()
        return f"| {self.what} | {self.budget} | {shown} | {self.more} |"


def weights(page: Page, url: str) -> Iterator[Row]:
    """Own scripts and styles of each section, compressed; and what it must not load at all."""
    slugs = [section.slug for section in SECTIONS]
    own: dict[str, int] = {}
    heavy: dict[str, int] = {}
    for place in (f"{lang}/{slug}/" for lang in ("en", "ko") for slug in slugs):
        asked: list[str] = []
        note = lambda request, asked=asked: asked.append(urlsplit(request.url).path)  # noqa: E731
        page.on("request", note)
        page.goto(url + place, wait_until="networkidle")
        drawn(page)
        page.remove_listener("request", note)
        files = [SITE / path.lstrip("/") for path in dict.fromkeys(asked)]
        shared = [f for f in files if f.is_relative_to(SITE / "assets") and f.is_file()]
        # The site's own; Mermaid is counted apart, where a page has a diagram.
        kinds = {f: f.relative_to(SITE / "assets").parts[0].split("-")[0] for f in shared}
        code = [f for f in shared if f.suffix in {".js", ".css"} and kinds[f] != "mermaid"]
        own[place] = sum(len(gzip.compress(f.read_bytes(), 9)) for f in code)
        banned = {"runtime", "python", "editor"}
        banned |= set() if page.locator(".mermaid").count() else {"mermaid"}
        heavy[place] = sum(f.stat().st_size for f in shared if kinds[f] in banned)
    worst = max(own, key=lambda place: own[place])
    yield Row("JS + CSS of a section beyond the theme, gzip", "≤ 60 kB", own[worst] / 1000, "kB",
              f"largest of {len(own)}: {worst}")  # fmt: skip
    yield Row("Pyodide, editor, unused Mermaid before Run", "0 bytes", sum(heavy.values()), "bytes")


def shifts(browser: Browser, url: str) -> Iterator[Row]:
    """The largest layout shift of any page, slow scroll to the end included."""
    worst, where = 0.0, "no page shifts"
    for width in (390, 1280):
        page = browser.new_page(viewport={"width": width, "height": 844})
        page.add_init_script(OBSERVE)
        for place in PLACES:
            page.goto(url + place)
            drawn(page)
            total = moved(page.evaluate(SCROLL))
            if total > worst:
                worst, where = total, f"{place} at {width} px"
        page.close()
    more = f"{len(PLACES)} pages, 390 and 1280 px; {where}"
    yield Row("Layout shift (CLS) of any page", "≤ 0.01", worst, "", more)


def first_result(driver: Playwright, url: str, *, warm: bool) -> float:
    """A new profile on disk: a browser keeps compiled code there, and not in a private window."""
    with tempfile.TemporaryDirectory(prefix="attn-bench-") as profile:
        context = driver.chromium.launch_persistent_context(
            profile, executable_path=program(), args=["--no-sandbox", RULE]
        )
        page = context.new_page()
        seen: list[float] = []
        for _ in range(1 + warm):
            page.goto(f"{url}en/scaling/", wait_until="networkidle")
            page.wait_for_selector("attn-cell:defined")
            seen.append(page.evaluate(CLICK, NUMPY))
            page.wait_for_timeout(SETTLE)
        context.close()
    return seen[-1]


def stop_to_ready(browser: Browser, url: str) -> float:
    page = browser.new_page()
    page.goto(f"{url}en/scaling/", wait_until="networkidle")
    page.wait_for_selector("attn-cell:defined")
    page.evaluate(CLICK, NUMPY)
    page.locator("attn-cell").first.evaluate("cell => { cell.source = 'while True: pass'; }")
    page.locator('attn-cell [data-action="run"]').first.click()
    page.wait_for_selector('attn-cell[data-state="running"]')
    seconds = page.evaluate(STOP)
    page.close()
    return seconds


def typical(what: str, budget: str, measure: Callable[[], float]) -> Row:
    seen = [measure() for _ in range(RUNS)]
    more = f"median of {RUNS}: {min(seen):.2f} to {max(seen):.2f}"
    return Row(what, budget, statistics.median(seen), "s", more)


def cells(driver: Playwright, browser: Browser, url: str) -> Iterator[Row]:
    name = "Run to the first NumPy result"
    yield typical(f"{name}, cold", "≤ 1.6 s", lambda: first_result(driver, url, warm=False))
    yield typical(f"{name}, warm", "≤ 1.2 s", lambda: first_result(driver, url, warm=True))
    yield typical("Stop to ready", "≤ 1.3 s", lambda: stop_to_ready(browser, url))


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


def builds(browser: Browser) -> Iterator[Row]:
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
    more = f"median of {RUNS}: {min(seen):.2f} to {max(seen):.2f}"
    return Row("Edit of a page to its reload", "≤ 3 s", statistics.median(seen), "s", more)


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"


def head(browser: Browser) -> list[str]:
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "mkdocs-material"))
    pyodide = peer_pages.version_of(peer_pages.OFFICIAL)
    return [
        f"- measured on {datetime.date.today().isoformat()}",
        f"- {platform.machine()}, {platform.system()}, {os.cpu_count()} cores",
        f"- {load()} at the start",
        f"- Python {platform.python_version()}, {packages}; Pyodide {pyodide} in Chromium "
        f"{browser.version}",
    ]


def write(group: str, lines: list[str]) -> None:
    """Into the README, between the marks of this group."""
    text = README.read_text(encoding="utf-8")
    before, mark, rest = text.partition(MARK.format(group))
    _, end, after = rest.partition(MARK.format(f"end of {group}"))
    assert end, f"{README.name} has no place for the {group}"
    README.write_text("\n".join([f"{before}{mark}", *lines, f"\n{end}{after}"]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=GROUPS, metavar="GROUP")
    parser.add_argument("--write", action="store_true", help="also put the table into README.md")
    chosen = parser.parse_args()
    budgets: list[str] = []
    compared: list[str] = []

    def say(*lines: object, into: list[str] = budgets) -> None:
        for line in lines:
            into.append(str(line))
            print(line, flush=True)

    with sync_playwright() as driver:
        browser = chromium(driver, RULE)
        if chosen.only != ["peers"]:
            say(*head(browser), *HEADER)
        for url in serve(SITE):
            if "pages" in chosen.only:
                for row in (*weights(browser.new_page(), url), *shifts(browser, url)):
                    say(row)
            if "cells" in chosen.only:
                for row in cells(driver, browser, url):
                    say(row)
        if "builds" in chosen.only:
            for row in builds(browser):
                say(row)
        if "peers" in chosen.only:
            say(*head(browser), "", into=compared)
            say(*peer_table.table(peers.measured(driver, SITE, RULE)), into=compared)
            say(f"- {load()} at the end", into=compared)
        browser.close()
    for group, lines in (("budgets", budgets), ("peers", compared)):
        if chosen.write and lines:
            write(group, lines)


if __name__ == "__main__":
    main()
