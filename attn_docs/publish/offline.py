"""The service worker for reading offline (``sw.js``), and its kill switch.

It stands at the top of the site, so that its scope covers both languages. Readers switch it on
themselves; a build with ``OFFLINE=off`` publishes a worker in its place that removes itself and
all that it kept, from every browser that comes by.
"""

from __future__ import annotations

import json
from pathlib import Path

from .assets import HASHED, key, write

PROGRAM = Path(__file__).with_suffix(".js")
# Of what carries a hash, only these are fetched before they are used: the others are Python (large)
# and belong to readers who run cells.
AHEAD = ("app", "katex", "mermaid", "editor", "playground")
# Tables and drawings to take along are not for reading; the rest nobody asks for.
LEFT_OUT = (".map", ".gz", ".txt", "LICENSE", "404.html", "sw.js", ".nojekyll")
# Material's word splitters: a Korean page asks for these alone.
SPLITTERS = ("lunr.stemmer.support", "lunr.multi", "lunr.ko")

GONE = """\
// Reading offline is withdrawn: remove what was kept, and this worker.
const OWN = `attn:${new URL("./", self.location.href).pathname}:`;
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(OWN)) await caches.delete(name);
  await self.registration.unregister();
})()));
"""


def shell(site: Path) -> dict[str, Path]:
    """What reading needs: addresses relative to the top of ``site``, and their files.

    A page goes by the address of its folder, as readers ask for it; the top itself is ``./``.
    """
    found = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        parts = name.split("/")
        if not path.is_file() or name.endswith(LEFT_OUT) or any(p[0] == "." for p in parts):
            continue
        if parts[0] == "assets" and parts[1].rpartition("-")[0] not in AHEAD:
            continue
        if "lunr" in parts and not parts[-1].startswith(SPLITTERS):
            continue
        found[name.removesuffix("index.html") or "./"] = path
    return found


def worker(site: Path) -> str:
    """The worker for the built ``site``: byte for byte the same as long as the site is."""
    files = shell(site)
    version = key({name: path.read_bytes() for name, path in files.items()})
    assets = sorted(path.name for path in (site / "assets").iterdir())
    constants = {
        "VERSION": version,
        "SHELL": list(files),
        "KEEP": [name for name in assets if HASHED.fullmatch(name)],
    }
    lines = [f"const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join([*lines, PROGRAM.read_text(encoding="utf-8")])


def publish(site: Path, *, offered: bool = True) -> None:
    """Write ``sw.js`` for the finished ``site``; the one that removes itself if not ``offered``."""
    write(site / "sw.js", worker(site) if offered else GONE)
