"""Give the search its separator before it reads its settings, and pages without drawings."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page

from attn_docs.publish.search import SEPARATOR, with_drawings, without_drawings

_drawings: list[str] = []  # of the page that is being indexed


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    config.plugins["material/search"].config["separator"] = SEPARATOR


@event_priority(100)
def _set_aside(context: dict[str, Any], page: Page, **_: object) -> None:
    page.content, _drawings[:] = without_drawings(page.content or "")


@event_priority(-100)
def _put_back(context: dict[str, Any], page: Page, **_: object) -> None:
    page.content = with_drawings(page.content or "", _drawings)


on_page_context = CombinedEvent(_set_aside, _put_back)
