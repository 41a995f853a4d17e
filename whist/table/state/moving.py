"""Who moves the cards of a computer player, by the rules of the house (RULES S3)."""

from __future__ import annotations

from typing import Any

from whist.rules.base import Rules
from whist.table.state.around import mover
from whist.table.state.state import State


def who_moves(state: State, rules: Rules[Any], seat: int) -> int:
    """Who does with their hands what ``seat`` has to do in this deal."""
    if rules.options.mover != "dealer" or not state.deals:
        return mover(state.holders, seat, rules.players)
    dealer = state.hand.dealer if state.after is None else state.now.dealer  # once a hand is scored, who deals next
    return mover(state.holders, seat, rules.players, dealer)
