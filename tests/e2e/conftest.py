"""The built site behind a small server, and a browser that reports what went wrong."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
TYPES = {".wasm": "application/wasm", ".js": "text/javascript", ".mjs": "text/javascript"}
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static host as readers meet it: right types, hashed files for ever, pages checked anew."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def end_headers(self) -> None:
        hashed = any(f"/assets/{kind}-" in self.path for kind in ("app", "runtime", "python", "editor"))
        self.send_header("Cache-Control", "max-age=31536000, immutable" if hashed else "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a connection is nothing to report."""


def serve(folder: Path) -> Iterator[str]:
    """Serve ``folder`` at a free port while the generator is held."""
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def site_url() -> Iterator[str]:
    """Address of the built site, at the root of a server of its own."""
    site = Path(os.environ.get("ATTN_SITE", ROOT / "site"))
    if not (site / "en" / "index.html").is_file():
        pytest.fail("site/ is not built: run `make site` (or `make test`) first")
    yield from serve(site)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def chromium(driver: Playwright, *arguments: str) -> Browser:
    """Chromium: the one that CHROMIUM names, the system's, or Playwright's own."""
    named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    return driver.chromium.launch(executable_path=named, args=["--no-sandbox", *arguments])


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    # Other origins do not exist, so that a request to one cannot pass unseen.
    browser = chromium(playwright, "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shared_context(browser: Browser) -> Iterator[BrowserContext]:
    """One HTTP cache for all tests; storage is emptied between them."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context
    context.close()


class Watch:
    """What a page must not do: errors on the console, requests to other origins."""

    def __init__(self, page: Page, origin: str) -> None:
        self.errors: list[str] = []
        self.expected: list[str] = []
        self.requests: list[str] = []
        self.origin = origin
        page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def foreign(self) -> list[str]:
        own = (self.origin, "data:", "blob:")
        return [url for url in self.requests if not url.startswith(own)]

    def unexpected(self) -> list[str]:
        return [e for e in self.errors if not any(word in e for word in self.expected)]


@pytest.fixture
def watch(page: Page) -> Watch:
    """The page's watch: ``expected`` words allow console errors, ``requests`` lists addresses."""
    return page.watch  # type: ignore[attr-defined]


@pytest.fixture
def page(shared_context: BrowserContext, site_url: str) -> Iterator[Page]:
    """A new tab. The test fails on a console error and on a request to another origin."""
    page = shared_context.new_page()
    watch = Watch(page, site_url)
    page.watch = watch  # type: ignore[attr-defined]
    yield page
    if page.url.startswith(site_url):
        page.evaluate("localStorage.clear()")
    page.close()
    assert watch.unexpected() == []
    assert watch.foreign() == []
