"""Hands of Bid Whist to begin a test with."""

from collections.abc import Sequence
from random import Random

from tests.cards import cards
from whist.cards import PACK
from whist.games.bid import BidWhist
from whist.games.bid_options import BidOptions
from whist.rules.actions import Action, AnyOf, Bid, Choose, Discard, Legal, Play
from whist.rules.base import Cards
from whist.rules.hand import Hand, Trick
from whist.rules.standing import Line, Standing

JR, JB = cards("JR JB")
SUITED = Cards(
    [[card for card in PACK if card.suit == suit and card.rank != "2"] for suit in "CDHS"], cards("C2 D2 H2 S2 JR JB")
)
"""Each seat holds a suit but its two; the twos and the jokers are the kitty."""


def bid_whist(**options: object) -> BidWhist:
    return BidWhist(BidOptions(**options))  # type: ignore[arg-type]


def auction(rules: BidWhist, *calls: str, cards: Cards | None = SUITED, dealer: int = 0) -> Hand:
    """A hand in which ``calls`` were made from the dealer's left on."""
    hand = rules.start(Standing(dealer=dealer), cards)
    for one in calls:
        assert hand.turn is not None
        rules.apply(hand, Bid(hand.turn, one))
    return hand


def chosen(rules: BidWhist, call: str, what: str, cards: Cards | None = SUITED) -> Hand:
    """A hand in which seat 1 has bid ``call`` and chosen ``what``; seat 0 dealt."""
    hand = auction(rules, call, "pass", "pass", "pass", cards=cards)
    rules.apply(hand, Choose(1, what))
    return hand


def lying(trump: str, direction: str = "up", trick: str = "") -> Hand:
    """An unknown hand with the cards of ``trick`` on the table, led by seat 0."""
    hand = Hand(4, 3, size=12, trump=trump, direction=direction, phase="play", turn=0)
    for card in cards(trick):
        bid_whist().apply(hand, Play(hand.turn or 0, card))
    return hand


def winner(trump: str, direction: str, trick: str) -> str:
    """The card of four that takes the trick."""
    (won,) = lying(trump, direction, trick).tricks
    return str(won.by(won.winner))


def ended(call: str, what: str, declarer: int, took: int) -> Hand:
    """A hand that is over: of its 12 tricks the declarer's side took ``took``."""
    direction, trump = (what, "NT") if call.endswith("NT") else (call[1:], what)
    hand = Hand(4, 0, size=12, trump=trump, direction=direction, phase="over")
    hand.contract, hand.declarer = Bid(declarer, call), declarer
    other = (declarer + 1) % 4
    hand.tricks = [Trick(0, PACK[n * 4 : n * 4 + 4], (declarer if n < took else other,)) for n in range(12)]
    return hand


def scored(call: str, what: str, took: int, **options: object) -> Line:
    """The line of a hand that seat 0 declared."""
    return bid_whist(**options).score(ended(call, what, 0, took), Standing())


def any_action(legal: Sequence[Legal], rng: Random) -> Action:
    one = rng.choice(legal)
    return Discard(one.seat, tuple(rng.sample(one.cards, one.count))) if isinstance(one, AnyOf) else one


BEST_FIRST = {"up": "AKQJT98765432", "down": "A23456789TJQK"}
