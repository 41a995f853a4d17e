"""How many cards a seat holds, by what all know of the hand."""

from __future__ import annotations

from typing import Any

from whist.games.german import StockWhist
from whist.rules.base import Rules
from whist.rules.hand import Hand


def held_by(rules: Rules[Any], hand: Hand, seat: int) -> int:
    """How many cards ``seat`` holds, the one that lies open beside the trick with them; where a stock is drawn from
    (RULES G3), once all have drawn."""
    laid = seat in [hand.seat(place) for place in range(len(hand.trick))]
    left = rules.tricks_in(hand) - len(hand.tricks)
    return (min(hand.size, left) if isinstance(rules, StockWhist) else left) - laid
