"""A page opened from a folder: readable, and it says how to get the rest."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import SITE

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "opened as a file"), ("ko", "파일로 직접 연 페이지입니다")]
)
def test_a_page_opened_as_a_file_says_how_to_serve_the_folder(
    browser: Browser, lang: str, words: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((SITE / lang / "scaling" / "index.html").resolve().as_uri())
    notice = page.get_by_role("note").first
    expect(notice).to_contain_text(words)
    expect(notice.locator("code")).to_have_text("python -m http.server 8000")
    expect(page.locator('attn-cell [data-part="output"]').first).to_contain_text("d_k")
    # The site's styles reach a file too.
    assert notice.evaluate("e => getComputedStyle(e).borderBottomStyle") == "solid"
    context.close()


def test_a_served_page_says_nothing_of_files(page, site_url):
    page.goto(f"{site_url}en/scaling/")
    expect(page.locator(".attn-file")).to_have_count(0)
