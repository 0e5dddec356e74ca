"""The state of the playground: plain data in, a checked `State` out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from attn_docs.playground.sequences import SEQUENCES

VERSION = 1
SHARPNESS = np.arange(49) / 4  # 0 to 12 by ¼, the steps of the slider
MOST_TOKENS = 24
MOST_LETTERS = 24
LARGEST = 100.0  # coordinates and matrix entries beyond it are refused
DIMENSIONS = (2, 512)
MOST_STEPS = 24
NUMBERS, OBJECTS = (int, float), (dict, Mapping)  # made once; `int | float` is made at each use
MASKS = ("none", "causal")
PROJECTIONS = ("identity", "shared", "separate", "custom")
NAMED_MATRICES = {
    "identity": {name: ((1.0, 0.0), (0.0, 1.0)) for name in ("W_Q", "W_K", "W_V")},
    # One map for asking and being found: scores stay symmetric.
    "shared": {
        "W_Q": ((1.25, 0.0), (0.0, 0.5)),
        "W_K": ((1.25, 0.0), (0.0, 0.5)),
        "W_V": ((1.0, 0.0), (0.0, 1.0)),
    },
    # A quarter turn between question and label: i may seek j without j seeking i.
    "separate": {
        "W_Q": ((0.0, 1.0), (-1.0, 0.0)),
        "W_K": ((1.0, 0.0), (0.0, 1.0)),
        "W_V": ((1.0, 0.0), (0.0, 1.0)),
    },
}


@dataclass(frozen=True)
class State:
    """A checked state; `tokens` holds labels and places where they differ from the sequence's."""

    sequence: str = "two-topics"
    query: int = 0
    sharpness: float = 3.0
    scaled: bool = True
    own_token: bool = True
    mask: str = "none"
    heads: int = 1
    dimension: int | None = None
    projection: str = "identity"
    matrices: Mapping[str, Any] | None = None
    position: int = 0
    steps: int = 0
    tokens: tuple[tuple[str, float, float], ...] | None = None

    @property
    def maps(self) -> dict[str, np.ndarray]:
        """W_Q, W_K and W_V, each acting on the plane (2 × 2, row vectors from the left)."""
        chosen = self.matrices if self.projection == "custom" else NAMED_MATRICES[self.projection]
        assert chosen is not None  # `checked` has seen to it
        return {name: np.array(chosen[name], dtype=np.float64) for name in ("W_Q", "W_K", "W_V")}


def default_state() -> dict[str, Any]:
    """The state in which the page opens, as plain data."""
    return plain(State())


def plain(state: State) -> dict[str, Any]:
    """A state as plain data, ready for JSON."""
    tokens = state.tokens and [{"label": t, "x": x, "y": y} for t, x, y in state.tokens]
    return {"version": VERSION, **vars(state), "tokens": tokens}


def _number(name: str, given: Any, low: float, high: float) -> float:
    if isinstance(given, bool) or not isinstance(given, NUMBERS) or not math.isfinite(given):
        raise ValueError(f"{name} is {given!r:.40}; expected a finite number")
    if not low <= given <= high:
        raise ValueError(f"{name} is {given}; expected {low:g} to {high:g}")
    return float(given)


def _whole(name: str, given: Any, low: int, high: int) -> int:
    number = _number(name, given, low, high)
    if number != int(number):
        raise ValueError(f"{name} is {given}; expected a whole number")
    return int(number)


def _choice(name: str, given: Any, known: tuple[str, ...]) -> str:
    if not isinstance(given, str) or given not in known:
        raise ValueError(f"{name} is {given!r:.40}; expected one of {', '.join(known)}")
    return given


def _switch(name: str, given: Any) -> bool:
    if not isinstance(given, bool):
        raise ValueError(f"{name} is {given!r:.40}; expected true or false")
    return given


def _tokens(given: Any) -> tuple[tuple[str, float, float], ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_TOKENS:
        raise ValueError(f"tokens: expected a list of 1 to {MOST_TOKENS}")
    return tuple(_token(i, token) for i, token in enumerate(given))


def _token(i: int, token: Any) -> tuple[str, float, float]:
    label: Any
    x: Any
    y: Any
    if not isinstance(token, OBJECTS):
        raise ValueError(f"tokens[{i}].label: expected 1 to {MOST_LETTERS} letters")
    label, x, y = map(token.get, ("label", "x", "y"))
    if not isinstance(label, str) or not 1 <= len(label) <= MOST_LETTERS:
        raise ValueError(f"tokens[{i}].label: expected 1 to {MOST_LETTERS} letters")
    # Each answer to a drag checks 48 coordinates: those in order go no further (NaN never is).
    if not (type(x) is type(y) is float and abs(x) <= LARGEST and abs(y) <= LARGEST):
        x = _number(f"tokens[{i}].x", x, -LARGEST, LARGEST)
        y = _number(f"tokens[{i}].y", y, -LARGEST, LARGEST)
    return label, x, y


def _matrices(given: Any) -> dict[str, tuple[tuple[float, ...], ...]]:
    found = {}
    for name in ("W_Q", "W_K", "W_V"):
        rows = given.get(name) if isinstance(given, Mapping) else None
        if not isinstance(rows, list | tuple) or [
            len(r) if isinstance(r, list | tuple) else 0 for r in rows
        ] != [2, 2]:
            raise ValueError(f"matrices.{name}: expected two rows of two numbers")
        found[name] = tuple(
            tuple(_number(f"matrices.{name}", x, -LARGEST, LARGEST) for x in row) for row in rows
        )
    return found


def checked(given: Mapping[str, Any]) -> State:
    """A `State` from plain data; missing entries take the defaults.

    Raises:
        ValueError: naming the entry, what it was and what was expected.
    """
    if not isinstance(given, Mapping):
        raise ValueError("the state: expected an object")
    version = given.get("version", VERSION)
    if version != VERSION:
        raise ValueError(f"version is {version!r:.40}; this playground reads version {VERSION}")
    start = State()
    names = (*SEQUENCES, "own")
    sequence = _choice("sequence", given.get("sequence", start.sequence), names)
    tokens = given.get("tokens")
    found = None if tokens is None else _tokens(tokens)
    if sequence == "own":
        if found is None:
            raise ValueError("tokens: the sequence of own tokens needs them")
        n, positions = len(found), 1
    else:
        n, positions = len(SEQUENCES[sequence].labels["en"]), SEQUENCES[sequence].positions
        if found is not None and len(found) != n:
            raise ValueError(f"tokens: {sequence} has {n} tokens, not {len(found)}")
    projection = _choice("projection", given.get("projection", start.projection), PROJECTIONS)
    dimension = given.get("dimension")
    return State(
        sequence=sequence,
        query=_whole("query", given.get("query", start.query), 0, n - 1),
        sharpness=_number(
            "sharpness", given.get("sharpness", start.sharpness), 0, float(SHARPNESS[-1])
        ),
        scaled=_switch("scaled", given.get("scaled", start.scaled)),
        own_token=_switch("own_token", given.get("own_token", start.own_token)),
        mask=_choice("mask", given.get("mask", start.mask), MASKS),
        heads=_whole("heads", given.get("heads", start.heads), 1, 4),
        dimension=None if dimension is None else _whole("dimension", dimension, *DIMENSIONS),
        projection=projection,
        matrices=_matrices(given.get("matrices")) if projection == "custom" else None,
        position=_whole("position", given.get("position", start.position), 0, positions - 1),
        steps=_whole("steps", given.get("steps", start.steps), 0, MOST_STEPS),
        tokens=found,
    )
