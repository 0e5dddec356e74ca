"""How soon Python answers: from the click to the result, and after a stop."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from playwright.sync_api import Browser, Playwright

from bench.rows import Row, typical
from tests.e2e.conftest import ALONE, program

SETTLE = 1500  # ms between two visits, in which a reader would read, and a browser tidies up
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


def first_result(driver: Playwright, url: str, *, warm: bool) -> float:
    """A new profile on disk: a browser keeps compiled code there, and not in a private window."""
    with tempfile.TemporaryDirectory(prefix="attn-bench-") as profile:
        context = driver.chromium.launch_persistent_context(
            profile, executable_path=program(), args=["--no-sandbox", ALONE]
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


def rows(driver: Playwright, browser: Browser, url: str) -> Iterator[Row]:
    name = "Run to the first NumPy result"
    yield typical(f"{name}, cold", "≤ 1.6 s", lambda: first_result(driver, url, warm=False))
    yield typical(f"{name}, warm", "≤ 1.2 s", lambda: first_result(driver, url, warm=True))
    yield typical("Stop to ready", "≤ 1.3 s", lambda: stop_to_ready(browser, url))
