"""Publish what both languages share, once, beside them; tell pages where it is."""

from __future__ import annotations

import logging
import mimetypes
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

from attn_docs.figures.registry import names, render
from attn_docs.publish import assets

log = logging.getLogger("mkdocs.hooks.assets")
ROOT = Path(__file__).resolve().parent.parent


def shared(config: MkDocsConfig) -> Path:
    """Where shared files go: beside the language's folder, or, for plain ``mkdocs serve``,
    which builds into a temporary folder, under .cache."""
    site = Path(config.site_dir)
    whole = site.name == config.theme["language"]
    return (site.parent if whole else ROOT / ".cache" / "serve") / "assets"


def on_config(config: MkDocsConfig) -> None:
    found = assets.collect(ROOT)
    missing = assets.KINDS - found.keys()
    for kind in sorted(missing):
        log.warning("%s is not built yet: `python tools/setup.py site` builds it", kind)
    config.extra["attn"] = {**dict.fromkeys(missing, ""), **assets.addresses(found)}


def on_post_build(config: MkDocsConfig) -> None:
    home, language = shared(config), str(config.theme["language"])
    assets.publish(assets.collect(ROOT), home)
    for name in names():
        assets.write(home / "figures" / f"{name}.{language}.csv", render(name, language).csv)


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> LiveReloadServer:
    """Plain ``mkdocs serve`` knows one language's folder only: add the shared files."""
    home = shared(config)

    def app(environ, start_response):
        file = (home / environ["PATH_INFO"].removeprefix("/assets/")).resolve()
        if not (environ["PATH_INFO"].startswith("/assets/") and file.is_relative_to(home)):
            return server.serve_request(environ, start_response)
        if not file.is_file():
            start_response("404 Not Found", [])
            return [b""]
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        start_response("200 OK", [("Content-Type", kind)])
        return [file.read_bytes()]

    server.set_app(app)
    return server
