"""The pages above both languages."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from attn_docs.publish import root
from attn_docs.publish.links import targets

SPACE = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def test_the_chooser_is_two_plain_links() -> None:
    page = root.chooser("app-0")
    assert [t for t in targets(page) if not t.startswith("assets/")] == ["en/", "ko/"]
    assert "<script>" not in page


def test_a_lost_reader_at_any_depth_finds_both_homes() -> None:
    page = root.lost("app-0", "/a/b/")
    assert all(target.startswith("/a/b/") for target in targets(page))
    assert {"/a/b/en/", "/a/b/ko/"} <= set(targets(page))
    assert 'lang="ko"' in page


def test_the_sitemap_lists_each_page_with_its_counterparts() -> None:
    tree = ElementTree.fromstring(root.sitemap("https://e.org/s/", ["", "scaling/"]))
    places = [loc.text for loc in tree.iterfind("s:url/s:loc", SPACE)]
    assert places == [
        "https://e.org/s/en/",
        "https://e.org/s/ko/",
        "https://e.org/s/en/scaling/",
        "https://e.org/s/ko/scaling/",
    ]
    for url in tree.iterfind("s:url", SPACE):
        links = {e.get("hreflang"): e.get("href") for e in url.iterfind("x:link", SPACE)}
        assert links.keys() == {"en", "ko", "x-default"}
        assert links["x-default"] == links["en"]


def test_robots_find_the_sitemap() -> None:
    assert "Sitemap: https://e.org/s/sitemap.xml" in root.robots("https://e.org/s/")


@pytest.mark.parametrize(
    ("folder", "expected"), [("/x/site/en", Path("/x/site")), ("/tmp/mkdocs_1", None)]
)
def test_the_top_of_the_site(
    folder: str, expected: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SITE_ROOT", raising=False)
    assert root.home(Path(folder), "en") == expected
    monkeypatch.setenv("SITE_ROOT", "/y")
    assert root.home(Path(folder), "en") == Path("/y")
