"""What machines read about a page: search engines, reference managers, previews."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass

LOCALES = {"en": "en_US", "ko": "ko_KR"}
WORDS_A_MINUTE = 220
SYLLABLES_A_MINUTE = 500
DESCRIPTION = 180
SOURCE = "2.3 셀프 어텐션(Self-Attention)과 Q, K, V 연산의 기하학적 의미"
LICENSE = "https://creativecommons.org/licenses/by/4.0/"

_HIDDEN = re.compile(r"<(script|style|svg|math|pre)\b.*?</\1>", re.S)
_TEX = re.compile(r"\\\(.*?\\\)|\\\[.*?\\\]", re.S)


@dataclass(frozen=True)
class Facts:
    title: str
    site: str
    author: str
    description: str
    url: str
    lang: str
    minutes: int


def text(content: str) -> str:
    """The words of a page's HTML.

    >>> text('<p>A &amp; <b>b</b></p><pre>x</pre>')
    'A & b'
    """
    bare = re.sub(r"<[^>]+>", " ", _TEX.sub(" ", _HIDDEN.sub(" ", content)))
    return " ".join(html.unescape(bare).split())


def minutes(content: str) -> int:
    """Time to read a page, in whole minutes; Hangul counts by the syllable.

    >>> minutes("<p>" + "word " * 660 + "</p>"), minutes("가" * 1000), minutes("")
    (3, 2, 1)
    """
    words = text(content)
    syllables = len(re.findall(r"[가-힣]", words))
    latin = len(re.findall(r"[A-Za-z0-9][\w'’-]*", words))
    return max(1, round(latin / WORDS_A_MINUTE + syllables / SYLLABLES_A_MINUTE))


def description(content: str) -> str:
    """The first paragraph with some substance, cut at a word; empty where there is none.

    >>> description("<h1>T</h1><p>Short.</p><p>" + "A longer paragraph. " * 3 + "</p>")
    'A longer paragraph. A longer paragraph. A longer paragraph.'
    """
    for paragraph in re.findall(r"<p>(.*?)</p>", content, re.S):
        words = text(paragraph)
        if len(words) >= 40:
            cut = words[: DESCRIPTION + 1]
            return cut if len(words) <= DESCRIPTION else cut.rsplit(" ", 1)[0] + " …"
    return ""


def head(facts: Facts) -> str:
    """Elements for a page's head: Open Graph, reference managers, JSON-LD."""
    other = next(locale for lang, locale in LOCALES.items() if lang != facts.lang)
    graph = {
        "og:type": "article",
        "og:site_name": facts.site,
        "og:title": facts.title,
        "og:description": facts.description,
        "og:url": facts.url,
        "og:locale": LOCALES[facts.lang],
        "og:locale:alternate": other,
    }
    named = {
        "twitter:card": "summary",
        "citation_title": facts.title,
        "citation_author": facts.author,
        "citation_journal_title": facts.site,
        "citation_language": facts.lang,
        "citation_public_url": facts.url,
        "citation_fulltext_html_url": facts.url,
    }
    lines = [_meta("property", key, value) for key, value in graph.items()]
    lines += [_meta("name", key, value) for key, value in named.items()]
    return "\n".join([*lines, json_ld(facts)])


def json_ld(facts: Facts) -> str:
    """The page as a schema.org article."""
    data = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": facts.title,
        "description": facts.description,
        "inLanguage": facts.lang,
        "url": facts.url,
        "timeRequired": f"PT{facts.minutes}M",
        "license": LICENSE,
        "author": {"@type": "Organization", "name": facts.author},
        "isPartOf": {"@type": "WebSite", "name": facts.site},
        "isBasedOn": {"@type": "Article", "name": SOURCE, "inLanguage": "ko"},
    }
    body = json.dumps(data, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{body}</script>'


def _meta(kind: str, key: str, value: str) -> str:
    return f'<meta {kind}="{key}" content="{html.escape(value, quote=True)}">'
