"""Describe each page to machines, and say how long it takes to read."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from attn_docs.publish.metadata import Facts, description, head, minutes


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    page.meta.setdefault("description", description(html) or config.site_description or "")
    page.meta["minutes"] = minutes(html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    facts = Facts(
        title=str(config.site_name if page.is_homepage else page.title),
        site=config.site_name,
        author=config.site_author or "",
        description=page.meta["description"],
        url=page.canonical_url or "",
        lang=str(config.theme["language"]),
        minutes=page.meta["minutes"],
    )
    return output.replace("</head>", head(facts) + "\n</head>", 1)
