"""Words of the playground and its things to try, from ``playground.yml`` beside this file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import yaml

FILE = Path(__file__).with_name("playground.yml")


class TryWords(TypedDict):
    """Texts of one thing to try; ``outcome`` quotes measurements (see `told`)."""

    title: str
    question: str
    answers: list[str]
    outcome: str


@cache
def _texts() -> dict[str, Any]:
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


def word(key: str, lang: str, *given: object, **named: object) -> str:
    """One of the words, with its places filled.

    >>> word("of", "en", 6)
    'of 6'
    """
    return _texts()["words"][key][lang].format(*given, **named)


def try_words(name: str, lang: str) -> TryWords:
    """Texts of a thing to try."""
    return _texts()["tries"][name][lang]
