"""Every thing to try is true when it is tried, in both languages; Python answers where it must."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e

# What each try must show: a statement about the measurements of its states.
TRIES: dict[str, Callable[[list[dict[str, Any]]], bool]] = {
    "blocks": lambda m: m[0]["within"] > 5 * m[0]["across"],
    "sharpness": lambda m: (
        abs(m[0]["effective"] - 6) < 1e-4 and m[1]["effective"] < 1.6 and m[1]["top_weight"] > 0.9
    ),
    "mixture": lambda m: (
        m[1]["top_weight"] > 0.45 and m[1]["across"] < 0.02 and m[1]["moved"] < m[0]["moved"]
    ),
    "uniform": lambda m: (
        abs(m[1]["entropy"] - math.log(5)) < 1e-5 and abs(m[1]["top_weight"] - 0.2) < 1e-5
        and m[0]["top_weight"] > 0.7
    ),
    "saturation": lambda m: m[0]["effective"] > 2 and m[1]["effective"] < 1.1 and m[1]["d"] == 512,
    "asymmetry": lambda m: m[0]["asymmetry"] < 1e-9 and m[1]["asymmetry"] > 0.9,
    "causal": lambda m: m[1]["keys"] == 1 and m[1]["top_weight"] > 0.999 and m[0]["keys"] == 7,
    "heads": lambda m: m[0]["w0-0-1"] > 5 * m[0]["w0-0-4"] and m[0]["w1-0-4"] > 5 * m[0]["w1-0-1"],
    "recall": lambda m: m[1]["recall"] < 0.05 < m[0]["recall"] and m[1]["energy"] < m[0]["energy"],
    "collapse": lambda m: m[0]["rank"] > 1.3 and m[1]["rank"] < 0.01,
}  # fmt: skip
NEEDS_PYTHON = {"saturation", "asymmetry", "heads", "collapse"}


@pytest.fixture
def open_playground(page: Page, site_url: str) -> Callable[..., Playground]:
    return functools.partial(playground_at, page, site_url)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_each_try_says_what_the_measurements_say(open_playground, page, lang):
    play = open_playground(lang)
    assert page.locator("[data-try]").count() == len(TRIES)
    for name, holds in TRIES.items():
        item = page.locator(f'[data-try="{name}"]')
        built = item.locator('[data-part="outcome"]').text_content() or ""
        expect(item.locator("details")).to_be_hidden()
        right = int(item.get_attribute("data-right") or 0)
        item.locator(f'[data-answer="{right}"]').click()
        expect(item).to_have_attribute("data-state", "done", timeout=90_000)
        expect(item).to_have_attribute("data-verdict", "right")
        play.settled()
        states = item.evaluate("(item) => JSON.parse(item.dataset.states)")
        found = play.element.evaluate(
            "(element, states) => Promise.all(states.map((state) => element.measure(state)))",
            states,
        )
        assert holds(found), (name, found)
        shown = play.measurements
        assert shown["effective"] == pytest.approx(found[-1]["effective"], abs=1e-9)
        told = item.locator('[data-part="outcome"]').text_content() or ""
        assert told.endswith(built.replace("-0.00", "0.00")), (told, built)
        if play.runtime != "idle":
            assert name not in list(TRIES)[:4], "the first four need no Python"
        item.locator(f'[data-answer="{(right + 1) % 3}"]').click()
        expect(item).to_have_attribute("data-verdict", "wrong")
    assert set(TRIES) >= NEEDS_PYTHON
    assert play.runtime == "ready"


def test_a_step_of_a_try_is_shown_in_the_plane(open_playground, page):
    play = open_playground()
    item = page.locator('[data-try="sharpness"]')
    item.locator('[data-answer="0"]').click()
    expect(item).to_have_attribute("data-state", "done")
    item.locator('[data-step="0"]').click()
    play.settled()
    assert play.measurements["sharpness"] == 0
    assert play.measurements["effective"] == pytest.approx(6, abs=1e-4)
