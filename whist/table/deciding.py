"""What there is to decide for a computer player at any table, and what its seat may know (RULES S2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from whist.cards import Card
from whist.rules.actions import Action
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Standing


@dataclass(frozen=True, slots=True)
class Deciding:
    """SECRET. ``seat`` has to say or to choose something: by ``rules``, after ``standing``, in ``hand`` as all know it,
    and it holds ``held``. ``happened`` is the number of events so far; ``grants`` tells whether the table would take an
    action."""

    seat: int
    rules: Rules[Any]
    standing: Standing
    hand: Hand
    held: tuple[Card, ...] = field(repr=False)
    happened: int
    grants: Callable[[Action], bool] = field(compare=False)

    @property
    def blind(self) -> bool:
        """Whether it must bid before it looks at its cards (RULES U8)."""
        return self.hand.special == "blind" and self.hand.phase == "bid"

    @property
    def own_hand(self) -> Hand:
        """A copy of the hand with the cards of the seat and of nobody else."""
        return self.hand.with_cards({self.seat: self.held})
