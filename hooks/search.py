"""Give the theme's search its separator, before the search reads its settings."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority

from attn_docs.publish.search import SEPARATOR


@event_priority(100)
def on_config(config: MkDocsConfig) -> None:
    config.plugins["material/search"].config["separator"] = SEPARATOR
