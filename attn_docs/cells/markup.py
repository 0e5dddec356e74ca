"""The markup of a cell as it stands in the page before any script runs."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from html import escape

from attn_docs.cells import source as sources
from attn_docs.cells.output import Output, Part
from attn_docs.cells.texts import TEXTS

BUTTONS = ("run", "stop", "reset", "copy", "share")
MENU = ("edit", "run-above", "download-py", "download-ipynb", "restart")


def cell_html(
    name: str, source: str, built_output: Output | None, lang: str, needs: Iterable[str] = ()
) -> str:
    """``<attn-cell>`` for the cell ``name`` (``slug/name``).

    ``source`` is the file's text; its header lines are taken off. ``needs`` adds to the cells
    that the header names; names without a slash are of the same page.
    """
    head, code = sources.header(source), sources.body(source)
    words = TEXTS[lang]
    short = name.rsplit("/", 1)[-1]
    slug = name.rpartition("/")[0]
    wanted = dict.fromkeys(n if "/" in n else f"{slug}/{n}" for n in (*needs, *head.needs))
    varies = f'<p class="attn-cell__note">{words["varies"]}</p>' if head.not_deterministic else ""
    label = escape(words["cell"].format(name=short))
    output = (
        "".join(map(part_html, built_output.parts, [lang] * len(built_output.parts)))
        if (built_output)
        else ""
    )
    return (
        f'<attn-cell id="cell-{escape(name.replace("/", "-"))}" data-cell="{escape(name)}"'
        f' data-state="idle" data-hash="{sources.fingerprint(code)}"'
        f' data-needs="{escape(" ".join(wanted))}"'
        f"{' data-varies' if head.not_deterministic else ''}"
        f' role="group" aria-label="{label}">'
        f"{_bar(short, words)}"
        f'<div data-part="notice" class="attn-cell__notice" role="status"></div>'
        f'<div data-part="source" class="attn-cell__source highlight">'
        f'<pre tabindex="0" role="group" aria-label="{escape(words["code"].format(name=short))}">'
        f"<code>{_highlight(code)}</code></pre></div>"
        f'<div data-part="status" class="attn-cell__status" role="status" aria-live="polite">'
        f"{words['built'] if built_output else ''}</div>"
        f'<div data-part="output" class="attn-cell__output" role="group"'
        f' aria-label="{words["output"]}">{output}</div>{varies}</attn-cell>'
    )


def _bar(short: str, words: dict[str, str]) -> str:
    buttons = "".join(_button(action, words) for action in BUTTONS)
    menu = "".join(_button(action, words) for action in MENU)
    return (
        f'<div class="attn-cell__bar"><span class="attn-cell__name">{escape(short)}.py</span>'
        f'{buttons}<details class="attn-cell__more"><summary data-action="more">{words["more"]}'
        f'</summary><div class="attn-cell__menu">{menu}</div></details></div>'
    )


def _button(action: str, words: dict[str, str]) -> str:
    return f'<button type="button" data-action="{action}">{words[action]}</button>'


@functools.cache
def _highlight(code: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    return highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))


def part_html(part: Part, lang: str) -> str:
    """One part of an output, as ``docs/assets/js/output.js`` draws it too."""
    words = TEXTS[lang]
    kind = part["type"]
    match kind:
        case "text":
            return f'<pre class="attn-out attn-out--{part["stream"]}">{escape(part["text"])}</pre>'
        case "value":
            return f'<pre class="attn-out attn-out--value">{escape(part["text"])}</pre>'
        case "table":
            head = "".join(f'<th scope="col">{words[c]}</th>' for c in part["columns"])
            rows = "".join(
                f'<tr><th scope="row">{escape(first)}</th>'
                + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
                + "</tr>"
                for first, *rest in part["rows"]
            )
            return (
                f'<div class="attn-out attn-out--table"><table><caption>{escape(part["caption"])}'
                f"</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
            )
        case "figure":
            return f'<div class="attn-out attn-out--figure">{part["svg"]}</div>'
        case "warning":
            where = f"{words['warning'].format(line=part['line'])} " if part["line"] else ""
            return f'<p class="attn-out attn-out--warning">{where}{escape(part["text"])}</p>'
    raise ValueError(f"a built output cannot hold a part of type {kind!r}")
