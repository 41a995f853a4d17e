"""Hands of Candid Whist to begin a test with."""

from dataclasses import replace
from random import Random

from whist.cards import PACK
from whist.games.candid import Candid, CandidOptions
from whist.rules.actions import Bid
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.standing import Standing

NORTH, EAST, SOUTH, WEST = range(4)
SUITED = Cards([[card for card in PACK if card.suit == suit] for suit in "CDHS"])
"""Each seat holds a suit: 10 points each, and whoever names his own suit takes all tricks."""


def candid(**options: object) -> Candid:
    return Candid(CandidOptions(**options))  # type: ignore[arg-type]


def dealt(rules: Candid, seed: int = 0, dealer: int = NORTH) -> Hand:
    standing = rules.first_standing(dealer)
    return rules.start(standing, rules.shuffled(standing, Random(seed)))


def bidding(rules: Candid | None = None) -> Hand:
    """A hand that waits for the first call, of seat 1."""
    hand = (rules or candid()).start(Standing(), SUITED)
    (rules or candid()).skip_announcements(hand)
    return hand


def call(rules: Candid, hand: Hand, *calls: str) -> Hand:
    for one in calls:
        assert hand.turn is not None
        rules.apply(hand, Bid(hand.turn, one))
    return hand


def contracted(bid: str, seat: int = 1) -> tuple[Candid, Hand]:
    rules = candid()
    hand = bidding()
    call(rules, hand, *["pass"] * ((seat - 1) % 4), bid)
    while hand.phase == "bid":
        call(rules, hand, "pass")
    return rules, hand


def played_out(rules: Candid, hand: Hand, choose: Random | None = None) -> Hand:
    while not hand.over:
        legal = rules.legal(hand)
        rules.apply(hand, choose.choice(legal) if choose else legal[0])  # type: ignore[arg-type]
    return hand


def with_tricks(bid: str, declarer: int, took: int) -> tuple[Candid, Hand]:
    """A hand that is over: ``bid`` of ``declarer``, whose side has ``took`` of the tricks."""
    rules, hand = contracted(bid, declarer)
    played_out(rules, hand)
    tricks = hand.tricks
    hand.tricks = [
        replace(trick, winners=(declarer if number < took else (declarer + 1) % 4,))
        for number, trick in enumerate(tricks)
    ]
    return rules, hand
