"""What a run gives back: plain parts that travel between worker, page and build alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

# A part is a dict with a "type":
#   text     {"stream": "stdout" | "stderr", "text"}
#   value    {"text"}                                  repr of the last expression
#   table    {"caption", "columns", "rows"}            a dataclass of ours
#   figure   {"svg", "alt"}
#   warning  {"text", "line"}
#   error    see errors.describe
#   capped   {"limit"}                                 what follows was cut off
Part = dict[str, Any]

LIMIT = 64 * 1024  # characters of text a run may show


@dataclass
class Output:
    """The parts of one run, in order; neighbouring texts of one stream are joined."""

    parts: list[Part] = field(default_factory=list)

    def add(self, part: Part) -> None:
        last = self.parts[-1] if self.parts else None
        if last and part["type"] == last["type"] == "text" and part["stream"] == last["stream"]:
            last["text"] += part["text"]
        else:
            self.parts.append(dict(part))

    @property
    def text(self) -> str:
        """All that a reader could read, one string."""
        return "".join(_words(self.parts))

    @property
    def error(self) -> Part | None:
        return next((p for p in self.parts if p["type"] == "error"), None)


def _words(parts: list[Part]) -> Iterator[str]:
    for part in parts:
        match part["type"]:
            case "text":
                yield part["text"]
            case "value" | "warning":
                yield part["text"] + "\n"
            case "table":
                yield part["caption"] + "\n"
                for row in part["rows"]:
                    yield "\t".join(row) + "\n"
            case "figure":
                yield part["alt"] + "\n"
            case "error":
                yield f"{part['name']}: {part['message']}\n"
