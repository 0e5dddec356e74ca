"""The line under a page's title: its reading time, and a banner where a translation is behind."""

from __future__ import annotations

import html
import re

TIME = {"en": "About {0} minutes to read", "ko": "읽는 데 약 {0}분"}
BEHIND = "이 페이지를 쓴 뒤에 영어판이 바뀌어, 아직 반영하지 못한 내용이 있을 수 있습니다."
ENGLISH = "영어판 보기"


def byline(page: str, *, minutes: int | None, lang: str, behind: str | None = None) -> str:
    """``page`` (HTML) with a line after its first heading.

    ``minutes`` is None where reading time says nothing (lists, the playground); ``behind`` is the
    address of the English page where the Korean one renders an older text of it.

    >>> byline("<h1>A</h1><p>b</p>", minutes=7, lang="en")
    '<h1>A</h1><p class="byline">About 7 minutes to read</p><p>b</p>'
    """
    added = ""
    if minutes is not None:
        added += f'<p class="byline">{TIME[lang].format(minutes)}</p>'
    if behind is not None:
        link = f'<a href="{html.escape(behind)}" hreflang="en">{ENGLISH}</a>'
        added += f'<div class="admonition warning behind"><p>{BEHIND} {link}</p></div>'
    return re.sub(r"(</h1>)", lambda m: m[1] + added, page, count=1)
