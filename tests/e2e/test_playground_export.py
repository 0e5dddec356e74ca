"""A picture of a state stands alone: plane, matrix, settings, measurements, in its own colours."""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.playground import Playground, playground_at

pytestmark = pytest.mark.e2e

SVG = "{http://www.w3.org/2000/svg}"
STATES = {
    "chain": "sequence=chain&query=4&sharpness=6.5&mask=causal&own_token=false",
    "bank": "sequence=bank&position=5&scaled=false",
    "heads": "heads=3&query=2",
    "own": "sequence=own&query=1&tokens=" + ",".join(f"%3Cb%3E{i}~{i % 5}~{i}" for i in range(24)),
}
SETTINGS = {
    ("chain", "en"): "A chain · query: Fri · β = 6.50 · scores divided by √d · "
    "without the own token · causal mask · d = 7",
    ("bank", "ko"): "강과 돈 사이의 ‘뱅크’ · 쿼리: 뱅크(bank) · β = 3.00 · "
    "스코어를 √d로 나누지 않음 · 자기 토큰 참여 · 마스크 없음 · d = 2 · 문맥 위치 5/6",
    ("heads", "ko"): "두 주제 · 쿼리: 배 · β = 3.00 · 스코어를 √d로 나눔 · 자기 토큰 참여 · "
    "마스크 없음 · d = 2 · 헤드 3개 가운데 2번",
    ("own", "en"): "Your own tokens · query: <b>1 · β = 3.00 · scores divided by √d · "
    "own token takes part · no mask · d = 2",
}  # fmt: skip
PAPER = {"light": "#fcfbf8", "dark": "#15171a"}
CASES = [
    ("chain", "en", "light", 1280),
    ("bank", "ko", "dark", 390),
    ("heads", "ko", "light", 390),
    ("own", "en", "dark", 1280),
]
OUTSIDE = """() => {
    // Words that stick out of the picture; their boxes are known only once a browser has drawn it.
    const svg = document.querySelector("svg");
    const whole = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => {
        const box = text.getBoundingClientRect();
        const over = box.right > whole.right || box.bottom > whole.bottom;
        return over || box.left < whole.left || box.top < whole.top || !box.width;
    }).map((text) => text.textContent);
}"""


@pytest.fixture
def open_playground(page: Page, site_url: str) -> Callable[..., Playground]:
    return functools.partial(playground_at, page, site_url)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def saved(play: Playground, kind: str, path: Path) -> bytes:
    play.element.locator(".play-saves summary").click()
    with play.page.expect_download() as download:
        play.button(f"export-{kind}").click()
    download.value.save_as(path)
    return path.read_bytes()


@pytest.mark.parametrize(("name", "lang", "scheme", "width"), CASES)
def test_a_picture_stands_alone(
    open_playground, page, browser: Browser, tmp_path, name, lang, scheme, width
):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    play = open_playground(lang, f"#play=1&{STATES[name]}")
    if name == "heads":
        play.element.locator('[data-head="1"]').click()
    text = saved(play, "svg", tmp_path / "file.svg").decode()
    for foreign in ("var(", "class=", "<style", "href=", "url(", "NaN", "undefined"):
        assert foreign not in text
    root = ElementTree.fromstring(text)
    first = root.find(f"{SVG}rect")
    assert first is not None
    assert first.get("fill") == PAPER[scheme]
    words = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert SETTINGS[name, lang] in " · ".join(words)
    measures = play.element.locator("[data-measure]:visible")
    for row in measures.all():
        assert row.locator("dt").inner_text() in words
        assert row.locator("dd").inner_text() in words
    tokens = [t or "" for t in play.element.locator("tbody th span").all_text_contents()]
    for token in tokens:
        assert words.count(token) >= 3  # in the plane, and at both edges of the matrix
    cells = [e for e in root.iter(f"{SVG}rect") if e.get("rx") == "1"]
    assert len(cells) == len(tokens) ** 2
    shown = play.element.locator("tbody td").all_text_contents()
    if name != "own":  # too many for numbers
        numbers = [w for w in words if w.isdigit()]
        assert numbers == shown
    painted = play.element.locator("tbody td").evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    )
    assert [rgb(cell.get("fill") or "") for cell in cells] == painted
    alone = browser.new_page(viewport={"width": 1200, "height": 900})
    alone.set_content(text)
    assert alone.evaluate(OUTSIDE) == []
    alone.close()
    png = saved(play, "png", tmp_path / "file.png")
    assert png.startswith(b"\x89PNG")
    size = struct.unpack(">II", png[16:24])
    assert size == tuple(3 * int(root.get(side) or 0) for side in ("width", "height"))
    page.emulate_media(color_scheme="light")
