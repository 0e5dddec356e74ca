"""Tell the page directives which page they are on: Markdown itself does not know; and tell an
author what a directive found wrong, without a traceback."""

from __future__ import annotations

import os

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from attn_docs.pages.errors import PageError

EXTENSION = "attn_docs.pages.extension"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    config.mdx_configs[EXTENSION].update(
        page=page.file.src_uri,
        source=os.path.relpath(page.file.abs_src_path or ""),
        repository=config.repo_url or "",
    )


def on_build_error(error: Exception, **_: object) -> None:
    if isinstance(error, PageError):
        raise PluginError(str(error)) from None
