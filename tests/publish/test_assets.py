"""Shared files carry their content in their names and are written once."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from attn_docs.publish import assets

ROOT = Path(__file__).resolve().parents[2]


def test_the_package_zip_is_equal_twice_and_holds_what_the_browser_imports() -> None:
    data = assets.package_zip()
    assert data == assets.package_zip()
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert "attn_docs/__init__.py" in names
    assert "attn_docs/core/softmax.py" in names
    rooms = {name.split("/")[1] for name in names}
    assert not rooms & {"pages", "publish", "__pycache__", "model"}


def test_names_follow_names_and_contents(tmp_path: Path) -> None:
    first = assets.folder("app", {"js/a.js": b"1"})
    assert assets.HASHED.fullmatch(first.name)
    assert first.name != assets.folder("app", {"js/a.js": b"2"}).name
    assert first.name != assets.folder("app", {"js/b.js": b"1"}).name
    assets.publish({"app": first}, tmp_path)
    assert (tmp_path / first.name / "js" / "a.js").read_bytes() == b"1"


def test_what_is_published_stays_as_it_is(tmp_path: Path) -> None:
    one = assets.folder("app", {"a": b"1"})
    assets.publish({"app": one}, tmp_path)
    before = (tmp_path / one.name / "a").stat().st_mtime_ns
    assets.publish({"app": one}, tmp_path)
    assert (tmp_path / one.name / "a").stat().st_mtime_ns == before
    assert [p.name for p in tmp_path.iterdir()] == [one.name]


def test_only_what_a_first_page_names_is_kept(tmp_path: Path) -> None:
    old, new = assets.folder("app", {"a": b"1"}), assets.folder("app", {"a": b"2"})
    assets.publish({"old": old, "new": new}, tmp_path / "assets")
    (tmp_path / "assets" / "figures").mkdir()
    (tmp_path / "index.html").write_text(f'<link href="assets/{new.name}/a">')
    assets.prune(tmp_path)
    assert {p.name for p in (tmp_path / "assets").iterdir()} == {new.name, "figures"}


def test_katex_ships_one_font_format_and_every_font_that_it_names() -> None:
    css = assets.katex(ROOT / "node_modules" / "katex" / "dist")
    text = css.files["katex.min.css"].decode()
    assert ".ttf" not in text
    assert ".woff)" not in text
    fonts = {name for name in css.files if name.startswith("fonts/")}
    assert fonts
    assert all(name in text for name in fonts)
    assert text.count("url(") == len(fonts)


def test_addresses_name_the_entries() -> None:
    found = {"runtime": assets.Asset("runtime-0", {}), "editor": assets.Asset("editor-1", {})}
    assert assets.addresses(found) == {"runtime": "runtime-0/", "editor": "editor-1/editor.js"}


def test_a_file_is_rewritten_only_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.txt"
    assets.write(path, "가")
    before = path.stat().st_mtime_ns
    assets.write(path, "가")
    assert path.stat().st_mtime_ns == before
    assets.write(path, "나")
    assert path.read_text(encoding="utf-8") == "나"
