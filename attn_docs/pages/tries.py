"""``/// tries``: things to try in the page's playground; a prediction first, then the numbers.

Without a script a reader opens the outcome, whose numbers the build has measured.
"""

from __future__ import annotations

import json
from functools import cache
from xml.etree.ElementTree import Element

from pymdownx.blocks.block import Block

from ..playground.tries import TRIES, outcomes, told
from .elements import anchor, link, sub
from .page import Page
from .playground_words import try_words, word
from .words import word as page_word


@cache
def _told(index: int, lang: str) -> str:
    chosen = TRIES[index]
    return told(try_words(chosen.name, lang)["outcome"], outcomes(chosen, lang))


class TriesBlock(Block):
    """All things to try, as a list."""

    NAME = "tries"
    ARGUMENT = None

    def on_create(self, parent: Element) -> Element:
        page: Page = self.config["page"]
        lang = page.lang
        tries = sub(parent, "attn-tries", class_="tries")
        for index, chosen in enumerate(TRIES):
            text = try_words(chosen.name, lang)
            item = sub(
                tries, "section", class_="try", id=f"try-{chosen.name}", data_try=chosen.name,
                data_right=str(chosen.right), data_outcome=text["outcome"],
                data_states=json.dumps(chosen.full_states),
            )  # fmt: skip
            sub(item, "h3", text["title"], id=f"try-{chosen.name}-title")
            sub(item, "p", text["question"], class_="try-question")
            group = sub(
                item, "div", class_="try-answers", role="group",
                aria_label=word("try-answers", lang),
            )  # fmt: skip
            for number, answer in enumerate(text["answers"]):
                sub(group, "button", answer, type="button", data_answer=str(number))
            more = sub(item, "details", class_="try-outcome")
            sub(more, "summary", word("try-outcome", lang))
            sub(more, "p", _told(index, lang), data_part="outcome")
            if chosen.claim:
                foot = sub(more, "p", class_="try-claim")
                name = page_word("claim", lang, chosen.claim)
                link(foot, f"#{anchor(chosen.claim)}", name)
        return tries
