"""The worker for reading offline: what it keeps, and that it changes only with the site."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from attn_docs.publish import offline

KEPT = {
    "index.html": "./",
    "en/index.html": "en/",
    "ko/scaling/index.html": "ko/scaling/",
    "en/assets/bundle.js": "en/assets/bundle.js",
    "en/search/search_index.json": "en/search/search_index.json",
    "assets/app-0123456789ab/js/main.js": "assets/app-0123456789ab/js/main.js",
    "ko/assets/javascripts/lunr/min/lunr.ko.min.js": (
        "ko/assets/javascripts/lunr/min/lunr.ko.min.js"
    ),
}
LEFT = (
    *("404.html", ".nojekyll", ".next/en/index.html", "robots.txt", "en/sitemap.xml.gz"),
    *("en/assets/bundle.js.map", "ko/assets/javascripts/lunr/min/lunr.da.min.js"),
    *("assets/figures/scaling/variance.en.csv", "assets/runtime-0123456789ab/pyodide.mjs"),
    "assets/python-0123456789ab.zip",
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in (*KEPT, *LEFT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def constant(text: str, name: str):
    found = re.search(rf"^const {name} = (.*);$", text, re.M)
    assert found is not None
    return json.loads(found[1])


def test_what_reading_needs_and_nothing_else(site: Path) -> None:
    assert set(offline.shell(site)) == set(KEPT.values())
    text = offline.worker(site)
    assert set(constant(text, "SHELL")) == set(KEPT.values())
    # Python is kept once it is used, and belongs to this release.
    assert constant(text, "KEEP") == [
        *("app-0123456789ab", "python-0123456789ab.zip", "runtime-0123456789ab"),
    ]


def test_a_worker_changes_with_the_site_only(site: Path) -> None:
    first = offline.worker(site)
    offline.publish(site)
    assert offline.worker(site) == first == (site / "sw.js").read_text()
    (site / "ko/scaling/index.html").write_text("another")
    assert constant(offline.worker(site), "VERSION") != constant(first, "VERSION")


def test_the_kill_switch_removes_the_worker_and_what_it_kept(site: Path) -> None:
    offline.publish(site, offered=False)
    text = (site / "sw.js").read_text()
    assert text == offline.GONE
    assert "unregister" in text
    assert "fetch" not in text


@pytest.mark.parametrize("offered", [True, False])
def test_it_is_javascript(site: Path, offered: bool) -> None:
    offline.publish(site, offered=offered)
    node = Path(__file__).parents[2] / ".venv" / "bin" / "node"
    done = subprocess.run([str(node), "--check", str(site / "sw.js")], capture_output=True)
    assert done.returncode == 0, done.stderr
