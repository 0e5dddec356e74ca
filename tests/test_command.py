import numpy as np
import pytest

from attn_docs import __main__ as command
from attn_docs.experiments.evidence import Evidence


def test_one_claim_is_shown_with_its_bound(capsys):
    assert command.main(["claims", "C4.1"]) == 0
    out = capsys.readouterr().out
    assert "C4.1" in out
    assert "0.98" in out
    assert "variance_64" in out


def test_a_failing_claim_exits_with_1_and_says_why(capsys, monkeypatch):
    monkeypatch.setattr(command, "measure", lambda claim: (0.1, Evidence(2.0, 0.0, 1.0, 3.0)))
    assert command.main(["claims", "C4.1"]) == 1
    assert "outside its bound" in capsys.readouterr().out


def test_an_unknown_claim_exits_with_2(capsys):
    assert command.main(["claims", "C4.99"]) == 2
    assert "C4.99" in capsys.readouterr().err


def test_a_figure_is_drawn_to_a_file_in_both_languages(tmp_path, capsys):
    assert command.main(["figures", "scaling/variance", "--to", str(tmp_path)]) == 0
    written = sorted(p.name for p in tmp_path.iterdir())
    assert written == ["scaling-variance.en.svg", "scaling-variance.ko.svg"]
    assert "xmlns" in (tmp_path / written[0]).read_text(encoding="utf-8")
    assert command.main(["figures", "scaling/none", "--to", str(tmp_path)]) == 2


@pytest.mark.parametrize("suffix", ["npz", "csv"])
def test_the_arrays_behind_a_claim_are_written(tmp_path, suffix, capsys):
    path = tmp_path / f"c.{suffix}"
    assert command.main(["evidence", "C4.1", "--to", str(path)]) == 0
    if suffix == "npz":
        with np.load(path) as arrays:
            assert arrays["independent"].shape == (8, 12)
    else:
        assert path.read_text().startswith("field,i,j,value\n")


def test_an_unknown_ending_is_refused(tmp_path, capsys):
    assert command.main(["evidence", "C4.1", "--to", str(tmp_path / "c.txt")]) == 2
    assert ".npz or .csv" in capsys.readouterr().err
