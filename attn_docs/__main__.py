"""What the site shows, in a terminal: ``python -m attn_docs`` and a command."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from attn_docs.experiments.evidence import BoundError, Evidence, check, measure, registered
from attn_docs.figures import registry
from attn_docs.figures.table import fields, to_csv
from attn_docs.pages.claims import Claim, load_claims
from attn_docs.publish.translations import accept, behind
from attn_docs.sections import LANGUAGES

DOCS = Path(__file__).resolve().parent.parent / "docs"
PATIENCE = 1.0  # seconds after which a line says what is being computed


@contextmanager
def progress(words: str) -> Iterator[None]:
    """Say on stderr what takes longer than a second."""
    timer = threading.Timer(PATIENCE, lambda: print(f"… {words}", file=sys.stderr, flush=True))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def verdict_of(claim: str, found: Evidence) -> str:
    """``ok``, or why the claim fails."""
    try:
        check(claim, found)
    except BoundError as error:
        return str(error)
    return "ok"


def measure_all(wanted: Sequence[str]) -> dict[str, tuple[float, Evidence]]:
    """All evidence, by two processes: results are kept, so what this run learns the next reuses."""
    sections: dict[str, list[str]] = {}
    for claim in wanted:
        sections.setdefault(claim.split(".")[0], []).append(claim)
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for number, _ in enumerate(pool.map(measure_some, sections.values()), 1):
            print(f"… evidence: {number} of {len(sections)} groups", file=sys.stderr, flush=True)
    return {claim: measure(claim) for claim in wanted}


def measure_some(wanted: Sequence[str]) -> int:
    """Measure the claims of one section: they share experiments."""
    return len([measure(claim) for claim in wanted])


def known_claims() -> dict[str, Claim]:
    """Texts of all claims; none where the package stands alone, without its ``docs``."""
    return load_claims(DOCS) if DOCS.is_dir() else {}


def claims(arguments: argparse.Namespace) -> int:
    texts = known_claims()
    wanted = [arguments.id] if arguments.id else [*registered()]
    if arguments.id and arguments.id not in {*texts, *registered()}:
        print(f"there is no claim {arguments.id!r}; see `claims` for all", file=sys.stderr)
        return 2
    if arguments.id and arguments.id not in registered():
        claim = texts[arguments.id]
        print(f"{claim.id}  {claim.kind}, {claim.status}: {claim.statement[arguments.lang]}")
        print("no number belongs to it")
        return 0
    with progress(f"measuring {', '.join(wanted) if len(wanted) < 3 else f'{len(wanted)} claims'}"):
        found = measure_all(wanted) if len(wanted) > 1 else {wanted[0]: measure(wanted[0])}
    failed = 0
    print(f"{'claim':6} {'status':10} {'value':>11} {'low':>11} {'high':>11} {'control':>11}    s")
    for claim, (seconds, seen) in found.items():
        verdict = verdict_of(claim, seen)
        failed += verdict != "ok"
        status = texts[claim].status if claim in texts else "-"
        numbers = " ".join(f"{x:11.4g}" for x in (seen.value, seen.low, seen.high, seen.control))
        print(f"{claim:6} {status:10} {numbers} {seconds:4.1f}  {verdict}")
        if arguments.id:
            print(f"\n{texts[claim].statement[arguments.lang]}" if claim in texts else "")
            for name, number in seen.numbers.items():
                print(f"  {name} = {number:.6g}")
    print(f"{len(found) - failed} hold their bounds, {failed} do not", file=sys.stderr)
    return 1 if failed else 0


def figures(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.to)
    names = [arguments.name] if arguments.name else [*registry.names()]
    for name in names:
        for lang in LANGUAGES:
            with progress(f"drawing {name} ({lang})"):
                try:
                    drawn = registry.render(name, lang)
                except LookupError as error:
                    print(error.args[0], file=sys.stderr)
                    return 2
            path = folder / f"{name.replace('/', '-')}.{lang}.svg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(standalone(drawn.svg), encoding="utf-8")
            print(path)
    return 0


def standalone(svg: str) -> str:
    """Inline SVG as a file of its own."""
    return (
        svg
        if "xmlns=" in svg
        else svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    )


def evidence(arguments: argparse.Namespace) -> int:
    try:
        with progress(f"measuring {arguments.id}"):
            found = measure(arguments.id)[1]
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    path = Path(arguments.to or f"{arguments.id}.npz")
    if found.data is None:
        shown: object = dataclasses.asdict(found)
    else:
        shown = found.data
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".csv":
        path.write_text(to_csv(shown), encoding="utf-8")
    elif path.suffix == ".npz":
        np.savez_compressed(path, allow_pickle=False, **fields(shown))
    else:
        print(f"{path}: a name that ends in .npz or .csv is expected", file=sys.stderr)
        return 2
    print(path)
    return 0


def translations(arguments: argparse.Namespace) -> int:
    if arguments.accept is not None:
        pages = arguments.accept or behind(DOCS)
        try:
            accept(DOCS, pages)
        except FileNotFoundError as error:
            print(f"{error.filename}: no such page", file=sys.stderr)
            return 2
    late = behind(DOCS)
    for page in late:
        print(f"docs/ko/{page} renders an older text of docs/en/{page}")
    print(f"{len(late)} Korean pages are behind", file=sys.stderr)
    return 1 if late else 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser("python -m attn_docs", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="command")
    one = commands.add_parser("claims", help="number, bound and verdict of all claims, or of one")
    one.add_argument("id", nargs="?", help="an id such as C4.1")
    one.add_argument("--lang", choices=LANGUAGES, default="en")
    one.set_defaults(run=claims)
    two = commands.add_parser("figures", help="draw all figures, or one, as SVG files")
    two.add_argument("name", nargs="?", help="a name such as scaling/variance")
    two.add_argument("--to", default="figures", help="folder (default: figures)")
    two.set_defaults(run=figures)
    three = commands.add_parser("evidence", help="the arrays behind a claim")
    three.add_argument("id", help="an id such as C4.1")
    three.add_argument("--to", help="file, .npz or .csv (default: ID.npz)")
    three.set_defaults(run=evidence)
    four = commands.add_parser("translations", help="Korean pages that the English has outrun")
    four.add_argument(
        "--accept", nargs="*", metavar="PAGE", help="record that PAGE (or all) is up to date"
    )
    four.set_defaults(run=translations)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parser().parse_args(arguments)
    return chosen.run(chosen)


if __name__ == "__main__":
    sys.exit(main())
