"""Experiments are computed once: per process always, on disk where a checkout is at hand.

The disk key is a hash of every source file of this package that the experiment's module imports,
directly or not, so that an edit recomputes exactly what depends on it. A process whose sources
were edited after it had started keeps nothing: what it runs is not what the files say.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).resolve().parent.parent


def cache_folder() -> Path | None:
    """Where results are kept between runs; ``None`` in a browser or an installed package."""
    named = os.environ.get("ATTN_DOCS_CACHE")
    if named:
        return Path(named)
    checkout = PACKAGE.parent
    return checkout / ".cache" / "results" if (checkout / "mkdocs.yml").is_file() else None


def _stamp(path: Path) -> tuple[int, int] | None:
    """Time and size of a file; ``None`` where it is gone."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_mtime_ns, stat.st_size


_AT_START = {path: _stamp(path) for path in PACKAGE.rglob("*.py")} if cache_folder() else {}


def _as_imported(module: str) -> bool:
    """Whether the files that ``module`` rests on are those that this process started with."""
    return all(_AT_START.get(path, False) == _stamp(path) for path in sources(module))


def _file_of(module: str) -> Path | None:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@functools.cache
def _imports(path: Path) -> tuple[str, ...]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(sorted(n for n in names if n.split(".")[0] == PACKAGE.name))


@functools.cache
def sources(module: str) -> tuple[Path, ...]:
    """All files of this package that ``module`` rests on, itself included, sorted."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        path = _file_of(waiting.pop())
        if path is not None and path not in found:
            found.add(path)
            waiting.extend(_imports(path))
    return tuple(sorted(found))


@functools.cache
def fingerprint(module: str) -> str:
    """Hash of all that a result of ``module`` depends on."""
    digest = hashlib.sha256(np.__version__.encode())
    for path in sources(module):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    data = PACKAGE / "data"
    if importlib.util.find_spec("attn_docs.model") and data.is_dir():
        for path in sorted(data.glob("*.npz")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kept(module: str, name: str, compute: Callable[[], R]) -> R:
    """``compute()``, or what an earlier run with the same sources kept of it.

    Of several processes that ask at once, one computes and the others wait for it.
    """
    folder = cache_folder()
    if folder is None or not _as_imported(module):
        return compute()
    path = folder / f"{module.rpartition('.')[2]}-{name}-{fingerprint(module)}.pickle"
    if path.is_file():
        try:
            return _load(path)
        except Exception:  # a half-written or older file: compute again
            path.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(path.with_suffix(".lock")):
        if path.is_file():
            return _load(path)
        result = compute()
        if _as_imported(module):
            partial = path.with_suffix(f".{os.getpid()}")
            partial.write_bytes(pickle.dumps(result))
            partial.replace(path)
    return result


def _load(path: Path) -> Any:
    return pickle.loads(path.read_bytes())


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock that the system takes back if this process dies; its file goes with it."""
    try:
        import fcntl
    except ImportError:  # not a Unix: then the same is computed twice, and that is all
        yield
        return
    while True:
        with path.open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                ours = os.path.samestat(os.fstat(file.fileno()), path.stat())
            except FileNotFoundError:
                ours = False
            if not ours:  # the one that held it has removed the file: another may hold a new one
                continue
            try:
                yield
            finally:
                path.unlink(missing_ok=True)
            return


def experiment(function: Callable[P, R]) -> Callable[P, R]:
    """Memoise an experiment by its (hashable) arguments."""

    @functools.cache
    def once(args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> R:
        text = repr((args, kwargs)) if args or kwargs else ""
        suffix = hashlib.sha256(text.encode()).hexdigest()[:8] if text else "plain"
        return kept(
            function.__module__,
            f"{function.__name__}-{suffix}",
            lambda: function(*args, **dict(kwargs)),  # type: ignore[arg-type]
        )

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return once(args, tuple(sorted(kwargs.items())))

    return run


def timed(function: Callable[[], R]) -> tuple[float, R]:
    """Seconds that ``function`` took, and its result."""
    start = time.perf_counter()
    result = function()
    return time.perf_counter() - start, result
