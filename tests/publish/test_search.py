"""The separator cuts Korean as a reader means it; the same text is given to the browser."""

from __future__ import annotations

import re

import pytest

from attn_docs.publish.search import SEPARATOR


def words(text: str) -> list[str]:
    return [word for word in re.split(SEPARATOR, text) if word]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("어텐션을 어텐션은 어텐션의 어텐션에서는", ["어텐션"] * 4),
        ("엔트로피를 소프트맥스로", ["엔트로피", "소프트맥스"]),
        ('(softmax) "쿼리" “키” 질의·키', ["softmax", "쿼리", "키", "질의", "키"]),
        ("softmax는 Q와 K의", ["softmax", "Q", "K"]),
        ("소프트맥스(softmax)는", ["소프트맥스", "softmax"]),
        ("길이 차이 경로 결과 정의", ["길이", "차이", "경로", "결과", "정의"]),
        ("값을 축을", ["값", "축"]),
        ("「맵」을 〈헤드〉", ["맵", "헤드"]),
    ],
)
def test_particles_and_marks_are_no_part_of_a_word(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_numbers_and_symbols_stay_whole() -> None:
    assert words("0.98, d_k. W_Q") == ["0.98", "d_k", "W_Q"]


def test_a_particle_inside_a_word_stays() -> None:
    assert words("그래디언트가아니다") == ["그래디언트가아니다"]


def test_the_theme_can_read_it() -> None:
    # The theme's highlighter splits the pattern at bars and drops parts that are look-arounds.
    parts = [re.sub(r"\(\?[!=<][^)]+\)", "", part) for part in SEPARATOR.split("|")]
    assert parts.count("") == 1  # camelCase, as in the theme's own default
