"""A small perfect world for tests: deals, racks, lays and gathers cards, and shows the table all of it."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass, field

from tests.whist.playing import winning_seat
from whist.cards import PACK, Card
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import Command
from whist.rules.commands import commander as commander_of
from whist.rules.commands import handler as handler_of
from whist.rules.options import AndroidOptions
from whist.rules.refusals import Refused
from whist.rules.tricks import legal_cards
from whist.table.state.seats import holder_of, human
from whist.table.table import Table

TURN_UP_AT = (0.0, -130.0)


def places(seat: int) -> tuple[float, float]:
    return [(0.0, -60.0), (-60.0, 0.0), (0.0, 60.0), (60.0, 0.0)][seat]


@dataclass
class World:
    """The cards as they really lie; ``hands`` by seat of the present deal."""

    rng: random.Random
    options: AndroidOptions = field(default_factory=AndroidOptions)
    revokes: float = 0.0
    """The chance that a person takes any card, whether it follows suit or not."""

    def __post_init__(self) -> None:
        self.table = Table("android", self.options)
        self.winners: list[int] = []
        self.scored: list[tuple[int, list[int]]] = []
        self.laid: list[tuple[int, Card]] = []
        self.lies = False

    def deal(self, hands: list[list[Card]] | None = None, turn_up: Card | None = None) -> None:
        """A new deal, seen whole."""
        self.dealer = self.table.state.dealer
        if hands is None:
            pack = list(PACK)
            self.rng.shuffle(pack)
            hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        self.hands = [list(hand) for hand in hands]
        self.turn_up: Card | None = turn_up or self.hands[self.dealer][-1]
        self.trump = self.turn_up.suit
        self.lies = True
        self.slots: dict[int, list[Card | None]] = {
            holder: list(self.hands[seat]) for seat in range(4) if (holder := holder_of(seat, self.dealer))
        }
        self.laid, self.winners = [], []
        self.leader = (self.dealer + 1) % 4
        for holder in (1, 2):
            self.show_holder(holder)
        self.show_table()

    def show_holder(self, holder: int) -> list[object]:
        slots = tuple(Reading.certain(card) if card else None for card in self.slots[holder])
        return list(self.table.apply(HolderShows(holder, slots)))

    def cards(self) -> tuple[LaidCard, ...]:
        cards = [LaidCard(Reading.certain(card), *places(seat)) for seat, card in self.laid]
        if self.lies and self.turn_up:
            cards.append(LaidCard(Reading.certain(self.turn_up), *TURN_UP_AT))
        return tuple(cards)

    def show_table(self) -> list[object]:
        return list(self.table.apply(TableShows(self.cards())))

    @property
    def turn(self) -> int:
        return (self.leader + len(self.laid)) % 4

    def lay(self, card: Card) -> None:
        """The seat whose turn it is lays ``card``; shown whole."""
        seat = self.turn
        self.hands[seat].remove(card)
        if holder := holder_of(seat, self.dealer):
            self.slots[holder][self.slots[holder].index(card)] = None
            self.show_holder(holder)
        self.laid.append((seat, card))
        if seat == self.dealer and self.lies:
            self.lies = False
        self.show_table()
        if len(self.laid) == 4:
            self.leader = winning_seat(self.leader, [c for _, c in self.laid], self.trump)
            self.winners.append(self.leader)

    def gather(self) -> None:
        assert len(self.laid) == 4
        self.laid = []
        self.show_table()

    def choose(self) -> Card:
        """A card for the human whose turn it is."""
        hand = self.hands[self.turn]
        any_card = self.revokes == 1.0 or (self.revokes and self.rng.random() < self.revokes)
        free = list(hand) if any_card else list(legal_cards(hand, [c for _, c in self.laid]))
        return self.rng.choice(free)

    def order(self) -> Card:
        """Command the android whose turn it is with random commands until one fits; the card it must move."""
        seat = self.turn
        commander = commander_of(seat, self.dealer)
        assert commander is not None
        while True:
            with contextlib.suppress(Refused):
                self.table.apply(Command(seat, self.rng.choice(["duck", "high hearts", "clubs", "beat"])))
            if self.to_move() is None:
                commands = self.table.view(commander)["commands"]
                self.table.apply(Command(seat, self.rng.choice(commands["allowed"])))
            if (card := self.to_move()) is not None:
                return card

    def to_move(self) -> Card | None:
        handler = handler_of(self.turn, self.dealer)
        assert handler is not None
        named = self.table.view(handler)["beside"]["to_move"]
        return Card.parse(named) if named else None

    def step(self) -> None:
        """One card, and the gathering when it was the fourth."""
        self.lay(self.choose() if human(self.turn, self.dealer) else self.order())
        if len(self.laid) == 4:
            self.gather()

    def play_deal(self) -> None:
        while any(self.hands):
            self.step()
