"""Screenshots of every page of site/, and contact sheets of them, in shots/.

python tools/shots.py [--only SLUG ...]     all pages, both languages, light and dark, two widths
python tools/shots.py --readme              the picture in README.md
"""

from __future__ import annotations

import argparse
import functools
import io
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"
OUT = ROOT / "shots"
README = ROOT / "docs" / "readme" / "home.png"
SCHEMES = ("light", "dark")
WIDTHS = (1440, 390)
TALLEST = 12_000  # px; longer pages are cut, or a JPEG of them would be refused
LIMIT = 300_000  # bytes of the README's picture
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Shot:
    page: str
    scheme: str
    width: int

    @property
    def file(self) -> Path:
        name = self.page.strip("/").replace("/", "-").replace(".html", "") or "chooser"
        return OUT / "pages" / f"{name}-{self.scheme}-{self.width}.jpg"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Address under which a folder is served while the block runs."""
    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium that reaches this machine only."""
    found = (os.environ.get("CHROMIUM"), *map(shutil.which, CHROMIUM))
    with sync_playwright() as playwright:
        rules = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        yield playwright.chromium.launch(
            executable_path=next(filter(None, found), None),
            args=["--no-sandbox", f"--host-resolver-rules={rules}"],
        )


def opened(browser: Browser, scheme: str, width: int, height: int = 900) -> Page:
    return browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    ).new_page()


def pages(site: Path) -> list[str]:
    """Addresses of all pages below ``site``, in the order of the languages' folders."""
    found = sorted(path.relative_to(site) for path in site.glob("*/**/index.html"))
    both = [f"{path.parent.as_posix()}/" for path in found if path.parts[0] in ("en", "ko")]
    return ["index.html", "404.html", *both]


HIGHER = """() => [...document.querySelectorAll("figure.diagram")].flatMap((figure) => {
  const height = figure.querySelector("div.mermaid")?.offsetHeight ?? 0;
  const place = parseFloat(getComputedStyle(figure.querySelector(".figure-drawing")).minHeight);
  const said = `${figure.dataset.diagram} is ${height} px, its place ${place} px`;
  return height > place + 1 ? [said] : [];
})"""


def show(page: Page, address: str) -> None:
    """Open a page and wait for its diagrams."""
    page.goto(address, wait_until="networkidle")
    page.locator("pre.mermaid").first.wait_for(state="detached", timeout=60_000)


def take(page: Page, address: str, shot: Shot) -> None:
    show(page, address + shot.page)
    for higher in page.evaluate(HIGHER):
        print(f"{shot.page}: {higher} high", file=sys.stderr)
    height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > shot.width:
        print(f"{shot.page} scrolls sideways at {shot.width} px: {wide} px wide", file=sys.stderr)
    shot.file.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(
        path=shot.file,
        type="jpeg",
        quality=82,
        full_page=True,
        clip={"x": 0, "y": 0, "width": shot.width, "height": height},
    )


def run_cell(page: Page, address: str, listed: list[str]) -> Path | None:
    """A picture of the first cell of the site, run; None where no page has a cell."""
    for name in listed:
        show(page, address + name)
        cell = page.locator("attn-cell").first
        if not cell.count():
            continue
        cell.locator('[data-action="run"]').click()
        page.wait_for_selector('attn-cell[data-state="done"]', timeout=60_000)
        path = OUT / "cell-that-has-run.png"
        cell.screenshot(path=path)
        return path
    return None


def sheet(shots: list[Shot], width: int) -> Path:
    """One picture of the tops of all pages at a width, a row each."""
    mine = [shot for shot in shots if shot.width == width]
    names = list(dict.fromkeys(shot.page.partition("/")[2] or shot.page for shot in mine))
    columns: list[tuple[str, str]] = [*product(("en", "ko"), SCHEMES)]
    w, h = (420, 560) if width > 800 else (260, 560)
    whole = Image.new("RGB", (len(columns) * (w + 12) + 12, len(names) * (h + 34) + 12), "#888888")
    pen = ImageDraw.Draw(whole)
    for shot in mine:
        lang, _, name = shot.page.partition("/")
        column = columns.index((lang if name or "/" in shot.page else "en", shot.scheme))
        row = names.index(name or shot.page)
        x, y = 12 + column * (w + 12), 12 + row * (h + 34)
        with Image.open(shot.file) as image:
            scaled = image.resize((w, round(image.height * w / image.width)))
        whole.paste(scaled.crop((0, 0, w, min(h, scaled.height))), (x, y + 22))
        pen.text((x, y + 6), f"{shot.page} {shot.scheme}", fill="#ffffff")
    path = OUT / f"sheet-{width}.jpg"
    whole.save(path, quality=85)
    return path


def shoot(only: list[str]) -> None:
    """Everything: all pages, the sheets, and a cell that has run."""
    listed = [page for page in pages(SITE) if not only or page.strip("/").split("/")[-1] in only]
    shots = [Shot(*x) for x in product(listed, SCHEMES, WIDTHS)]
    with served(SITE) as address, browser() as chromium:
        for scheme, width in product(SCHEMES, WIDTHS):
            page = opened(chromium, scheme, width)
            for shot in shots:
                if (shot.scheme, shot.width) == (scheme, width):
                    take(page, address, shot)
            page.context.close()
            print(f"{len(listed)} pages, {scheme}, {width} px")
        cell = run_cell(opened(chromium, "light", 1440), address, listed)
        print(f"{cell.relative_to(ROOT)}" if cell else "No page has a cell.")
    for width in WIDTHS:
        print(sheet(shots, width).relative_to(ROOT))


def readme() -> None:
    """The two home pages side by side, small enough for the repository."""
    halves = []
    with served(SITE) as address, browser() as chromium:
        for lang, scheme in (("en", "light"), ("ko", "dark")):
            page = opened(chromium, scheme, 1100, 900)
            show(page, f"{address}{lang}/")
            with Image.open(io.BytesIO(page.screenshot())) as image:
                halves.append(image.convert("RGB"))
    whole = Image.new("RGB", (sum(h.width for h in halves), halves[0].height))
    for i, half in enumerate(halves):
        whole.paste(half, (i * half.width, 0))
    README.parent.mkdir(parents=True, exist_ok=True)
    whole.resize((1400, round(1400 * whole.height / whole.width))).save(README, optimize=True)
    size = README.stat().st_size
    if size > LIMIT:
        raise SystemExit(f"{README.relative_to(ROOT)} has {size} bytes, over {LIMIT}: show less.")
    print(f"{README.relative_to(ROOT)}: {size // 1000} kB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--readme", action="store_true", help="only the picture in README.md")
    parser.add_argument("--only", nargs="+", default=[], metavar="SLUG", help="only these pages")
    arguments = parser.parse_args()
    if not (SITE / "index.html").is_file():
        raise SystemExit("site/ is not built yet: run `make site` first.")
    if arguments.readme:
        readme()
    else:
        shoot(arguments.only)
