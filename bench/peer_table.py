"""What was seen of each system, and the table that says so."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

# This site's time as a share of its fastest peer's.
TARGETS = {"cold": 0.7, "warm": 0.5}
FLOOD = 5  # seconds that the flood of lines goes on
PATIENCE = 60  # seconds that a page is given to come back from it
TASK = 50  # milliseconds from which a browser calls a task long and reports it


@dataclass(frozen=True)
class Visit:
    pressed: float  # seconds from the start of the navigation to the press of Run
    answered: float  # and to the result
    longest: float  # milliseconds of the main thread's longest task until then
    sent: int  # bytes as served
    packed: int  # bytes as a host would send them that compresses


@dataclass(frozen=True)
class Trial:
    """What became of a page under hostile code: None where it did not answer."""

    longest: float | None = None
    back: float | None = None  # seconds


@dataclass
class Seen:
    cold: list[Visit] = field(default_factory=list)
    warm: list[Visit] = field(default_factory=list)
    loop: Trial = Trial()
    flood: Trial = Trial()

    def median(self, kind: str, part: str) -> float:
        return statistics.median(getattr(visit, part) for visit in getattr(self, kind))

    def seconds(self, kind: str, part: str) -> str:
        all_of_it = [getattr(visit, part) for visit in getattr(self, kind)]
        middle = statistics.median(all_of_it)
        return f"{middle:.2f} s ({min(all_of_it):.2f} to {max(all_of_it):.2f})"

    def weight(self, kind: str) -> str:
        sent, packed = (self.median(kind, part) / 1e6 for part in ("sent", "packed"))
        return f"{sent:.2f} MB; {packed:.2f} MB"


def task(milliseconds: float | None) -> str:
    if milliseconds is None:
        return "page does not answer"
    return f"{milliseconds:.0f} ms" if milliseconds >= TASK else f"none over {TASK} ms"


def answers(loop: Trial) -> str:
    return "no: frozen" if loop.longest is None else f"yes; longest task: {task(loop.longest)}"


def stops(loop: Trial) -> str:
    return "cannot be stopped: close the tab" if loop.back is None else f"yes, {loop.back:.1f} s"


def returns(flood: Trial) -> str:
    return f"not within {PATIENCE} s" if flood.back is None else f"{flood.back:.1f} s"


def rows() -> Iterator[tuple[str, Callable[[Seen], str]]]:
    for kind in ("cold", "warm"):
        yield (
            f"Page load to the first NumPy result, {kind}",
            lambda seen, kind=kind: seen.seconds(kind, "answered"),
        )
    for kind in ("cold", "warm"):
        yield (
            f"Page load to Run can be pressed, {kind}",
            lambda seen, kind=kind: seen.seconds(kind, "pressed"),
        )
    for kind in ("cold", "warm"):
        yield (f"Transferred, {kind}; compressed", lambda seen, kind=kind: seen.weight(kind))
    for kind in ("cold", "warm"):
        yield (
            f"Longest task of the main thread, {kind}",
            lambda seen, kind=kind: task(seen.median(kind, "longest")),
        )
    yield "Endless loop: does the page answer?", lambda seen: answers(seen.loop)
    yield "Endless loop: stopped, and the next result", lambda seen: stops(seen.loop)
    yield f"{FLOOD} s of printing: longest task", lambda seen: task(seen.flood.longest)
    yield f"{FLOOD} s of printing: Run can be pressed again", lambda seen: returns(seen.flood)


def verdicts(ours: Seen, peers: Mapping[str, Seen]) -> Iterator[str]:
    """This site's time as a share of the fastest peer's: of the medians, and of the best times.

    The best times are those that whatever else the machine did has disturbed least.
    """

    def share(kind: str, of: Callable[[Seen], float]) -> tuple[float, str]:
        name = min(peers, key=lambda name: of(peers[name]))
        return of(ours) / of(peers[name]), name

    for kind, target in TARGETS.items():
        usual, name = share(kind, lambda seen, kind=kind: seen.median(kind, "answered"))
        best, _ = share(kind, lambda seen, kind=kind: min(v.answered for v in getattr(seen, kind)))
        word = "kept" if usual <= target else "missed"
        yield (
            f"- {kind}: {usual:.2f} of the time of {name} (best times: {best:.2f}); "
            f"target {target}, {word}"
        )


def table(seen: Mapping[str, Seen]) -> Iterator[str]:
    """Lines of Markdown; the first system is this site."""
    yield f"| | {' | '.join(seen)} |"
    yield f"|---|{'---|' * len(seen)}"
    for what, show in rows():
        yield f"| {what} | {' | '.join(map(show, seen.values()))} |"
    yield ""
    (_, ours), *peers = seen.items()
    yield from verdicts(ours, dict(peers))
