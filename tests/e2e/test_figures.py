"""A figure follows the scheme, and can be taken along as a drawing, an image and data."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.places import drawn, each_language, until

pytestmark = pytest.mark.e2e

DRAWING = ".figure-drawing > svg"
PAINTS = """svg => [...svg.querySelectorAll("*")].flatMap((e) => {
  const { fill, stroke } = getComputedStyle(e);
  return [fill, stroke];
})"""


def first(page: Page, address: str) -> Locator:
    page.goto(address)
    return page.locator("figure[data-figure]").first


def brightness(page: Page, element: str, name: str) -> float:
    """Mean of red, green and blue of a computed colour, 0 to 255."""
    text = page.locator(element).first.evaluate(f"e => getComputedStyle(e).{name}")
    numbers = text[text.index("(") + 1 : -1].split(",")[:3]
    return sum(float(x) for x in numbers) / 3


def choose_scheme(page: Page, scheme: str) -> None:
    """Press the header's button until the page wears ``scheme``."""
    body = page.locator("body")
    button = page.locator(".md-header form[data-md-component=palette] label:visible")
    for _ in range(3):
        if body.get_attribute("data-md-color-scheme") == scheme:
            return
        before = button.get_attribute("for")
        button.click()
        expect(button).not_to_have_attribute("for", before or "")
    expect(body).to_have_attribute("data-md-color-scheme", scheme)


def test_dark_mode_reaches_page_and_figure_and_stays(page: Page, site_url: str) -> None:
    page.emulate_media(color_scheme="light")
    figure = first(page, f"{site_url}en/scaling/")
    light = figure.locator(DRAWING).evaluate(PAINTS)
    assert brightness(page, "body", "backgroundColor") > 200
    choose_scheme(page, "slate")
    assert brightness(page, "body", "backgroundColor") < 80
    assert brightness(page, ".md-typeset p", "color") > 160
    dark = figure.locator(DRAWING).evaluate(PAINTS)
    changed = sum(a != b for a, b in zip(light, dark, strict=True))
    painted = sum(a != "none" for a in light)
    assert changed > painted / 3
    # The choice holds on the next page and in the next visit.
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.goto(f"{site_url}en/dot-product/")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def test_the_system_s_scheme_is_followed_at_first(page: Page, site_url: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{site_url}ko/")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def saved(page: Page, button: Locator) -> tuple[str, bytes]:
    """Name and content of the file that a click hands to the reader."""
    with page.expect_download(timeout=60_000) as download:
        button.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@each_language
def test_a_figure_is_saved_as_svg_that_stands_alone(page: Page, site_url: str, lang: str) -> None:
    figure = first(page, f"{site_url}{lang}/scaling/")
    name, data = saved(page, figure.locator('[data-action="save-svg"]'))
    slug = (figure.get_attribute("data-figure") or "").replace("/", "-")
    assert name == f"{slug}.{lang}.svg"
    assert b"var(" not in data
    root = ElementTree.fromstring(data)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (root[0].text or "").strip() == figure.locator(DRAWING).locator(
        "title"
    ).first.text_content()
    assert float(root.get("width", "0")) > 300


def test_a_figure_is_saved_as_png_in_the_colours_that_it_has(page: Page, site_url: str) -> None:
    page.emulate_media(color_scheme="dark")
    figure = first(page, f"{site_url}en/scaling/")
    name, data = saved(page, figure.locator('[data-action="save-png"]'))
    assert name.endswith(".en.png")
    with Image.open(io.BytesIO(data)) as image:
        size = figure.locator(DRAWING).evaluate(
            "s => [s.viewBox.baseVal.width, s.viewBox.baseVal.height]"
        )
        assert image.size == tuple(int(3 * x) for x in size)
        pixels = image.convert("RGB")
    corner = pixels.getpixel((2, 2))
    assert isinstance(corner, tuple)
    assert max(corner) < 80
    colours = pixels.getcolors(maxcolors=2**24) or []
    assert len(colours) > 20
    assert max(max(colour) for _, colour in colours if isinstance(colour, tuple)) > 160


@each_language
def test_a_figure_s_data_are_a_file(page: Page, site_url: str, lang: str) -> None:
    figure = first(page, f"{site_url}{lang}/scaling/")
    name, data = saved(page, figure.locator(".figure-tools a[download]"))
    assert name.endswith(f".{lang}.csv")
    header, *rows = data.decode().splitlines()
    assert header.startswith("field,")
    assert rows


def test_a_figure_leads_to_the_code_that_made_it(page: Page, site_url: str) -> None:
    figure = first(page, f"{site_url}en/scaling/")
    address = figure.locator(".figure-tools a[rel~=external]").get_attribute("href") or ""
    assert "/attn_docs/figures/scaling" in address
    assert "#L" in address


def test_a_diagram_is_drawn_by_the_site_s_own_mermaid(page: Page, watch, site_url: str) -> None:
    page.goto(f"{site_url}en/dot-product/")
    page.locator("figure.diagram").scroll_into_view_if_needed()
    # The drawing hides in a closed shadow root: what can be seen of it is its size.
    drawn(page)
    box = page.locator("figure.diagram div.mermaid").bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert box["height"] > 60
    assert [url for url in watch.requests if "/assets/mermaid-" in url]


def test_a_page_without_a_diagram_pays_nothing_for_mermaid(
    page: Page, watch, site_url: str
) -> None:
    page.goto(f"{site_url}en/about/", wait_until="networkidle")
    assert page.locator(".mermaid").count() == 0
    assert not [url for url in watch.requests if "/assets/mermaid-" in url]


def test_a_formula_is_copied_as_tex(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}ko/scaling/")
    formula = page.locator("div.arithmatex").filter(has=page.locator(".katex-display")).first
    wanted = (formula.get_attribute("data-tex") or "").strip()
    assert wanted
    formula.locator(".katex-display").hover()  # which brings the button
    formula.locator(".attn-tex").click()
    until(page, "async (tex) => (await navigator.clipboard.readText()).trim() === tex", wanted)


def test_a_selection_with_formulas_is_copied_as_text_and_tex(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}en/scaling/")
    paragraph = page.locator(".md-typeset p").filter(has=page.locator("span.arithmatex")).first
    tex = paragraph.locator("span.arithmatex").first.get_attribute("data-tex") or ""
    page.locator(".attn-tex").first.wait_for(state="attached")
    paragraph.evaluate("p => getSelection().selectAllChildren(p)")
    page.keyboard.press("ControlOrMeta+c")
    text = page.evaluate("navigator.clipboard.readText()")
    assert f"${tex}$" in text
    assert len(text) > len(tex) + 20
