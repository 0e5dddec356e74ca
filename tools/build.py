"""Build the whole site: both languages at once, each strictly, then check links across them.

    python tools/build.py [--out FOLDER]     SITE_URL says where it will stand

With ``--worker LANGUAGE`` it stays and builds once for each line on its standard input: the
development server saves the start-up by that.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONFIGS = {"en": "mkdocs.yml", "ko": "mkdocs.ko.yml"}
LOCAL = "http://127.0.0.1:8000/"
HEARTBEAT = 15.0


class BuildError(Exception):
    """The site was not built; the message is for its author."""


def environment(origin: str) -> dict[str, str]:
    """What a build of a site at ``origin`` needs in its environment."""
    urls = {f"SITE_URL_{lang.upper()}": f"{origin}{lang}/" for lang in CONFIGS}
    return {**os.environ, **urls, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore"}


def build_one(lang: str, out: Path, *, strict: bool) -> None:
    """Build one language in this process; what stood there stays until that has worked."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    stage, place, old = (out / f"{mark}{lang}" for mark in (".next/", "", ".old-"))
    os.environ["SITE_ROOT"] = str(out)
    config = load_config(config_file=str(ROOT / CONFIGS[lang]), site_dir=str(stage), strict=strict)
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        place.rename(old)
    stage.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def worker(lang: str, out: Path, *, strict: bool) -> None:
    """Build at each line read; answer ``ok`` or ``failed``, with all talk on standard error."""
    from mkdocs.exceptions import Abort, BuildError

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    sys.stdout = sys.stderr
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s", force=True)
    for _ in sys.stdin:
        try:
            build_one(lang, out, strict=strict)
            answers.write("ok\n")
        except (Abort, BuildError) as error:
            print(f"{CONFIGS[lang]}: {error}", file=sys.stderr, flush=True)
            answers.write("failed\n")
        except Exception as error:
            # A fault of an author says file and line; anything else is ours, and needs the trace.
            if type(error).__name__ != "PageError":
                traceback.print_exc()
            print(f"ERROR {error}", file=sys.stderr, flush=True)
            answers.write("failed\n")


def start(lang: str, out: Path, env: Mapping[str, str], *, strict: bool) -> subprocess.Popen[str]:
    """A worker for one language."""
    command = [sys.executable, __file__, "--out", str(out), "--worker", lang]
    return subprocess.Popen(
        [*command, "--strict"] if strict else command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=dict(env),
        text=True,
    )


def build(out: Path, origin: str) -> None:
    """Build both languages into ``out``, for a site at ``origin``; ``BuildError`` if it fails."""
    origin = origin.rstrip("/") + "/"
    out.mkdir(parents=True, exist_ok=True)
    jobs = {lang: start(lang, out, environment(origin), strict=True) for lang in CONFIGS}
    # At the same time: a worker builds when it is asked to, and to ask is part of waiting for it.
    with ThreadPoolExecutor(len(jobs)) as pool:
        said = dict(zip(jobs, pool.map(_finish, jobs, jobs.values()), strict=True))
    failed = [lang for lang, (answer, _) in said.items() if answer != "ok"]
    for lang, (_, log) in said.items():
        if log.strip():
            print(f"[{lang}] " + log.strip().replace("\n", f"\n[{lang}] "), flush=True)
    if failed:
        raise BuildError(f"the site was not built ({', '.join(failed)}): see above.")
    from attn_docs.publish.assets import prune
    from attn_docs.publish.links import dead
    from attn_docs.publish.offline import publish
    from attn_docs.publish.policy import guard

    prune(out)
    if faults := dead(out, origin):
        raise BuildError("links that lead nowhere:\n  " + "\n  ".join(faults))
    guard(out)
    publish(out, offered=os.environ.get("OFFLINE") != "off")


def _finish(lang: str, job: subprocess.Popen[str]) -> tuple[str, str]:
    started = time.monotonic()
    given: str | None = "build\n"
    while True:
        try:
            answer, log = job.communicate(given, timeout=HEARTBEAT)
            return answer.strip(), log
        except subprocess.TimeoutExpired:
            given = None
            print(f"[site] {lang}: {time.monotonic() - started:.0f} s …", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site")
    parser.add_argument("--worker", choices=CONFIGS)
    parser.add_argument("--strict", action="store_true")
    options = parser.parse_args()
    if options.worker:
        worker(options.worker, options.out, strict=options.strict)
        return 0
    origin = os.environ.get("SITE_URL") or LOCAL
    print(f"[site] building English and Korean for {origin} …", flush=True)
    started = time.monotonic()
    try:
        build(options.out, origin)
    except BuildError as error:
        print(f"[site] {error}", file=sys.stderr)
        return 1
    shown = options.out.relative_to(ROOT) if options.out.is_relative_to(ROOT) else options.out
    print(f"[site] {shown}/ is ready, {time.monotonic() - started:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
