import os
import subprocess
import sys
from typing import Any

import numpy as np

from attn_docs.experiments import memo


def test_sources_follow_imports_transitively():
    names = {p.name for p in memo.sources("attn_docs.experiments.evidence")}
    assert {"evidence.py", "memo.py", "sections.py"} <= names


def test_an_experiment_runs_once_and_is_kept_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTN_DOCS_CACHE", str(tmp_path))
    calls = []

    def probe(*, shift: int = 0) -> np.ndarray:
        calls.append(shift)
        return np.arange(3) + shift

    probe.__module__ = "attn_docs.experiments.evidence"
    first = memo.experiment(probe)
    assert first() is first()
    np.testing.assert_array_equal(first(shift=2), [2, 3, 4])
    again = memo.experiment(probe)  # a new process would begin like this
    np.testing.assert_array_equal(again(shift=2), [2, 3, 4])
    assert calls == [0, 2]


def test_a_broken_cache_file_is_computed_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTN_DOCS_CACHE", str(tmp_path))
    module = "attn_docs.experiments.evidence"
    assert memo.kept(module, "n", lambda: 5) == 5
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"torn")
    assert memo.kept(module, "n", lambda: 6) == 6


def test_what_changed_under_a_running_process_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTN_DOCS_CACHE", str(tmp_path))
    module = "attn_docs.experiments.evidence"
    edited = {path: (0, 0) for path in memo.sources(module)}

    def edit_meanwhile():
        monkeypatch.setattr(memo, "_AT_START", edited)
        return 5

    assert memo.kept(module, "n", edit_meanwhile) == 5
    assert memo.kept(module, "n", lambda: 6) == 6
    assert list(tmp_path.iterdir()) == []


SLOW = """
import sys, time
from attn_docs.experiments.memo import kept

def compute():
    with open(sys.argv[1], "a") as file:
        file.write("computed\\n")
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        pass
    return 7

print("ready", flush=True)
sys.stdin.readline()
print(kept("attn_docs.experiments.evidence", "slow", compute))
"""


def test_two_processes_compute_the_same_thing_once(tmp_path):
    folder, log = tmp_path / "cache", tmp_path / "log"
    command = [sys.executable, "-c", SLOW, str(log)]
    env = {**os.environ, "ATTN_DOCS_CACHE": str(folder)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    jobs: list[Any] = [subprocess.Popen(command, env=env, **pipes) for _ in range(2)]
    for job in jobs:
        assert job.stdout.readline() == "ready\n"
    for job in jobs:
        job.stdin.write("go\n")
        job.stdin.flush()
    assert [job.communicate()[0] for job in jobs] == ["7\n", "7\n"]
    assert log.read_text() == "computed\n"
    assert [path.suffix for path in folder.iterdir()] == [".pickle"]
