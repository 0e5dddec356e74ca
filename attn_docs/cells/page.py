"""All cells of one page, run at build time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from attn_docs.cells import source as sources
from attn_docs.cells.output import Output
from attn_docs.cells.runner import Session


class CellError(Exception):
    """A cell failed while the site was built; the message names the cell and the line."""


def run_page(cells: Mapping[str, str], *, lang: str = "en") -> dict[str, Output]:
    """Run ``cells`` (name → source, in page order) in one namespace.

    Raises :class:`CellError` at the first one that fails.
    """
    return asyncio.run(_run(cells, lang))


async def _run(cells: Mapping[str, str], lang: str) -> dict[str, Output]:
    session = Session(lang=lang)
    session.cells = {name: sources.body(code) for name, code in cells.items()}
    outputs: dict[str, Output] = {}
    for name in cells:
        output = outputs[name] = Output()
        if not await session.run(name, session.cells[name], output.add):
            raise CellError(_failure(name, output))
    return outputs


def _failure(name: str, output: Output) -> str:
    error = output.error
    if error is None:
        return f"cell {name}: it left with an exit code: {output.text.strip()}"
    line = f", line {error['line']}" if error["line"] else ""
    code = next((f["code"] for f in reversed(error["frames"]) if f["cell"] == name), "")
    return f"cell {name}{line}: {error['name']}: {error['message']}" + (
        f"\n    {code}" if code else ""
    )
