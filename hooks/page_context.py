"""Tell the page directives which page they are on: Markdown itself does not know."""

from __future__ import annotations

import os

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

EXTENSION = "attn_docs.pages.extension"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    config.mdx_configs[EXTENSION].update(
        page=page.file.src_uri,
        source=os.path.relpath(page.file.abs_src_path or ""),
        repository=config.repo_url or "",
    )
