"""What cards that were played tell of those that were not."""

from __future__ import annotations

import random
from math import prod

import numpy as np
import pytest

from tests.cards import cards
from tests.whist.players.positions import position_of
from tests.whist.players.read_plays import guesses
from whist.cards import Card
from whist.games import rules_of
from whist.players.position import Position
from whist.players.reading import LIKELY, likely, reasons
from whist.players.worlds import worlds
from whist.rules.actions import Order, Play
from whist.rules.deal import Cards

DEALT = (
    "SA SQ S7 S3 HK H8 H2 DQ D9 D4 CJ C8 C3",
    "SK S9 S4 HA HJ H7 H3 D8 D7 D2 CA CT C2",
    "SJ S8 S2 HQ H9 H4 DA DK D6 D3 CK C7 C4",
    "ST S6 S5 HT H6 H5 DJ DT D5 CQ C9 C6 C5",
)


def position(laid: str, me: int, dealt: tuple[str, ...] = DEALT, trump: str = "D") -> Position:
    """The position of ``me`` in a hand of Classic once the cards of ``laid`` lie there, led by seat 0."""
    rules = rules_of("classic", None, None)
    standing = rules.first_standing(3)
    hand = rules.start(standing, Cards([list(cards(own)) for own in dealt], []))
    hand.trump = trump
    for card in cards(laid):
        rules.happen(hand, Play(hand.turn, card))
    return position_of(rules, standing, hand, me)


@pytest.mark.parametrize(
    ("laid", "me", "seat", "told"),
    [
        ("SQ S4 S2 S5", 0, 3, {"SK": ["could have won, as last"], "S6": [], "HT": []}),
        ("S3 S9 S2 S5", 1, 2, {"SJ": ["could have won"], "SQ": ["could have won"], "S8": []}),
        ("S3 S4 S2 ST", 0, 3, {"S9": ["could have won for less"], "SK": []}),
        ("CJ CA CK C5", 1, 2, {"C7": ["threw away an honour"], "CQ": ["threw away an honour"], "HQ": []}),
        ("S3 SK S8 S6", 0, 2, {"S2": ["threw away more than needed"], "SJ": []}),
        ("S3 SK S8 S6", 1, 0, {"SA": ["led low: higher"], "SQ": ["led low: higher"], "CK": []}),
        ("S7 S4 SJ S5", 1, 0, {"S3": ["led low: lower"], "SQ": ["led low: higher"]}),
        ("S7 S4 SJ S5", 0, 2, {"ST": ["won as third: next below"], "S8": [], "SK": ["won as third: higher"]}),
        ("S7 SK S8 S6", 3, 1, {"S9": ["won as second: lower"], "SA": [], "S4": ["won as second: lower"]}),
        ("HK HA H4 H5", 1, 0, {"HQ": [], "CA": [], "DA": [], "SA": ["led no master"]}),
        ("HK HA H4 H5", 2, 0, {"HQ": [], "CA": ["led no master"], "DA": []}),
        ("SQ S4 S2 S5", 2, 0, {"SK": [], "ST": [], "HA": ["led no master"]}),
        ("DQ D2 D3 D5", 1, 0, {"DK": ["led trumps"], "DJ": ["led trumps"], "SA": []}),
        ("HK H3 H4 C5", 0, 3, {"DT": ["could have ruffed, as last"], "C6": [], "C3": []}),
        ("HK H3 H4 C9", 0, 3, {"C6": ["discarded more than needed"], "CQ": []}),
        ("HK H3 H4 DT", 0, 3, {"D5": ["ruffed for more than needed"], "DJ": [], "C6": []}),
    ],
)
def test_what_a_card_tells(laid: str, me: int, seat: int, told: dict[str, list[str]]) -> None:
    asked = position(laid, me)
    why, found = reasons(asked), likely(asked)
    for code, expected in told.items():
        pair = seat, Card.parse(code)
        assert why.get(pair, []) == expected, code
        assert found.get(pair, 1.0) == pytest.approx(prod(LIKELY[one] for one in expected)), code


def test_worlds_are_dealt_as_they_are_likely() -> None:
    asked = position("SQ S4 S2 S5", 0)
    king, rng = Card.parse("SK"), random.Random(1)

    def often(reads: bool) -> int:
        return sum(king in world.hands[3] for world in worlds(asked, rng, 300, reads))

    assert 70 <= often(False) <= 130
    assert often(True) <= 45


@pytest.mark.parametrize(("kind", "gains"), [("signals", 0.04), ("easy", 0.06), ("plain", 0.04)])
def test_who_reads_believes_more_of_the_seats_that_hold_the_cards(kind: str, gains: float) -> None:
    found = guesses(kind, range(1, 26))
    now = np.log(list(LIKELY.values()))
    assert found.loss(now)[0] < found.loss(0 * now)[0] - gains


@pytest.mark.parametrize(
    ("command", "trick", "trump", "void"),
    [
        ("hearts", "", "D", "H"),
        ("high clubs", "", "NT", "C"),
        ("duck", "SK", "D", "S"),
        ("beat", "SK", "D", "SD"),
        ("high", "SK", "NT", "S"),
        ("beat", "SK D2", "D", "S"),
        ("beat", "DK", "D", "D"),
    ],
)
def test_an_error_shows_what_an_android_is_void_of(command: str, trick: str, trump: str, void: str) -> None:
    """RULES A21–A25: an Error is an answer, too. No world gives the android a card that it said it has not."""
    rules = rules_of("android", None, None)
    standing = rules.first_standing(0)
    for deal in range(200):
        hand = rules.start(standing, rules.shuffled(standing, random.Random(deal)))
        hand.trump, hand.leader = trump, (2 - len(trick.split())) % 4
        hand.turn = hand.leader
        laid = cards(trick)
        hand.hands = [[card for card in own if card not in laid] for own in hand.hands]
        hand.hands[2] = [card for card in hand.hands[2] if card.suit not in void]
        if not all(len(own) >= 8 for own in hand.hands):
            continue
        for own in hand.hands:
            del own[8:]
        for seat, card in enumerate(laid, hand.leader):
            hand.hands[seat % 4][0] = card
        hand.size, hand.origin = 8, None
        hand.origin = hand.copy()
        for card in laid:
            rules.happen(hand, Play(hand.turn, card))
        rules.happen(hand, Order(2, command))
        if len(hand.laid()) > len(laid):
            continue  # it had a card after all
        assert hand.had_error
        known = position_of(rules, standing, hand, 0, 2)
        for world in worlds(known, random.Random(deal), 5):
            assert not [card for card in world.hands[2] if card.suit in void]
        return
    pytest.fail("no hand met an Error")
