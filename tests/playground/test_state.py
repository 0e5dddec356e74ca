import json
import math

import pytest

from attn_docs.playground import SEQUENCES, checked, compute, default_state, plain


def test_the_default_state_survives_a_trip_through_json():
    start = default_state()
    again = plain(checked(json.loads(json.dumps(start))))
    assert again == start
    assert (start["sequence"], start["sharpness"], start["scaled"]) == ("two-topics", 3.0, True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sharpness": math.nan}, "sharpness.*finite"),
        ({"sharpness": 1e308}, "sharpness.*0 to 12"),
        ({"sharpness": "3"}, "sharpness.*finite"),
        ({"sharpness": True}, "sharpness.*finite"),
        ({"query": 6}, "query.*0 to 5"),
        ({"query": 0.5}, "query.*whole"),
        ({"sequence": "nothing"}, "sequence.*two-topics"),
        ({"sequence": ["two-topics"]}, "sequence"),
        ({"mask": "both"}, "mask.*none, causal"),
        ({"heads": 5}, "heads.*1 to 4"),
        ({"scaled": 1}, "scaled.*true or false"),
        ({"dimension": 513}, "dimension.*2 to 512"),
        ({"version": 2}, "version.*reads version 1"),
        ({"position": 1}, "position.*0 to 0"),
        ({"steps": -1}, "steps"),
        ({"tokens": []}, "tokens.*1 to 24"),
        ({"tokens": [{"label": "a", "x": 0, "y": 0}]}, "two-topics has 6 tokens"),
        ({"sequence": "own"}, "needs them"),
        ({"sequence": "own", "tokens": [{"label": "", "x": 0, "y": 0}]}, "label.*1 to 24"),
        ({"sequence": "own", "tokens": [{"label": "a", "x": math.inf, "y": 0}]}, r"tokens\[0\]\.x"),
        ({"sequence": "own", "tokens": [7]}, "label"),
        ({"projection": "custom"}, "W_Q.*two rows"),
        ({"projection": "custom", "matrices": {"W_Q": [[1, 2], [3]]}}, "W_Q.*two rows"),
    ],
)
def test_a_state_that_is_none_is_refused_by_name(change, message):
    with pytest.raises(ValueError, match=message):
        checked({**default_state(), **change})


def test_what_is_no_object_is_refused():
    with pytest.raises(ValueError, match="expected an object"):
        checked([1])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SEQUENCES)
def test_both_languages_label_all_tokens_and_the_default_computes(name):
    sequence = SEQUENCES[name]
    n = len(sequence.labels["en"])
    assert len(sequence.labels["ko"]) == n == len(sequence.features(0)) == len(sequence.layout(0))
    assert len(set(sequence.labels["ko"])) == n
    assert compute({**default_state(), "sequence": name})["weights"].shape == (1, n, n)
