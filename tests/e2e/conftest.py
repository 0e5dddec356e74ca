"""The built site behind a small server, and a browser that reports what went wrong."""

from __future__ import annotations

import functools
import http.server
import io
import os
import re
import shutil
import threading
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("ATTN_SITE", ROOT / "site"))
TYPES = {".wasm": "application/wasm", ".js": "text/javascript", ".mjs": "text/javascript"}
# Other origins do not exist, so that a request to one cannot pass unseen.
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
# Two cores that also do other things: long enough for a slow moment, short enough to be told.
expect.set_options(timeout=20_000)
HASHED = re.compile(r"/assets/[a-z]+-[0-9a-f]{12}|\.[0-9a-f]{8}\.min\.(?:css|js)$")
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def built_for(folder: Path) -> str:
    """Scheme and host for which the site below ``folder`` was built, from its own sitemap."""
    found = next(folder.rglob("sitemap.xml")).read_text(encoding="utf-8")
    match = re.search(r"<loc>(https?://[^/<]+)/", found)
    assert match is not None
    return match[1]


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static host as readers meet it: right types, hashed files for ever, pages checked anew.

    Pages and the sitemap name this host in place of the one that the site was built for: instant
    navigation and the switch of languages ask that they do.
    """

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def end_headers(self) -> None:
        # The theme asks for its style sheets twice (it makes their addresses absolute): a host that
        # lets a browser keep what has a hash in its name spares it a moment without style.
        kept = "max-age=31536000, immutable" if HASHED.search(self.path) else "no-cache"
        self.send_header("Cache-Control", kept)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass

    def send_head(self):  # type: ignore[no-untyped-def]
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.split("?")[0].endswith("/"):
            path /= "index.html"
        if path.suffix in {".html", ".xml"} and path.is_file():
            return self._send(200, path)
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """As hosts do: where there is no such file, the nearest 404.html above it."""
        if code == 404:
            for folder in Path(self.translate_path(self.path)).parents:
                page = folder / "404.html"
                if page.is_file() and page.is_relative_to(self.directory):
                    self.copyfile(self._send(404, page), self.wfile)
                    return
        super().send_error(code, message, explain)

    def _send(self, code: int, path: Path) -> io.BytesIO:
        server = cast(Server, self.server)
        body = path.read_bytes().replace(server.built_for, server.address)
        self.send_response(code)
        self.send_header("Content-Type", f"{self.guess_type(path)}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder: Path, handler: type[Handler]) -> None:
        super().__init__(
            ("127.0.0.1", 0), functools.partial(handler, directory=str(folder.resolve()))
        )
        self.built_for = built_for(folder).encode()
        self.address = f"http://127.0.0.1:{self.server_address[1]}".encode()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a connection is nothing to report."""


def serve(folder: Path, handler: type[Handler] = Handler) -> Generator[str, None, None]:
    """Serve ``folder`` at a free port while the generator is held."""
    server = Server(folder, handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"{server.address.decode()}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def site_url() -> Iterator[str]:
    """Address of the built site, at the root of a server of its own."""
    if not (SITE / "en" / "index.html").is_file():
        pytest.fail("site/ is not built: run `make site` (or `make test`) first")
    yield from serve(SITE)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def chromium(driver: Playwright, *arguments: str) -> Browser:
    """Chromium: the one that CHROMIUM names, the system's, or Playwright's own."""
    return driver.chromium.launch(executable_path=program(), args=["--no-sandbox", *arguments])


def program() -> str | None:
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = chromium(
        playwright,
        ALONE,
        # A quarter of what a start of Python costs is code optimised for later, which a test throws
        # away with its tab. The bench measures without this.
        "--js-flags=--liftoff-only",
    )
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
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def foreign(self) -> list[str]:
        own = (self.origin, "data:", "blob:")
        return [url for url in self.requests if not url.startswith(own)]

    def unexpected(self) -> list[str]:
        return [e for e in self.errors if not any(word in e for word in self.expected)]


@pytest.fixture
def watch(page: Page) -> Watch:
    """The page's watch: ``expected`` words allow console errors, ``requests`` lists addresses."""
    return page.watch  # type: ignore[attr-defined]


def new_tab(context: BrowserContext, site_url: str) -> Page:
    """A new tab, in which nothing is kept of what an earlier test has stored."""
    page = context.new_page()
    protocol = context.new_cdp_session(page)
    of = {"origin": site_url, "storageTypes": "local_storage"}
    protocol.send("Storage.clearDataForOrigin", of)
    protocol.detach()
    return page


@pytest.fixture
def page(shared_context: BrowserContext, site_url: str) -> Iterator[Page]:
    """A new tab. The test fails on a console error and on a request to another origin."""
    page = new_tab(shared_context, site_url)
    watch = Watch(page, site_url)
    page.watch = watch  # type: ignore[attr-defined]
    yield page
    page.close()
    assert watch.unexpected() == []
    assert watch.foreign() == []


class Cell:
    """A cell of a page, as a test drives it."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.element = page.locator(f'attn-cell[data-cell="{name}"]')
        page.wait_for_selector(f'attn-cell:defined[data-cell="{name}"]')

    @property
    def pythons(self) -> int:
        """How many workers of ours are alive in the tab."""
        return sum("/assets/app-" in worker.url for worker in self.page.workers)

    def button(self, action: str) -> Locator:
        return self.element.locator(f'[data-action="{action}"]')

    def part(self, name: str) -> Locator:
        return self.element.locator(f'[data-part="{name}"]')

    @property
    def source(self) -> str:
        return self.element.evaluate("cell => cell.source")

    @source.setter
    def source(self, text: str) -> None:
        self.element.evaluate("(cell, text) => { cell.source = text; }", text)

    def wait(self, *states: str, timeout: float = 90_000) -> str:
        """Wait until the cell is in one of ``states``; return which."""
        any_of = ", ".join(f'[data-state="{state}"]' for state in states)
        expect(self.element.and_(self.page.locator(f"attn-cell:is({any_of})"))).to_have_count(
            1, timeout=timeout
        )
        return self.element.get_attribute("data-state") or ""

    def run(self, source: str | None = None, *, limit: float | None = None) -> str:
        """Run ``source`` (or what is there) to its end; return the output's text."""
        if source is not None:
            self.source = source
        if limit is not None:
            self.element.evaluate("(cell, s) => { cell.dataset.limit = s; }", str(limit))
        self.button("run").click()
        self.wait("done", "error", "stopped")
        return self.output

    @property
    def output(self) -> str:
        return self.part("output").inner_text()

    @property
    def state(self) -> str:
        return self.element.get_attribute("data-state") or ""

    @property
    def status(self) -> str:
        return self.part("status").inner_text()


@pytest.fixture
def open_cell(page: Page, site_url: str) -> Callable[..., Cell]:
    """Open a page at one of its cells."""

    def opened(name: str, lang: str = "en", fragment: str = "") -> Cell:
        page.goto(f"{site_url}{lang}/{name.split('/')[0]}/{fragment}")
        return Cell(page, name)

    return opened


@pytest.fixture(scope="module")
def warm_page(browser: Browser, site_url: str) -> Iterator[Page]:
    """A page of its own context: what its cells keep is not seen by other tests."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    watch = Watch(page, site_url)
    # The policy names the handler of a hostile drawing as it blocks it.
    watch.expected.append("Executing inline event handler violates")
    page.goto(f"{site_url}en/scaling/")
    yield page
    context.close()
    assert watch.unexpected() == []
    assert watch.foreign() == []


@pytest.fixture
def warm_cell(warm_page: Page) -> Cell:
    """A cell of a page whose Python stays alive for all tests of a module."""
    return Cell(warm_page, "scaling/variance")
