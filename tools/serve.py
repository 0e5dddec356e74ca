"""Serve both languages with live reload: http://127.0.0.1:8000/ (HOST and PORT change that).

Each language has a build worker of its own that stays (tools/build.py). An edit of a page rebuilds
its language, an edit of what both share rebuilds both, and an edit of Python code starts fresh
workers. A build that fails is shown here and on every page, and the last good pages stay.
"""

from __future__ import annotations

import html
import logging
import mimetypes
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from build import CONFIGS, ROOT, environment, start
from mkdocs.livereload import LiveReloadServer

OUT = ROOT / ".cache" / "serve"
WATCHED = (
    *("attn_docs", "docs", "hooks", "overrides"),
    *CONFIGS.values(),
    *(".cache/runtime/current.json", ".cache/editor/current.json"),
)
BANNER = (
    '<pre role="alert" style="position:fixed;inset:auto 0 0;z-index:99;margin:0;padding:1rem;'
    'max-height:50vh;overflow:auto;background:#7a0d22;color:#fff;white-space:pre-wrap">{}</pre>'
)

Times = dict[Path, float]


def times() -> Times:
    """When each watched file last changed."""
    found: Times = {}
    for name in WATCHED:
        top = ROOT / name
        for path in top.rglob("*") if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                found[path] = path.stat().st_mtime
    return found


def changed(before: Times, after: Times) -> list[Path]:
    """Files that are new, gone or different."""
    return [p for p in before.keys() | after.keys() if before.get(p) != after.get(p)]


def languages(paths: Iterable[Path]) -> list[str]:
    """Languages whose pages a change of ``paths`` may touch."""
    owners: set[str] = set()
    for path in paths:
        top, *rest = path.relative_to(ROOT).parts
        own = top == "docs" and len(rest) > 1 and rest[0] in CONFIGS
        owners.update(rest[:1] if own else CONFIGS)
    return [lang for lang in CONFIGS if lang in owners]


def is_code(path: Path) -> bool:
    """Does a change ask for a fresh process? Cells are read anew by every build."""
    return path.suffix == ".py" and path.relative_to(ROOT).parts[0] != "docs"


class Worker:
    """The build of one language, in a process of its own."""

    def __init__(self, lang: str, origin: str) -> None:
        self.lang = lang
        self.origin = origin
        self.process: subprocess.Popen[str] | None = None
        self.listener = threading.Thread()
        self.said: list[str] = []

    def build(self) -> str:
        """Build once; what went wrong, or nothing."""
        if self.process is not None and self.process.poll() is not None:
            self.stop()
        process = self.process or self._start()
        self.said.clear()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("build\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
        return "" if answer == "ok" else "".join(self.said) or f"{self.lang}: the build ended early"

    def _start(self) -> subprocess.Popen[str]:
        self.process = start(self.lang, OUT, environment(self.origin), strict=False)
        self.listener = threading.Thread(target=self._listen, args=[self.process], daemon=True)
        self.listener.start()
        return self.process

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            self.said.append(line)
            print(f"[{self.lang}] {line}", end="", file=sys.stderr, flush=True)

    def stop(self) -> None:
        """End the process; the next build starts another."""
        if self.process is None:
            return
        self.process.kill()
        self.listener.join()
        with self.process:
            self.process = None


class Site:
    """Both languages; ``rebuild`` is called by the server after a change."""

    def __init__(self, origin: str) -> None:
        self.workers = {lang: Worker(lang, origin) for lang in CONFIGS}
        self.faults: dict[str, str] = {}
        self.seen: Times = {}

    def rebuild(self) -> None:
        """Build what has changed since the last call. Never raises: the server lives on."""
        now = times()
        paths = changed(self.seen, now)
        self.seen = now
        if not paths:
            return
        if any(map(is_code, paths)):
            self.stop()
        started = time.monotonic()
        jobs = [threading.Thread(target=self._build, args=[lang]) for lang in languages(paths)]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
        state = "failed, see above" if any(self.faults.values()) else "is up to date"
        print(f"[site] {state}, {time.monotonic() - started:.1f} s", flush=True)

    def _build(self, lang: str) -> None:
        try:
            self.faults[lang] = self.workers[lang].build()
        except OSError as error:
            self.faults[lang] = f"{lang}: {error}"

    def stop(self) -> None:
        for worker in self.workers.values():
            worker.stop()


class Server(LiveReloadServer):
    """MkDocs' server over the whole site, with the last fault shown on every page."""

    def __init__(self, site: Site, host: str, port: int) -> None:
        super().__init__(site.rebuild, host, port, root=str(OUT), polling_interval=0.25)
        self.site = site
        self.error_handler = lambda code: self._lost() if code == 404 else None
        for name in WATCHED:
            path = ROOT / name
            if path.exists():
                self.watch(str(path), recursive=path.is_dir())

    def _lost(self) -> bytes | None:
        page = OUT / "404.html"
        return page.read_bytes() if page.is_file() else None

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        faults = "\n".join(filter(None, self.site.faults.values()))
        page = super()._inject_js_into_html(content, epoch)
        return page + BANNER.format(html.escape(faults)).encode() if faults else page


def main() -> int:
    host = os.environ.get("HOST") or "127.0.0.1"
    port = int(os.environ.get("PORT") or 8000)
    # A wrong type makes the browser's Python hang; systems differ in what they know.
    mimetypes.add_type("application/wasm", ".wasm")
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    site = Site(f"http://{host}:{port}/")
    try:
        server = Server(site, host, port)
        with socket.create_server((host, port)):
            pass  # a taken port is told now, not after the build
        print("[site] building English and Korean …", flush=True)
        site.rebuild()
        print(f"[site] http://{host}:{port}/ (Ctrl-C ends it)", flush=True)
        server.serve()
    except OSError as error:
        print(f"Port {port} of {host}: {error.strerror}. Another one: make serve PORT=8001")
        return 1
    except KeyboardInterrupt:
        print()
        return 0
    finally:
        site.stop()
    return 0


if __name__ == "__main__":
    # Stopping leaves a polling thread and open connections behind: end without waiting for them.
    os._exit(main())
