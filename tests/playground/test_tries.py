import json

import pytest

from attn_docs.pages.playground_words import try_words, word
from attn_docs.playground import compute, default_state
from attn_docs.playground.readings import labels, readings
from attn_docs.playground.tries import PLACE, TRIES, outcomes, told


@pytest.mark.parametrize("chosen", TRIES, ids=lambda t: t.name)
def test_every_try_has_texts_that_its_measurements_can_fill(chosen):
    places = {}
    for lang in ("en", "ko"):
        text = try_words(chosen.name, lang)
        assert len(text["answers"]) == 3
        filled = told(text["outcome"], outcomes(chosen, lang))
        assert "{" not in filled
        assert "None" not in filled
        assert "nan" not in filled
        places[lang] = sorted(m[0] for m in PLACE.finditer(text["outcome"]) if m[2] != "steps")
    assert set(places["en"]) >= set(places["ko"])
    json.dumps(chosen.full_states)


def test_a_place_is_filled_in_each_of_its_forms():
    found = [{"a": 0.456, "b": "river"}, {"a": 12.0}]
    assert told("{0.a:%} {0.a:1} {0.a:2} {0.b} {1.a:1}", found) == "46% 0.5 0.46 river 12.0"


def test_readings_name_the_own_token_and_the_best_other():
    state = {**default_state(), "query": 4, "sharpness": 2.0}
    row = readings(state, compute(state), "ko")
    assert (row["query"], row["top"], row["top_other"]) == ("대출", "대출", "돈")
    assert row["top_weight"] > row["top_other_weight"] > row["across"]
    assert row["bits"] == pytest.approx(row["entropy"] / 0.6931471805599453)
    assert row["recall"] is None
    assert row["energy"] is None


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ({}, 6),
        ({"own_token": False}, 5),
        ({"mask": "causal", "query": 2}, 3),
        ({"mask": "causal", "query": 2, "own_token": False}, 2),
        ({"mask": "causal", "own_token": False}, 0),
        ({"sequence": "retrieval"}, 5),
        ({"sequence": "retrieval", "query": 3, "own_token": False}, 4),
    ],
)
def test_keys_counts_what_the_query_may_see(change, keys):
    state = {**default_state(), **change}
    answer = compute(state)
    assert readings(state, answer, "en")["keys"] == keys
    assert (answer["weights"][0, state["query"]] > 0).sum() == keys


def test_labels_are_in_the_language_of_the_page_except_ones_own():
    own = {"sequence": "own", "tokens": [{"label": "<b>", "x": 1.0, "y": 0.0}]}
    assert labels(own, "ko") == ("<b>",)
    moved = [{"label": w, "x": 0.5, "y": float(i)} for i, w in enumerate("abcd")]
    assert labels({"sequence": "bank", "tokens": moved}, "ko")[1] == "강"
    assert word("of", "ko", 6) == "전체 6"
