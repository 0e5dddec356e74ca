"""Formulas to HTML and MathML when the site is built: no script in the page.

Arithmatex leaves TeX in elements of class ``arithmatex``. One node process renders all of those
that an earlier build has not kept.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).with_name("katex.mjs")
ELEMENT = re.compile(
    r'<(?P<tag>span|div) class="arithmatex"(?P<more>[^>]*)>(?P<text>[^<]*)</(?P=tag)>'
)
PARTICLE = r"(?P<particle>[가-힣]+[.,]?)?"  # Korean endings that follow a formula at once
BARE = re.compile(r"\\\((?P<tex>.+?)\\\)")
LABEL = re.compile(r"\\label\{[^}]*\}")
ANNOTATION = re.compile(r"<annotation\b.*?</annotation>", re.S)  # what scripts copy
ROLE = re.compile(r"(\\[A-Za-z]+)?\\(?:query|key|val|out)\{((?:[^{}]|\{[^{}]*\})*)\}")


class MathsError(ValueError):
    """A formula that KaTeX does not accept, with the page it stands on."""


@dataclass(frozen=True)
class Formula:
    tex: str
    display: bool


def formula(text: str) -> Formula:
    r"""The formula in the text of an element, its delimiters and its label taken off.

    >>> formula(r"\(a &lt; b\)"), formula("\\[\nx\\label{eq:x}\n\\]")
    (Formula(tex='a < b', display=False), Formula(tex='x', display=True))
    """
    bare = html.unescape(text).strip()
    return Formula(LABEL.sub("", bare[2:-2]).strip(), bare.startswith("\\["))


def formulas(content: str) -> list[Formula]:
    """All formulas of a page's HTML, in order."""
    return [formula(m["text"]) for m in ELEMENT.finditer(content)]


def plain(tex: str) -> str:
    r"""TeX as a reader wants to copy it: without this site's colour macros.

    >>> plain(r"\query{q_{i}}^\top \key{k_j}")
    'q_{i}^\\top k_j'
    >>> plain(r"\query{q}\cdot\key{k}")  # not \cdotk
    'q\\cdot k'
    """
    return ROLE.sub(lambda m: f"{m[1]} {m[2]}" if m[1] else m[2], tex)


def node(root: Path) -> str:
    """The node that set-up installed, else the system's."""
    own = root / ".venv" / "bin" / "node"
    found = str(own) if own.exists() else shutil.which("node")
    if found is None:
        raise MathsError("node is missing, which renders formulas: run `make site`")
    return found


class Kept:
    """Rendered formulas, kept on disk by a hash of formula, script and KaTeX's version."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".cache" / "katex"
        package = root / "node_modules" / "katex" / "package.json"
        self._salt = SCRIPT.read_bytes() + package.read_bytes()

    def _path(self, formula: Formula) -> Path:
        text = f"{formula.display}\0{formula.tex}".encode()
        return self.folder / f"{hashlib.sha256(self._salt + text).hexdigest()[:24]}.html"

    def add(self, pages: Mapping[str, Iterable[Formula]]) -> None:
        """Render what is not kept yet; ``MathsError`` names every formula that fails."""
        where: dict[Formula, str] = {}
        for page, found in pages.items():
            for one in found:
                if not self._path(one).is_file():
                    where.setdefault(one, page)
        if not where:
            return
        wanted = [{"tex": one.tex, "display": one.display} for one in where]
        done = subprocess.run(
            [node(self.root), str(SCRIPT)],
            input=json.dumps(wanted),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise MathsError(f"KaTeX did not run:\n{done.stderr}")
        answers = json.loads(done.stdout)
        faults = [
            f"{page}: the formula ${one.tex}$ is not accepted: {answer['error']}"
            for (one, page), answer in zip(where.items(), answers, strict=True)
            if "error" in answer
        ]
        if faults:
            raise MathsError("\n".join(faults))
        self.folder.mkdir(parents=True, exist_ok=True)
        for one, answer in zip(where, answers, strict=True):
            draft = self._path(one).with_suffix(f".{os.getpid()}")
            draft.write_text(answer["html"], encoding="utf-8")
            draft.replace(self._path(one))

    def html(self, formula: Formula) -> str:
        """HTML of a formula that was added."""
        return self._path(formula).read_text(encoding="utf-8")

    def fill(self, output: str) -> str:
        """A page with its formulas in place of their TeX, which each keeps as ``data-tex``.

        Browsers break lines after a formula, also before a Korean particle: a short formula and
        its particle are therefore marked to stay together.
        """

        def element(match: re.Match[str]) -> str:
            one = formula(match["text"])
            tex = html.escape(plain(one.tex), quote=True)
            start = f'<{match["tag"]} class="arithmatex"{match["more"]} data-tex="{tex}">'
            shown = ANNOTATION.sub(lambda m: plain(m[0]), self.html(one))
            particle = match["particle"] or ""
            whole = f"{start}{shown}</{match['tag']}>{particle}"
            short = particle and not one.display and len(plain(one.tex)) <= 20
            return f'<span class="unbroken">{whole}</span>' if short else whole

        return re.sub(ELEMENT.pattern + PARTICLE, element, output)

    def title(self, text: str) -> str:
        """A heading for the table of contents: its formulas as MathML only, which is short."""

        def mathml(match: re.Match[str]) -> str:
            one = Formula(html.unescape(match["tex"]).strip(), False)
            self.add({text: [one]})
            found = re.search(r"<math.*?</math>", self.html(one), re.S)
            return re.sub(r"<annotation.*?</annotation>", "", found[0] if found else "", flags=re.S)

        return BARE.sub(mathml, text)
