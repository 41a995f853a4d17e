"""The words of docs/glossary.md: what it says not to say stands in no text of the program."""

from __future__ import annotations

import re

from web_ui.catalogue import template

GONE = (
    *(
        "rack",
        "racks",
        "taken down as",
        "which is so",
        "scores are others",
        "was another one",
        "so that I see",
        "in doubt",
    ),
    *("broken off", "go on: ", "say your name", "something go wrong", "place no more", "(highest)", "‹ Before"),
    *("burns now", "simulated person", "rules’ defaults", "none of this trick", "that I know is", "hangs well"),
)
SPELLED = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten) of \{suit\}")


def test_no_text_says_what_the_glossary_does_not() -> None:
    texts = [text for one in template() if one.id for text in ([one.id] if isinstance(one.id, str) else one.id)]
    assert len(texts) > 1000
    assert [
        text for text in texts if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.I) for word in GONE)
    ] == []
    assert [text for text in texts if SPELLED.search(text)] == [], "cards are spelled one way: the 3 of diamonds"
