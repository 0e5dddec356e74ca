"""The sections of the site, in order: the slug names a section's rooms everywhere."""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("en", "ko")


@dataclass(frozen=True)
class Section:
    number: int
    slug: str
    en: str
    ko: str

    @property
    def module(self) -> str:
        """Name of its Python modules."""
        return self.slug.replace("-", "_")

    def title(self, lang: str) -> str:
        return {"en": self.en, "ko": self.ko}[lang]


SECTIONS = (
    Section(1, "paradigm", "A geometric change of paradigm", "시퀀스 모델링의 기하학적 전환"),
    Section(
        2, "projections", "Q, K, V: learned projections", "학습되는 선형 투영과 부분 공간의 분리"
    ),
    Section(
        3, "dot-product", "The dot product and cosine similarity", "내적 어텐션과 코사인 유사도"
    ),
    Section(4, "scaling", "The factor √dₖ", "스케일링 인자 √d_k와 고차원의 안정성"),
    Section(5, "softmax", "Softmax: a map of interactions", "소프트맥스: 정규화된 상호작용 지도"),
    Section(6, "weighted-sum", "The weighted sum", "가중 합산과 벡터 공간에서의 이동"),
    Section(7, "multi-head", "Multi-head attention", "멀티 헤드 어텐션: 공간의 분할"),
    Section(8, "theory", "Kernels and category theory", "이론적 관점: RKHS와 범주론"),
    Section(9, "visualization", "Visualising attention", "어텐션 행렬의 시각화와 해석"),
    Section(10, "conclusion", "Geometric intelligence", "결론: 기하학적 지능"),
)

# Pages with evidence that are not numbered sections.
ROOMS = (*(s.slug for s in SECTIONS), "playground")


def section_of(claim: str) -> str:
    """Slug of the page on which a claim id such as ``C4.1`` or ``P3`` stands.

    >>> section_of("C4.1"), section_of("P3")
    ('scaling', 'playground')
    """
    if claim.startswith("P"):
        return "playground"
    number = int(claim[1:].split(".")[0])
    return next(s.slug for s in SECTIONS if s.number == number)
