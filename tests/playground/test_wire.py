import re
from pathlib import Path

import numpy as np
import pytest

from attn_docs.playground import compute, packed
from attn_docs.playground.wire import ARRAYS

SOURCE = Path(__file__).parents[2] / "docs/assets/js/playground-source.js"


@pytest.mark.parametrize(
    "state",
    [
        {"sequence": "chain", "query": 3, "heads": 2, "steps": 3, "mask": "causal"},
        {"sequence": "retrieval", "steps": 2, "dimension": 32},
        {"sequence": "bank", "projection": "separate"},
    ],
    ids=lambda state: state["sequence"],
)
def test_unpacking_gives_every_number_back(state):
    found, sent = compute(state), packed(state)
    h, n = found["weights"].shape[:2]
    assert (sent["h"], sent["n"], sent["d"]) == (h, n, found["d"])
    start = 0
    for name, size in zip(ARRAYS, sent["sizes"], strict=True):
        part = sent["numbers"][start : start + size]
        np.testing.assert_array_equal(part, found[name].ravel(), err_msg=name)
        start += size
    assert start == len(sent["numbers"])


def test_the_page_unpacks_in_the_same_order():
    listed = SOURCE.read_text(encoding="utf-8").split("const ARRAYS", 1)[1].split("]);")[0]
    assert re.findall(r'"(\w+)"', listed) == list(ARRAYS)
