"""Hands of Australian Whist to begin a test with."""

from tests.cards import cards
from whist.games.australian import Australian, AustralianOptions
from whist.rules.actions import Bid, Play
from whist.rules.base import Cards
from whist.rules.hand import Hand
from whist.rules.standing import Line, Standing


def australian(players: int | None = None, **options: object) -> Australian:
    return Australian(AustralianOptions(**options), players)  # type: ignore[arg-type]


def recorded(
    rules: Australian, hands: list[str], trump: str | None = "H", misere: bool = False, dealer: int | None = None
) -> Hand:
    """A hand with these cards; the last seat deals, so that seat 0 begins."""
    standing = Standing(dealer=rules.players - 1 if dealer is None else dealer, scores=(0,) * rules.players)
    return rules.start_recorded(standing, Cards([cards(own) for own in hands]), trump, misere)


def bid(rules: Australian, hand: Hand, *numbers: int) -> Hand:
    for number in numbers:
        assert hand.turn is not None
        rules.apply(hand, Bid(hand.turn, number))
    return hand


def may_bid(rules: Australian, hand: Hand) -> list[object]:
    return [action.call for action in rules.legal(hand) if isinstance(action, Bid)]


def may_play(rules: Australian, hand: Hand) -> set[str]:
    return {str(action.card) for action in rules.legal(hand) if isinstance(action, Play)}


def scored(rules: Australian, hand: Hand) -> Line:
    return rules.score(hand, Standing(scores=(0,) * rules.players))
