"""A small site on disk, with its own claims, sources, cell, and evidence."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown

from attn_docs.experiments.evidence import Evidence
from attn_docs.figures import registry
from attn_docs.pages import claims, figure, ledger

BIB = r"""
@online{seven, author = {Raschka, Sebastian}, title = {Coding {A}ttention}, year = {2023},
  organization = {A blog}, url = {https://example.org/seven}, article-number = {7}}
@misc{sch, author = {Sch{\"a}fl, Yao-Hung and van der Berg, B. and others}, title = {sqrt(d_k)?},
  year = {2021}, eprint = {2008.02217}, archiveprefix = {arXiv},
  url = {https://arxiv.org/abs/2008.02217}}
@online{two, title = {Zwei}, organization = {B}, url = {https://www.example.org/two},
  article-number = {2}, section = {scaling}}
@article{lstm, author = {Hochreiter, Sepp}, title = {LSTM}, journal = {NC}, volume = {9},
  number = {8}, pages = {1735--1780}, year = {1997}, doi = {10.1/x}}
"""

CLAIMS = """
- id: C4.1
  kind: measured
  status: holds
  statement: {en: "Variance is $d_k$ [@two].", ko: "분산은 $d_k$입니다 [@two]."}
  verdict: {en: "Slope {{C4.1:.3f}}.", ko: "기울기는 {{C4.1:.3f}}입니다."}
  measure: {en: "slope", ko: "기울기"}
  control: {en: "correlated", ko: "상관"}
  sources: [seven, sch]
  figure: scaling/variance
  cell: scaling/first
  disagrees: {en: "It says *more*.", ko: "원문은 *더* 말합니다."}
- id: C4.6
  kind: measured
  status: open
  statement: {en: "Later.", ko: "나중에."}
"""

READING = """
- id: C5.4
  kind: reading
  status: reading
  statement: {en: "A view.", ko: "관점."}
  verdict: {en: "A way of seeing.", ko: "하나의 관점입니다."}
"""

FOUND = {
    "C4.1": Evidence(
        value=0.99871,
        low=0.98,
        high=1.02,
        control=1e-16,
        spread=(-0.5, 1.01),
        samples=20_000,
        seeds=8,
        numbers={"largest": 4096.3},
        format=".3f",
    ),
    "C8.1": Evidence(value=1.0, low=0.5, high=math.inf, control=0.0),
}


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A docs folder, with fake evidence and figures registered."""
    for folder in ("claims", "cells/scaling", "en", "ko"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "references.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "claims/scaling.yml").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "claims/softmax.yml").write_text(READING, encoding="utf-8")
    (tmp_path / "cells/scaling/first.py").write_text("x = 2\nx\n", encoding="utf-8")
    (tmp_path / "cells/scaling/second.py").write_text("x + 3\n", encoding="utf-8")

    def function_of(claim: str) -> Callable[[], Evidence]:
        return {name: lambda e=e: e for name, e in FOUND.items()}[claim]

    monkeypatch.setattr(claims, "function_of", function_of)
    monkeypatch.setattr(claims, "evidence_for", lambda claim: FOUND[claim])
    monkeypatch.setattr(ledger, "function_of", function_of)
    monkeypatch.setattr(ledger, "place_of", lambda function: "attn_docs/x.py:12")
    fake = SimpleNamespace(names=lambda: ("scaling/variance", "softmax/path"), render=_render)
    monkeypatch.setattr(figure, "registry", fake)
    return tmp_path


def _render(name: str, lang: str) -> registry.Rendered:
    return registry.Rendered(
        svg=f'<svg role="img"><title>{name}</title><desc>d</desc></svg>',
        title="t",
        alt="a",
        caption={"en": "It *grows* [@seven]: {{C4.1}}.", "ko": "*커집니다*."}[lang],
        source="attn_docs/figures/scaling.py:34",
        csv="a,b",
    )


Render = Callable[..., BeautifulSoup]


@pytest.fixture
def render(docs: Path) -> Render:
    """Markdown in, parsed HTML out; the text also stands on disk, as in a build."""

    def convert(text: str, lang: str = "en", page: str = "scaling.md") -> BeautifulSoup:
        source = docs / lang / page
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        config = {
            "lang": lang,
            "page": page,
            "docs": str(docs),
            "source": str(source),
            "repository": "https://example.org/repo",
        }
        extensions = [
            "attr_list",
            "tables",
            "admonition",
            "toc",
            "pymdownx.superfences",
            "pymdownx.arithmatex",
            "attn_docs.pages.extension",
        ]
        md = Markdown(
            extensions=extensions,
            extension_configs={
                "attn_docs.pages.extension": config,
                "pymdownx.arithmatex": {"generic": True},
            },
        )
        return BeautifulSoup(md.convert(text), "html.parser")

    return convert
