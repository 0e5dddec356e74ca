"""What machines read about a page."""

from __future__ import annotations

import html
import json
import re

from attn_docs.publish.metadata import Facts, description, head, minutes

FACTS = Facts(
    title='Softmax "maps" <1>',
    site="S",
    author="A",
    description="d & e",
    url="https://e.org/en/softmax/",
    lang="en",
    minutes=7,
)


def metas(text: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', text)
    return {name: html.unescape(content) for name, content in found}


def test_every_reader_gets_its_names() -> None:
    named = metas(head(FACTS))
    assert named["og:title"] == named["citation_title"] == 'Softmax "maps" <1>'
    assert named["og:locale"] == "en_US"
    assert named["og:locale:alternate"] == "ko_KR"
    assert named["citation_public_url"] == "https://e.org/en/softmax/"


def test_json_ld_is_json_that_cannot_end_its_element() -> None:
    body = re.search(r"<script[^>]*>(.*)</script>", head(FACTS))
    assert body is not None
    assert "<" not in body[1]
    data = json.loads(body[1])
    assert data["headline"] == 'Softmax "maps" <1>'
    assert data["timeRequired"] == "PT7M"


def test_reading_time_leaves_figures_and_formulas_out() -> None:
    prose = "<p>" + "word " * 440 + "</p>"
    assert minutes(prose) == 2
    assert minutes(prose + "<svg>" + "word " * 5000 + "</svg><pre>" + "x " * 5000 + "</pre>") == 2


def test_description_is_the_first_paragraph_with_substance() -> None:
    long = "word " * 60
    cut = description(f"<h1>T</h1><p>Short one.</p><p>{long}</p>")
    assert cut.endswith("word …")
    assert len(cut) <= 183
    assert description("<p>Short one.</p>") == ""
