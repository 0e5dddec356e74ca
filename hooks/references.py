"""Give each reference links back to the pages that cite it, once all pages are rendered."""

from __future__ import annotations

from pathlib import PurePosixPath

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from attn_docs.pages.backlinks import fill_backlinks
from attn_docs.pages.page import Page as Place


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    pages = {
        PurePosixPath(file.src_uri).with_suffix("").as_posix(): file.page
        for file in files.documentation_pages()
        if file.page is not None
    }
    html = {slug: page.content or "" for slug, page in pages.items()}
    titles = {slug: str(page.title) for slug, page in pages.items()}
    for slug, page in pages.items():
        if 'class="backlinks"' in html[slug]:
            place = Place(lang=str(config.theme["language"]), src=page.file.src_uri)
            page.content = fill_backlinks(html[slug], html, place, titles)
