"""The playground's tables as one folder of files, published once for both languages."""

from __future__ import annotations

import functools
import json

from attn_docs.experiments.memo import kept
from attn_docs.playground import tables


@functools.cache
def table_files() -> dict[str, bytes]:
    """``index.json`` and one ``<name>.table`` for each sequence and setting of the switches.

    Kept on disk under the hash of what they are computed from, so that a rebuild reads them.
    """
    return kept("attn_docs.playground.tables", "files", _computed)


def _computed() -> dict[str, bytes]:
    found = list(tables.tables())
    shapes = {table.sequence: table.shapes for table in found}
    index = tables.index()
    for name, sequence in index["sequences"].items():
        sequence["shapes"] = shapes[name]
    files = {f"{table.name}.table": table.to_bytes() for table in found}
    return {"index.json": json.dumps(index, ensure_ascii=False).encode(), **files}
