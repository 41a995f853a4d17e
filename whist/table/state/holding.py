"""What all know of the cards that people hold: how many they are, and which of them were merely named."""

from __future__ import annotations

from typing import Any

from whist.cards import Card
from whist.games.german import StockWhist
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.table.state.state import State


def held_by(rules: Rules[Any], hand: Hand, seat: int) -> int:
    """How many cards ``seat`` holds, the one that lies open beside the trick with them; where a stock is drawn from
    (RULES G3), once all have drawn."""
    laid = seat in [hand.seat(place) for place in range(len(hand.trick))]
    left = rules.tricks_in(hand) - len(hand.tricks)
    return (min(hand.size, left) if isinstance(rules, StockWhist) else left) - laid


def named_open(state: State, rules: Rules[Any]) -> frozenset[Card]:
    """The cards that lay open on the stock before as people named them, and were not played since (RULES G3): where
    one of them is turned up now, the word of then was wrong."""
    if not isinstance(rules, StockWhist):
        return frozenset()
    return (state.open_by_word & frozenset(rules.opened(state.hand))) - state.played()
