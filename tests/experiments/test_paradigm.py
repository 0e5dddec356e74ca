import pytest

from attn_docs.experiments import evidence as ev
from attn_docs.experiments import paradigm


def test_all_but_the_real_model_claim_have_evidence():
    known = [claim for claim in ev.registered() if claim.startswith("C1.")]
    assert known == ["C1.1", "C1.2", "C1.3", "C1.4"]


@pytest.mark.parametrize(
    ("claim", "control"),
    [("C1.1", 1.0), ("C1.2", 0.0), ("C1.3", 16.0), ("C1.4", 1.0)],
)
def test_the_control_takes_away_the_cause(claim, control):
    assert ev.evidence_for(claim).control == pytest.approx(control, abs=0.03)


def test_numbers_that_the_page_quotes_come_from_the_experiments():
    first, second = ev.evidence_for("C1.1"), ev.evidence_for("C1.2")
    assert first.number("critical_gain") == paradigm.influence().critical_gain
    assert first.number("jacobian_error") < 1e-6
    assert second.number("outer_full") == paradigm.associative_recall().mean("outer", 32)
    assert second.number("width") == 32


def test_the_price_at_the_longest_length():
    found = ev.evidence_for("C1.4")
    assert (found.number("steps"), found.number("steps_recurrent")) == (7, 1024)
    assert found.number("operations_ratio") == pytest.approx(74_448_896 / 1_081_344)
