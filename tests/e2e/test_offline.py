"""Reading without a network: switched on by the reader, never in the way of a new release."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from attn_docs.publish import offline
from tests.e2e.conftest import SITE, Cell, serve
from tests.e2e.places import until

pytestmark = pytest.mark.e2e

LONG = 180_000
CACHES = "caches.keys()"
REGISTERED = "async () => Boolean(await navigator.serviceWorker.getRegistration())"
UPDATE = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  await found.update().catch(() => {});
  const worker = found.installing;
  if (worker) await new Promise((done) => {
    const look = () => worker.state !== "installing" && done();
    worker.addEventListener("statechange", look);
    look();
  });
  return [found.active?.state ?? "", Boolean(found.waiting)];
}"""
# Answers every request with rubbish, from the moment it arrives.
RUINED = """
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => event.respondWith(new Response("ruined")));
"""


@dataclass
class Reader:
    """A reader's browser at a site whose ``sw.js`` a test may change."""

    page: Page
    url: str
    script: Path

    def release(self, version: str) -> str:
        """The worker of another release of the same pages."""
        text = (SITE / "sw.js").read_text(encoding="utf-8")
        return re.sub(r'VERSION = "\w+"', f'VERSION = "{version}"', text)

    def switch_on(self) -> None:
        self.page.goto(f"{self.url}en/about/")
        self.page.locator("attn-offline input").click()
        expect(self.status).to_contain_text("On: all pages", timeout=LONG)

    @property
    def status(self):
        return self.page.locator("attn-offline [role=status]")


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Reader]:
    assert (SITE / "sw.js").is_file(), "the site was built without its worker"
    for path in SITE.iterdir():
        if path.name != "sw.js":
            (tmp_path / path.name).symlink_to(path)
    script = tmp_path / "sw.js"
    script.write_bytes((SITE / "sw.js").read_bytes())
    context = browser.new_context()
    context.set_default_timeout(LONG)
    server = serve(tmp_path)
    yield Reader(context.new_page(), next(server), script)
    context.close()
    server.close()


def test_kept_pages_and_a_used_cell_work_without_a_network(reader: Reader) -> None:
    page = reader.page
    reader.switch_on()
    page.goto(f"{reader.url}en/scaling/")
    assert "d_k" in Cell(page, "scaling/variance").run()
    page.context.set_offline(True)
    gone = "fetch('../../nothing').then(() => 'there', () => 'gone')"
    assert page.evaluate(gone) == "gone"
    page.goto("about:blank")
    page.goto(f"{reader.url}ko/scaling/?from=a-link")
    expect(page.locator("h1")).to_be_visible()
    cell = Cell(page, "scaling/variance")
    built = cell.output
    assert cell.run() == built
    # A page never seen before, with its diagram, styles and formulas.
    page.goto(f"{reader.url}en/dot-product/")
    until(page, "() => !document.querySelector('pre.mermaid')")
    assert page.evaluate("document.fonts.load('1em KaTeX_Main').then((all) => all.length)") > 0
    # By instant navigation too.
    page.evaluate("window.mark = 1")
    page.locator('.md-nav--primary a[href$="/softmax/"]').first.evaluate("a => a.click()")
    expect(page).to_have_url(f"{reader.url}en/softmax/")
    assert page.evaluate("window.mark") == 1


def test_a_kept_file_of_python_that_is_damaged_is_fetched_again(reader: Reader) -> None:
    page = reader.page
    reader.switch_on()
    page.goto(f"{reader.url}en/scaling/")
    page.evaluate(
        """async () => {
          const config = JSON.parse(document.getElementById("attn-config").textContent);
          const folder = new URL(config.assets + config.runtime, document.baseURI);
          const [name] = (await caches.keys()).filter((name) => name.endsWith("files"));
          const files = await caches.open(name);
          await files.put(new URL("python_stdlib.zip", folder), new Response("cut short"));
        }"""
    )
    cell = Cell(page, "scaling/variance")
    cell.button("run").click()
    cell.wait("error")
    assert "damaged" in cell.status
    assert cell.run("3 + 4").strip() == "7"


def test_nothing_is_kept_unasked_and_nothing_after_switching_off(reader: Reader) -> None:
    page = reader.page
    page.goto(f"{reader.url}ko/about/")
    expect(reader.status).to_contain_text("꺼져 있습니다")
    assert page.evaluate(CACHES) == []
    assert not page.evaluate(REGISTERED)
    reader.switch_on()
    assert len(page.evaluate(CACHES)) == 2
    page.reload()
    expect(page.locator("attn-offline input")).to_be_checked()
    expect(page.get_by_role("switch")).to_have_accessible_name("Keep this site for reading offline")
    page.locator("attn-offline input").click()
    expect(reader.status).to_contain_text("Off")
    assert page.evaluate(CACHES) == []
    assert not page.evaluate(REGISTERED)
    # The button that removes everything removes this too.
    reader.switch_on()
    page.locator("attn-reset button").click()
    expect(reader.status).to_contain_text("Off")
    assert page.evaluate(CACHES) == []
    assert not page.evaluate(REGISTERED)


def test_a_new_version_is_offered_and_never_forced(reader: Reader) -> None:
    page = reader.page
    reader.switch_on()
    before = page.evaluate(CACHES)
    reader.script.write_text(reader.release("0123456789ab"))
    page.goto(f"{reader.url}en/")
    page.evaluate("window.mark = 1")
    assert page.evaluate(UPDATE) == ["activated", True]
    offer = page.locator(".attn-offer")
    expect(offer).to_contain_text("A new version of this site is ready")
    offer.get_by_role("button", name="Later").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("window.mark") == 1
    assert set(before) < set(page.evaluate(CACHES))
    # The next page offers it again.
    page.goto(f"{reader.url}en/about/")
    with page.expect_event("load"):  # the theme navigates within the document, too
        offer.get_by_role("button", name="Reload").click()
    until(page, f"async () => (await {CACHES}).length === 2")
    assert any(name.endswith("pages-0123456789ab") for name in page.evaluate(CACHES))
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("fault", ["no script", "a file that is missing"])
def test_a_bad_update_leaves_the_site_as_it_was(reader: Reader, fault: str) -> None:
    page = reader.page
    reader.switch_on()
    before = set(page.evaluate(CACHES))
    bad = reader.release("0123456789ab").replace("SHELL = [", 'SHELL = ["en/nothing/", ')
    reader.script.write_text("((" if fault == "no script" else bad)
    assert page.evaluate(UPDATE) == ["activated", False]
    assert set(page.evaluate(CACHES)) == before
    page.context.set_offline(True)
    page.goto(f"{reader.url}en/softmax/")
    expect(page.locator("h1")).to_be_visible()


def test_the_kill_switch_mends_a_worker_that_ruins_every_page(reader: Reader) -> None:
    page = reader.page
    reader.switch_on()
    reader.script.write_text(RUINED)
    page.evaluate(UPDATE)
    until(page, "() => navigator.serviceWorker.controller?.state === 'activated'")
    page.goto(f"{reader.url}en/")
    assert "ruined" in page.content()
    reader.script.write_text(offline.GONE)
    page.goto(f"{reader.url}en/")  # the browser itself looks for a new worker
    # Asking for the registration all the time would keep the browser from looking.
    until(page, f"async () => !(await {CACHES}).length")
    page.goto(f"{reader.url}en/")
    expect(page.locator("h1")).to_be_visible()
    assert not page.evaluate(REGISTERED)
