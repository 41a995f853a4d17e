"""The hand in play at a table of Android Whist as everybody knows it: what was taken back is no action of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.whist.doubtful import HANDS, card
from whist.messages import events as ev
from whist.messages.events import Question
from whist.rules.actions import Order, Play
from whist.rules.options import AndroidOptions
from whist.table.table import Table

BEGUN = [
    ev.DealStarted(1, 0),
    ev.Dealt(1, tuple(HANDS[1])),
    ev.Dealt(2, tuple(HANDS[2])),
    ev.TurnedUp(card("HA")),
    ev.Commanded(1, "clubs"),
    ev.ToMove(1, card("C2")),
    ev.Played(1, card("C2")),
    ev.Commanded(2, "duck"),
    ev.ToMove(2, card("D2")),
    ev.Played(2, card("D2")),
    ev.Played(3, card("S2")),
    ev.Played(0, card("H2")),
    ev.TrickWon(0, 1),
    ev.Gathered(),
]
"""South deals hearts and has them all; the first trick is South's, who leads to the second."""
H3, H4, C3 = card("H3"), card("H4"), card("C3")


def error(command: str) -> list[ev.Event]:
    return [ev.Commanded(1, command), ev.ErrorMessage(1, command)]


def move(command: str) -> list[ev.Event]:
    return [ev.Commanded(1, command), ev.ToMove(1, C3)]


@pytest.mark.parametrize(
    ("seen", "kept"),
    [
        pytest.param([ev.Played(0, H3), ev.TakenBack(0, H3), ev.Played(0, H4)], [Play(0, H4)], id="another card"),
        pytest.param(
            [ev.Played(0, H3), *error("beat"), ev.TakenBack(0, H3), ev.Played(0, H3), *error("hearts")],
            [Play(0, H3), Order(1, "beat"), Order(1, "hearts")],
            id="the same card again",
        ),
        pytest.param(
            [ev.Played(0, H3), *error("beat"), ev.TakenBack(0, H3), ev.Played(0, H4), *error("hearts")],
            [Play(0, H4), Order(1, "hearts")],
            id="another card, commands void",
        ),
        pytest.param(
            [ev.Played(0, H3), *error("beat"), *move("duck"), ev.Played(1, C3), ev.TakenBack(1, C3), ev.Played(1, C3)],
            [Play(0, H3), Order(1, "beat"), Order(1, "duck"), Play(1, C3)],
            id="an android's card",
        ),
        pytest.param(
            [ev.Played(0, H3), *error("beat"), ev.Corrected(1, 1, C3), *error("hearts")],
            [Play(0, H3), Order(1, "hearts")],
            id="a slot that was misread",
        ),
        pytest.param(
            [
                Question(1, "table", ("south", "north"), (H3, H4)),
                ev.Answered(1, H3, 0),
                ev.Played(0, H3),
                ev.AnswerUndone(0),
            ],
            [],
            id="an answer taken back",
        ),
        pytest.param([ev.Rearranged(1, tuple(HANDS[1][1:]))], [], id="nothing"),
    ],
)
def test_what_was_taken_back_is_no_action(seen: list[Any], kept: list[Any]) -> None:
    """RULES A17: an Error binds the next command, as long as the card lies there that it met."""
    table = Table.from_events(BEGUN, AndroidOptions())
    first = len(table.hand.actions)
    table = Table.from_events([*BEGUN, *seen], AndroidOptions())
    assert table.hand.actions[first:] == kept
