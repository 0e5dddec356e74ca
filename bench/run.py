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
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import builds, cells, pages, peer_pages, peer_table, peers  # noqa: E402
from tests.e2e.conftest import ALONE, chromium, serve  # noqa: E402

SITE = Path(os.environ.get("ATTN_SITE", ROOT / "site"))
README = ROOT / "bench" / "README.md"
MARK = "<!-- {}: written by `bench/run.py --write` -->\n"
HEADER = ["", "| what | budget | measured | |", "|---|---|--:|---|"]
GROUPS = ("pages", "cells", "builds", "peers")


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
        browser = chromium(driver, ALONE)
        if chosen.only != ["peers"]:
            say(*head(browser), *HEADER)
        for url in serve(SITE):
            if "pages" in chosen.only:
                for row in pages.rows(browser, url, SITE):
                    say(row)
            if "cells" in chosen.only:
                for row in cells.rows(driver, browser, url):
                    say(row)
        if "builds" in chosen.only:
            for row in builds.rows(browser):
                say(row)
        if "peers" in chosen.only:
            say(*head(browser), "", into=compared)
            say(*peer_table.table(peers.measured(driver, SITE, ALONE)), into=compared)
            say(f"- {load()} at the end", into=compared)
        browser.close()
    for group, lines in (("budgets", budgets), ("peers", compared)):
        if chosen.write and lines:
            write(group, lines)


if __name__ == "__main__":
    main()
