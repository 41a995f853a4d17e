"""What a hand begins with: the cards, and what a game record tells beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whist.cards import Card
from whist.rules.actions import Action


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as dealt: each seat's hand, what is left of the pack in play (RULES B2, G2), and trumps where the deal
    or the record fixes them."""

    hands: Sequence[Sequence[Card]]
    stock: Sequence[Card] = ()
    trump: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What a game record tells (docs/formats.md, "Game records"), None for what it does not.

    ``trump`` is one of ``C D H S NT``; ``numbered``: whether the number of the hand is told; ``misere``: whether
    the hand is a Misère (RULES U8); ``actions``: those that can be read."""

    trump: str | None = None
    numbered: bool = False
    misere: bool | None = None
    actions: Sequence[Action] = ()

    @property
    def first(self) -> Action | None:
        """The first action."""
        return self.actions[0] if self.actions else None
