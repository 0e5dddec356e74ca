"""The playground's words: equal keys and equal places in both languages."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PLACE = re.compile(r"\{[\w.:%-]+\}")


def test_scripts_have_the_same_words_in_both_languages():
    text = (ROOT / "docs/assets/js/playground-texts.js").read_text(encoding="utf-8")
    en, ko = (
        dict(re.findall(r'^    "?([\w.]+)"?: "(.*)",$', half, re.M))
        for half in text.split("  ko: {")
    )
    assert en.keys() == ko.keys()
    assert len(en) > 30
    for key, words in en.items():
        assert sorted(PLACE.findall(words)) == sorted(PLACE.findall(ko[key])), key
        assert re.search(r"[가-힣{]", ko[key]) or key == "curve.effective", key


def test_pages_have_the_same_words_in_both_languages():
    words = yaml.safe_load((ROOT / "attn_docs/pages/playground.yml").read_text(encoding="utf-8"))
    for key, both in words["words"].items():
        assert both.keys() == {"en", "ko"}, key
        assert sorted(PLACE.findall(both["en"])) == sorted(PLACE.findall(both["ko"])), key
