"""The words that directives add to a page, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

Both = Mapping[str, str]

WORDS: dict[str, Both] = {
    "figure": {"en": "Figure {0}", "ko": "그림 {0}"},
    "equation": {"en": "Equation ({0})", "ko": "식 ({0})"},
    "claim": {"en": "claim {0}", "ko": "주장 {0}"},
    "section": {"en": "section {0}", "ko": "{0}장"},
    "save-svg": {"en": "Save as SVG", "ko": "SVG로 저장"},
    "save-png": {"en": "Save as PNG", "ko": "PNG로 저장"},
    "data": {"en": "Data (CSV)", "ko": "데이터(CSV)"},
    "figure-code": {"en": "Code that drew this", "ko": "이 그림을 그린 코드"},
    "evidence-code": {"en": "Code that measured this", "ko": "이 값을 측정한 코드"},
    "measured": {"en": "measured", "ko": "측정"},
    "cited": {"en": "cited", "ko": "인용"},
    "reading": {"en": "reading", "ko": "해석"},
    "holds": {"en": "holds", "ko": "성립"},
    "qualified": {"en": "qualified", "ko": "조건부 성립"},
    "corrected": {"en": "corrected", "ko": "정정"},
    "open": {"en": "open", "ko": "미결"},
    "kind": {"en": "Kind", "ko": "종류"},
    "status": {"en": "Status", "ko": "판정"},
    "finding": {"en": "What we found", "ko": "확인한 결과"},
    "plan": {"en": "What we will measure", "ko": "측정 계획"},
    "view": {"en": "How we read it", "ko": "이렇게 읽습니다"},
    "departs": {"en": "Where we depart from the article", "ko": "원문과 다르게 보는 점"},
    "number": {"en": "Measured", "ko": "측정값"},
    "control": {"en": "Negative control", "ko": "대조 실험"},
    "bound": {"en": "bound: {0}", "ko": "허용 범위: {0}"},
    "outside": {"en": "outside the bound, as it should be", "ko": "예상대로 허용 범위를 벗어남"},
    "between": {"en": "{0} to {1}", "ko": "{0}에서 {1}까지"},
    "exactly": {"en": "exactly {0}", "ko": "정확히 {0}"},
    "everywhere": {"en": "{0} in every seed", "ko": "모든 시드에서 {0}"},
    "at-least": {"en": "at least {0}", "ko": "{0} 이상"},
    "at-most": {"en": "at most {0}", "ko": "{0} 이하"},
    "spread": {"en": "Spread over seeds", "ko": "시드에 따른 범위"},
    "samples": {"en": "Samples", "ko": "표본 수"},
    "seeds": {"en": "Seeds", "ko": "시드 수"},
    "sources": {"en": "Sources", "ko": "출처"},
    "to-come": {
        "en": "The evidence for this claim is still to come.",
        "ko": "이 주장을 뒷받침할 증거는 아직 준비하고 있습니다.",
    },
    "permalink": {"en": "Permanent link to claim {0}", "ko": "주장 {0}의 고유 주소"},
    "cite": {"en": "Cite", "ko": "인용하기"},
    "cite-claim": {"en": "Cite claim {0}", "ko": "주장 {0} 인용하기"},
    "in-ledger": {"en": "In the ledger", "ko": "주장 장부에서 보기"},
    "on-page": {"en": "Read it in context", "ko": "본문에서 읽기"},
    "to-figure": {"en": "Figure", "ko": "그림"},
    "to-cell": {"en": "Runnable code", "ko": "실행할 수 있는 코드"},
    "all": {"en": "All", "ko": "전체"},
    "filter": {"en": "Filter the claims", "ko": "주장 걸러 보기"},
    "filter-section": {"en": "Section", "ko": "장"},
    "filter-text": {"en": "Words", "ko": "단어"},
    "reset": {"en": "Show all", "ko": "모두 보기"},
    "verified": {
        "en": "Readings are ways of seeing: they are listed, but not counted as verified.",
        "ko": "해석은 하나의 관점이므로 목록에는 싣되 검증된 주장으로 세지 않습니다.",
    },
    "json": {"en": "The whole ledger as JSON", "ko": "장부 전체(JSON)"},
    "counts": {"en": "Claims by status", "ko": "판정별 주장 수"},
    "total": {"en": "in all", "ko": "모두"},
    "elsewhere": {"en": "Playground", "ko": "플레이그라운드"},
    "cited-in": {"en": "Cited in", "ko": "인용한 곳:"},
    "further": {"en": "Further reading", "ko": "더 읽을거리"},
    "further-for": {"en": "Further reading for {0}", "ko": "{0}의 더 읽을거리"},
    "symbol": {"en": "Symbol", "ko": "기호"},
    "first-use": {"en": "First used in {0}", "ko": "처음 쓰이는 곳: {0}"},
    "accessed": {"en": "online", "ko": "온라인"},
}

# Each status has a mark of its own, so that colour never carries it alone.
MARKS = {"holds": "✓", "qualified": "◐", "corrected": "✗", "reading": "◇", "open": "○"}


def word(key: str, lang: str, *values: str) -> str:
    """One of the words, with its values put in.

    >>> word("figure", "ko", "4.1"), word("claim", "en", "C4.1")
    ('그림 4.1', 'claim C4.1')
    """
    return WORDS[key][lang].format(*values)
