"""Style sheets as pages ask for them: all in one file, which compresses a quarter smaller.

A sheet may itself be a folder of parts, ``css/<name>/<part>.css``, put together by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

# In the order in which later rules win.
SITE = (
    "tokens", "theme", "frame", "content", "figures", "claims", "cells", "home", "playground",
    "notices", "print",
)  # fmt: skip
APART = ("tokens", "root")  # also for pages that the theme does not make


def joined(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """``files`` with ``css/site.css`` in place of the sheets in it.

    Raises:
        ValueError: where a sheet has no place, or two.
    """
    rest = {name: data for name, data in files.items() if not name.startswith("css/")}
    sheets: dict[str, list[bytes]] = {}
    for name in sorted(files.keys() - rest.keys()):
        path = PurePosixPath(name)
        sheet = path.parts[1] if len(path.parts) == 3 else path.stem
        if len(path.parts) == 3 and f"css/{sheet}.css" in files:
            raise ValueError(f"css/{sheet}.css and the folder css/{sheet} are one sheet: keep one")
        sheets.setdefault(sheet, []).append(files[name])
    if sheets.keys() != {*SITE, *APART}:
        odd = sheets.keys() ^ {*SITE, *APART}
        raise ValueError(f"style sheets and their list in {__name__} differ: {sorted(odd)}")
    whole = {name: b"\n".join(parts) for name, parts in sheets.items()}
    site = b"\n".join(whole[name] for name in SITE)
    return {**rest, "css/site.css": site, **{f"css/{name}.css": whole[name] for name in APART}}
