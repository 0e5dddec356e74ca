"""Give the search its separator before it reads its settings, and of pages what is to be found."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.pages import Page

from attn_docs.publish.search import SEPARATOR, indexed

_whole: list[str] = []  # the page that is being indexed


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    config.plugins["material/search"].config["separator"] = SEPARATOR


@event_priority(100)
def _before(context: dict[str, Any], page: Page, **_: object) -> None:
    _whole[:] = [page.content or ""]
    page.content = indexed(_whole[0])


@event_priority(-100)
def _after(context: dict[str, Any], page: Page, **_: object) -> None:
    page.content = _whole.pop()


on_page_context = CombinedEvent(_before, _after)
