"""The outline of a page's source."""

from __future__ import annotations

from attn_docs.pages.outline import Equation, outline, prose

PAGE = r"""---
title: x
---
# Top { #top }

## Second part { #second .wide }

### No id

Text $a_1$ and `$b$ [@no] {{C1.1}}` with [a link](other.md#x "t") <https://example.org/>.
Cites [@k1; @k-2], [#fig:a/b], {{C4.1:.3f}} and 3.5 % of $2.5$.

$$
c = 1.5 \tag{4.2}
\label{eq:area}
$$

```python
# not a heading { #no }
/// figure | no/no
///
$$ d $$ [@no]
```

/// figure | a/b
///

//// claim | C4.1
/// cell | a/c
///
////

/// diagram | D3
Caption

```mermaid
graph TD
```
///
<!-- ## gone { #gone } -->
"""


def test_the_parts_of_a_page() -> None:
    found = outline(PAGE)
    assert found.headings == ((1, "top"), (2, "second"), (3, None))
    assert found.directives == (
        ("figure", "a/b"),
        ("claim", "C4.1"),
        ("cell", "a/c"),
        ("diagram", "D3"),
    )
    assert found.formulas == (Equation("c = 1.5", "area", "4.2"),)
    assert found.inline == ("a_1", "2.5")
    assert found.citations == ("k1", "k-2")
    assert found.crossrefs == ("fig:a/b",)
    assert found.measured == ("C4.1:.3f",)
    assert found.links == ("other.md#x", "https://example.org/")
    assert [language for language, _ in found.code] == ["python", "mermaid"]
    assert found.cells == ("a/c",)
    assert found.claims == ("C4.1",)
    assert found.figures == ("a/b", "D3")
    assert found.unclosed == ()


def test_a_directive_without_an_end_is_named_with_its_line() -> None:
    assert outline("a\n\n/// figure | x/y\n\n//// claim | C4.1\n////\n").unclosed == (
        (3, "figure"),
    )


def test_prose_keeps_lines_and_only_sentences() -> None:
    text = prose(PAGE)
    lines = text.split("\n")
    at = PAGE.split("\n").index("$$")
    assert len(lines) == len(PAGE.split("\n"))
    assert "3.5 %" in lines[at - 2]
    for hidden in ("2.5", "1.5", "other.md", "k1", "C4.1", "a/b", "graph", "gone"):
        assert hidden not in text


def test_fences_within_lists_and_longer_fences() -> None:
    source = (
        "- item\n\n    ```text\n    [@no]\n    ```\n\n````md\n```\n[@no]\n```\n````\n\n[@yes]\n"
    )
    assert outline(source).citations == ("yes",)
