"""The pure parts of the comparison with other editors: addresses, weights, the table."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.peer_pages import at_home
from bench.peer_table import Seen, Trial, Visit, table
from bench.peers import numpy, weight

FROZEN = Trial()


def seen(*answered: float, loop: Trial = FROZEN, flood: Trial = FROZEN) -> Seen:
    cold = [Visit(0.25, 2 * time, 20, 3_000_000, 1_000_000) for time in answered]
    warm = [Visit(0.125, time, 70, 2_000, 1_000) for time in answered]
    return Seen(cold, warm, loop, flood)


def test_every_foreign_address_is_replaced() -> None:
    page = '<script src="https://cdn.example/ace/1.0/ace.js"></script>'
    home = at_home(page, {"https://cdn.example/ace/1.0": "/assets/ace-0"})
    assert home == '<script src="/assets/ace-0/ace.js"></script>'


@pytest.mark.parametrize("address", ["https://cdn.example/ace.js", "//cdn.example/ace.js"])
def test_a_foreign_address_that_is_left_is_an_error(address: str) -> None:
    with pytest.raises(ValueError, match=r"cdn\.example/ace\.js"):
        at_home(f"<script src='{address}'></script>", {"https://other.example": ""})


def test_the_answer_is_right_and_not_in_the_code() -> None:
    code, answer = numpy(4321)
    assert int(answer) == sum(range(4321))
    assert answer not in code


def test_compression_counts_where_it_helps_and_for_pages(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "index.html").write_bytes(b"a" * 10_000)
    (tmp_path / "tiny.js").write_bytes(b"b")
    sent, packed = weight({"/en/": 10_000, "/tiny.js": 1}, tmp_path)
    assert sent == 10_001
    assert 1 < packed < 200


def test_the_table_gives_medians_with_range_and_compares_with_the_fastest() -> None:
    ours = seen(1.0, 3.0, 1.25, loop=Trial(0, 1.5), flood=Trial(51, 5.25))
    slow, fast = seen(8.0), seen(2.0, flood=Trial(4900, 5.0))
    lines = list(table({"this site": ours, "slow 1": slow, "fast 2": fast}))
    assert lines[0] == "| | this site | slow 1 | fast 2 |"
    text = "\n".join(lines)
    assert "result, warm | 1.25 s (1.00 to 3.00) | 8.00 s (8.00 to 8.00) |" in text
    assert "| Transferred, cold; compressed | 3.00 MB; 1.00 MB |" in text
    assert "main thread, cold | none over 50 ms |" in text
    assert "answer? | yes; longest task: none over 50 ms | no: frozen | no: frozen |" in text
    assert "next result | yes, 1.5 s | cannot be stopped: close the tab |" in text
    assert "printing: longest task | 51 ms | page does not answer | 4900 ms |" in text
    assert "pressed again | 5.2 s | not within 60 s | 5.0 s |" in text
    assert "- cold: 0.62 of the time of fast 2 (best times: 0.50); target 0.7, kept" in lines
    assert "- warm: 0.62 of the time of fast 2 (best times: 0.50); target 0.5, missed" in lines
