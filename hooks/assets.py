"""Publish what both languages share, once, beside them; tell pages where it is."""

from __future__ import annotations

import logging
import mimetypes
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import Files

from attn_docs.figures.registry import names, render
from attn_docs.publish import assets
from attn_docs.publish.root import home

log = logging.getLogger("mkdocs.hooks.assets")
ROOT = Path(__file__).resolve().parent.parent
_found: dict[str, assets.Asset] = {}  # of this build, which its pages name and its end publishes


def shared(config: MkDocsConfig) -> Path:
    """Where shared files go; for plain ``mkdocs serve``, under .cache."""
    top = home(Path(config.site_dir), str(config.theme["language"]))
    return (top or ROOT / ".cache" / "serve") / "assets"


def on_config(config: MkDocsConfig) -> None:
    _found.clear()
    _found.update(assets.collect(ROOT))
    missing = assets.KINDS - _found.keys()
    for kind in sorted(missing):
        log.warning("%s is not built yet: `python tools/setup.py site` builds it", kind)
    scripts = assets.read(ROOT / "docs" / "assets" / "js")
    config.extra["attn"] = {
        **dict.fromkeys(missing, ""),
        **assets.addresses(_found),
        "modules": assets.modules(scripts, "main.js"),
    }


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    # The theme's templates compile in half a second, which every rebuild would pay.
    cache = ROOT / ".cache" / "jinja"
    cache.mkdir(parents=True, exist_ok=True)
    env.bytecode_cache = FileSystemBytecodeCache(str(cache))


def on_post_build(config: MkDocsConfig) -> None:
    folder, language = shared(config), str(config.theme["language"])
    assets.publish(_found, folder)
    for name in names():
        assets.write(folder / "figures" / f"{name}.{language}.csv", render(name, language).csv)


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> LiveReloadServer:
    """Plain ``mkdocs serve`` knows one language's folder only: add the shared files."""
    folder = shared(config)

    def app(environ, start_response):
        file = (folder / environ["PATH_INFO"].removeprefix("/assets/")).resolve()
        if not (environ["PATH_INFO"].startswith("/assets/") and file.is_relative_to(folder)):
            return server.serve_request(environ, start_response)
        if not file.is_file():
            start_response("404 Not Found", [])
            return [b""]
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        start_response("200 OK", [("Content-Type", kind)])
        return [file.read_bytes()]

    server.set_app(app)
    return server
