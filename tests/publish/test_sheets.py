"""Style sheets are one file for the reader, and short ones for the maintainer."""

from __future__ import annotations

from pathlib import Path

import pytest

from attn_docs.publish import assets, sheets

ROOT = Path(__file__).resolve().parents[2]
FILES = {f"css/{name}.css": name.encode() for name in {*sheets.SITE, *sheets.APART}}


def test_sheets_are_joined_in_the_order_of_the_list_and_parts_in_that_of_their_names() -> None:
    given = {**FILES, "js/a/b.js": b"script", "css/home/y.css": b"2", "css/home/x.css": b"1"}
    del given["css/home.css"]
    found = sheets.joined(given)
    assert set(found) == {"js/a/b.js", "css/site.css", "css/tokens.css", "css/root.css"}
    names = [name if name != "home" else "1\n2" for name in sheets.SITE]
    assert found["css/site.css"].decode() == "\n".join(names)
    assert found["css/tokens.css"] == b"tokens"


def test_a_sheet_without_a_place_or_with_two_is_named() -> None:
    with pytest.raises(ValueError, match=r"\['new'\]"):
        sheets.joined({**FILES, "css/new.css": b""})
    with pytest.raises(ValueError, match=r"css/home\.css and the folder css/home"):
        sheets.joined({**FILES, "css/home/x.css": b""})


def test_no_rule_of_the_checkout_is_lost_and_the_playground_is_in_parts() -> None:
    files = assets.read(ROOT / "docs" / "assets")
    whole = sheets.joined(files)
    for name in files:
        if name.startswith("css/") and name != "css/root.css":
            assert files[name] in whole["css/site.css"], name
            # An open brace would swallow the sheets after it.
            assert files[name].count(b"{") == files[name].count(b"}"), name
    parts = [name for name in files if name.startswith("css/playground/")]
    assert len(parts) > 5
    assert max(files[name].count(b"\n") for name in parts) < 250
