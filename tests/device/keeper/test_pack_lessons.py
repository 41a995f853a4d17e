"""What the eyes learn of the pack: once a hand is over, of cards that everybody knows, and of these alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from device.keeper.pack_lessons import PackLessons
from tests.cards import cards
from vision.packs.pack_memory import IndexMemory, PackMemory
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card
from whist.rules.hand import Trick
from whist.table.state.state import Laid
from whist.tables import TableInPlay

RACKED = tuple(cards("C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA"))
LAID = cards("C2 D2 H2 S2")
LOOKS = np.arange(13, dtype=np.float32)[:, None] * np.ones(4, np.float32)
"""How the cards of the holder look, by slot: 0, 1, …"""


@dataclass
class FakeHand:
    tricks: list[Trick]

    def laid(self) -> list[tuple[int, Card]]:
        return [(trick.seat(place), card) for trick in self.tricks for place, card in enumerate(trick.cards)]


@dataclass
class FakeTable:
    """A table whose holder is that of seat 1, and where seat 0 leads."""

    racked: tuple[tuple[int, tuple[Card | None, ...]], ...] = ((1, RACKED),)
    trick_there: tuple[int, tuple[Laid, ...]] = (1, ())
    phase: str = "play"
    finished: dict[int, Any] = field(default_factory=dict)

    def end(self, *tricks: Trick) -> None:
        """The hand is over, in which these were played."""
        self.phase = "scored"
        self.finished = {1: type("Finished", (), {"hand": FakeHand(list(tricks))})}


@dataclass
class FakeWatcher:
    full: bool = True

    def racked_looks(self, holder: int) -> Any:
        return LOOKS if self.full else None

    def laid_looks(self, x: float, y: float) -> Any:
        return np.full((2, 4), 100 + x, np.float32)


@dataclass
class Listening:
    """A memory that keeps what it is told."""

    told: list[tuple[int, str]] = field(default_factory=list)

    def learn(self, features: Any, places: Any) -> None:
        self.told += [(int(row[0]), str(PACK[place])) for row, place in zip(features, places, strict=True)]


def lessons(table: FakeTable) -> tuple[PackLessons, Listening, Listening]:
    memory, racked, laid = PackMemory(), Listening(), Listening()
    memory.racked, memory.laid = cast(IndexMemory, racked), cast(IndexMemory, laid)
    return PackLessons(memory, cast(TableInPlay, table)), racked, laid


def look(one: PackLessons, watcher: FakeWatcher | None = None) -> bool:
    return one.look(cast(Watcher, watcher or FakeWatcher()))


CLUBS = Trick(0, tuple(cards("D2 C2 H2 S2")), (1,))
OTHER = Trick(1, tuple(cards("C5 H3 S3 D3")), (1,))


def test_nothing_is_learned_while_a_hand_is_in_play() -> None:
    table = FakeTable()
    one, racked, laid = lessons(table)
    table.trick_there = 1, (Laid(1, Card.parse("C2"), 5.0, 0.0),)
    for table.phase in ("play", "gather", "play"):
        look(one)
    assert (racked.told, laid.told) == ([], [])


def test_what_a_holder_held_is_learned_of_cards_that_its_seat_played() -> None:
    """Of those left in a claim nobody knows which is which; one that another seat played was misread."""
    table = FakeTable()
    one, racked, _ = lessons(table)
    look(one)
    table.end(CLUBS, OTHER, Trick(2, tuple(cards("C9 D4 H4 S4")), (2,)))
    look(one)
    assert racked.told == [(0, "C2"), (3, "C5")]


def test_what_lay_in_a_trick_is_learned_as_what_it_was_at_last() -> None:
    table = FakeTable()
    one, _, laid = lessons(table)
    table.trick_there = 1, (Laid(0, Card.parse("D3"), 1.0, 0.0), Laid(1, Card.parse("C2"), 2.0, 0.0))
    look(one)
    table.trick_there = 1, (Laid(0, Card.parse("D2"), 1.0, 0.0), Laid(2, Card.parse("H7"), 3.0, 0.0))
    look(one)  # a person has put the first one right; the third is never put right here
    table.end(CLUBS)
    look(one)
    assert laid.told == [(101, "D2"), (101, "D2"), (102, "C2"), (102, "C2")]


@pytest.mark.parametrize(
    ("racked", "full"),
    [
        pytest.param((*RACKED[:12], None), True, id="not all of its cards are known"),
        pytest.param(RACKED, False, id="some are gone from it"),
    ],
)
def test_of_a_holder_that_is_not_whole_nothing_is_noted(racked: tuple[Card | None, ...], full: bool) -> None:
    table = FakeTable(racked=((1, racked),))
    one, told, _ = lessons(table)
    look(one, FakeWatcher(full))
    table.end(CLUBS)
    look(one, FakeWatcher(full))
    assert told.told == []


def test_a_hand_is_learned_once_and_what_was_thrown_in_never() -> None:
    table = FakeTable()
    one, racked, _ = lessons(table)
    look(one)
    table.phase = "deal"  # thrown in
    assert not look(one)
    table.phase = "play"
    table.racked = ((1, RACKED[::-1]),)
    look(one)
    table.end(CLUBS)
    assert look(one)
    table.phase = "deal"  # its score is corrected, the next is dealt
    assert not look(one)
    assert racked.told == [(12, "C2")]


def test_an_unseen_card_teaches_nothing() -> None:
    table = FakeTable(trick_there=(1, (Laid(0, Card.parse("D2"), 0.0, 0.0, unseen=True),)))
    one, _, laid = lessons(table)
    look(one)
    table.end(CLUBS)
    look(one)
    assert laid.told == []
