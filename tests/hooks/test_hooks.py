"""The hooks inside MkDocs: a small site of one page, built or refused."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

ROOT = Path(__file__).resolve().parents[2]
PAGE = "---\ndescription: A page of a test.\n---\n\n# Title {{ #title }}\n\n{}\n"

Build = Callable[[str], Path]


pytestmark = pytest.mark.site  # a whole small site for each


@pytest.fixture
def build_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Builds one English page with the site's own configuration; returns the site's top."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SITE_ROOT", str(tmp_path / "site"))
    monkeypatch.setenv("SITE_URL_EN", "http://e.org/s/en/")

    def run(text: str) -> Path:
        docs = tmp_path / "docs" / "en"
        docs.mkdir(parents=True)
        (docs / "index.md").write_text(PAGE.format(text), encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the plugins, not ours
            config = load_config(
                config_file=str(ROOT / "mkdocs.yml"),
                docs_dir=str(docs),
                site_dir=str(tmp_path / "site" / "en"),
                nav=[{"Home": "index.md"}],
            )
            build(config)
        return tmp_path / "site"

    return run


@pytest.mark.parametrize("tex", [r"$\frac{1}$", r"$$ \nosuch{x} $$"])
def test_a_broken_formula_stops_the_build_and_is_named(build_page: Build, tex: str) -> None:
    with pytest.raises(Abort) as caught:
        build_page(f"Text\n\n{tex}\n")
    cause = caught.value.__cause__ or caught.value.__context__
    assert tex.strip("$ ") in str(cause)
    assert "index.md" in str(cause)


def test_a_page_becomes_a_site_with_all_that_stands_above_it(build_page: Build) -> None:
    site = build_page("The word $q^\\top k$ and more words, enough for a first paragraph.")
    page = (site / "en" / "index.html").read_text(encoding="utf-8")
    assert "<math " in page
    assert 'data-tex="q^\\top k"' in page
    assert '<meta name="description" content="A page of a test.">' in page
    assert 'property="og:url" content="http://e.org/s/en/"' in page
    index = json.loads((site / "en" / "search" / "search_index.json").read_text())
    assert "q^\\top k" in index["docs"][0]["text"]
    assert "을|를" in index["config"]["separator"]
    assert 'href="/s/ko/"' in (site / "404.html").read_text(encoding="utf-8")
    assert "http://e.org/s/ko/" in (site / "sitemap.xml").read_text()
    kinds = {path.name.split("-")[0] for path in (site / "assets").iterdir()}
    assert {"app", "katex", "python", "figures"} <= kinds
    assert (site / "index.html").is_file()
    assert not (site / "en" / "404.html").exists()


def test_an_unknown_directive_stops_the_build_with_file_and_line(build_page: Build) -> None:
    with pytest.raises(Exception, match=r"index\.md:\d+: .*nonsense"):
        build_page("/// nonsense\n///\n")
