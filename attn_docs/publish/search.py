"""How words are cut for the search: punctuation of both scripts, and Korean particles.

The theme's search cuts pages and queries by one regular expression. A particle behind a word
counts as a separator here, so that 어텐션을 and 어텐션은 are the same word on both sides without
any code in the browser.

Drawings, buttons and the playground's readings are kept from it: no reader looks for the words in
them, and the theme's search, which walks through every element, would take twice the time.
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
UNREAD = re.compile(r"<(svg|button|attn-playground)\b[^<]*(?:<(?!/\1>)[^<]*)*</\1>|</?span\b[^>]*>")


def indexed(content: str) -> str:
    """What the search is to see of a page's HTML.

    >>> indexed('<p><span class="k">for</span> <svg><g/></svg>x <button>Copy</button></p>')
    '<p>for x </p>'
    """
    return UNREAD.sub("", content)
