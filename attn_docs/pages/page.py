"""Where a page lies: its language, its address, and the files that stand beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from posixpath import splitext

from ..sections import SECTIONS
from .errors import PageError, line_of
from .outline import Outline, outline

FIGURE_FILES = "assets/figures"  # below the site's root; a hook publishes the CSV there

Stamps = tuple[tuple[str, int, int], ...]


def stamps(*paths: Path) -> Stamps:
    """Names, times and sizes of the files that exist: the key of a cached reading."""
    stats = [(path, path.stat()) for path in paths if path.is_file()]
    return tuple((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in stats)


@lru_cache(maxsize=256)
def _outline_of(stamp: Stamps) -> Outline:
    return outline(Path(stamp[0][0]).read_text(encoding="utf-8"))


@dataclass
class Page:
    """One page while it is rendered; ``text`` is set when its Markdown arrives."""

    lang: str = "en"
    src: str = "index.md"
    docs: Path = Path("docs")
    source: Path | None = None
    repository: str = ""
    text: str = field(default="", repr=False)

    @property
    def slug(self) -> str:
        """Path of the page without its ending: ``scaling``, ``labs/ring``, ``index``."""
        return splitext(self.src)[0]

    @property
    def number(self) -> int | None:
        """Number of its section, if it has one."""
        return section_number(self.slug)

    @property
    def file(self) -> Path:
        return self.source or self.docs / self.lang / self.src

    @cached_property
    def outline(self) -> Outline:
        return outline(self.text)

    def take(self, text: str) -> None:
        """Start on a text."""
        self.text = text
        self.__dict__.pop("outline", None)

    def outline_of(self, slug: str) -> Outline | None:
        """Outline of another page of the same language; None where there is no such page."""
        if slug == self.slug:
            return self.outline
        stamp = stamps(self.docs / self.lang / f"{slug}.md")
        return _outline_of(stamp) if stamp else None

    def slugs(self) -> list[str]:
        """All pages of this language."""
        folder = self.docs / self.lang
        return [p.relative_to(folder).with_suffix("").as_posix() for p in folder.rglob("*.md")]

    def to(self, slug: str, anchor: str = "") -> str:
        """Relative address of a place on a page of the same language.

        >>> Page(src="scaling.md").to("references", "ref-x")
        '../references/#ref-x'
        >>> Page(src="index.md").to("ledger"), Page(src="ledger.md").to("index")
        ('ledger/', '../')
        >>> Page(src="scaling.md").to("scaling", "claim-c4-1")
        '#claim-c4-1'
        """
        fragment = f"#{anchor}" if anchor else ""
        if slug == self.slug and fragment:
            return fragment
        up = "../" * _depth(self.slug)
        return (up + _address(slug) or "./") + fragment

    def asset(self, path: str) -> str:
        """Relative address of a file that both languages share.

        >>> Page(src="scaling.md").asset("assets/figures/scaling/variance.en.csv")
        '../../assets/figures/scaling/variance.en.csv'
        """
        return "../" * (_depth(self.slug) + 1) + path

    def code(self, place: str) -> str | None:
        """Address of ``path`` or ``path:line`` in the repository; None where that is not set."""
        if not self.repository:
            return None
        path, _, line = place.partition(":")
        return f"{self.repository.rstrip('/')}/blob/main/{path}" + (f"#L{line}" if line else "")

    def error(self, message: str, *culprits: str) -> PageError:
        """The fault, placed where the first culprit found stands: on the page, or in its texts."""
        shown = (*sorted(self.docs.glob("claims/*.yml")), self.docs / "glossary.yml")
        for culprit in culprits:
            for path in (self.file, *shown):
                text = path.read_text(encoding="utf-8") if path.is_file() else ""
                line = line_of(text, culprit)
                if line is not None:
                    return PageError(message, path, line)
        lines = (line_of(self.text, culprit) for culprit in culprits)
        return PageError(message, self.file, next(filter(None, lines), 1))


def section_number(slug: str) -> int | None:
    """Number of the section with this slug; None for other pages.

    >>> section_number("scaling"), section_number("ledger")
    (4, None)
    """
    return next((s.number for s in SECTIONS if s.slug == slug), None)


def _address(slug: str) -> str:
    head = slug.removesuffix("index")
    return head if head != slug and (not head or head.endswith("/")) else f"{slug}/"


def _depth(slug: str) -> int:
    return _address(slug).count("/")
