"""A stock Firefox, driven through Marionette, the protocol that it speaks by itself.

Playwright drives a patched Firefox of its own, or one newer than the extended-support release;
geckodriver would be one program more. The protocol is lines of JSON with their length before them.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import threading
from pathlib import Path
from typing import Any

PREFERENCES = {
    "marionette.port": 0,  # any free one
    "dom.events.testing.asyncClipboard": True,  # the clipboard can be read without a prompt
}
STARTED = re.compile(r"Marionette\s+INFO\s+Listening on port (\d+)")
PATIENCE = 180.0


class RefusedError(Exception):
    """Firefox's word on a command that it did not carry out."""


class Firefox:
    """One Firefox without a window. ``close`` ends it."""

    def __init__(self, program: str, profile: Path) -> None:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self._process = subprocess.Popen(
            [program, "--marionette", "--headless", "--no-remote", "--profile", str(profile)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        found = next(filter(None, map(STARTED.search, self._process.stdout)), None)
        if found is None:
            raise RefusedError(f"{program} ended before it listened")
        self._reader = threading.Thread(target=self._process.stdout.read, daemon=True)
        self._reader.start()
        self._socket = socket.create_connection(("127.0.0.1", int(found[1])), timeout=PATIENCE)
        self._lines = self._socket.makefile("rb")
        self._number = 0
        self._receive()  # its greeting
        self.capabilities = self.send("WebDriver:NewSession", {})["capabilities"]
        self.send("WebDriver:SetTimeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._lines.read(1)
        return json.loads(self._lines.read(int(length[:-1])))

    def send(self, name: str, parameters: dict[str, Any]) -> Any:
        """Give a command; its result, or ``RefusedError``."""
        self._number += 1
        text = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._receive()
        if error:
            raise RefusedError(f"{name}: {error['error']}: {error['message']}")
        return result

    def goto(self, url: str) -> None:
        self.send("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of an async function's body, run in the page."""
        body = f"return (async (...given) => {{ {script} }})(...arguments)"
        return self.send("WebDriver:ExecuteScript", {"script": body, "args": arguments})["value"]

    def click(self, selector: str) -> None:
        """As a reader clicks: the element is scrolled to, and must not be covered."""
        found = self.send("WebDriver:FindElement", {"using": "css selector", "value": selector})
        (name,) = found["value"].values()
        self.send("WebDriver:ElementClick", {"id": name})

    def type(self, selector: str, text: str) -> None:
        found = self.send("WebDriver:FindElement", {"using": "css selector", "value": selector})
        (name,) = found["value"].values()
        self.send("WebDriver:ElementSendKeys", {"id": name, "text": text})

    def close(self) -> None:
        self._lines.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()
