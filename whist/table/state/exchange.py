"""How a computer player takes a kitty into its holder (RULES B10), which has not room for all of its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from whist.cards import Card
from whist.messages.observations import SLOTS
from whist.table.state.holders import BySlot, Holder

STEPS: Final = ("room", "take", "choose", "discard", "back", "done")
"""Some of its cards are laid aside face down to make room; the kitty is put in, and read; it chooses what it discards;
that is taken out, for good; what was laid aside is put back, and what of that is to be discarded taken out again, until
all is so. Nothing that is asked of people before it has chosen follows from its cards."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """SECRET. How far that is with ``holder`` (1…): the ``step``, which stood at ``start`` when it began, ``out`` are
    the cards that are not to stand in it after that. ``known`` are all cards of its seat that were seen, ``chosen``
    those that it discards, and ``away`` those of them that were taken out as such."""

    holder: int
    step: str
    start: BySlot
    out: tuple[Card, ...]
    known: frozenset[Card]
    chosen: frozenset[Card] = frozenset()
    away: frozenset[Card] = frozenset()
    named: frozenset[Card] = frozenset()

    @property
    def reading(self) -> bool:
        """Whether cards are put in, and are read."""
        return self.step in ("take", "back")

    @property
    def taking_out(self) -> bool:
        """Whether cards are taken out."""
        return self.step in ("room", "discard")

    @property
    def aside(self) -> frozenset[Card]:
        """The cards that were laid aside when the step began, and may come back."""
        return self.known - {card for card in self.start if card} - self.away

    def wanted(self, kitty: int) -> int:
        """How many cards should stand there once they are put in; the kitty has so many."""
        stood = sum(card is not None for card in self.start)
        return min(SLOTS, stood + (kitty if self.step == "take" else len(self.aside)))

    def marked(self, holder: Holder) -> tuple[int, ...]:
        """The slots (0…) of the cards that are still to be taken out of the ``holder``; while room is made any will do,
        and those that were taken out count."""
        slots = [slot for slot, card in enumerate(holder.cards or ()) if card in self.out]
        if self.step != "room":
            return tuple(slots)
        stood = sum(card is not None for card in self.start)
        return tuple(slots[: max(0, len(self.out) - (stood - len(holder.held)))])

    def mistaken(self, holder: Holder) -> tuple[int, ...]:
        """The slots (0…) from which a card was taken that is not to be discarded, and belongs back, while there is
        room."""
        if self.step != "discard" or None not in (holder.cards or ()):
            return ()
        gone = ((slot, card) for slot, card in enumerate(self.start) if card and card not in self.out)
        return tuple(slot for slot, card in gone if card not in holder.held)

    def last(self, holder: Holder) -> bool:
        """Whether all that it keeps stands in the ``holder``: what was laid aside is discarded too."""
        return {card for card in holder.held if card not in self.chosen} == self.known - self.chosen

    def then(self, step: str, holder: Holder, cards: tuple[Card, ...]) -> Exchange:
        """The next step, with the ``cards`` that it is about."""
        known = self.known | {*holder.held}
        start = holder.cards if holder.cards is not None else holder.before_draw or ()
        now = replace(self, step=step, start=start, out=cards, known=known, away=self.away - {*holder.held})
        return replace(now, chosen=frozenset(cards)) if step == "discard" else now

    def moved(self, before: Holder, after: Holder) -> Exchange:
        """Once cards were taken out of its holder, or put back."""
        gone = self.chosen & {*before.held} - {*after.held} if self.step == "discard" else frozenset[Card]()
        return replace(self, away=(self.away | gone) - {*after.held})
