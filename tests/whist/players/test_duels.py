"""The measuring of computer players: equal whatever the number of processes is; and the player that signals."""

from __future__ import annotations

import re

import pytest

from tests.cards import cards
from tests.whist.players import duels
from tests.whist.players.positions import position_of
from tests.whist.players.signals import signals
from whist.cards import Card
from whist.games import rules_of
from whist.rules.actions import Play
from whist.rules.deal import Cards


def test_the_number_of_processes_changes_nothing_but_the_times(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for jobs in ("1", "3"):
        duels.main(["--game", "classic", "android", "--deals", "3", "--one", "club", "--jobs", jobs])
        told.append(re.sub(r"decisions .*", "", capsys.readouterr().out))
    assert told[0] == told[1]
    assert re.search(r"classic: club against plain, 3 deals twice: tricks \d", told[0])


def test_who_signals_plays_classic_and_italian_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        duels.main(["--game", "bid", "--other", "signals"])
    assert "signals plays classic and italian, not bid" in capsys.readouterr().err


SUITS_DEALT = (
    "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2",
    "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2",
    "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2",
    "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2",
)
MIXED = (
    "SA SQ S7 S3 HK H8 H2 DQ D9 D4 CJ C8 C3",
    "SK S9 S4 HA HJ H7 H3 D8 D7 D2 CA CT C2",
    "SJ S8 S2 HQ H9 H4 DA DK D6 D3 CK C7 C4",
    "ST S6 S5 HT H6 H5 DJ DT D5 CQ C9 C6 C5",
)
NO_ACES = (MIXED[0].replace("SA", "ST"), MIXED[1], MIXED[2], MIXED[3].replace("ST", "SA"))
TOUCHING = (NO_ACES[0].replace("ST", "SJ"), MIXED[1], MIXED[2].replace("SJ", "ST"), NO_ACES[3])
CASES = (
    (MIXED, "D", "", "SA", "a card that nothing beats"),
    (NO_ACES, "D", "", "S3", "the fourth best of the strongest suit"),
    (TOUCHING, "D", "", "SQ", "the highest of honours that touch"),
    (MIXED, "D", "S3", "S4", "second hand low"),
    (MIXED, "D", "S3 S4", "SJ", "third hand high"),
    (MIXED, "D", "S3 S4 SJ", "S5", "the lowest of an odd number under what cannot be beaten"),
    (MIXED, "D", "HK", "HA", "a card that nothing beats on an honour"),
    (MIXED, "D", "C3 C2 CK", "C5", "an even number, but nothing that may yet win is thrown away"),
    (MIXED, "D", "C3 CA", "C7", "encourages with the king"),
    (SUITS_DEALT, "D", "S2 HA", "D2", "ruffs as low as will do"),
    (SUITS_DEALT, "C", "S2 HA", "D2", "a small card where nothing can be done"),
    (SUITS_DEALT, "H", "S2 HA", "D2", "cannot beat a ruff"),
)


@pytest.mark.parametrize("game", duels.WITH_SIGNALS)
@pytest.mark.parametrize(("dealt", "trump", "laid", "card", "why"), CASES)
def test_who_signals(game: str, dealt: tuple[str, ...], trump: str, laid: str, card: str, why: str) -> None:
    rules = rules_of(game, None, None)
    standing = rules.first_standing(3)
    hand = rules.start(standing, Cards([list(cards(own)) for own in dealt], []))
    hand.phase, hand.trump, hand.turn, hand.leader = "play", trump, 0, 0
    for one in cards(laid):
        rules.happen(hand, Play(hand.turn, one))
    decided = signals(position_of(rules, standing, hand, hand.turn), 1)
    assert decided == Play(hand.turn, Card.parse(card)), why
