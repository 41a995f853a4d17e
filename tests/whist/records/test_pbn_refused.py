"""What Portable Bridge Notation cannot say, or says wrong, is refused with one sentence."""

from __future__ import annotations

import json
import re
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.whist.records.pbn_samples import BID, BRIDGE, CALLS, FINISHED, ONE_SUIT_EACH, SAMPLES, TEXT, pbn_text
from whist.records.pbn_read import records_of
from whist.records.pbn_tokens import PbnError
from whist.records.records import replay

# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([{"game": "german"}], "german"),
        ([{"game": None}], "cannot be written as PBN"),
        ([{}], "cannot be written as PBN"),
        ([{"game": "classic" * 10_000}], "cannot be written as PBN"),
        ([{"game": "classic"}], "lists of cards"),
        ([ONE_SUIT_EACH | {"actions": [{"seat": 1, "command": "duck"}]}], "the android leads"),
        ([ONE_SUIT_EACH | {"trump": "S"}], "rumps cannot be"),
        ([ONE_SUIT_EACH | {"before": {"scores": [0, 0], "x": "y" * 300}}], "room for 253"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_written(records: list[dict], words: str) -> None:
    with pytest.raises(PbnError) as caught:
        pbn_text(records)
    assert words.lower() in str(caught.value).lower()
    assert len(str(caught.value)) < 300


def number_of(text: str, beginning: str) -> int:
    """The line (1…) that begins so."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(beginning))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "no game"),
        ("% PBN 2.1\n\n\n", None, "no game"),
        ("hello", 1, "before any tag"),
        ("[Event]", 1, "no Portable Bridge Notation"),
        ('[Event "a]', 1, "no Portable Bridge Notation"),
        ('[Event "a"]\n{ open', 2, "no Portable Bridge Notation"),
        ('[Event "a"]\n\n"b"', 3, "before any tag"),
        (BRIDGE, 1, "no WhistGame tag"),
        ('\n\n[WhistGame "german"]', 3, "german"),
        ('[WhistGame "classic"]', 1, "no WhistDealer"),
        ('[WhistGame "classic"]\n[WhistDealer "X"]', 2, "W, N, E or S"),
        ('[WhistGame "classic"]\n[WhistDealer "N"]', 1, "no Deal"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)
def test_what_cannot_be_read(text: str, line: int | None, words: str) -> None:
    assert_refused(text, line, words)


def assert_refused(text: str, line: int | None, words: str) -> None:
    with pytest.raises(PbnError) as caught:
        records_of(text)
    said = str(caught.value)
    assert words in said
    assert "\n" not in said
    assert len(said) < 300
    assert said.startswith(f"line {line}: ") if line else not said.startswith("line")


@pytest.mark.parametrize(
    ("whole", "beginning", "old", "new", "words"),
    [
        (TEXT, "[Deal ", "S:", "X:", "Deal is a direction"),
        (TEXT, "[Deal ", "AKQJT98765432... ", "- ", "is no hand"),
        (TEXT, "[Deal ", "AKQJT98765432... ", "1KQJT98765432... ", "is no hand"),
        (TEXT, "[Deal ", "AKQJT98765432... ", "", "Deal is a direction"),
        (TEXT, "[WhistTurnUp", "H2", "S2", "not in the dealer's hand"),
        (TEXT, "[WhistTurnUp", "H2", "", "not in the dealer's hand"),
        (TEXT, "[Contract", "1H", "1S", "trumps are S"),
        (TEXT, "[Play", "W", "Q", "W, N, E or S"),
        (TEXT, "S2", "S2", "S3", "W plays S2"),
        (TEXT, "S2", "-", "D4", "only what a command makes it play"),
        (TEXT, "S2", "- - -", "- - H2", "H2 cannot be played: before it N must play"),
        (TEXT, "S2", "S2", "-", "W plays S2"),
        (TEXT, "0 W", "longest", "dance", "no command"),
        (TEXT, "0 W", "command", "commands", "not ['commands']"),
        (TEXT, "0 W", "0", "x", "row of WhistActionTable"),
        (TEXT, "0 W", "W", "X", "row of WhistActionTable"),
        (TEXT, "0 W", "0 W", "0 N", "turn of seat 1"),
        (TEXT, "1 N", "1 N", "9 N", "cannot come after 9 cards"),
        (TEXT, "1 N", ' "duck"', "", "has 4 columns"),
        (FINISHED, "[WhistNumber", "1", "0", "from 1 on"),
        (FINISHED, "[WhistNumber", "1", "1e9", "from 1 on"),
        (CALLS, "1C", "Pass", "8H", "no call"),
        (CALLS, "1C", "Pass", "1C", "does not beat"),
        (CALLS, "[Auction", "W", "Q", "W, N, E or S"),
        (BID, "[WhistJokers", "JR", "JX", "WhistJokers is"),
    ],
)
def test_errors_name_the_line(whole: str, beginning: str, old: str, new: str, words: str) -> None:
    number = number_of(whole, beginning)
    lines = whole.splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    assert_refused("\n".join(lines), number, words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("honours true", "honours 3", "ption honours"),
        ("honours true", "honours 00", "ption honours"),
        ("honours true", "honours \u0663", "ption honours"),
        ("honours true", "honour true", "honour"),
        ('[WhistTrump "', '[WhistTrump "X', "no trump"),
        ("[WhistDealer", '[WhistBefore "[1]"]\r\n[WhistDealer', "WhistBefore"),
        ("[WhistDealer", '[WhistBefore "{"]\r\n[WhistDealer', "WhistBefore"),
        ("[WhistDealer", '[WhistBefore "{\\"scores\\":3}"]\r\n[WhistDealer', "scores"),
    ],
)
def test_bad_tags_are_named(old: str, new: str, words: str) -> None:
    assert old in FINISHED
    with pytest.raises(PbnError, match=r"^line \d+: ") as caught:
        records_of(FINISHED.replace(old, new, 1))
    assert words in str(caught.value)


def test_a_card_twice_and_a_card_too_many() -> None:
    lines = FINISHED.splitlines()
    last = max(number for number, line in enumerate(lines) if re.fullmatch(r"(\w\w ){3}\w\w", line))
    doubled = [*lines[: last + 1], lines[last], *lines[last + 1 :]]
    assert_refused("\n".join(doubled), last + 2, "the hand is over")
    words = lines[last].split()
    lines[last] = " ".join([words[1], words[0], *words[2:]])
    assert_refused("\n".join(lines), last + 1, "does not hold")


# -- attacks -----------------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5), st.text(max_size=4) | st.sampled_from(SAMPLES)), max_size=4),
)
@settings(max_examples=150, deadline=None)
def test_a_spoiled_file_is_read_or_refused_with_one_sentence(text: str, spoils: list[tuple[float, int, str]]) -> None:
    for where, length, put in spoils:
        at = int(where * len(text))
        text = text[:at] + put + text[at + length :]
    for record in read_or_refused(text):
        assert replay(json.loads(json.dumps(record)))["ok"]


def read_or_refused(text: str) -> list[dict]:
    """The records of ``text``; none where it is refused, which takes one sentence."""
    said, records = "", []
    try:
        records = records_of(text)
    except PbnError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 500
    return records


@given(st.text(alphabet='[]{}"\\;%\n\r \tAW1*-+=^$é\0', max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[Event "' + "a" * 400_000 + '"]\n', "no WhistGame tag"),
        ('[Event "' + r"\\" * 200_000 + '"]\n', "no WhistGame tag"),
        ('[Event "' + "a" * 400_000, "is no Portable Bridge Notation"),
        ("\n" * 400_000, "there is no game in it"),
        (" " * 400_000, "there is no game in it"),
        (";\n" * 100_000, "there is no game in it"),
        ('[Play "W"]\n' + "a " * 20_000, "more than 10000 words and tags"),
        ("".join(f'[A{number} ""]\n' for number in range(20_000)), "more than 10000 words and tags"),
    ],
)
def test_texts_without_end_cost_little(text: str, why: str) -> None:
    """Each character of a string once cost 300 bytes."""
    tracemalloc.start()
    try:
        with pytest.raises(PbnError, match=why):
            records_of(text)
        assert tracemalloc.get_traced_memory()[1] < 10 * len(text) + 8_000_000
    finally:
        tracemalloc.stop()
