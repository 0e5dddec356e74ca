"""Render all formulas in one go, then put them into the pages, behind the search's back: its
index keeps the TeX."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from attn_docs.publish.maths import Kept, MathsError, formulas

ROOT = Path(__file__).resolve().parent.parent


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    kept = Kept(ROOT)
    pages = [file.page for file in files.documentation_pages() if file.page]
    found = {
        os.path.relpath(page.file.abs_src_path or page.file.src_uri): formulas(page.content or "")
        for page in pages
    }
    try:
        kept.add(found)
        for page in pages:
            _titles(page.toc, kept)
    except MathsError as error:
        raise PluginError(str(error)) from None


def _titles(items: Iterable[AnchorLink], kept: Kept) -> None:
    for item in items:
        item.title = kept.title(item.title)
        _titles(item.children, kept)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    return Kept(ROOT).fill(output)
