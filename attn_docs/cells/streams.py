"""stdout and stderr of a reader's code: prompt for a few lines, batched for a flood, capped."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable

from attn_docs.cells.output import LIMIT, Part

_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-_]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
EVERY = 0.05  # seconds between messages of a flood
BURST = 12  # lines that may go out at once before a flood counts as one


class Sink:
    """Collects the text of both streams of one run and passes it on in order."""

    def __init__(self, emit: Callable[[Part], None], *, limit: int = LIMIT) -> None:
        self._emit = emit
        self._limit = limit
        self._room = limit
        self._tokens = float(BURST)
        self._last = time.monotonic()
        self._pending: list[tuple[str, str]] = []
        self.capped = False

    def write(self, stream: str, text: str) -> None:
        if self.capped or not text:
            return
        if len(text) > self._room:
            text, self.capped = text[: self._room], True
        self._room -= len(text)
        self._pending.append((stream, text))
        if self.capped:
            self.flush()
            self._emit({"type": "capped", "limit": self._limit})
        elif "\n" in text and self._may_send():
            self.flush()

    def _may_send(self) -> bool:
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._last) / EVERY)
        self._last = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def flush(self) -> None:
        pending, self._pending = self._pending, []
        start = 0
        for end in range(1, len(pending) + 1):
            if end == len(pending) or pending[end][0] != pending[start][0]:
                text = "".join(piece for _, piece in pending[start:end])
                text = _CONTROL.sub("", _ANSI.sub("", text)).replace("\r\n", "\n")
                if text:
                    self._emit({"type": "text", "stream": pending[start][0], "text": text})
                start = end


class Stream(io.TextIOBase):
    """A text stream that a reader can write to, flush, even close, and nothing breaks."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, sink: Sink, name: str) -> None:
        self._sink = sink
        self._name = name

    @property
    def name(self) -> str:
        return f"<{self._name}>"

    def write(self, text: str, /) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._sink.write(self._name, text)
        return len(text)

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def flush(self) -> None:
        self._sink.flush()

    def close(self) -> None:
        """Stay open: the next print must still be seen."""


class InputUnavailableError(EOFError):
    """A page has no keyboard that ``input()`` could wait for."""


class NoInput(io.TextIOBase):
    """Stands for stdin."""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise InputUnavailableError("input() cannot ask a question here: write the value as code")

    def read(self, size: int | None = -1, /) -> str:
        return self.readline()
