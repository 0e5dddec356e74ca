"""This site's cell beside the editors of PyScript and markdown-exec, all in one run.

Same browser, same server, same Pyodide and NumPy; the systems take turns. Each turn has a new
browser profile on disk: its first visit is cold, its second warm. The clock is the page's own, from
the start of the navigation to the result in the output; Run is pressed as soon as it can be.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Page, Playwright

from bench.peer_pages import HERE, System, pages
from bench.peer_table import FLOOD, PATIENCE, Seen, Trial, Visit
from tests.e2e.conftest import Handler, program, serve

RUNS = 5
# Between two visits a reader reads, and the browser stores what it compiled.
STAY = 4_000
LOOP = "while True: pass"
PRINTS = f"""import time
end = time.monotonic() + {FLOOD}
while time.monotonic() < end:
    print("x" * 100)"""


class Counted(Handler):
    """The same server, with a record of the bytes that leave it."""

    sent: ClassVar[dict[str, int]] = {}

    def copyfile(self, source: Any, outputfile: Any) -> None:
        super().copyfile(source, outputfile)
        path = urlsplit(self.path).path
        self.sent[path] = self.sent.get(path, 0) + source.tell()


def numpy(size: int) -> tuple[str, str]:
    """Code, and an answer that cannot stand anywhere before it has run."""
    return f"import numpy as np\nprint(np.arange({size}).sum())", str(size * (size - 1) // 2)


@cache
def gzipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6))


def weight(sent: Mapping[str, int], root: Path) -> tuple[int, int]:
    """Bytes as served, and as a host that compresses would have sent them."""
    packed = 0
    for path, size in sent.items():
        file = root / path.lstrip("/")
        packed += min(size, gzipped(file / "index.html" if file.is_dir() else file))
    return sum(sent.values()), packed


@contextmanager
def profile(driver: Playwright, system: System, rule: str) -> Iterator[BrowserContext]:
    """A browser that nobody has used, with our hands in its pages."""
    with tempfile.TemporaryDirectory(prefix="attn-peers-", ignore_cleanup_errors=True) as folder:
        context = driver.chromium.launch_persistent_context(
            folder, executable_path=program(), args=["--no-sandbox", rule]
        )
        name = f"globalThis.system = {json.dumps(system.name)};"
        context.add_init_script(script=name + (HERE / "drive.js").read_text())
        yield context
        context.close()


def visit(context: BrowserContext, url: str, system: System, root: Path) -> tuple[Page, Visit]:
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())  # PyScript asks whether Stop is meant
    Counted.sent.clear()
    page.goto(url + system.place, wait_until="commit")
    pressed, answered = page.evaluate("([code, answer]) => bench.run(code, answer)", numpy(4321))
    sent = dict(Counted.sent)
    longest = page.evaluate("bench.longest()")
    return page, Visit(pressed, answered, longest, *weight(sent, root))


def leave(page: Page) -> None:
    """Read on for a while. A kept edit would bring our editor with it on the next visit."""
    page.wait_for_timeout(STAY)
    page.evaluate("localStorage.clear()")
    page.close()


def answers(page: Page, seconds: float, selector: str = "html") -> bool:
    """Whether the page gets round to showing us that element within so many seconds.

    Nothing that evaluates an expression: that waits for ever where the main thread is held.
    """
    try:
        page.locator(selector).wait_for(state="attached", timeout=1000 * seconds)
    except Error:
        return False
    return True


def endless(page: Page) -> Trial:
    page.evaluate("code => bench.loose(code)", LOOP)
    page.wait_for_timeout(3_000)
    if not answers(page, 5):
        return Trial()
    longest = page.evaluate("bench.longest()")
    if not page.evaluate("bench.stoppable()"):
        return Trial(longest)
    return Trial(longest, page.evaluate("([code, answer]) => bench.stop(code, answer)", numpy(432)))


def flood(page: Page) -> Trial:
    page.evaluate("code => bench.loose(code)", PRINTS)
    if not answers(page, PATIENCE, "html[data-back]"):
        return Trial()
    return Trial(*json.loads(page.locator("html").get_attribute("data-back") or ""))


def measured(driver: Playwright, site: Path, rule: str) -> dict[str, Seen]:
    """All systems by name, this site first."""
    with pages(site) as (root, systems):
        seen = {str(system): Seen() for system in systems}
        for url in serve(root, Counted):
            for _ in range(RUNS):
                for system in systems:
                    of = seen[str(system)]
                    with profile(driver, system, rule) as context:
                        for kept in (of.cold, of.warm):
                            page, what = visit(context, url, system, root)
                            kept.append(what)
                            leave(page)
            for system in systems:
                of = seen[str(system)]
                with profile(driver, system, rule) as context:
                    of.loop = endless(visit(context, url, system, root)[0])
                with profile(driver, system, rule) as context:
                    of.flood = flood(visit(context, url, system, root)[0])
    return seen
