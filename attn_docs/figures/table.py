"""The numbers behind a figure as CSV."""

from __future__ import annotations

import csv
import dataclasses
import io

import numpy as np


def fields(result: object, prefix: str = "") -> dict[str, np.ndarray]:
    """Every array and number of a nested result under its dotted name."""
    if dataclasses.is_dataclass(result):
        pairs = [(f.name, getattr(result, f.name)) for f in dataclasses.fields(result)]
    elif isinstance(result, dict):
        pairs = list(result.items())
    elif isinstance(result, list | tuple) and any(dataclasses.is_dataclass(r) for r in result):
        pairs = list(enumerate(result))
    else:
        return {prefix or "value": np.asarray(result)}
    found: dict[str, np.ndarray] = {}
    for name, part in pairs:
        found.update(fields(part, f"{prefix}.{name}" if prefix else str(name)))
    return found


def to_csv(result: object) -> str:
    """``result`` (a dataclass of arrays and numbers, nested or not) in long form.

    One line per number: ``field, i, j, k, …, value``; indices that an array lacks stay empty.
    """
    arrays = fields(result)
    depth = max((array.ndim for array in arrays.values()), default=0)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["field", *"ijklmn"[:depth], "value"])
    for name, array in arrays.items():
        for index in np.ndindex(array.shape):
            number = array[index]
            text = format(number, ".9g") if isinstance(number, np.floating) else str(number)
            writer.writerow([name, *index, *[""] * (depth - array.ndim), text])
    return stream.getvalue()
