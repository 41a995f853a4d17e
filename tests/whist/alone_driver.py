"""A perfect world of Android Whist in which one place is a computer player's: whoever is there moves all the cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.cards import cards
from tests.whist.driver import World
from whist.cards import Card
from whist.messages.observations import SLOTS, HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import Command
from whist.rules.actions import Play
from whist.rules.commands import legal_commands
from whist.rules.options import AndroidOptions
from whist.table.state.seats import PERSONS, seat_of
from whist.table.table import Table


class AloneWorld(World):
    """``computer`` is the place whose cards stand in holder 3."""

    def __init__(self, rng: random.Random, computer: str = "north", options: AndroidOptions | None = None) -> None:
        self.computer = computer
        self.doubtful: dict[tuple[int, int], Reading] = {}
        """What slots read as instead, by holder and slot."""
        super().__init__(rng, options or AndroidOptions())
        self.table = Table("android", self.options, holders=(PERSONS.index(computer),))

    @property
    def person(self) -> str:
        return next(one for one in PERSONS if one != self.computer)

    @property
    def me(self) -> int:
        """The seat of the person who is there."""
        return seat_of(self.person, self.table.state.dealer)

    @property
    def third(self) -> int:
        """The seat of the computer player."""
        return seat_of(self.computer, self.table.state.dealer)

    def deal(self, hands: list[list[Card]] | None = None, turn_up: Card | None = None) -> None:
        self.slots = {}
        super().deal(hands, turn_up)

    def show_holder(self, holder: int) -> list[object]:
        if 3 not in self.slots:
            own = [card for card in self.hands[self.third] if card != self.turn_up]
            self.slots[3] = [*own, *[None] * (SLOTS - len(own))]
            self.show_holder(3)
        slots = enumerate(self.slots[holder])
        seen = (self.doubtful.get((holder, k)) or (Reading.certain(card) if card else None) for k, card in slots)
        return list(self.table.apply(HolderShows(holder, tuple(seen))))

    def lay(self, card: Card) -> None:
        if self.turn == self.third:
            taken_up = self.turn_up if self.lies and self.third == self.dealer and card != self.turn_up else None
            if card in self.slots[3]:
                self.slots[3][self.slots[3].index(card)] = None
            if taken_up is not None:
                self.slots[3][self.slots[3].index(None)] = taken_up
            super().lay(card)
            self.show_holder(3)
            return
        super().lay(card)

    def order(self) -> Card:
        """Command the android whose turn it is until a command fits, whoever commands it."""
        seat = self.turn
        while (card := self.to_move()) is None:
            allowed = legal_commands(not self.laid, self.table.state.had_error, self.options)
            self.table.apply(Command(seat, self.rng.choice(allowed)))
        return card

    def to_move(self) -> Card | None:
        return self.table.state.holders.to_move

    def step(self) -> None:
        if self.turn == self.third:
            card = self.choose()
            self.table.apply(Play(self.third, card))
            self.lay(card)
        else:
            self.lay(self.choose() if self.turn == self.me else self.order())
        if len(self.laid) == 4:
            self.gather()

    def look(self, *more: tuple[str, float, float], without: Sequence[str] = ()) -> list[object]:
        """Everything is seen once more, with cards laid beside, or without some."""
        events = [event for holder in self.slots for event in self.show_holder(holder)]
        laid = [one for one in self.cards() if str(one.reading.best) not in without]
        extra = [LaidCard(Reading.certain(Card.parse(code)), x, y) for code, x, y in more]
        return [*events, *self.table.apply(TableShows((*laid, *extra)))]


def dealt(hands: Sequence[str], first: str = "south", turn_up: str | None = None, **options: object) -> AloneWorld:
    """These hands by seat, dealt by ``first``; North is the computer player."""
    world = AloneWorld(random.Random(1), options=AndroidOptions(first_dealer=first, **options))  # type: ignore[arg-type]
    world.deal([cards(own) for own in hands], Card.parse(turn_up) if turn_up else None)
    return world
