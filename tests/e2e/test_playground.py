"""The playground in a browser: tables answer at once, and the address carries the state."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e

HOSTILE = [
    "#play=2",
    "#play=1&sharpness=NaN",
    "#play=1&sharpness=1e308",
    "#play=1&sharpness=-1",
    "#play=1&query=99",
    "#play=1&query=0&query=1",
    "#play=1&sequence=__proto__",
    "#play=1&sequence=constructor",
    "#play=1&toString=1",
    "#play=1&scaled=yes",
    "#play=1&heads=9",
    "#play=1&sequence=own",
    "#play=1&tokens=a~0~0",
    "#play=1&sequence=own&tokens=a~0~0,b~NaN~1",
    "#play=1&sequence=own&tokens=" + ",".join(["a~0~0"] * 25),
    "#play=1&sequence=own&tokens=%ff~0~0",
    "#play=1&sequence=own&tokens=a%E2%80%AEb~0~0",
    "#play=1&projection=custom&matrices=1,0,0",
    "#play=1&projection=custom",
    "#play=1&" + "x" * 20_000,
]


@pytest.fixture
def open_playground(page: Page, site_url: str) -> Callable[..., Playground]:
    return functools.partial(playground_at, page, site_url)


def test_no_python_is_loaded_for_what_tables_answer(open_playground):
    play = open_playground()
    before = play.measurements
    assert before["query"] == "river"
    assert before["effective"] == pytest.approx(3.638, abs=1e-3)
    for change in (
        {"sharpness": 0},
        {"sequence": "chain", "mask": "causal"},
        {"sequence": "bank", "position": 5, "scaled": False},
        {"sequence": "retrieval", "sharpness": 8, "steps": 3},
        {"sequence": "unrelated", "own_token": False},
    ):
        play.set(change)
    assert play.measurements["entropy"] == pytest.approx(math.log(5), abs=1e-5)
    assert play.runtime == "idle"
    assert not any("/runtime-" in url for url in play.page.watch.requests)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("lang", "query"), [("en", "boat"), ("ko", "배")])
def test_controls_change_the_measurements(open_playground, lang, query):
    play = open_playground(lang)
    play.control("query").select_option("2")
    play.settled()
    assert play.measurements["query"] == query
    soft = play.measurements["effective"]
    slider = play.control("sharpness")
    slider.focus()
    slider.press("End")
    play.settled()
    assert play.measurements["sharpness"] == 12
    assert play.measurements["effective"] < soft / 2
    play.control("own_token").uncheck()
    play.settled()
    assert play.measurements["top"] != query
    expect(play.element.locator('[data-measure="query"] dd')).to_have_text(query)


def test_the_matrix_is_a_table_that_speaks(open_playground):
    play = open_playground()
    cell = play.element.locator("tbody tr:nth-child(1) td:nth-of-type(1)")
    cell.focus()
    play.page.keyboard.press("ArrowRight")
    play.page.keyboard.press("ArrowDown")
    play.page.keyboard.press("ArrowDown")
    spoken = play.part("spoken")
    expect(spoken).to_contain_text("boat gives water 23%")
    expect(spoken).to_contain_text("3.6 tokens effectively")
    play.page.keyboard.press("Enter")
    play.settled()
    assert play.state["query"] == 2
    rows = play.element.locator("tbody tr")
    assert rows.count() == 6
    for i in range(6):
        numbers = rows.nth(i).locator("td").all_inner_texts()
        assert sum(map(int, numbers)) == pytest.approx(100, abs=3)


def test_a_token_is_chosen_by_pointer_and_by_keyboard(open_playground):
    play = open_playground()
    play.token(4).click()
    play.settled()
    assert play.measurements["query"] == "loan"
    play.token(1).focus()
    play.page.keyboard.press("Enter")
    play.settled()
    assert play.measurements["query"] == "water"
    assert play.token(1).get_attribute("aria-pressed") == "true"


def test_the_address_survives_reload_and_the_other_language(open_playground):
    play = open_playground()
    play.set({"sequence": "bank", "position": 5, "sharpness": 6.5, "own_token": False})
    play.page.mouse.wheel(0, 900)
    play.page.wait_for_timeout(600)  # the theme follows a reader's scrolling after a while
    play.page.reload()
    play.settled()
    assert play.state["position"] == 5
    weight = play.measurements["top_weight"]
    play.page.get_by_role("button", name="Select language").hover()
    play.page.locator('.md-select__link[hreflang="ko"]').click()
    play.page.wait_for_url("**/ko/playground/**")
    play.settled()
    assert play.state["sharpness"] == 6.5
    assert play.measurements["query"] == "뱅크(bank)"
    assert play.measurements["top_weight"] == pytest.approx(weight, abs=1e-9)
    assert len(play.page.evaluate("location.hash")) < 2000


def test_back_and_undo_lead_through_the_steps(open_playground):
    play = open_playground()
    play.control("sequence").select_option("chain")
    play.settled()
    play.token(3).click()
    play.settled()
    assert play.measurements["query"] == "Thu"
    play.page.go_back()
    expect(play.control("query")).to_have_value("0")
    assert play.state["sequence"] == "chain"
    play.page.go_back()
    expect(play.control("sequence")).to_have_value("two-topics")
    play.page.go_forward()
    expect(play.control("sequence")).to_have_value("chain")
    play.control("scaled").uncheck()
    play.settled()
    play.button("undo").click()
    play.settled()
    assert play.state["scaled"] is True


@pytest.mark.parametrize("fragment", HOSTILE, ids=range(len(HOSTILE)))
def test_a_broken_link_gives_a_notice_and_a_safe_state(open_playground, fragment):
    play = open_playground(fragment=fragment)
    expect(play.part("notice")).to_be_visible()
    assert play.state["sequence"] == "two-topics"
    assert play.measurements["effective"] == pytest.approx(3.638, abs=1e-3)


def test_a_refused_state_changes_nothing(open_playground):
    play = open_playground()
    before = play.state
    for given in ({"sharpness": math.nan}, {"query": 1.5}, {"sequence": "nowhere"}, [], None):
        play.element.evaluate("(element, given) => { element.state = given; }", given)
        expect(play.part("notice")).to_be_visible()
        assert play.state == before


def test_share_cite_and_exports(open_playground, page, tmp_path):
    play = open_playground()
    play.set({"sequence": "outlier", "query": 5})
    play.button("share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#play=1&sequence=outlier&query=5")
    play.button("cite").click()
    page.wait_for_function(
        "() => navigator.clipboard.readText().then((text) => text.includes('accessed'))"
    )

    def saved(kind: str) -> bytes:
        play.element.locator(".play-saves summary").click()
        with page.expect_download() as download:
            play.button(f"export-{kind}").click()
        path = tmp_path / f"file.{kind}"
        download.value.save_as(path)
        return path.read_bytes()

    rows = saved("csv").decode().splitlines()
    assert rows[0] == "head,query,key,weight"
    assert len(rows) == 37
    kept: dict[str, Any] = json.loads(saved("json"))
    assert kept["state"]["sequence"] == "outlier"
    assert kept["measurements"]["query"] == "bolt"
    weights = [float(row.split(",")[3]) for row in rows[1:]]
    assert weights == pytest.approx(kept["weights"], abs=1e-8)
    assert b"<svg" in saved("svg")
    assert saved("png").startswith(b"\x89PNG")


def test_it_works_on_a_phone_and_does_not_spill(page, site_url):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site_url}ko/playground/")
    play = Playground(page)
    play.settled()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    play.token(3).click()
    play.settled()
    assert play.measurements["query"] == "돈"


def test_without_a_script_the_state_stands_complete(browser, site_url):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site_url}en/playground/")
    play = page.locator("attn-playground")
    assert play.locator("svg text").first.text_content() == "river"
    assert play.locator("tbody tr").first.locator("td").all_inner_texts()[:2] == ["48", "23"]
    expect(play.locator('[data-measure="effective"] dd')).to_contain_text("3.64")
    expect(play.locator("select").first).to_be_hidden()
    expect(page.locator("#try-blocks details")).to_be_visible()
    context.close()


def test_text_is_text(open_playground, page):
    evil = quote("<img src=x onerror=x()>"[:24], safe="")
    play = open_playground(fragment=f"#play=1&sequence=own&tokens={evil}~1~0,b~0~1")
    expect(play.element.locator("svg text").first).to_contain_text("<img")
    assert page.locator("attn-playground img").count() == 0


SMALL = ("scaling", "softmax", "weighted-sum", "multi-head", "theory")


@pytest.mark.parametrize("slug", SMALL)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_section_embeds_one_that_loads_when_near(page, site_url, watch, lang, slug):
    page.goto(f"{site_url}{lang}/{slug}/")
    page.wait_for_selector("html[data-runtime]")
    small = page.locator("attn-playground")
    expect(small).to_have_count(1)
    expect(small).to_have_attribute("data-state", "static")
    assert not [url for url in watch.requests if "playground-" in url and ".js" in url]
    small.scroll_into_view_if_needed()
    expect(small).to_have_attribute("data-state", "ready", timeout=20_000)
    before = small.evaluate("(element) => element.measurements")
    if slug != "multi-head":
        control = small.locator("[data-control]").first
        kind = control.get_attribute("type")
        if kind == "range":
            control.press("End")
        elif kind == "checkbox":
            control.click()
        else:
            control.select_option(index=1)
        page.wait_for_function(
            "(old) => { const now = document.querySelector('attn-playground').measurements;"
            " return now.query !== old.query || now.entropy !== old.entropy; }",
            arg=before,
        )
    else:
        small.locator('[data-head="1"]').click()
        after = small.evaluate("(element) => element.measurements")
        assert after["top_weight"] != before["top_weight"]
    assert page.locator("html").get_attribute("data-runtime") == "idle"
    assert page.evaluate("location.hash") == ""
    state = small.evaluate("(element) => element.state")
    small.locator('[data-part="open"]').click()
    whole = Playground(page)
    whole.settled()
    assert whole.state == state
