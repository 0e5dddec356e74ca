"""Links across languages: what leads nowhere is named, with a page that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_docs.publish.links import dead

ORIGIN = "https://e.org/s/"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in {
        "index.html": '<a href="en/">e</a>',
        "en/index.html": '<h1 id="top">t</h1><a href="../ko/#top">k</a><a href="#top">t</a>',
        "ko/index.html": '<h1 id="top">t</h1><img src="../a.png"><a href="https://x.org/no">x</a>',
        "a.png": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_sound_site_has_no_dead_links(site: Path) -> None:
    assert dead(site, ORIGIN) == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("../ko/#nowhere", "ko/#nowhere, named by en/index.html"),
        ("../ko/page/", "ko/page/, named by en/index.html"),
        ("https://e.org/s/en/x.css", "en/x.css, named by en/index.html"),
        ("/outside/", "https://e.org/outside/, named by en/index.html"),
    ],
)
def test_a_dead_link_is_named(site: Path, link: str, fault: str) -> None:
    page = site / "en" / "index.html"
    page.write_text(page.read_text() + f'<a class="x" href="{link}">…</a>')
    assert dead(site, ORIGIN) == [fault]
