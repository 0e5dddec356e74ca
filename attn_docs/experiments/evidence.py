"""A claim's evidence: a number, the bound it must keep, and a control that must leave the bound."""

from __future__ import annotations

import functools
import importlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from attn_docs.experiments.memo import kept, timed
from attn_docs.sections import ROOMS, section_of


class BoundError(AssertionError):
    """A measured number left its bound, or a negative control stayed inside it."""


@dataclass(frozen=True)
class Evidence:
    """What was measured for one claim.

    ``value`` must lie in ``[low, high]``; ``control`` is the same measurement with the cause
    removed and must lie outside. One-sided bounds use ``math.inf``.
    """

    value: float
    low: float
    high: float
    control: float
    spread: tuple[float, float] | None = None
    samples: int | None = None
    seeds: int | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    format: str = ".3g"
    data: object = None

    def holds(self, number: float) -> bool:
        """Whether ``number`` keeps the bound (NaN never does)."""
        return math.isfinite(number) and self.low <= number <= self.high

    def number(self, name: str = "value") -> float:
        """One number by name: a field, an end of the spread, or a key of ``numbers``."""
        if name in self.numbers:
            return float(self.numbers[name])
        if name in ("spread_low", "spread_high") and self.spread is not None:
            return float(self.spread[name == "spread_high"])
        known = ("value", "low", "high", "control", "samples", "seeds")
        found = getattr(self, name) if name in known else None
        if found is None:
            names = [n for n in known if getattr(self, n) is not None]
            if self.spread is not None:
                names += ["spread_low", "spread_high"]
            raise LookupError(f"no number {name!r}; there are {', '.join([*names, *self.numbers])}")
        return float(found)


_REGISTRY: dict[str, Callable[[], Evidence]] = {}


def evidence(claim: str) -> Callable[[Callable[[], Evidence]], Callable[[], Evidence]]:
    """Register the function that measures ``claim`` (an id such as ``"C4.1"``)."""

    def register(function: Callable[[], Evidence]) -> Callable[[], Evidence]:
        known = _REGISTRY.get(claim)
        if known is not None and known.__module__ != function.__module__:
            raise ValueError(f"{claim}: evidence in {known.__module__} and {function.__module__}")
        _REGISTRY[claim] = function
        return function

    return register


def _load(slug: str) -> None:
    module = f"attn_docs.experiments.{slug.replace('-', '_')}"
    if find_spec(module) is not None:
        importlib.import_module(module)


def registered() -> tuple[str, ...]:
    """Ids of all claims that have evidence, in the order of the sections."""
    for slug in ROOMS:
        _load(slug)
    rooms = list(ROOMS)
    return tuple(sorted(_REGISTRY, key=lambda c: (rooms.index(section_of(c)), _order(c))))


def _order(claim: str) -> int:
    return int(claim.lstrip("CP").split(".")[-1])


def function_of(claim: str) -> Callable[[], Evidence]:
    """The function that measures ``claim``; ``LookupError`` where there is none."""
    try:
        _load(section_of(claim))
        return _REGISTRY[claim]
    except (KeyError, StopIteration, ValueError):
        raise LookupError(f"claim {claim} has no evidence function") from None


@functools.cache
def measure(claim: str) -> tuple[float, Evidence]:
    """Seconds that the measurement took (when it was last made) and its evidence, unchecked."""
    function = function_of(claim)
    name = claim.replace(".", "_").lower()
    return kept(function.__module__, f"evidence-{name}", lambda: timed(function))


def check(claim: str, found: Evidence) -> None:
    """Raise ``BoundError`` unless the value keeps the bound and the control leaves it."""
    bound = f"[{found.low:.6g}, {found.high:.6g}]"
    if not found.holds(found.value):
        raise BoundError(
            f"claim {claim}: the measured value {found.value:.6g} is outside its bound {bound}; "
            "mend the experiment, or change the claim's bound and status and say why"
        )
    if found.holds(found.control):
        raise BoundError(
            f"claim {claim}: the negative control {found.control:.6g} stays inside the bound "
            f"{bound}, so the claim says nothing; tighten the bound or find a control that bites"
        )


def evidence_for(claim: str) -> Evidence:
    """The checked evidence of ``claim``: ``LookupError`` if none, ``BoundError`` if it fails."""
    found = measure(claim)[1]
    check(claim, found)
    return found
