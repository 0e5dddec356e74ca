"""One measured line of a table, and how several runs become one."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

RUNS = 5


@dataclass(frozen=True)
class Row:
    what: str
    budget: str
    value: float
    unit: str
    more: str = ""

    def __str__(self) -> str:
        digits = 0 if self.unit == "bytes" else 3 if not self.unit else 2 if self.unit == "s" else 1
        shown = f"{self.value:.{digits}f} {self.unit}".strip()
        return f"| {self.what} | {self.budget} | {shown} | {self.more} |"


def median(what: str, budget: str, seen: Sequence[float]) -> Row:
    """Seconds of several runs: their median, with the range."""
    more = f"median of {len(seen)}: {min(seen):.2f} to {max(seen):.2f}"
    return Row(what, budget, statistics.median(seen), "s", more)


def typical(what: str, budget: str, measure: Callable[[], float]) -> Row:
    return median(what, budget, [measure() for _ in range(RUNS)])
