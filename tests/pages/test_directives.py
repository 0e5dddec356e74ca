"""Directives, Markdown in, HTML out."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup, Tag

from attn_docs.pages.errors import PageError

FIGURE = "/// figure | scaling/variance\n///\n"


def one(soup: BeautifulSoup | Tag, selector: str) -> Tag:
    """The only element that matches."""
    found = soup.select(selector)
    assert len(found) == 1, f"{selector}: {len(found)}"
    return found[0]


def words(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def test_figure_promises(render) -> None:
    figure = one(render(FIGURE), "figure#fig-scaling-variance")
    assert figure["data-figure"] == "scaling/variance"
    assert one(figure, "svg")["role"] == "img"
    caption = one(figure, "figcaption")
    assert words(caption) == "Figure 4.1 It grows [7]: 0.999."
    assert words(one(caption, "em")) == "grows"
    assert [b["data-action"] for b in figure.select("button")] == ["save-svg", "save-png"]
    assert [a["href"] for a in figure.select(".figure-tools a")] == [
        "../../assets/figures/scaling/variance.en.csv",
        "https://example.org/repo/blob/main/attn_docs/figures/scaling.py#L34",
    ]


def test_figures_and_diagrams_share_one_numbering(render) -> None:
    diagram = "/// diagram | D3\nThe *way*.\n\n```mermaid\ngraph TD\n```\n///\n"
    text = f"```\n{FIGURE}```\n\n{diagram}\n{FIGURE}\n"
    out = render(text, lang="ko")
    assert [words(n) for n in out.select(".figure-number")] == ["그림 4.1", "그림 4.2"]
    figure = one(out, "figure#fig-d3.diagram")
    assert words(one(figure, "figcaption")) == "그림 4.1 The way."
    assert "graph TD" in one(figure, ".figure-drawing").get_text()


def test_pages_without_a_section_number_plainly(render) -> None:
    out = render(FIGURE, page="index.md")
    assert words(one(out, ".figure-number")) == "Figure 1"
    csv = one(out, "a[download]")["href"]
    assert csv == "../assets/figures/scaling/variance.en.csv"


def test_claim_promises(render) -> None:
    box = one(render("/// claim | C4.1\nIn *short*.\n\n- one\n///\n"), "#claim-c4-1")
    assert (box["data-claim"], box["data-kind"], box["data-status"]) == (
        "C4.1",
        "measured",
        "holds",
    )
    assert words(one(box, ".badge-status")) == "✓ holds"
    assert one(box, "a.claim-id")["href"] == "#claim-c4-1"
    assert words(one(box, ".claim-statement")) == r"Variance is \(d_k\) [2]."
    assert words(one(box, ".claim-verdict")) == "What we found. Slope 0.999."
    assert words(one(box, ".claim-number dd")) == "slope: 0.999 (bound: 0.98 to 1.02)"
    number = one(box, ".claim-number data.measured")
    assert number["value"] == "0.99871"
    control = words(one(box, ".claim-control dd"))
    assert control == "correlated: 1.0 × 10⁻¹⁶ (outside the bound, as it should be)"
    assert words(one(box, ".claim-spread dd")) == "−0.500 to 1.010"
    assert words(one(box, ".claim-samples dd")) == "20,000"
    assert words(one(box, ".claim-seeds dd")) == "8"
    assert words(one(box, ".claim-sources dd")) == "[7, 8]"
    assert words(one(box, ".claim-disagrees em")) == "more"
    assert words(one(box, ".claim-discussion li")) == "one"
    assert one(box, "a.claim-elsewhere")["href"] == "../ledger/#claim-c4-1"


def test_claim_in_korean(render) -> None:
    box = one(render("/// claim | C4.1\n///\n", lang="ko"), ".claim")
    assert words(one(box, ".badge-status")) == "✓ 성립"
    assert words(one(box, ".claim-number dd")) == "기울기: 0.999 (허용 범위: 0.98에서 1.02까지)"
    assert not box.select(".claim-discussion")


def test_an_open_claim_says_so(render) -> None:
    box = one(render("/// claim | C4.6\n///\n"), "#claim-c4-6[data-status=open]")
    assert "still to come" in words(one(box, ".claim-open"))
    assert not box.select("dl, data")


def test_cells_run_in_page_order_in_one_namespace(render) -> None:
    text = "/// cell | scaling/first\n///\n\nBetween.\n\n/// cell | scaling/second\n///\n"
    cells = render(text).select("attn-cell")
    assert [cell["data-cell"] for cell in cells] == ["scaling/first", "scaling/second"]
    assert words(one(cells[1], "[data-part=output]")) == "5"


def test_a_block_within_a_block(render) -> None:
    text = f"//// claim | C4.1\nSee:\n\n{FIGURE}\nAfter.\n////\n"
    discussion = one(render(text), "#claim-c4-1 .claim-discussion")
    assert [child.name for child in discussion.find_all(recursive=False)] == ["p", "figure", "p"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a\n\n/// figure | scaling/varance\n///\n", 3, "did you mean scaling/variance?"),
        ("/// figure\n///\n", 1, "needs a name"),
        (f"{FIGURE}\n{FIGURE}", 1, "stands twice"),
        ("/// figure | scaling/variance\nText.\n///\n", 1, "takes no text"),
        ("On C4.2.\n\n/// claim | C4.2\n///\n", 3, "no claim 'C4.2'"),
        ("/// claim | C5.4\n///\n", 1, "belongs on page softmax"),
        ("/// cell | scaling/frist\n///\n", 1, "did you mean scaling/first"),
        ("/// diagram | D3\n```mermaid\ngraph\n```\n///\n", 1, "no caption"),
        ("/// diagram | D3\nA caption.\n///\n", 1, "no mermaid fence"),
        ("/// diagram | E3\nA caption.\n///\n", 1, "named D1"),
        ("a\n\n/// figrue | scaling/variance\n///\n", 3, "did you mean figure?"),
        ("a\n\n/// claim | C4.1\n    option: x\n///\n", 3, "is an option wrong?"),
        ("a\n\n/// claim | C4.1\nText.\n", 3, "has no end"),
    ],
)
def test_faults_name_file_line_and_remedy(render, text: str, line: int, said: str) -> None:
    with pytest.raises(PageError) as caught:
        render(text)
    assert said in str(caught.value)
    assert str(caught.value).split(":", 2)[0].endswith("en/scaling.md")
    assert caught.value.line == line


def test_a_failing_cell_is_named(render, docs) -> None:
    (docs / "cells/scaling/second.py").write_text("y = 1\ny + z\n", encoding="utf-8")
    with pytest.raises(PageError, match="second, line 2: NameError") as caught:
        render("/// cell | scaling/second\n///\n")
    assert caught.value.file.endswith("second.py")


def test_directives_do_not_fire_in_code(render) -> None:
    out = render("```\n/// figure | no/no\n///\n```\n\n    /// claim | C9.9\n    ///\n")
    assert not out.select("figure, .claim")
