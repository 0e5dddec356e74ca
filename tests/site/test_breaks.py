"""Break one thing in a copy of the site's own sources: what stops tells an author what to mend."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
from markdown import Markdown

from attn_docs.experiments import evidence
from attn_docs.pages.errors import PageError
from attn_docs.pages.parity import differences
from attn_docs.publish.maths import Kept, MathsError, formulas

ROOT = Path(__file__).resolve().parents[2]


class Copy:
    """The site's texts in a folder where they may be broken."""

    def __init__(self, docs: Path) -> None:
        self.docs = docs

    def change(self, name: str, old: str, new: str) -> int:
        """Put ``new`` for the first ``old`` in a file; the line (from 1) where that was."""
        path = self.docs / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} holds no {old!r}: this test breaks nothing"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def page(self, name: str) -> str:
        return (self.docs / name).read_text(encoding="utf-8")

    def render(self, name: str) -> str:
        """HTML of a page, as a build makes it."""
        config = {
            "lang": name[:2],
            "page": name[3:],
            "docs": str(self.docs),
            "source": str(self.docs / name),
            "repository": "https://example.org/repo",
        }
        extensions = ["attr_list", "tables", "admonition", "toc", "md_in_html"]
        extensions += ["pymdownx.superfences", "pymdownx.arithmatex", "pymdownx.details"]
        markdown = Markdown(
            extensions=[*extensions, "attn_docs.pages.extension"],
            extension_configs={
                "attn_docs.pages.extension": config,
                "pymdownx.arithmatex": {"generic": True},
            },
        )
        return markdown.convert(self.page(name))


pytestmark = pytest.mark.site


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("assets"))
    return Copy(tmp_path / "docs")


@pytest.fixture
def runtime() -> ModuleType:
    spec = importlib.util.spec_from_file_location("attn_runtime", ROOT / "tools" / "runtime.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_unbroken_it_renders(copy: Copy) -> None:
    assert 'data-claim="C4.1"' in copy.render("en/scaling.md")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"high": 0.985},
            r"the measured value 0\.99\d+ is outside its bound \[0\.98, 0\.985\]; mend",
        ),
        ({"control": 1.0}, r"the negative control 1 stays inside the bound .*; tighten the bound"),
    ],
)
def test_a_claim_s_bound(
    copy: Copy, monkeypatch: pytest.MonkeyPatch, changes: dict[str, float], told: str
) -> None:
    seconds, found = evidence.measure("C4.1")
    broken = dataclasses.replace(found, **changes)
    real = evidence.measure
    monkeypatch.setattr(
        evidence, "measure", lambda claim: (seconds, broken) if claim == "C4.1" else real(claim)
    )
    with pytest.raises(PageError, match=rf"claims/scaling\.yml:\d+: claim C4\.1: {told}"):
        copy.render("en/scaling.md")


def test_a_heading_s_id_in_one_language(copy: Copy) -> None:
    assert differences(copy.page("en/scaling.md"), copy.page("ko/scaling.md")) == []
    copy.change("ko/scaling.md", "{ #variance }", "{ #varianz }")
    (told,) = differences(copy.page("en/scaling.md"), copy.page("ko/scaling.md"))
    assert re.fullmatch(
        r"headings differ: number \d+ is '## variance' in English, '## varianz' in Korean", told
    )


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_citation_s_key(copy: Copy, lang: str) -> None:
    key = re.search(r"\[@([\w-]+)", copy.page(f"{lang}/scaling.md"))
    assert key is not None
    line = copy.change(f"{lang}/scaling.md", key[0], f"{key[0]}x")
    with pytest.raises(PageError) as caught:
        copy.render(f"{lang}/scaling.md")
    assert f"{lang}/scaling.md:{line}: " in str(caught.value)
    assert f"{key[1]}x" in str(caught.value)
    assert f"did you mean {key[1]}" in str(caught.value)


def test_a_runtime_file_s_hash(runtime: ModuleType, tmp_path: Path) -> None:
    pins = json.loads((ROOT / "tools" / "runtime" / "core.json").read_text())["sha256"]
    for name in pins:
        shutil.copy(ROOT / "node_modules" / "pyodide" / name, tmp_path / name)
    assert runtime.core_files(tmp_path).keys() == pins.keys()
    name = "pyodide-lock.json"
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes() + b" ")
    with pytest.raises(runtime.BuildError) as caught:
        runtime.core_files(tmp_path)
    told = str(caught.value)
    assert f"node_modules/pyodide/{name} is not the file that was released" in told
    assert f"expected sha256 {pins[name]}" in told
    assert "Delete node_modules/pyodide, run `npm ci`" in told


def test_one_formula(copy: Copy) -> None:
    copy.change("ko/scaling.md", r"\sqrt", r"\sqrtt")
    found = formulas(copy.render("ko/scaling.md"))
    with pytest.raises(MathsError) as caught:
        Kept(ROOT).add({"docs/ko/scaling.md": found})
    told = str(caught.value)
    assert told.startswith("docs/ko/scaling.md: the formula $")
    assert r"\sqrtt" in told
    assert "Undefined control sequence" in told


def test_a_figure_s_name(copy: Copy) -> None:
    line = copy.change(
        "en/scaling.md", "/// figure | scaling/variance", "/// figure | scaling/varince"
    )
    with pytest.raises(PageError, match=rf"scaling\.md:{line}: no figure .*did you mean"):
        copy.render("en/scaling.md")
