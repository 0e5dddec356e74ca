"""Say under a section's title how long it takes to read, and whether its translation is behind."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from attn_docs.publish.byline import byline
from attn_docs.publish.metadata import minutes
from attn_docs.publish.translations import is_behind
from attn_docs.sections import SECTIONS


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    lang = str(config.theme["language"])
    name = page.file.src_uri
    is_section = name.removesuffix(".md") in {section.slug for section in SECTIONS}
    old = lang == "ko" and is_behind(Path(config.docs_dir).parent, name)
    return byline(
        html,
        minutes=minutes(html) if is_section else None,
        lang=lang,
        behind=f"{'../' * page.url.count('/')}../en/{page.url}" if old else None,
    )
