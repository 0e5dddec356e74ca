"""The generated lists: ledger and its JSON, references and their backlinks, glossary."""

from __future__ import annotations

import json

import pytest
from bs4 import BeautifulSoup, Tag

from attn_docs.pages.backlinks import fill_backlinks
from attn_docs.pages.errors import PageError
from attn_docs.pages.ledger_json import claims_json
from attn_docs.pages.page import Page

LEDGER = "/// ledger\n///\n"
FIGURE = "/// figure | scaling/variance\n///\n"
TERMS = """
- id: token
  en: token
  ko: 토큰
  symbol: x_t
  section: paradigm
  definition: {en: "A *unit*.", ko: "*단위*입니다."}
- id: embedding
  en: Embedding
  ko: 임베딩
  definition: {en: "A vector.", ko: "벡터입니다."}
"""


def words(tag: Tag | None) -> str:
    assert tag is not None
    return " ".join(tag.get_text().split())


def only(tag: Tag, selector: str) -> Tag:
    """The only element that matches."""
    found = tag.select(selector)
    assert len(found) == 1
    return found[0]


def test_ledger_lists_every_claim_by_section(render) -> None:
    render(f"{FIGURE}\n/// cell | scaling/first\n///\n")
    out = render(LEDGER, page="ledger.md").select_one("attn-ledger")
    sections = out.select(".ledger-section")
    assert [s["data-section"] for s in sections] == ["scaling", "softmax"]
    assert [s.h2["id"] for s in sections] == ["ledger-scaling", "ledger-softmax"]
    rows = [(a["data-claim"], a["data-status"]) for a in out.select("article.claim")]
    assert rows == [("C4.1", "holds"), ("C4.6", "open"), ("C5.4", "reading")]
    first = out.select_one("#claim-c4-1")
    links = [(words(a), a["href"]) for a in first.select(".claim-links a")]
    assert links == [
        ("Read it in context", "../scaling/#claim-c4-1"),
        ("Figure 4.1", "../scaling/#fig-scaling-variance"),
        ("Runnable code", "../scaling/#cell-scaling-first"),
        ("Code that measured this", "https://example.org/repo/blob/main/attn_docs/x.py#L12"),
    ]
    assert words(first.select_one(".claim-number dd")) == "slope: 0.999 (bound: 0.98 to 1.02)"


def test_ledger_offers_no_link_that_leads_nowhere(render) -> None:
    out = render(LEDGER, page="ledger.md")
    assert [words(a) for a in out.select("#claim-c4-1 .claim-links a")] == [
        "Read it in context",
        "Code that measured this",
    ]


def test_ledger_counts_and_offers_filters(render) -> None:
    render(FIGURE, lang="ko")
    out = render(LEDGER, page="ledger.md", lang="ko")
    counts = {li.get("data-status"): li.data.get_text() for li in out.select(".ledger-counts li")}
    assert counts == {
        "holds": "1",
        "qualified": "0",
        "corrected": "0",
        "reading": "1",
        "open": "1",
        None: "3",
    }
    form = out.select_one("form.ledger-filters")
    assert form.has_attr("hidden"), "it works by JavaScript alone"
    options = {s["name"]: [o["value"] for o in s.select("option")] for s in form.select("select")}
    assert options["section"] == ["", "scaling", "softmax"]
    assert options["kind"] == ["", "measured", "cited", "reading"]
    assert out.select_one(".ledger-json a")["href"] == "claims.json"


def test_ledger_as_json(render, docs) -> None:
    whole = json.loads(claims_json("ko", docs))
    assert whole["counts"]["total"] == 3
    first, later, reading = whole["claims"]
    assert first["verdict"] == "기울기는 0.999입니다."
    assert first["statement"] == "분산은 $d_k$입니다 [2]."
    assert first["evidence"]["value"] == 0.99871
    assert first["evidence"]["spread"] == [-0.5, 1.01]
    assert [source["number"] for source in first["sources"]] == [7, 8]
    assert first["url"] == "../scaling/#claim-c4-1"
    assert (later["evidence"], later["verdict"]) == (None, None)
    assert reading["section"] == 5


def references(render, lang: str = "en") -> BeautifulSoup:
    return render("/// references\n///\n", page="references.md", lang=lang)


def test_references_by_number_with_accents_decoded(render) -> None:
    items = references(render).select("ol.references > li")
    assert [(li["id"], li["value"]) for li in items] == [
        ("ref-two", "2"),
        ("ref-seven", "7"),
        ("ref-sch", "8"),
        ("ref-lstm", "9"),
    ]
    assert [words(li) for li in items] == [
        "Zwei. B. example.org",
        "S. Raschka. Coding Attention. A blog, 2023. example.org",
        "Y.-H. Schäfl, B. van der Berg et al. sqrt(d_k)? 2021. arXiv:2008.02217",
        "S. Hochreiter. LSTM. NC 9(8), 1735–1780, 1997. doi:10.1/x",
    ]
    assert only(items[3], "a")["href"] == "https://doi.org/10.1/x"


def test_backlinks_lead_to_each_citation_or_say_further_reading(render) -> None:
    cited = str(render("[@seven] and [@seven; @sch].\n"))
    home = str(render("[@seven]\n", page="index.md"))
    html = str(references(render))
    page = Page(src="references.md")
    pages = {"index": home, "scaling": cited, "ledger": str(render("[@two]\n", page="ledger.md"))}
    out = BeautifulSoup(fill_backlinks(html, pages, page, {"index": "Home"}), "html.parser")
    room = only(out, "#ref-seven .backlinks")
    assert words(room) == "Cited in section 4 b, Home"
    assert [a["href"] for a in room.select("a")] == [
        "../scaling/#cite-seven-1",
        "../scaling/#cite-seven-2",
        "../#cite-seven-1",
    ]
    further = only(out, "#ref-two .backlinks[data-further]")
    assert words(further) == "Further reading for section 4"
    assert only(further, "a")["href"] == "../scaling/"
    assert words(out.select_one("#ref-lstm .backlinks")) == "Further reading"


def test_glossary_in_the_alphabet_of_the_language(render, docs) -> None:
    (docs / "glossary.yml").write_text(TERMS, encoding="utf-8")
    out = render("/// glossary\n///\n", page="glossary.md")
    assert [dt["id"] for dt in out.select("dl.glossary dt")] == ["term-embedding", "term-token"]
    last = out.select("dl.glossary dd")[1]
    assert words(last) == r"A unit. Symbol \(x_t\) First used in section 1"
    assert last.select_one("a")["href"] == "../paradigm/"
    assert words(out.select_one("#term-token")) == "token 토큰"
    korean = render(
        "/// glossary\n///\n\n[#term:token], [#term:token|토큰들]\n", page="glossary.md", lang="ko"
    )
    assert [dt["id"] for dt in korean.select("dt")] == ["term-embedding", "term-token"]
    links = korean.select("a.crossref")
    assert [words(a) for a in links] == ["토큰", "토큰들"]
    assert {a["href"] for a in links} == {"#term-token"}
    assert links[0]["title"] == "*단위*입니다."


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("id: token", "id: Token", 1, "id of small letters"),
        ("symbol:", "sign:", 2, "unknown field 'sign'"),
        ("section: paradigm", "section: paradigms", 2, "did you mean paradigm?"),
        ('{en: "A vector.", ko', "{ko", 8, "in each language"),
        ("id: embedding", "id: token", 2, "stands twice"),
    ],
)
def test_faulty_terms(render, docs, old: str, new: str, line: int, said: str) -> None:
    assert old in TERMS
    (docs / "glossary.yml").write_text(TERMS.replace(old, new), encoding="utf-8")
    with pytest.raises(PageError) as caught:
        render("/// glossary\n///\n", page="glossary.md")
    assert said in caught.value.message
    assert caught.value.line == line
