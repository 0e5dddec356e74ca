"""Links of the whole built site, across languages: MkDocs sees one language and Markdown only."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

ATTRIBUTE = re.compile(r"<[a-z][^<>]*?\s(?:href|src)=\"([^\"]*)\"[^<>]*>", re.I)
IDENTIFIER = re.compile(r"<[a-z][^<>]*?\s(?:id|name)=\"([^\"]+)\"", re.I)
SCRIPT = re.compile(r"(<script\b[^>]*>).*?</script>", re.S)


def targets(page: str) -> list[str]:
    """Addresses that a page's HTML names.

    >>> targets('<a class="x" href="../a/?b&amp;c#d">…</a><script>let s = "<a href=no>"</script>')
    ['../a/?b&c#d']
    """
    return [html.unescape(m[1]) for m in ATTRIBUTE.finditer(SCRIPT.sub(r"\1", page))]


def identifiers(page: str) -> set[str]:
    return {html.unescape(m[1]) for m in IDENTIFIER.finditer(page)}


def dead(site: Path, origin: str) -> list[str]:
    """Each address within ``site`` that leads nowhere, with a page that names it.

    ``origin`` is the address at which ``site`` will stand; other sites are not asked.
    """
    base = urlsplit(origin)

    @cache
    def anchors(file: Path) -> set[str]:
        return identifiers(file.read_text(encoding="utf-8"))

    def leads_nowhere(url: str) -> bool:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or parts.netloc != base.netloc:
            return False
        if not parts.path.startswith(base.path):
            return True
        file = site / unquote(parts.path[len(base.path) :])
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            return True
        fragment = unquote(parts.fragment)
        named = fragment and file.suffix == ".html" and not fragment.startswith("__")
        return bool(named and fragment not in anchors(file))

    faults: dict[str, list[str]] = {}
    for page in sorted(site.rglob("*.html")):
        name = page.relative_to(site).as_posix()
        here = origin + name.removesuffix("index.html")
        for target in dict.fromkeys(targets(page.read_text(encoding="utf-8"))):
            url = urljoin(here, target)
            if target and leads_nowhere(url):
                faults.setdefault(url.removeprefix(origin), []).append(name)
    return [
        f"{target}, named by {pages[0]}" + (f" and {len(pages) - 1} more" if pages[1:] else "")
        for target, pages in faults.items()
    ]
