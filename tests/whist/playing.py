"""How a test plays cards, in any game."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.cards import cards
from tests.whist.match import Match
from whist.cards import Card
from whist.rules.actions import Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Line
from whist.rules.tricks import winning_index


def play(rules: Rules[Any], hand: Hand, codes: str) -> Hand:
    """Plays cards, each at its seat's turn."""
    for card in cards(codes):
        assert hand.turn is not None
        rules.apply(hand, Play(hand.turn, card))
    return hand


def play_out(match: Match, rng: Random) -> Line:
    """Finishes the hand with random legal actions."""
    line = None
    while line is None:
        line = match.apply(rng.choice(match.legal()))  # type: ignore[arg-type]
    return line


def winning_seat(leader: int, trick: Sequence[Card], trump: str, seats: int = 4) -> int:
    """The seat that wins ``trick`` led by ``leader`` and so leads the next one (RULES C2, C5, C6)."""
    return (leader + winning_index(trick, trump)) % seats
