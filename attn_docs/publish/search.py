"""How words are cut for the search: punctuation of both scripts, and Korean particles.

The theme's search cuts pages and queries by one regular expression. A particle behind a word
counts as a separator here, so that 어텐션을 and 어텐션은 are the same word on both sides without
any code in the browser.

Drawings are kept from it: they are most of a page's elements and hold no words that their captions
lack, but the theme's search walks through every stroke of them.
"""

from __future__ import annotations

import re

# Longest first only for the reader: the look-ahead makes the order immaterial.
PARTICLES = (
    *("에서는", "에서도", "에서의", "으로는", "으로서", "으로써", "로부터", "에게서"),
    *("에서", "에게", "에는", "에도", "으로", "까지", "부터", "마다", "처럼", "보다", "이란"),
    *("이며", "이고", "이나", "로서", "로써", "와의", "과의"),
    *("은", "는", "이", "가", "을", "를", "의", "에", "로", "와", "과", "만"),
)
# Behind a single syllable only those with which hardly a noun ends (값을, but 길이 and 경로).
SURE = ("을", "를")
PUNCTUATION = r"""[\s\-‐-―,:;!?=\[\]()"'`“”‘’«»「」『』〈〉《》【】·‧・…/\\*~^{}→←↔⇄+]+"""
SEPARATOR = "|".join(
    (
        PUNCTUATION,
        r"(?!\b)(?=[A-Z][a-z])",
        r"\.(?!\d)",
        r"&[lg]t;",
        rf"(?:(?<=[가-힣]{{2}})|(?<=[A-Za-z0-9)\]”’」』〉》】]))(?:{'|'.join(PARTICLES)})(?![가-힣])",
        rf"(?<=[가-힣])(?:{'|'.join(SURE)})(?![가-힣])",
    )
)
DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
SPACE = re.compile("<!--drawing (\\d+)-->")


def without_drawings(content: str) -> tuple[str, list[str]]:
    """A page's HTML with a comment in place of each drawing, and the drawings.

    >>> without_drawings("a<svg><g/></svg>b")
    ('a<!--drawing 0-->b', ['<svg><g/></svg>'])
    """
    drawings: list[str] = []

    def aside(match: re.Match[str]) -> str:
        drawings.append(match[0])
        return f"<!--drawing {len(drawings) - 1}-->"

    return DRAWING.sub(aside, content), drawings


def with_drawings(content: str, drawings: list[str]) -> str:
    """The HTML with its drawings back in their places.

    >>> with_drawings("a<!--drawing 0-->b", ["<svg/>"])
    'a<svg/>b'
    """
    return SPACE.sub(lambda match: drawings[int(match[1])], content)
