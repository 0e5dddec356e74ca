import math

import pytest

from attn_docs.experiments import evidence as ev
from attn_docs.experiments.evidence import BoundError, Evidence, check


def sample(**changes) -> Evidence:
    fields = {"value": 1.0, "low": 0.9, "high": 1.1, "control": 3.0, "numbers": {"largest": 7.0}}
    return Evidence(**{**fields, **changes})


def test_a_value_inside_and_a_control_outside_pass():
    found = sample()
    check("C0.0", found)
    assert found.holds(found.value)
    assert not found.holds(found.control)


@pytest.mark.parametrize("value", [0.89, 1.11, math.nan, math.inf])
def test_a_value_outside_its_bound_names_claim_number_and_bound(value):
    with pytest.raises(BoundError, match=r"C0\.0.*outside its bound \[0\.9, 1\.1\]"):
        check("C0.0", sample(value=value))


def test_a_control_inside_the_bound_is_refused():
    with pytest.raises(BoundError, match=r"C0\.0.*negative control 1\.05 stays inside"):
        check("C0.0", sample(control=1.05))


def test_a_control_that_is_no_number_counts_as_outside():
    found = sample(control=math.nan)
    check("C0.0", found)
    assert not found.holds(found.control)


def test_numbers_are_found_by_name():
    found = sample(spread=(0.95, 1.05), samples=50)
    assert found.number() == 1.0
    assert found.number("largest") == 7.0
    assert (found.number("spread_low"), found.number("spread_high")) == (0.95, 1.05)
    assert found.number("samples") == 50


def test_an_unknown_number_lists_the_known_ones():
    with pytest.raises(LookupError, match=r"no number 'smallest'.*largest"):
        sample().number("smallest")


def test_a_claim_without_evidence_is_a_lookup_error():
    with pytest.raises(LookupError, match=r"C10\.1"):
        ev.evidence_for("C10.1")
    with pytest.raises(LookupError, match=r"C99\.1"):
        ev.evidence_for("C99.1")


@pytest.mark.parametrize("claim", ev.registered())
def test_every_claim_keeps_its_bound_and_its_control_leaves_it(claim):
    found = ev.evidence_for(claim)
    assert found.holds(found.value)
    assert not found.holds(found.control)
    if found.spread is not None:
        assert found.spread[0] <= found.value <= found.spread[1]
