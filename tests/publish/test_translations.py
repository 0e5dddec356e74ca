import pytest

from attn_docs.publish.byline import byline
from attn_docs.publish.translations import accept, behind, fingerprint, recorded


@pytest.fixture
def docs(tmp_path):
    for lang, text in (("en", "# A\n\nOne two.\n"), ("ko", "---\ntitle: 가\n---\n# 가\n\n하나.\n")):
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "a.md").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_page_without_a_record_is_behind_until_it_is_accepted(docs):
    assert behind(docs) == ["a.md"]
    accept(docs, ["a.md"])
    assert behind(docs) == []
    text = (docs / "ko/a.md").read_text(encoding="utf-8")
    assert text.startswith("---\ntitle: 가\nenglish: ")
    assert text.endswith("---\n# 가\n\n하나.\n")


def test_a_changed_word_leaves_the_translation_behind_but_a_line_break_does_not(docs):
    accept(docs, ["a.md"])
    english = docs / "en/a.md"
    english.write_text("# A\n\nOne\ntwo.\n", encoding="utf-8")
    assert behind(docs) == []
    english.write_text("# A\n\nOne three.\n", encoding="utf-8")
    assert behind(docs) == ["a.md"]
    accept(docs, ["a.md"])
    assert (docs / "ko/a.md").read_text(encoding="utf-8").count("english:") == 1


def test_a_page_without_front_matter_gets_one(docs):
    (docs / "ko/a.md").write_text("# 가\n", encoding="utf-8")
    accept(docs, ["a.md"])
    text = (docs / "ko/a.md").read_text(encoding="utf-8")
    assert recorded(text) == fingerprint("# A One two.")
    assert text.endswith("---\n# 가\n")


def test_a_missing_page_is_named(docs):
    with pytest.raises(FileNotFoundError, match=r"b\.md"):
        accept(docs, ["b.md"])


def test_the_banner_leads_to_the_english_page():
    page = byline("<h1>가</h1>", minutes=None, lang="ko", behind="../../en/a/")
    assert 'href="../../en/a/"' in page
    assert "behind" in page
    assert byline("<h1>A</h1>", minutes=None, lang="en") == "<h1>A</h1>"


def test_only_the_first_heading_gets_the_line():
    assert byline("<h1>A</h1><h1>B</h1>", minutes=3, lang="ko").count("byline") == 1
