"""Answers computed at build time: one table for a sequence and a setting of the switches.

A table answers every sharpness of the slider, every query and every position of the sequence's
own slider (for the memory: every number of updates) without any Python in the page.

A file holds the fields in the order of `FIELDS`: multiples of 2⁻²⁰ (so at most 5e-7 off) as 32-bit
integers, each the second difference along the sharpness, the four bytes of all numbers in four
planes, gzip around it. That is a third of the plain floats; the page undoes it with two running
sums. Entropies are finer, since the page makes exp(H) of them: an error counts exp(H) times.
"""

from __future__ import annotations

import gzip
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attn_docs.playground.compute import Scene, advanced, energy, measured, rank, scene
from attn_docs.playground.sequences import SEQUENCES
from attn_docs.playground.state import MASKS, SHARPNESS, State

# Numbers are kept as multiples of its inverse: enough for 1e-6 in all that the page shows.
UNIT, FINE_UNIT = 2**20, 2**23
UPDATES = 9  # steps 0 to 8 of the memory
FIELDS = (
    "weights", "output", "places", "entropy", "top", "top_other", "gradient", "moved",
    "within", "across", "recall", "rank", "energies",
)  # fmt: skip
UNITS = {name: FINE_UNIT if name == "entropy" else UNIT for name in FIELDS}


@dataclass(frozen=True)
class Table:
    """All answers for one setting; `shapes` name the axes position, sharpness, then the field's."""

    sequence: str
    scaled: bool
    own_token: bool
    mask: str
    arrays: dict[str, np.ndarray]

    @property
    def name(self) -> str:
        """File name without ending, e.g. ``two-topics.scaled.own.none``."""
        return ".".join(
            (
                self.sequence,
                "scaled" if self.scaled else "raw",
                "own" if self.own_token else "others",
                self.mask,
            )
        )

    @property
    def shapes(self) -> dict[str, list[int]]:
        return {name: list(array.shape) for name, array in self.arrays.items()}

    def to_bytes(self) -> bytes:
        """The file's content; equal bytes for equal numbers."""
        steps = [
            _diff(_diff(np.rint(a * UNITS[name]).astype("<i4"))) for name, a in self.arrays.items()
        ]
        planes = (
            np.concatenate([s.ravel() for s in steps]).astype("<i4").view(np.uint8).reshape(-1, 4).T
        )
        return gzip.compress(planes.tobytes(), 9, mtime=0)


def _diff(a: np.ndarray) -> np.ndarray:
    return np.diff(a, axis=1, prepend=0)


def decoded(content: bytes, shapes: dict[str, list[int]]) -> dict[str, np.ndarray]:
    """The arrays of a file again; the page does the same."""
    planes = np.frombuffer(gzip.decompress(content), dtype=np.uint8).reshape(4, -1)
    steps = np.ascontiguousarray(planes.T).view("<i4").ravel()
    found, start = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        whole = steps[start : start + size].reshape(shape).cumsum(axis=1).cumsum(axis=1)
        found[name] = whole / UNITS[name]
        start += size
    return found


def settings() -> Iterator[State]:
    """One state for each table."""
    switches = itertools.product((True, False), (True, False), MASKS)
    for name, (scaled, own, mask) in itertools.product(SEQUENCES, switches):
        yield State(sequence=name, scaled=scaled, own_token=own, mask=mask)


def table(setting: State) -> Table:
    """Every answer for the switches of `setting`."""
    chosen = SEQUENCES[setting.sequence]
    if chosen.cue:
        rows, s = [], scene(setting)
        for _ in range(UPDATES):
            rows.append(_row(s, setting))
            s = advanced(s, setting, SHARPNESS)
    else:
        rows = [_row(scene(replace(setting, position=p)), setting) for p in range(chosen.positions)]
    arrays = {name: np.array([row[name] for row in rows], dtype=np.float64) for name in FIELDS}
    return Table(setting.sequence, setting.scaled, setting.own_token, setting.mask, arrays)


def _row(s: Scene, setting: State) -> dict[str, np.ndarray]:
    """All that is measured at every sharpness, which takes the place of the heads."""
    found = measured(s, s.weights(SHARPNESS, scaled=setting.scaled))
    n = len(found["weights"][0])
    found["places"] = np.broadcast_to(found["places"], (len(SHARPNESS), n, 2))
    which = range(len(SHARPNESS)) if len(s.X) > 1 else [0] * len(SHARPNESS)
    found["energies"] = np.array(
        [energy(s, setting, float(b), w) for b, w in zip(SHARPNESS, which)]
    )
    found["rank"] = np.full(len(SHARPNESS), rank(s))
    # No energy at sharpness 0, no topics, no cue: zero stands for "none" and is not shown.
    return {name: np.nan_to_num(found[name]) for name in FIELDS}


def tables() -> Iterator[Table]:
    """All tables, in a fixed order."""
    return map(table, settings())


def index() -> dict[str, Any]:
    """What the page needs to know of all sequences before it loads a table."""
    return {
        "sharpness": SHARPNESS.tolist(),
        "fields": list(FIELDS),
        "units": UNITS,
        "sequences": {
            name: {
                "labels": {lang: list(words) for lang, words in s.labels.items()},
                "positions": UPDATES if s.cue else s.positions,
                "cue": s.cue,
                "groups": list(s.groups),
                "planar": s.planar,
                "dimension": int(s.features(0).shape[1]),
                "layout": np.round(s.layout(0), 6).tolist(),
            }
            for name, s in SEQUENCES.items()
        },
    }
