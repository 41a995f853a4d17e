"""Hands of Classic Whist to begin a test with."""

from tests.cards import cards
from whist.cards import PACK, Card
from whist.games.classic import Classic, ClassicOptions
from whist.games.odd_tricks import OddTricks
from whist.rules.base import Cards
from whist.rules.hand import Hand, Trick
from whist.rules.standing import Standing

SUITED = Cards([[card for card in PACK if card.suit == suit] for suit in "CDHS"])
"""Seat 0 holds the clubs, seat 1 the diamonds, seat 2 the hearts, seat 3 the spades."""
ALTERNATE = Cards([PACK[seat::4] for seat in range(4)])
"""Each seat holds cards of every suit."""
CYCLE = "NT S H D C"


def classic(**options: object) -> Classic:
    return Classic(ClassicOptions(**options))  # type: ignore[arg-type]


def begun(
    rules: OddTricks | None = None,
    dealt: Cards | None = None,
    dealer: int = 0,
    number: int = 1,
    trump: str | None = None,
) -> Hand:
    return (rules or classic()).start(Standing(dealer=dealer, number=number), dealt, trump)


def holding(hands: dict[int, str]) -> list[list[Card]]:
    """Four hands, of which some hold the cards named. Either all honours of hearts are named, or it does not matter."""
    assert sum(one in " ".join(hands.values()) for one in ("HA", "HK", "HQ", "HJ")) in (0, 4)
    named = {seat: list(cards(codes)) for seat, codes in hands.items()}
    taken = {card for own in named.values() for card in own}
    rest = iter(card for card in PACK if card not in taken)
    full = [named.get(seat, []) for seat in range(4)]
    return [[*own, *(next(rest) for _ in range(13 - len(own)))] for own in full]


def finished(hands: list[list[Card]], won: int, trump: str) -> Hand:
    """A hand that is over, in which side 0 won ``won`` tricks; who captured which card has nothing to do with it."""
    winners = [0] * won + [1] * (13 - won)
    tricks = [Trick(0, tuple(own[n] for own in hands), (winner,)) for n, winner in enumerate(winners)]
    return Hand(4, 0, hands=[[], [], [], []], trump=trump, tricks=tricks, phase="over")
