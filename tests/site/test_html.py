"""What every built page owes its reader: no leftover Markdown or TeX, nothing from elsewhere."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from attn_docs.figures import registry
from attn_docs.publish.links import dead, identifiers
from attn_docs.sections import LANGUAGES

pytestmark = pytest.mark.site

ORIGIN = os.environ.get("SITE_URL") or "http://127.0.0.1:8000/"
CODE = re.compile(r"<(pre|code|script|style|textarea|annotation)\b[^>]*>.*?</\1>", re.S)
ELEMENT = re.compile(r"<(link|script|img|iframe|source|video|audio|object|embed|use)\b[^>]*>")
LOADED = re.compile(r"\b(?:src|href|data|srcset|poster)=\"([^\"]+)\"")
HEADING = re.compile(r"<h([1-6])[^>]*\bid=\"([^\"]+)\"")
PAGE_LINKS = {"canonical", "alternate", "prev", "next", "license"}


def shown(page: str) -> str:
    """Text that a reader sees: no code, no tags, no attributes."""
    return re.sub(r"<[^>]+>", " ", CODE.sub(" ", page))


def other(name: str) -> str:
    """The same page in the other language."""
    return ("ko" if name.startswith("en/") else "en") + name[2:]


def test_both_languages_have_the_same_pages(pages: dict[str, str]) -> None:
    assert pages
    assert {other(name) for name in pages} == set(pages)


def test_no_markdown_or_tex_is_left(pages: dict[str, str]) -> None:
    leftover = re.compile(
        r"\*\*|\\\(|\\\[|\\(?:frac|sqrt|top|mathbb|sum|label|tag)\b|\$\$"
        r"|\{\{|\}\}|\{ ?[#:.]\w|(?<!:)///|\[@\w|\[#\w|^:::"
    )
    found = {
        name: [text[max(0, m.start() - 30) : m.end() + 30] for m in leftover.finditer(text)][:3]
        for name, text in ((name, shown(page)) for name, page in pages.items())
        if leftover.search(text)
    }
    assert found == {}


def test_formulas_are_mathml_too_and_keep_their_tex(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        formulas = re.findall(r'<(?:span|div) class="arithmatex"[^>]*>', page)
        assert all(" data-tex=" in formula for formula in formulas), name
        assert page.count("<math ") >= len(formulas), name


def test_no_link_leads_nowhere(site: Path) -> None:
    assert dead(site, ORIGIN) == []


def test_nothing_is_loaded_from_another_origin(html: dict[str, str]) -> None:
    for name, page in html.items():
        for element in ELEMENT.finditer(page):
            rel = re.search(r'\brel="([^"]+)"', element[0])
            if element[1] == "link" and rel and rel[1] in PAGE_LINKS:
                continue
            for address in LOADED.findall(element[0]):
                origin = urlsplit(address)
                assert not origin.netloc or address.startswith(ORIGIN), f"{name}: {address}"


def test_no_style_sheet_loads_from_another_origin(site: Path) -> None:
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert re.findall(r"url\([\"']?(?:https?:)?//[^)]+\)|@import", text) == [], sheet


@pytest.mark.parametrize("attribute", ["title", "description", "lang", "canonical", "og:title"])
def test_every_page_describes_itself(pages: dict[str, str], attribute: str) -> None:
    patterns = {
        "title": r"<title>[^<]{3,}</title>",
        "description": r'<meta name="description" content="[^"]{20,}">',
        "lang": r'<html lang="(?:en|ko)"',
        "canonical": rf'<link rel="canonical" href="{re.escape(ORIGIN)}(?:en|ko)/[^"]*">',
        "og:title": r'<meta property="og:title" content="[^"]{2,}">',
    }
    assert [n for n, page in pages.items() if not re.search(patterns[attribute], page)] == []


def test_an_article_holds_no_script(pages: dict[str, str]) -> None:
    """Instant navigation runs every script of an article that it brings, data included."""
    for name, page in pages.items():
        assert re.findall(r"<article\b.*?</article>", page, re.S), name
        assert "<script" not in page[page.index("<article") : page.rindex("</article>")], name


def test_a_page_is_in_the_language_of_its_folder(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        assert f'<html lang="{name[:2]}"' in page, name


def test_a_page_leads_to_the_editor_of_its_own_source(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        found = re.search(r'href="[^"]+/edit/main/(docs/[^"]+\.md)"', page)
        assert found is not None, name
        assert found[1].startswith(f"docs/{name[:2]}/")
        assert (Path(__file__).resolve().parents[2] / found[1]).is_file(), found[1]


def test_headings_have_the_same_ids_in_both_languages(pages: dict[str, str]) -> None:
    for name in pages:
        if name.startswith("en/"):
            assert HEADING.findall(pages[name]) == HEADING.findall(pages[other(name)]), name


def test_ids_are_unique_and_ascii(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        found = re.findall(r"<[a-z][^<>]*?\sid=\"([^\"]+)\"", CODE.sub(" ", page))
        assert sorted(found) == sorted(set(found)), name
        assert all(identifier.isascii() for identifier in identifiers(page)), name


def test_each_page_has_one_first_heading(pages: dict[str, str]) -> None:
    assert [name for name, page in pages.items() if len(re.findall(r"<h1\b", page)) != 1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_stands_on_a_page_with_its_words_and_data(
    pages: dict[str, str], site: Path, lang: str
) -> None:
    own = "".join(page for name, page in pages.items() if name.startswith(lang))
    for figure in registry.names():
        found = re.search(rf'<figure\b[^>]*data-figure="{figure}".*?</figure>', own, re.S)
        if found is None:
            continue  # tests/pages asks that each page shows the figures of its claims
        assert 'role="img"' in found[0], figure
        for part in ("title", "desc", "figcaption"):
            assert re.search(rf"<{part}\b[^>]*>\s*\S", found[0]), f"{figure} has no {part}"
        assert (site / "assets" / "figures" / f"{figure}.{lang}.csv").is_file(), figure


def test_the_sitemap_names_every_page_with_its_counterparts(
    pages: dict[str, str], site: Path
) -> None:
    space = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    tree = ElementTree.parse(site / "sitemap.xml")
    places = {loc.text for loc in tree.iterfind("s:url/s:loc", space)}
    assert places == {ORIGIN + name.removesuffix("index.html") for name in pages}
    for url in tree.iterfind("s:url", space):
        alternates = {link.get("hreflang") for link in url.iterfind("x:link", space)}
        assert alternates == {*LANGUAGES, "x-default"}


def test_each_page_tells_its_scripts_where_things_are(pages: dict[str, str], site: Path) -> None:
    for name, page in pages.items():
        found = re.search(r'<script type="application/json" id="attn-config">(.*?)</script>', page)
        assert found is not None, name
        config = json.loads(found[1])
        assert config["lang"] == name[:2]
        assets = (site / name).parent / config["assets"]
        for kind in ("runtime", "python", "editor", "mermaid"):
            assert config[kind], f"{name}: {kind} is not built"
            assert (assets / config[kind]).exists(), f"{name}: {kind}"


def test_the_ledger_can_be_read_by_machines(site: Path) -> None:
    ledgers = [
        json.loads((site / lang / "ledger" / "claims.json").read_text(encoding="utf-8"))
        for lang in LANGUAGES
    ]
    english, korean = ([claim["id"] for claim in ledger["claims"]] for ledger in ledgers)
    assert english == korean
    assert [ledger["language"] for ledger in ledgers] == list(LANGUAGES)


def test_each_language_has_its_own_search_index(site: Path) -> None:
    texts = [
        (site / lang / "search" / "search_index.json").read_text(encoding="utf-8")
        for lang in LANGUAGES
    ]
    hangul = [len(re.findall(r"[가-힣]", json.dumps(json.loads(t)["docs"], ensure_ascii=False)))
              for t in texts]  # fmt: skip
    assert hangul[1] > 5 * max(1, hangul[0])
    assert hangul[1] > 1000


def test_the_search_finds_prose_and_code_but_no_labels(site: Path) -> None:
    index = json.loads((site / "en" / "search" / "search_index.json").read_text(encoding="utf-8"))
    text = " ".join(entry["text"] for entry in index["docs"])
    for found in ("random walk", "rng.standard_normal", "effective number"):
        assert found in text
    for label in ("Download as notebook", "Divide scores by √d", "Save SVG", "<span"):
        assert label not in text
