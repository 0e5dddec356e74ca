"""English and Korean pages mirror each other, and neither types a measured number."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_docs.pages.claims import TEXTS, load_claims
from attn_docs.pages.glossary import load_terms
from attn_docs.pages.parity import differences, missing_ids, typed_numbers

DOCS = Path(__file__).parents[2] / "docs"
EN = {p.relative_to(DOCS / "en").as_posix(): p for p in sorted((DOCS / "en").rglob("*.md"))}
KO = {p.relative_to(DOCS / "ko").as_posix(): p for p in sorted((DOCS / "ko").rglob("*.md"))}


def test_every_page_has_both_languages() -> None:
    assert EN.keys() == KO.keys()
    assert EN, "there are no pages"


@pytest.mark.parametrize("name", sorted(EN.keys() & KO.keys()))
def test_languages_mirror_each_other(name: str) -> None:
    en, ko = EN[name].read_text(encoding="utf-8"), KO[name].read_text(encoding="utf-8")
    assert differences(en, ko) == []


@pytest.mark.parametrize(
    "path", [*EN.values(), *KO.values()], ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_headings_have_ids_and_numbers_come_from_directives(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert missing_ids(source) == []
    assert [f"{path}:{line}: {number}" for line, number in typed_numbers(source)] == []


def test_texts_of_claims_and_terms_type_no_numbers() -> None:
    typed = [
        f"claim {claim.id}: {number}"
        for claim in load_claims(DOCS).values()
        for name in TEXTS
        for text in (getattr(claim, name) or {}).values()
        for _, number in typed_numbers(text)
    ]
    typed += [
        f"term {term.id}: {number}"
        for term in load_terms(DOCS)
        for text in term.definition.values()
        for _, number in typed_numbers(text)
    ]
    assert typed == []


BASE = "# T\n\n## A { #a }\n\nBy $x$ [@k; @l] and {{C4.1}} [#C4.1], [t](u.md).\n\n"
BASE += "$$ a = b \\text{ if } c $$\n\n/// figure | s/n\n///\n\n```python\nx = 1\n```\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{ #a }", "{ #b }", "headings differ: number 2 is '## a' in English, '## b' in Korean"),
        ("## A", "### A", "headings differ"),
        ("s/n", "s/m", "directives differ: number 1 is '/// figure | s/n' in English"),
        ("a = b", "a = c", "displayed formulas differ"),
        ("$x$", "$y$", "formulas within sentences in Korean only: y"),
        ("; @l", "", "citations in English only: l"),
        ("{{C4.1}}", "{{C4.1:.2f}}", "measured numbers in Korean only: C4.1:.2f"),
        ("[#C4.1]", "", "cross-references in English only: C4.1"),
        ("u.md", "v.md", "links in Korean only: v.md"),
        ("x = 1", "x = 2", "code differ"),
        ("/// figure | s/n\n///\n", "", "stands in English only"),
    ],
)
def test_each_difference_is_told(old: str, new: str, said: str) -> None:
    assert old in BASE
    assert said in "\n".join(differences(BASE, BASE.replace(old, new)))


def test_words_may_differ_and_change_places() -> None:
    ko = BASE.replace("By $x$ [@k; @l] and", "[@l]과 [@k]에서 $x$,").replace(" if ", " 이면 ")
    assert ko != BASE
    assert differences(BASE, ko) == []


def test_diagrams_share_their_arrows_not_their_words() -> None:
    en = "```mermaid\nflowchart TD\n a[In] --> b[Out]\n```\n"
    assert differences(en, en.replace("In", "입력").replace("Out", "출력")) == []
    assert differences(en, en.replace("-->", "-.->")) != []


@pytest.mark.parametrize(
    "typed",
    [
        "0.93",
        "93 %",
        "93%",
        "12.5 percent",
        "약 0.5배",
        "30퍼센트",
        "is 1.02.",
        "is -0.5",
        "방식 0.5",
    ],
)
def test_a_typed_number_is_found(typed: str) -> None:
    assert [line for line, _ in typed_numbers(f"# T\n\nIt {typed}\n")] == [3]


@pytest.mark.parametrize(
    "fine",
    [
        "section 4.1 and Figure 4.2",
        "sections 4.1 and 4.2",
        "4.1절",
        "C4.1",
        "{{C4.1:.3f}}",
        "in 2023, 31 sources",
        "$0.93$ and `0.93`",
        "[text](https://example.org/0.5)",
        "GPT-3.5",
        "Python 3.11",
        "CC BY 4.0",
        "NumPy 2.0.2",
        "![x](a-1.5.png)",
        "[@v1.5]",
        "“2.3 셀프 어텐션(Self-Attention)과 Q, K, V 연산의 기하학적 의미”",
    ],
)
def test_names_are_no_measurements(fine: str) -> None:
    assert typed_numbers(f"Text {fine}\n") == []


def test_there_is_no_way_round() -> None:
    assert typed_numbers("It is 0.93. <!-- not measured -->\n") == [(1, "0.93")]
    assert typed_numbers("## 4.1 Variance { #variance }\n") == []
