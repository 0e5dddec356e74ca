"""The pages above both languages: the chooser, the page for lost readers, and the sitemap."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable
from pathlib import Path
from string import Template
from urllib.parse import urlsplit

from ..sections import LANGUAGES

NAMES = {"en": "English", "ko": "한국어"}

SHELL = Template("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
$head<link rel="icon" href="$assets/$app/img/favicon.svg">
<link rel="stylesheet" href="$assets/$app/css/tokens.css">
<link rel="stylesheet" href="$assets/$app/css/root.css">
<script type="module" src="$assets/$app/js/root.js"></script>
</head>
<body class="root" data-page="$page">
<main>
$main
</main>
</body>
</html>
""")

CHOOSER = """\
<h1>Self-attention <span lang="ko">셀프 어텐션</span></h1>
<p>The geometry of Q, K and V, with every number measured.</p>
<p lang="ko">모든 수치를 직접 측정해 보여 드리는 Q, K, V의 기하학입니다.</p>
<nav aria-label="Language · 언어">
<a class="door" href="en/" lang="en" hreflang="en">Read in English</a>
<a class="door" href="ko/" lang="ko" hreflang="ko">한국어로 읽기</a>
</nav>"""

LOST = Template("""\
<h1>404</h1>
<section lang="en">
<h2>There is no such page</h2>
<p>The address may have been mistyped, or the page has moved.</p>
<p><a class="door" href="${base}en/" hreflang="en">Go to the English home page</a></p>
</section>
<section lang="ko">
<h2>찾으시는 페이지가 없습니다</h2>
<p>주소를 잘못 입력하셨거나 페이지가 옮겨졌을 수 있습니다.</p>
<p><a class="door" href="${base}ko/" hreflang="ko">한국어 첫 화면으로 가기</a></p>
</section>""")


def home(site_dir: Path, lang: str) -> Path | None:
    """Top of the whole site: what the build driver says, else the folder that holds the
    language's own. None for a language that is built alone, into a temporary folder."""
    named = os.environ.get("SITE_ROOT")
    if named:
        return Path(named)
    return site_dir.parent if site_dir.name == lang else None


def base(site_url: str) -> str:
    """Path under which the whole site stands, from the address of one language.

    >>> base("https://example.org/a/b/en/"), base("http://127.0.0.1:8000/ko/")
    ('/a/b/', '/')
    """
    return urlsplit(site_url).path.rstrip("/").rpartition("/")[0] + "/"


def origin(site_url: str) -> str:
    """Address of the whole site, from that of one language.

    >>> origin("https://example.org/a/b/en/")
    'https://example.org/a/b/'
    """
    return site_url.rstrip("/").rpartition("/")[0] + "/"


def chooser(app: str) -> str:
    """``index.html``: two links; a script takes readers who chose before straight on."""
    return SHELL.substitute(
        title="Self-attention · 셀프 어텐션",
        head='<meta name="description" content="The geometry of self-attention, measured. '
        '셀프 어텐션의 기하학을 측정으로 확인합니다.">\n',
        assets="assets",
        app=app,
        page="chooser",
        main=CHOOSER,
    )


def lost(app: str, base: str) -> str:
    """``404.html``: hosts serve it at any depth, so its addresses start at ``base``."""
    return SHELL.substitute(
        title="404 · Not found · 찾을 수 없음",
        head='<meta name="robots" content="noindex">\n',
        assets=f"{base}assets",
        app=app,
        page="lost",
        main=LOST.substitute(base=base),
    )


def sitemap(origin: str, urls: Iterable[str]) -> str:
    """Every page in every language, each with its counterparts.

    ``urls`` are relative to a language's root: they are the same in both.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        ' xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ]
    for url in urls:
        places = {lang: html.escape(f"{origin}{lang}/{url}") for lang in LANGUAGES}
        alternates = "".join(
            f'<xhtml:link rel="alternate" hreflang="{lang}" href="{place}"/>'
            for lang, place in {**places, "x-default": places["en"]}.items()
        )
        lines += [f"<url><loc>{place}</loc>{alternates}</url>" for place in places.values()]
    return "\n".join([*lines, "</urlset>", ""])


def robots(origin: str) -> str:
    return f"User-agent: *\nAllow: /\nSitemap: {origin}sitemap.xml\n"
