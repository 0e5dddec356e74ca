"""Write what stands above both languages. Each language's build writes the same."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from attn_docs.pages.ledger import JSON_FILE
from attn_docs.pages.ledger_json import claims_json
from attn_docs.publish import root
from attn_docs.publish.assets import write


def on_config(config: MkDocsConfig) -> None:
    # One page for lost readers serves both languages: hosts look for it at the top only.
    config.theme.static_templates.discard("404.html")


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:
    config.extra["pages"] = [page.url for page in nav.pages]


def on_post_build(config: MkDocsConfig) -> None:
    ledger = claims_json(str(config.theme["language"]), repository=config.repo_url or "")
    write(Path(config.site_dir, "ledger", JSON_FILE), ledger)
    home = root.home(Path(config.site_dir), str(config.theme["language"]))
    if home is None:
        return
    url = config.site_url or ""
    app = config.extra["attn"]["app"]
    write(home / "index.html", root.chooser(app))
    write(home / "404.html", root.lost(app, root.base(url)))
    write(home / "sitemap.xml", root.sitemap(root.origin(url), config.extra["pages"]))
    write(home / "robots.txt", root.robots(root.origin(url)))
    write(home / ".nojekyll", "")
