"""The claims' files: their schema, and how they are joined with evidence."""

from __future__ import annotations

import dataclasses

import pytest

from attn_docs.experiments.evidence import BoundError
from attn_docs.pages import claims
from attn_docs.pages.claims import evidence_of, load_claims
from attn_docs.pages.errors import PageError


def test_claims_come_in_the_order_of_sections(docs) -> None:
    (docs / "claims/playground.yml").write_text(
        "- {id: P2, kind: cited, status: reading, "
        "statement: {en: a, ko: b}, verdict: {en: a, ko: b}}",
        encoding="utf-8",
    )
    loaded = load_claims(docs)
    assert list(loaded) == ["C4.1", "C4.6", "C5.4", "P2"]
    assert loaded["C4.1"].sources == ("seven", "sch")
    assert loaded["C4.6"].line == 13
    assert loaded["P2"].slug == "playground"


def test_a_changed_file_is_read_again(docs) -> None:
    load_claims(docs)
    path = docs / "claims/softmax.yml"
    path.write_text(path.read_text("utf-8").replace("C5.4", "C5.12"), encoding="utf-8")
    assert list(load_claims(docs))[-1] == "C5.12"


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("id: C4.1", "id: 4.1", 1, "needs an id"),
        ("id: C4.1", "id: C5.1", 2, "belongs into softmax.yml"),
        ("id: C4.1", "id: C77.1", 2, "no section of that number"),
        ("id: C4.6", "id: C4.1", 2, "stands in"),
        ("kind: measured\n  status: holds", "kind: mesured\n  status: holds", 2, "kind 'mesured'"),
        ("status: holds", "status: true", 2, "status True is none of"),
        ("status: holds", "status: reading", 2, "cannot be reading"),
        ("  measure:", "  mesure:", 2, "unknown field 'mesure'; did you mean measure"),
        ('  control: {en: "correlated", ko: "상관"}\n', "", 2, "control is missing"),
        ('ko: "나중에."', 'fr: "tard"', 13, "statement needs a text in each language"),
        ("sources: [seven, sch]", "sources: seven", 2, "sources is a list"),
        ("sources: [seven, sch]", "sources: [seven", 10, "no valid YAML"),
    ],
)
def test_a_broken_file_names_its_line(docs, old: str, new: str, line: int, said: str) -> None:
    path = docs / "claims/scaling.yml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(PageError) as caught:
        load_claims(docs)
    assert said in caught.value.message
    assert caught.value.file == str(path)
    assert caught.value.line == line


def test_measured_claims_need_evidence_and_open_ones_have_none(docs) -> None:
    loaded = load_claims(docs)
    found = evidence_of(loaded["C4.1"])
    assert found is not None
    assert found.value == 0.99871
    assert evidence_of(loaded["C4.6"]) is None
    assert evidence_of(loaded["C5.4"]) is None
    with pytest.raises(PageError, match=r"no @evidence\(\"C4.6\"\)"):
        evidence_of(dataclasses.replace(loaded["C4.6"], status="holds"))
    with pytest.raises(PageError, match="no longer open"):
        evidence_of(dataclasses.replace(loaded["C4.1"], status="open"))


def test_a_number_out_of_bounds_stops_the_page_at_its_claim(render, docs, monkeypatch) -> None:
    def fail(claim: str) -> None:
        raise BoundError(f"claim {claim}: the measured value 2 is outside its bound [0, 1]")

    monkeypatch.setattr(claims, "evidence_for", fail)
    with pytest.raises(PageError, match=r"scaling.yml:2: claim C4.1: .*outside its bound"):
        render("{{C4.1}}")


def test_a_source_that_is_not_in_the_bibliography_is_named(render, docs) -> None:
    path = docs / "claims/scaling.yml"
    path.write_text(path.read_text("utf-8").replace("[seven, sch]", "[sevn, sch]"), "utf-8")
    with pytest.raises(PageError, match="did you mean seven") as caught:
        render("/// claim | C4.1\n///\n")
    assert caught.value.line == 2
