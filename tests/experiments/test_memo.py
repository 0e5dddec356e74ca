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
