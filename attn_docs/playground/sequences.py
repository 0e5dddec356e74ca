"""The sequences that the playground offers: features in d dimensions and a view of them.

Every sequence has features `X` (n × d) and a linear view `P` (d × 2): a token is drawn at `X P`.
Tokens that are mutually unrelated need as many dimensions as there are tokens, so the features
live in d ≥ n dimensions and the plane is a view of them, chosen so that the layout is legible.
Rows have squared norm √d: then the scaled score of two tokens is just their cosine, and the
sharpness multiplies it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Sequence:
    """Labels in both languages, how many positions its own slider has, and its features."""

    labels: dict[str, tuple[str, ...]]
    features: Callable[[int], np.ndarray]  # position -> n × d
    layout: Callable[[int], np.ndarray]  # position -> n × 2
    positions: int = 1
    groups: tuple[int, ...] = ()  # topic of each token, where there are topics
    cue: bool = False  # the first token only asks: it is no key
    planar: bool = False  # the features are the two coordinates that are drawn


def _normalised(X: np.ndarray) -> np.ndarray:
    """Rows of squared norm √d."""
    return X / np.linalg.norm(X, axis=1, keepdims=True) * X.shape[1] ** 0.25


def _topics(groups: tuple[int, ...], share: float = 0.75) -> np.ndarray:
    """Cosine `share` within a topic, 0 across: a topic axis and an axis of one's own each."""
    n, topics = len(groups), max(groups) + 1
    X = np.zeros((n, topics + n))
    X[np.arange(n), groups] = np.sqrt(share)
    X[np.arange(n), topics + np.arange(n)] = np.sqrt(1 - share)
    return _normalised(X)


def _ring(n: int, *, radius: float = 1.0, centre: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    angles = np.pi / 2 - 2 * np.pi * np.arange(n) / n
    return np.array(centre) + radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _chain(n: int, correlation: float = 0.7) -> np.ndarray:
    """Cosine correlation^|i−j| between tokens i and j."""
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return _normalised(np.linalg.cholesky(correlation**distance))


def _arc(n: int) -> np.ndarray:
    angles = np.linspace(np.pi * 0.92, np.pi * 0.08, n)
    return np.column_stack([1.15 * np.cos(angles), 1.1 * np.sin(angles) - 0.55])


BANK_POSITIONS = 7


def _bank(position: int) -> np.ndarray:
    """bank, river, money, and a context word that turns from river's direction to money's."""
    t = position / (BANK_POSITIONS - 1)
    angles = np.deg2rad([90.0, 165.0, 15.0, 150.0 - 120.0 * t])
    return _normalised(np.column_stack([np.cos(angles), np.sin(angles)])) * [
        [1.0],
        [1.0],
        [1.0],
        [1.25],
    ]


PATTERNS = 5


@functools.cache
def _memory() -> np.ndarray:
    """A noisy cue of the first stored pattern, then the patterns, in 16 dimensions."""
    rng = np.random.default_rng(8)
    stored = rng.standard_normal((PATTERNS, 16))
    stored /= np.linalg.norm(stored, axis=1, keepdims=True)
    noise = rng.standard_normal(16)
    cue = stored[0] + 0.75 * noise / np.linalg.norm(noise)
    return _normalised(np.vstack([cue, stored]))


def _memory_layout() -> np.ndarray:
    """Patterns on a ring; the cue where its features fall in the same linear view."""
    X = _memory()
    ring = _ring(PATTERNS)
    return np.vstack([X[:1] @ (np.linalg.pinv(X[1:]) @ ring), ring])


TOPICS = (0, 0, 0, 1, 1, 1)
OUTLIER = (0, 0, 0, 0, 0, 1)

SEQUENCES: dict[str, Sequence] = {
    "two-topics": Sequence(
        labels={
            "en": ("river", "water", "boat", "money", "loan", "coin"),
            "ko": ("강", "물", "배", "돈", "대출", "동전"),
        },
        features=lambda _: _topics(TOPICS),
        layout=lambda _: np.vstack(
            [
                _ring(3, radius=0.5, centre=(-0.75, -0.3)),
                _ring(3, radius=0.5, centre=(0.75, 0.25)),
            ]
        ),
        groups=TOPICS,
    ),
    "unrelated": Sequence(
        labels={
            "en": ("spoon", "comet", "verb", "moss", "debt", "flute"),
            "ko": ("숟가락", "혜성", "동사", "이끼", "빚", "피리"),
        },
        features=lambda _: _normalised(np.eye(6)),
        layout=lambda _: _ring(6),
        groups=(0, 1, 2, 3, 4, 5),
    ),
    "one-topic": Sequence(
        labels={
            "en": ("cello", "violin", "flute", "drum", "harp", "horn"),
            "ko": ("첼로", "바이올린", "플루트", "북", "하프", "호른"),
        },
        features=lambda _: _topics((0,) * 6),
        layout=lambda _: _ring(6, radius=0.8),
        groups=(0,) * 6,
    ),
    "outlier": Sequence(
        labels={
            "en": ("apple", "pear", "plum", "peach", "grape", "bolt"),
            "ko": ("사과", "배", "자두", "복숭아", "포도", "나사"),
        },
        features=lambda _: _topics(OUTLIER),
        layout=lambda _: np.vstack([_ring(5, radius=0.55, centre=(-0.45, 0.0)), [[1.05, 0.0]]]),
        groups=OUTLIER,
    ),
    "chain": Sequence(
        labels={
            "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
            "ko": ("월", "화", "수", "목", "금", "토", "일"),
        },
        features=lambda _: _chain(7),
        layout=lambda _: _arc(7),
    ),
    "bank": Sequence(
        labels={
            "en": ("bank", "river", "money", "context"),
            "ko": ("뱅크(bank)", "강", "돈", "문맥"),
        },
        features=_bank,
        layout=_bank,
        positions=BANK_POSITIONS,
        planar=True,
    ),
    "retrieval": Sequence(
        labels={
            "en": ("cue", "memory 1", "memory 2", "memory 3", "memory 4", "memory 5"),
            "ko": ("단서", "기억 1", "기억 2", "기억 3", "기억 4", "기억 5"),
        },
        features=lambda _: _memory(),
        layout=lambda _: _memory_layout(),
        cue=True,
    ),
}


def own_features(places: np.ndarray) -> np.ndarray:
    """Own tokens have the two coordinates that are drawn, and no other meaning."""
    return np.asarray(places, dtype=np.float64)


def view_of(X: np.ndarray, layout: np.ndarray, *, planar: bool) -> np.ndarray:
    """The linear view P (d × 2) with X P = layout."""
    return np.eye(2) if planar else np.linalg.pinv(X) @ layout
