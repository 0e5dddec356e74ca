"""``docs/questions.yml``: what a reader should be able to answer, and where the page answers it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from attn_docs.pages.elements import anchor, figure_id
from attn_docs.pages.outline import outline
from attn_docs.pages.parity import typed_numbers
from attn_docs.sections import LANGUAGES, SECTIONS

DOCS = Path(__file__).parents[2] / "docs"
SLUGS = [section.slug for section in SECTIONS if section.number <= 9]
HANGUL = re.compile("[가-힣]")


def load() -> list[dict[str, Any]]:
    return yaml.safe_load((DOCS / "questions.yml").read_text(encoding="utf-8"))


def ids(source: str) -> set[str]:
    """Every id that a page made from ``source`` can be linked to."""
    page = outline(source)
    return {
        *(name for _, name in page.headings if name),
        *(anchor(name) for name in page.claims),
        *(figure_id(name) for name in page.figures),
        *(f"eq-{formula.label}" for formula in page.formulas if formula.label),
    }


def faults(sections: list[dict[str, Any]], pages: dict[str, str]) -> list[str]:
    """What is wrong with ``sections``, given each page's source by slug; empty if nothing is."""
    found = []
    if [s["section"] for s in sections] != list(pages):
        found.append(f"sections are {[s['section'] for s in sections]}, not {list(pages)}")
    said: Counter[tuple[str, str]] = Counter()
    for section in sections:
        slug, questions = section["section"], section["questions"]
        there = ids(pages.get(slug, ""))
        if len(questions) != 10:
            found.append(f"{slug}: {len(questions)} questions, not 10")
        for number, question in enumerate(questions, 1):
            place = f"{slug} {number}"
            if question["anchor"] not in there:
                found.append(f"{place}: no #{question['anchor']} on the page")
            for part in ("ask", "answer"):
                texts = question[part]
                if set(texts) != set(LANGUAGES) or not all(t.strip() for t in texts.values()):
                    found.append(f"{place}: {part} is not in both languages")
                    continue
                said.update((lang, " ".join(text.split())) for lang, text in texts.items())
                if HANGUL.search(texts["en"]) or not HANGUL.search(texts["ko"]):
                    found.append(f"{place}: {part} is in the wrong language")
                for text in texts.values():
                    found += [f"{place}: typed {n}" for _, n in typed_numbers(text)]
    found += [f"said twice: {text}" for (_, text), times in said.items() if times > 1]
    return found


def test_ten_questions_a_section_each_answered_where_it_says() -> None:
    for lang in LANGUAGES:
        pages = {slug: (DOCS / lang / f"{slug}.md").read_text(encoding="utf-8") for slug in SLUGS}
        assert faults(load(), pages) == []


def test_ids_of_a_page() -> None:
    source = (
        "# T { #t }\n\n## A { #a-b }\n\n/// claim | C4.1\n///\n\n/// figure | s/n\n///\n\n"
        "/// diagram | D3\n///\n\n$$ x \\tag{1} \\label{eq:v} $$\n\n```text\n## B { #no }\n```\n"
    )
    assert ids(source) == {"t", "a-b", "claim-c4-1", "fig-s-n", "fig-d3", "eq-v"}


def example() -> list[dict[str, Any]]:
    texts = [
        {
            "ask": {"en": f"Why {n}?", "ko": f"왜 {n}입니까?"},
            "answer": {"en": f"So {n}.", "ko": f"{n}이기 때문입니다."},
            "anchor": "a",
        }
        for n in range(10)
    ]
    return [{"section": "s", "questions": texts}]


PAGE = {"s": "# A { #a }\n"}


def test_a_sound_list_has_no_faults() -> None:
    assert faults(example(), PAGE) == []


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("anchor", "gone", "s 3: no #gone on the page"),
        ("ask", {"en": "Why 3?"}, "s 3: ask is not in both languages"),
        ("ask", {"en": "Why 3?", "ko": " "}, "s 3: ask is not in both languages"),
        ("answer", {"en": "So.", "ko": "So."}, "s 3: answer is in the wrong language"),
        ("answer", {"en": "It is 0.93.", "ko": "그렇습니다."}, "s 3: typed 0.93"),
        ("ask", {"en": "Why 5?", "ko": "왜 셋입니까?"}, "said twice: Why 5?"),
    ],
)
def test_each_fault_is_told(part: str, value: Any, said: str) -> None:
    sections = example()
    sections[0]["questions"][2][part] = value
    assert faults(sections, PAGE) == [said]


def test_a_question_or_a_section_too_few_is_told() -> None:
    short = example()
    short[0]["questions"].pop()
    assert faults(short, PAGE) == ["s: 9 questions, not 10"]
    assert faults(example(), {**PAGE, "t": "# B { #b }\n"}) == [
        "sections are ['s'], not ['s', 't']"
    ]
