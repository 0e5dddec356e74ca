"""What the claims and the bibliography promise stands on the pages, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_docs.figures import registry
from attn_docs.pages.claims import load_claims
from attn_docs.pages.glossary import load_terms
from attn_docs.pages.outline import outline
from attn_docs.pages.references import load_references
from attn_docs.sections import LANGUAGES, SECTIONS

DOCS = Path(__file__).parents[2] / "docs"
CLAIMS = load_claims(DOCS)
SLUGS = sorted({claim.slug for claim in CLAIMS.values()})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_each_claim_stands_on_its_page_with_its_figure_and_cell(slug: str, lang: str) -> None:
    page = outline((DOCS / lang / f"{slug}.md").read_text(encoding="utf-8"))
    own = [claim for claim in CLAIMS.values() if claim.slug == slug]
    assert sorted(page.claims) == sorted(claim.id for claim in own)
    shown = {claim.figure for claim in own if claim.figure and claim.figure.startswith(f"{slug}/")}
    assert shown <= set(page.figures)
    assert {claim.cell for claim in own if claim.cell} <= set(page.cells)


def test_claims_name_figures_cells_and_sources_that_exist() -> None:
    figures, sources = set(registry.names()), load_references(DOCS)
    for claim in CLAIMS.values():
        assert claim.figure is None or claim.figure in figures, claim.id
        assert claim.cell is None or (DOCS / "cells" / f"{claim.cell}.py").is_file(), claim.id
        assert set(claim.sources) <= set(sources), claim.id


def test_the_article_s_references_keep_their_numbers() -> None:
    numbers = [r.number for r in load_references(DOCS).values()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [r.number for r in load_references(DOCS).values() if r.own] == list(range(1, 32))
    assert load_references(DOCS)["vaswani2017"].number == 32


def test_references_hold_no_latex_and_name_sections_that_exist() -> None:
    slugs = {section.slug for section in SECTIONS} | {""}
    for reference in load_references(DOCS).values():
        shown = " ".join([*reference.authors, reference.title, reference.venue])
        assert not set(shown) & set("{}\\"), reference.key
        assert reference.section in slugs


def test_glossary_covers_every_section() -> None:
    terms = load_terms(DOCS)
    assert {term.section for term in terms} == {section.slug for section in SECTIONS}
