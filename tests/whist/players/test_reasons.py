"""Why a player does what it does: from what its seat may know, and true of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.whist.players.positions import position_of
from tests.whist.players.test_players import positions
from whist.cards import Card
from whist.games import GAMES, rules_of
from whist.games.classic import Classic
from whist.phrases import Phrase
from whist.players.beginner import still_out
from whist.players.player import decide
from whist.players.position_json import position_from_json, position_to_json
from whist.players.reasons import reason
from whist.rules.actions import Announce, Bid, Choose, Order, Play
from whist.rules.deal import Cards
from whist.rules.hand import Trick

SUITS = "CDHS"


def dealt(own: str, rng: Random, rules: Classic) -> Cards:
    """A deal in which seat 1 holds the cards ``own`` ("S: AK5 H: 32 …")."""
    mine = [Card.parse(suit + rank) for suit, ranks in (part.split(":") for part in own.split()) for rank in ranks]
    rest = [card for card in rules.pack() if card not in mine]
    rng.shuffle(rest)
    return Cards([rest[:13], mine, rest[13:26], rest[26:]])


@pytest.mark.parametrize(
    ("own", "card", "says"),
    [
        ("S:AK5 H:32 D:97543 C:QJ8", "SA", "Nothing that is still out beats it"),
        ("S:K5 H:32 D:97543 C:QJ84", "D3", "from your longest suit"),
        ("S:5 H:432 D:97543 C:QJ84", "S5", "your only card of the suit"),
        ("S:K5 H:K98732 D:93 C:QJ8", "H2", "draws trumps"),
    ],
)
def test_leads(own: str, card: str, says: str) -> None:
    rules = Classic()
    hand = rules.start(rules.first_standing(0), dealt(own, Random(3), rules), trump="H")
    assert hand.turn == 1
    position = position_of(rules, rules.first_standing(0), hand, 1)
    assert says in reason(position, Play(1, Card.parse(card)))


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_is_done_has_a_reason_that_follows_from_what_is_known(game: str) -> None:
    """RULES S5. The unseen cards are not in what is told: the same position out of its text gives the same words."""
    said = 0
    for deal in range(3):
        for rules, _, position in positions(game, deal):
            action = decide(position, "easy", 1)
            why = reason(position, action)
            assert isinstance(why, Phrase)
            assert why[-1] == "."
            again = position_from_json(position_to_json(position))
            assert reason(again, action) == why
            assert rules.name == game
            said += 1
    assert said > 8


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Bid(1, "pass"), "high-card points a higher bid would hardly be made"),
        (Bid(1, "4up"), "You hold"),
        (Bid(1, 1), "about 1 trick."),
        (Bid(1, 4), "about 4 tricks."),
        (Choose(1, "S"), "You hold 3 spades"),
        (Choose(1, "down"), "more low cards"),
        (Announce(1, 10), "together 10"),
        (Order(2, "duck"), "need not win"),
    ],
)
def test_what_is_said(action, says: str) -> None:
    rules = Classic()
    own = "S:AK5 H:32 D:97543 C:QJ8"
    hand = rules.start(rules.first_standing(0), dealt(own, Random(3), rules), trump="H")
    assert says in reason(position_of(rules, rules.first_standing(0), hand, 1), action)


@pytest.mark.parametrize(
    ("tricks", "out", "gone"),
    [
        ([], ["HA", "HK", "C2"], []),  # the pack of the other household has the own cards, too
        ([["HQ", "H2", "H3", "H4"]], ["HQ", "H2", "H3", "H4"], []),
        ([["HQ", "H2", "HQ", "H4"]], ["H2", "H4"], ["HQ"]),
        ([["C5", "H2", "HK", "HA"]], ["C5", "H2"], ["HA", "HK"]),
        ([["C5", "H2", "C5", "H5"]], ["H2", "H5"], ["C5"]),
    ],
)
def test_a_card_is_gone_once_it_is_gone_from_every_pack_u22(
    tricks: list[list[str]], out: list[str], gone: list[str]
) -> None:
    """RULES U22: seats 0 and 1 have one pack, 2 and 3 another; seat 0 holds the ace and the king of hearts."""
    rules = rules_of("australian", {"households": 2}, 4)
    hand = rules.start(rules.first_standing(0), None)
    hand.hands = [[Card.parse("HA"), Card.parse("HK")], [], [], []]
    hand.tricks = [Trick(0, tuple(map(Card.parse, cards)), (0,)) for cards in tricks]
    hand.phase, hand.turn, hand.leader = "play", 0, 0
    left = {str(one) for one in still_out(rules, hand)}
    assert {*out} <= left
    assert not left & {*gone}
