"""Formulas from Arithmatex's elements to HTML and MathML, in one process, or a clear refusal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from attn_docs.publish.maths import Formula, Kept, MathsError, formulas

ROOT = Path(__file__).resolve().parents[2]
INLINE = r'<span class="arithmatex">\(a &lt; b_k\)</span>'
DISPLAY = '<div class="arithmatex" id="eq-x">\\[\nx^2 \\tag{4.1}\n\\]</div>'


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    kept = Kept(ROOT)
    kept.folder = tmp_path
    return kept


def test_formulas_are_found_in_order_without_delimiters() -> None:
    content = f"<p>{INLINE}</p>{DISPLAY}<code>\\(c\\)</code>"
    assert formulas(content) == [Formula("a < b_k", False), Formula(r"x^2 \tag{4.1}", True)]


def test_a_page_gets_html_and_mathml_and_keeps_its_tex(kept: Kept) -> None:
    page = f"<p>{INLINE}</p>{DISPLAY}"
    kept.add({"docs/en/a.md": formulas(page)})
    out = kept.fill(page)
    assert '<span class="arithmatex" data-tex="a &lt; b_k"><span class="katex">' in out
    assert '<div class="arithmatex" id="eq-x" data-tex="x^2 \\tag{4.1}">' in out
    assert out.count("<math ") == 2
    assert "\\(" not in out
    assert "\\[" not in out


def test_a_short_formula_and_its_korean_particle_stay_on_one_line(kept: Kept) -> None:
    long = r'<span class="arithmatex">\(a + b + c + d + e + f\)</span>'
    page = f"<p>{INLINE}에서, {INLINE} 값, {long}에서, {INLINE}, so</p>{DISPLAY}라고"
    kept.add({"docs/ko/a.md": formulas(page)})
    out = kept.fill(page)
    assert out.count('<span class="unbroken">') == 1
    assert re.search(
        r'<p><span class="unbroken"><span class="arithmatex".*?</span>에서,</span> ', out
    )
    assert out.endswith("</div>라고")


def test_a_second_build_starts_no_process(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Formula(r"\frac{1}{7}", False)
    kept.add({"a": [one]})
    first = kept.html(one)
    monkeypatch.setattr("subprocess.run", lambda *a, **k: pytest.fail("node was started"))
    kept.add({"a": [one]})
    assert kept.html(one) == first


@pytest.mark.parametrize("tex", [r"\frac{1}", r"\nosuch", "한", r"x \label{eq:a} \color"])
def test_a_wrong_formula_is_named_with_its_page(kept: Kept, tex: str) -> None:
    good = Formula("x", False)
    with pytest.raises(MathsError, match=re.escape(tex)) as caught:
        kept.add({"docs/en/a.md": [good], "docs/ko/b.md": [Formula(tex, True)]})
    assert "docs/ko/b.md" in str(caught.value)
    assert "docs/en/a.md" not in str(caught.value)


def test_role_colours_show_and_are_not_copied(kept: Kept) -> None:
    page = r'<span class="arithmatex">\(\query{q_i} \key{k_j}\)</span>'
    kept.add({"a": formulas(page)})
    out = kept.fill(page)
    assert 'data-tex="q_i k_j"' in out
    assert "role-query" in out
    assert "role-key" in out


def test_a_heading_in_the_contents_gets_mathml_only(kept: Kept) -> None:
    title = kept.title(r"The factor \(\sqrt{d_k}\) here")
    assert title.startswith("The factor <math ")
    assert title.endswith("</math> here")
    assert "annotation" not in title
    assert "sqrt{" not in title


def test_what_a_reader_copies_is_free_of_the_colour_macros() -> None:
    kept = Kept(ROOT)
    one = Formula(r"\query{q}^\top \key{k}", False)
    kept.add({"p.md": [one]})
    page = kept.fill(rf'<span class="arithmatex">\({one.tex}\)</span>')
    assert '<annotation encoding="application/x-tex">q^\\top k</annotation>' in page
    assert 'data-tex="q^\\top k"' in page
    assert r"\query" not in page
