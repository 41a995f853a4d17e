"""What one seat may know of a hand (RULES S2).

A ``Position`` holds no card that its seat has not seen: the hand is one of a real table, in which nobody's cards are
known, and beside it stand the cards that the seat sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from whist.cards import Card
from whist.games.german import StockWhist
from whist.rules.actions import Order
from whist.rules.base import Rules
from whist.rules.commands import handler, legal_commands
from whist.rules.hand import Hand
from whist.rules.standing import Standing


@dataclass(frozen=True, slots=True)
class Position:
    """A hand as ``me`` knows it, when it must act for ``seat``: itself, or the android that it commands.

    ``hand`` is as all know it, without anybody's cards; ``known`` are the cards still held of the seats that ``me``
    sees; ``shown`` those that everybody has seen go into a seat's hand and that it may still hold, ``gone`` those that
    only ``me`` knows to be out of play."""

    rules: Rules[Any]
    standing: Standing
    hand: Hand
    me: int
    seat: int
    known: Mapping[int, tuple[Card, ...]]
    shown: Mapping[int, frozenset[Card]]
    gone: frozenset[Card] = frozenset()

    @property
    def own(self) -> tuple[Card, ...]:
        """The cards that ``me`` still holds."""
        return self.known[self.me]


def holds(rules: Rules[Any], hand: Hand, seat: int) -> int:
    """How many cards ``seat`` holds; with a kitty that it has taken and must discard for."""
    played = seat in [hand.seat(place) for place in range(len(hand.trick))]
    if draws(rules):
        return min(hand.size, tricks_left(rules, hand)) - played
    kitty = rules.stock_size if hand.phase == "discard" and hand.turn == seat else 0
    return hand.size - len(hand.tricks) - played + kitty


def draws(rules: Rules[Any]) -> bool:
    """Whether two draw from a stock (RULES G3, H1)."""
    return isinstance(rules, StockWhist)


def tricks_left(rules: Rules[Any], hand: Hand) -> int:
    """The tricks of the hand that are not complete."""
    return rules.tricks_in(hand) - len(hand.tricks)


def may_see(rules: Rules[Any], hand: Hand, me: int) -> set[int]:
    """The seats whose cards ``me`` may know: its own, and in Android Whist the android's beside it (RULES A5, A6)."""
    beside = {seat for seat in range(4) if handler(seat, hand.dealer) == me} if rules.name == "android" else set()
    return {me} | beside


def shown(rules: Rules[Any], hand: Hand) -> dict[int, frozenset[Card]]:
    """The cards that all have seen go into each hand, and that were not played: a turn-up is the dealer's (RULES W2),
    an open card of the stock its winner's (RULES G3)."""
    played = hand.played()
    return {seat: frozenset(rules.seen_taken(hand, seat)) - played for seat in range(rules.players)}


def commands(position: Position) -> tuple[str, ...]:
    """What the android at the position's seat may be told (RULES A14–A18), without what has met an Error in this turn,
    which would meet it again."""
    hand = position.hand
    legal = legal_commands(not hand.trick, hand.had_error, position.rules.options)
    if not hand.had_error:
        return legal
    told = takewhile(lambda action: isinstance(action, Order), reversed(hand.actions))
    met = {action.command for action in told if isinstance(action, Order)}
    return tuple(command for command in legal if command not in met) or legal
