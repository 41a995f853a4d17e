"""Reviews for the page: worked out once, in a process of its own, and never of what is not known to all."""

from __future__ import annotations

import json
import logging
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from device.journal.journal import Game, JournalEntry
from device.records.export import record_for
from device.records.played import PlayedHand, match_of
from device.records.reviews import COMMAND, FAILED, KEPT, NOT_JUDGED, NOT_KNOWN, Reviews
from tests.device.records.test_past_matches import played
from whist.players.review import review, turning_points

PATIENCE = 120.0
COUNTING = "import sys; open(sys.argv[1], 'a').write('x'); from device.records.review_process import main; main()"


def hands(game: str, seed: int = 0) -> list[PlayedHand]:
    options, events = played(game, seed)
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    return list(match_of(Game(1, 1000.0, options, None, {}), entries).hands)


def made(reviews: Reviews, hand: PlayedHand) -> dict[str, Any]:
    """The review, waited for."""
    waited = threading.Event()
    for _ in range(int(PATIENCE / 0.05)):
        found = reviews.of(hand)
        if found["state"] != "working":
            return found
        waited.wait(0.05)
    raise AssertionError("no review came")


@pytest.mark.parametrize("game", ["android", "classic", "candid"])
def test_a_hand_of_which_all_cards_are_known_is_reviewed_as_by_the_command(game: str) -> None:
    first = hands(game)[0]
    found = made(Reviews(), first)
    wanted = review(record_for(first))
    assert found == {
        "state": "done",
        "turns": sorted(turning_points(wanted)),
        **{key: wanted[key] for key in ("plays", "tricks", "par")},
    }
    # nothing is told but cards that all have seen in this very hand
    lain = {str(card) for trick in first.hand().tricks for card in trick.cards}
    assert {card for entry in found["plays"] for card in entry["best"] or ()} <= lain


def test_each_hand_is_worked_out_once(tmp_path: Path) -> None:
    started = tmp_path / "started"
    reviews = Reviews([sys.executable, "-c", COUNTING, str(started)])
    both = hands("classic")[:2]
    for _ in range(3):
        for hand in both:
            assert made(reviews, hand)["state"] == "done"
    assert started.read_text() == "xx"
    assert KEPT > 100


@pytest.mark.parametrize(
    ("game", "number", "why"),
    [
        ("android", 1, NOT_KNOWN),  # ended by a claim: what the androids still held nobody may know
        ("android", 2, None),
        ("honeymoon", 0, NOT_KNOWN),  # some cards were drawn face down
        ("australian", 0, NOT_JUDGED),  # each for himself
    ],
)
def test_one_sentence_says_why_a_hand_is_not_reviewed(game: str, number: int, why: str | None, tmp_path: Path) -> None:
    started = tmp_path / "started"
    reviews = Reviews([sys.executable, "-c", COUNTING, str(started)])
    found = made(reviews, hands(game)[number])
    if why is None:
        assert found["state"] == "done"
        return
    assert found == {"state": "none", "why": why}
    assert started.exists() == (why is NOT_JUDGED), "nobody else is told of such a hand"


def test_a_hand_in_play_is_none_that_is_reviewed() -> None:
    options, events = played("classic", 1)
    entries = [JournalEntry(number, 1000.0, event.to_json()) for number, event in enumerate(events)]
    open_hands = [match_of(Game(1, 1000.0, options, None, {}), entries[:end]).hands[-1] for end in range(40, 60, 5)]
    assert any(hand.line is None for hand in open_hands)
    for hand in open_hands:
        if hand.line is None:
            assert Reviews(["false"]).of(hand) == {"state": "none", "why": NOT_KNOWN}


@pytest.mark.parametrize(
    "command", [["false"], ["/nowhere/at/all"], [sys.executable, "-c", "print('SA')"], ["sleep", "9"]]
)
def test_what_fails_tells_no_card(command: list[str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    found = made(Reviews(command, limit=0.5), hands("classic")[0])
    assert found == {"state": "none", "why": FAILED}
    record = json.dumps(record_for(hands("classic")[0]))
    cards = set(record.replace('"', " ").split()) & {suit + rank for suit in "CDHS" for rank in "23456789TJQKA"}
    assert cards
    assert not any(card in caplog.text for card in cards)


def test_it_is_a_process_of_its_own() -> None:
    assert COMMAND[1:] == ("-m", "device.records.review_process")
