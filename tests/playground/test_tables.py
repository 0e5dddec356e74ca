import numpy as np
import pytest

from attn_docs.playground import compute, plain
from attn_docs.playground.state import SHARPNESS, State
from attn_docs.playground.tables import FIELDS, decoded, index, settings, table
from attn_docs.publish.playground import table_files

SETTINGS = [
    State(sequence="two-topics"),
    State(sequence="bank", scaled=False),
    State(sequence="retrieval", own_token=False),
    State(sequence="chain", mask="causal"),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.sequence)
def test_a_table_answers_as_the_computation_does(setting):
    found = table(setting)
    arrays = decoded(found.to_bytes(), found.shapes)
    rng = np.random.default_rng(3)
    for _ in range(12):
        p = int(rng.integers(found.shapes["weights"][0]))
        b = int(rng.integers(len(SHARPNESS)))
        place = {"steps": p} if setting.sequence == "retrieval" else {"position": p}
        live = compute({**plain(setting), **place, "sharpness": float(SHARPNESS[b])})
        for name in FIELDS[:-2]:
            there = np.nan_to_num(live[name][0])
            np.testing.assert_allclose(arrays[name][p, b], there, atol=1e-6, err_msg=name)
        # As the page does; a query that sees nothing attends to nothing, not to exp(0) tokens.
        effective = np.where(live["weights"][0].sum(-1) > 0, np.exp(arrays["entropy"][p, b]), 0)
        np.testing.assert_allclose(effective, live["effective"][0], atol=1e-6)
        rank = np.nan_to_num(live["ranks"][-1])
        np.testing.assert_allclose(arrays["rank"][p, b], rank, atol=1e-6)
        energy = np.nan_to_num(live["energies"][-1])
        np.testing.assert_allclose(arrays["energies"][p, b], energy, atol=1e-6)


def test_no_file_is_larger_than_20_kb():
    sizes = {name: len(data) for name, data in table_files().items() if name.endswith(".table")}
    assert len(sizes) == 7 * 8
    assert max(sizes.values()) <= 20_000


def test_a_table_is_the_same_bytes_twice():
    setting = State(sequence="unrelated")
    assert table(setting).to_bytes() == table(setting).to_bytes()


def test_every_setting_of_the_switches_has_a_name_of_its_own():
    names = [(s.sequence, s.scaled, s.own_token, s.mask) for s in settings()]
    assert len(names) == len(set(names)) == 7 * 8


def test_the_index_tells_the_page_labels_positions_and_layout():
    found = index()
    assert found["sharpness"][12] == 3.0
    bank = found["sequences"]["bank"]
    assert bank["positions"] == 7
    assert len(bank["labels"]["ko"]) == len(bank["layout"]) == 4
