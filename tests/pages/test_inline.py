"""Numbers, citations and cross-references, Markdown in, HTML out."""

from __future__ import annotations

import pytest

from attn_docs.pages.errors import PageError
from attn_docs.pages.page import Page

CITED = "[@seven] and [@seven; @sch], then [@lstm].\n"


def text(out) -> str:
    return " ".join(out.get_text().split())


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{{C4.1}}", "0.999"),
        ("{{C4.1:.2f}}", "1.00"),
        ("{{ C4.1.low }}", "0.980"),
        ("{{C4.1.control:.0e}}", "1 × 10⁻¹⁶"),
        ("{{C4.1.largest:.0f}}", "4096"),
        ("{{C4.1.samples:,.0f}}", "20,000"),
        ("{{C4.1.spread_low:.1f}}", "−0.5"),
        ("{{ledger.holds}}", "1"),
        ("{{ledger.open}}", "1"),
        ("{{ledger.measured}}", "1"),
        ("{{ledger.total}}", "3"),
    ],
)
def test_measured_numbers(render, written: str, shown: str) -> None:
    found = render(f"It is {written}.\n\n| a |\n|---|\n| {written} |\n").select("data.measured")
    assert [" ".join(tag.get_text().split()) for tag in found] == [shown, shown]


def test_a_measured_number_carries_its_value(render) -> None:
    tag = render("{{C4.1:.1f}}").select_one("data.measured")
    assert (tag.get_text(), tag["value"], tag["data-of"]) == ("1.0", "0.99871", "C4.1.value")


def test_citations_are_numbered_as_the_article_does_and_then_on(render) -> None:
    out = render(CITED)
    assert text(out) == "[7] and [7, 8], then [9]."
    links = out.select("a.citation")
    assert [a["href"] for a in links] == [
        "../references/#ref-seven",
        "../references/#ref-seven",
        "../references/#ref-sch",
        "../references/#ref-lstm",
    ]
    assert [a["id"] for a in links] == [
        "cite-seven-1",
        "cite-seven-2",
        "cite-sch-1",
        "cite-lstm-1",
    ]


def test_citation_ids_follow_the_page_also_through_lists_and_claims(render) -> None:
    out = render("- a [@two]\n- b\n\n/// claim | C4.1\nIn [@two].\n///\n\nEnd [@two].\n")
    ids = [a["id"] for a in out.select("a.citation[data-ref=two]")]
    assert ids == [f"cite-two-{i}" for i in range(1, 5)]


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("index.md", "references/#ref-seven"),
        ("references.md", "#ref-seven"),
        ("labs/ring.md", "../../references/#ref-seven"),
    ],
)
def test_addresses_start_from_the_page(render, page: str, address: str) -> None:
    assert render("[@seven]", page=page).select_one("a.citation")["href"] == address


EQUATION = "$$\na < b \\tag{4.2} \\label{eq:var}\n$$\n"


def test_cross_references_in_both_languages(render) -> None:
    body = (
        f"[#C4.1], [#fig:scaling/variance], [#eq:var], [#C5.4]\n\n{EQUATION}\n"
        "/// figure | scaling/variance\n///\n"
    )
    english, korean = render(body), render(body, lang="ko")
    assert [a.get_text() for a in english.select("a.crossref")] == [
        "claim C4.1",
        "Figure 4.1",
        "Equation (4.2)",
        "claim C5.4",
    ]
    assert [a.get_text() for a in korean.select("a.crossref")] == [
        "주장 C4.1",
        "그림 4.1",
        "식 (4.2)",
        "주장 C5.4",
    ]
    assert [a["href"] for a in english.select("a.crossref")] == [
        "#claim-c4-1",
        "#fig-scaling-variance",
        "#eq-var",
        "../softmax/#claim-c5-4",
    ]


def test_formulas_have_anchors_and_no_label(render) -> None:
    formula = render(EQUATION).select_one("div.arithmatex#eq-var")
    assert "label" not in formula.get_text()
    assert r"\tag{4.2}" in formula.get_text()
    assert "a < b" in formula.get_text()


def test_cross_references_to_another_page(render) -> None:
    render(f"{EQUATION}\n/// figure | softmax/path\n///\n\n/// figure | scaling/variance\n///\n")
    out = render("[#eq:scaling/var] [#fig:scaling/variance]", page="softmax.md")
    links = [(a.get_text(), a["href"]) for a in out.select("a.crossref")]
    assert links == [
        ("Equation (4.2)", "../scaling/#eq-var"),
        ("Figure 4.2", "../scaling/#fig-scaling-variance"),
    ]


def test_inline_forms_do_not_fire_in_code_maths_or_escapes(render) -> None:
    out = render(
        "`{{C9.9}} [@no] [#no]` and ${{b}} [@no]$ and \\[@no] and [@text](x.md)\n\n"
        "```\n{{C9.9}} [@no] [#no]\n```\n\n$$ {{c}} [#no] $$\n"
    )
    assert not out.select("data, .citation, .crossref")
    assert "{{b}} [@no]" in text(out)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{{C4.2}}", "no claim 'C4.2' in docs/claims; did you mean"),
        ("{{C4.1.larges}}", "no number 'larges'; there are value, low"),
        ("{{C4.1:.3q}}", "Unknown format code"),
        ("{{C4.6}}", "has no evidence to quote"),
        ("{{nonsense}}", "is no number"),
        ("{{ledger.hold}}", "did you mean holds?"),
        ("[@sevn]", "no reference 'sevn' in references.bib; did you mean seven?"),
        ("[@seven, p. 3]", "no reference"),
        ("[#C9.9]", "no claim 'C9.9'"),
        ("[#fig:scaling/none]", "no page shows a figure"),
        ("[#eq:none]", "no formula"),
        ("[#eq:nowhere/x]", "no page 'nowhere'"),
        ("[#D9]", "no page shows a figure 'D9'"),
        ("[#term:none]", "no term 'none'"),
        ("[#whatever]", "refers to nothing"),
    ],
)
def test_unknown_names_stop_the_build_with_file_and_line(render, written: str, said: str) -> None:
    with pytest.raises(PageError) as caught:
        render(f"# T\n\nFine: C4.2, sevn, none.\n\nHere {written} stands.\n")
    assert said in caught.value.message
    assert caught.value.line == 5
    assert caught.value.file.endswith("en/scaling.md")


def test_a_fault_in_a_claims_text_is_placed_in_its_file(render, docs) -> None:
    path = docs / "claims/scaling.yml"
    path.write_text(path.read_text("utf-8").replace("[@two]", "[@tow]"), encoding="utf-8")
    with pytest.raises(PageError, match="did you mean two") as caught:
        render("/// claim | C4.1\n///\n")
    assert caught.value.file == str(path)
    assert caught.value.line == 5


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (EQUATION + "\n" + EQUATION, "stands twice"),
        ("$$ a \\label{eq:a} $$\n\n[#eq:a]\n", "needs a \\tag"),
        ("$$ a \\label{eq:a} \\label{eq:b} $$\n", "two labels"),
    ],
)
def test_faulty_formulas(render, formula: str, said: str) -> None:
    with pytest.raises(PageError) as caught:
        render(formula)
    assert said in caught.value.message


def test_code_links_need_a_repository() -> None:
    assert Page().code("a.py:3") is None
    assert Page(repository="https://h/r/").code("a.py") == "https://h/r/blob/main/a.py"
