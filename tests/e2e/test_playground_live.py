"""What no table answers: dragged tokens, own words, matrices, dimensions; all from Python."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e


@pytest.fixture
def open_playground(page: Page, site_url: str) -> Callable[..., Playground]:
    return functools.partial(playground_at, page, site_url)


def numbers(play: Playground, state: dict[str, Any]) -> dict[str, Any]:
    return play.element.evaluate("(element, state) => element.measure(state)", state)


def test_a_token_is_dragged_and_the_drag_is_one_step(open_playground, page):
    play = open_playground()
    before = play.measurements
    box = play.token(3).locator(".play-dot").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(1, 12):
        page.mouse.move(x - 14 * i, y + 5 * i)
    page.mouse.up()
    play.settled()
    tokens = play.state["tokens"]
    assert tokens[3]["x"] < 0.5
    assert play.measurements["entropy"] != pytest.approx(before["entropy"], abs=1e-3)
    assert "tokens=" in page.evaluate("location.hash")
    play.button("undo").click()
    play.settled()
    assert play.state["tokens"] is None
    assert play.measurements == before


def test_arrow_keys_move_a_token_and_control_z_takes_it_back(open_playground, page):
    play = open_playground()
    play.token(0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    play.settled()
    layout = play.element.evaluate("(element) => element.state.tokens[0]")
    assert layout["x"] == pytest.approx(-0.75 + 0.05, abs=1e-3)
    assert layout["y"] == pytest.approx(0.2 + 0.25, abs=1e-3)
    assert page.evaluate("document.activeElement.dataset.token") == "0"
    play.control("scaled").uncheck()
    play.settled()
    play.token(0).focus()
    for _ in range(3):  # the switch, then one press each
        page.keyboard.press("Control+z")
    play.settled()
    assert play.state["tokens"] is None
    assert play.state["scaled"] is True
    page.keyboard.press("Control+z")
    assert play.state["tokens"] is None


def test_own_words_are_text_and_take_directions(open_playground):
    play = open_playground()
    play.control("sequence").select_option("own")
    play.settled()
    area = play.element.locator('[data-own="words"]')
    area.fill("<b>cat</b>, 고양이, dog")
    area.blur()
    play.settled()
    assert [t["label"] for t in play.state["tokens"]] == ["<b>cat</b>", "고양이", "dog"]
    assert play.element.locator("b").count() == 0
    dials = play.element.locator(".play-dials input")
    assert dials.count() == 3
    dials.nth(1).evaluate(
        """(dial) => {
            dial.value = 20;
            for (const name of ["input", "change"]) {
                dial.dispatchEvent(new Event(name, { bubbles: true }));
            }
        }"""
    )
    play.settled()
    assert play.measurements["top_other"] == "고양이"
    area.fill(", ".join(f"w{i}" for i in range(40)))
    area.blur()
    play.settled()
    assert len(play.state["tokens"]) == 24
    assert play.element.locator("tbody tr").count() == 24


def test_matrices_dimensions_and_heads(open_playground):
    play = open_playground()
    play.element.locator(".play-more > summary").click()
    play.control("projection").select_option("separate")
    play.settled()
    assert play.measurements["asymmetry"] > 0.2
    field = play.element.locator('[data-matrix="W_V"][data-at="00"]')
    field.fill("2")
    field.blur()
    play.settled()
    assert play.state["projection"] == "custom"
    assert play.state["matrices"]["W_V"] == [[2, 0], [0, 1]]
    assert play.state["matrices"]["W_Q"] == [[0, 1], [-1, 0]]
    play.control("projection").select_option("identity")
    play.control("dimension").select_option("512")
    play.control("scaled").uncheck()
    play.settled()
    assert play.measurements["effective"] < 1.1
    play.control("dimension").select_option("")
    play.control("heads").select_option("3")
    play.settled()
    heads = play.element.locator("[data-head]")
    assert heads.count() == 3
    first = play.measurements["top_weight"]
    heads.nth(1).click()
    assert play.measurements["top_weight"] != pytest.approx(first, abs=1e-3)


COMPARE = """async (element, states) => {
    // Every number of an answer, from the table and from Python: appending no dimension asks it.
    const main = document.querySelector('script[type="module"][src$="/js/main.js"]').src;
    const { answer } = await import(new URL("playground-source.js", main).href);
    const { runtime } = await import(new URL("runtime.js", main).href);
    const calls = [];
    const call = runtime.call.bind(runtime);
    runtime.call = (path, state) => { calls.push(state); return call(path, state); };
    const worst = {};
    let numbers = 0;
    for (const state of states) {
        const table = await answer(state);
        if (calls.length) throw new Error(`no table for ${JSON.stringify(state)}`);
        const live = await answer({ ...state, dimension: 2 });
        if (calls.splice(0).length !== 1) throw new Error("Python was not asked");
        for (const [name, those] of Object.entries(live)) {
            const these = table[name];
            if (typeof those === "number") {
                if (these !== those) throw new Error(`${name}: ${these}, not ${those}`);
                continue;
            }
            if (these.length !== those.length) throw new Error(`${name}: ${these.length} numbers`);
            for (let k = 0; k < those.length; k++) {
                numbers++;
                if (Number.isNaN(these[k]) && Number.isNaN(those[k])) continue;
                const apart = Math.abs(these[k] - those[k]);
                if (!(apart <= (worst[name] ?? 0))) worst[name] = apart;
            }
        }
    }
    return { worst, numbers };
}"""
PLAIN = {"version": 1, "query": 0, "sharpness": 3, "scaled": True, "own_token": True}
PLAIN |= {"mask": "none", "heads": 1, "dimension": None, "projection": "identity"}
PLAIN |= {"matrices": None, "position": 0, "steps": 0, "tokens": None}
AGREE: dict[str, list[dict[str, Any]]] = {
    "topics": [
        {"sequence": name, "query": 4, "sharpness": beta, "scaled": scaled}
        for name in ("two-topics", "unrelated", "one-topic", "outlier", "chain")
        for beta in (0, 0.25, 3, 12)
        for scaled in (True, False)
    ],
    "masks": [
        {"sequence": name, "query": 3, "mask": "causal", "own_token": own, "sharpness": 7.25}
        for name in ("two-topics", "chain", "bank", "retrieval")
        for own in (True, False)
    ],
    "bank": [
        {"sequence": "bank", "query": query, "position": position, "sharpness": beta}
        for position in range(7)
        for query, beta in ((0, 0.75), (1, 4), (3, 9.5))
    ],
    "retrieval": [
        {"sequence": "retrieval", "sharpness": beta, "steps": steps, "own_token": own}
        for steps in (0, 1, 4, 8)
        for beta in (0, 0.5, 5, 12)
        for own in (True, False)
    ],
}


@pytest.mark.parametrize("kind", AGREE)
def test_tables_and_python_agree_in_every_number(open_playground, kind):
    play = open_playground()
    states = [{**PLAIN, **state} for state in AGREE[kind]]
    found = play.element.evaluate(COMPARE, states)
    assert found["numbers"] > 100 * len(states)
    assert set(found["worst"]) >= {"weights", "output", "effective", "entropy"}
    assert {name: worst for name, worst in found["worst"].items() if not worst <= 1e-6} == {}


def test_the_python_gives_the_same_numbers_and_is_taken_back(open_playground, page):
    play = open_playground()
    play.set({"sequence": "outlier", "query": 5, "sharpness": 4})
    entropy = play.measurements["entropy"]
    play.button("python").click()
    cell = page.locator('attn-cell[data-cell="playground/state"]')
    cell.locator('[data-action="run"]').click()
    expect(cell).to_have_attribute("data-state", "done", timeout=90_000)
    text = cell.locator('[data-part="output"]').inner_text()
    shown = float(text.split("entropy ")[1].split()[0])
    assert shown == pytest.approx(entropy, abs=1e-3)
    cell.evaluate(
        "(cell) => { cell.source = cell.source.replace('\"sharpness\": 4', '\"sharpness\": 9'); }"
    )
    page.locator('[data-action="from-cell"]').click()
    page.wait_for_function("() => document.querySelector('attn-playground').state.sharpness === 9")
    play.settled()
    assert play.measurements["entropy"] < entropy
    cell.evaluate('(cell) => { cell.source = \'state = {"sequence": "<img>"}\'; }')
    page.locator('[data-action="from-cell"]').click()
    expect(play.part("notice")).to_be_visible()
    assert play.state["sharpness"] == 9


def test_without_python_the_tables_still_answer(browser, site_url):
    context = browser.new_context()
    page = context.new_page()

    def block(route: Route) -> None:
        route.abort()

    page.route("**/runtime-*/**", block)
    play = playground_at(page, site_url)
    play.set({"sequence": "chain", "sharpness": 6})
    before = play.measurements
    play.element.locator(".play-more > summary").click()
    play.control("heads").select_option("2")
    expect(play.part("notice")).to_be_visible(timeout=60_000)
    assert play.state["heads"] == 1
    assert play.measurements == before
    play.set({"sequence": "unrelated"})
    assert play.measurements["query"] == "spoon"
    context.close()
