"""The playground as a test drives it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect


class Playground:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.element = page.locator('attn-playground[data-controls=""]')

    def part(self, name: str) -> Locator:
        return self.element.locator(f'[data-part="{name}"]')

    def control(self, name: str) -> Locator:
        return self.element.locator(f'[data-control="{name}"]')

    def button(self, action: str) -> Locator:
        return self.element.locator(f'[data-action="{action}"]')

    def token(self, number: int) -> Locator:
        return self.element.locator(f'[data-token="{number}"]')

    @property
    def state(self) -> dict[str, Any]:
        return self.element.evaluate("(element) => element.state")

    @property
    def measurements(self) -> dict[str, Any]:
        return self.element.evaluate("(element) => element.measurements")

    @property
    def runtime(self) -> str:
        return self.page.locator("html").get_attribute("data-runtime") or ""

    def settled(self, timeout: float = 90_000) -> None:
        """Wait until what is shown is the state's own answer."""
        self.page.wait_for_selector('attn-playground:defined[data-controls=""]')
        self.page.wait_for_function(
            "() => document.querySelector('attn-playground[data-controls=\"\"]').isSettled",
            timeout=timeout,
        )
        expect(self.element).to_have_attribute("data-state", "ready")

    def set(self, change: dict[str, Any]) -> None:
        """Go to another state and wait for its answer."""
        self.element.evaluate(
            "(element, change) => { element.state = { sequence: 'two-topics', ...change }; }",
            change,
        )
        name = next(name for name, value in change.items() if not isinstance(value, list))
        self.page.wait_for_function(
            "([name, value]) => document.querySelector('attn-playground').state[name] === value",
            arg=[name, change[name]],
        )
        self.settled()


def playground_at(page: Page, site_url: str, lang: str = "en", fragment: str = "") -> Playground:
    """Open the page of the playground and wait for its first answer."""
    page.goto(f"{site_url}{lang}/playground/{fragment}")
    play = Playground(page)
    play.settled()
    return play
