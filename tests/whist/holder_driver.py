"""A perfect world in which some seats are computer players: their cards stand in holders, and people move them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.cards import cards
from tests.whist.family_driver import FamilyWorld, place
from whist.cards import Card
from whist.games import rules_class
from whist.messages.observations import SLOTS, HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import Answer
from whist.rules.actions import Discard, Play
from whist.rules.base import Cards
from whist.table.table import Table


class HolderWorld(FamilyWorld):
    """``seats`` are those of computer players; each card that they play is chosen as the world chooses for people."""

    def __init__(
        self,
        rng: random.Random,
        game: str,
        seats: Sequence[int],
        options: dict[str, Any] | None = None,
        players: int | None = None,
        dealer: int = 0,
    ) -> None:
        super().__init__(rng, game, options or {}, players, dealer)
        kind = rules_class(game)
        self.table = Table(game, kind.options_type.from_json(self.options), players, dealer, 0, seats)
        self.seats = tuple(seats)
        self.slots: dict[int, list[Card | None]] = {}
        self.doubtful: dict[tuple[int, int], Reading] = {}
        """What slots read as instead, by holder and slot."""

    def deal(self, known: Cards | None = None) -> None:
        self.slots = {}
        super().deal(known)

    def rack(self) -> None:
        for number, seat in enumerate(self.seats, 1):
            open_now = [card for card, *_ in self.aside] if seat == self.hand.dealer else []
            own = [card for card in self.match.hand.hands[seat] if card not in open_now]  # type: ignore[union-attr,index]
            self.slots[number] = [*own, *[None] * (SLOTS - len(own))]

    def rack_drawn(self) -> None:
        for number, seat in enumerate(self.seats, 1):
            known = [card for card in self.slots[number] if card]
            for card in [card for card in self.hand.hands[seat] if card not in known]:  # type: ignore[index]
                if self.rules.stock_size and not self.rules.partners:
                    self.slots[number][self.slots[number].index(None)] = card
        self.show()

    def shown(self, number: int) -> HolderShows:
        slots = enumerate(self.slots[number])
        read = (self.doubtful.get((number, k)) or (Reading.certain(card) if card else None) for k, card in slots)
        return HolderShows(number, tuple(read))

    def show(self) -> list[Any]:
        events: list[Any] = []
        for number in self.slots:
            events += self.table.apply(self.shown(number))
        return events + list(self.table.apply(TableShows(self.cards())))

    def play(self, action: Play) -> None:
        if action.seat in self.seats:
            if self.table.state.holders.to_move != action.card:
                assert self.table.decides == action.seat, self.table.public_view()["prompt"]
                self.table.apply(action)
            number = self.seats.index(action.seat) + 1
            self.leave(number, action.card)
        super().play(action)
        if self.rules.turn_up_lies and action.seat == self.hand.dealer in self.seats:
            self.take_up(action)

    def say(self, action: Any) -> None:
        if isinstance(action, Discard) and action.seat in self.seats:
            self.begin_exchange(action.seat)
            while self.exchange_step(action):
                pass
        super().say(action)

    def begin_exchange(self, seat: int) -> None:
        """The kitty that was shown is taken up for a computer player (RULES B10, B12)."""
        number = self.seats.index(seat) + 1
        self.kitty = [card for card in self.hand.hands[seat] if card not in self.slots[number]]  # type: ignore[index]
        self.pile: list[Card] = []
        self.discards: list[Card] = []
        self.aside = []
        self.show()

    def exchange_step(self, action: Discard) -> bool:
        """Do what the table asks for while a computer player takes the kitty, or choose as ``action`` says; whether
        there was something to do."""
        told = self.table.public_view().get("exchange")
        if told is None:
            return False
        slots = self.slots[told["holder"]]
        if told["step"] == "choose":
            self.table.apply(action)
            return True
        for slot in told["slots"]:
            card = slots[slot]
            assert card is not None
            (self.pile if told["step"] == "room" else self.discards).append(card)
            slots[slot] = None
        if told["wanted"] is not None:
            cards = self.kitty if told["step"] == "take" else self.pile
            self.rng.shuffle(cards)
            while cards and None in slots:
                slots[slots.index(None)] = cards.pop()
        before = len(self.table.events)
        self.show()
        assert len(self.table.events) > before, self.table.public_view()["prompt"]
        return True

    def take_up(self, action: Play) -> None:
        """The turned-up card is put into the holder of its dealer, whose turn it was to play first."""
        number = self.seats.index(action.seat) + 1
        known = [card for card in self.slots[number] if card]
        new = [card for card in self.hand.hands[action.seat] if card not in known]  # type: ignore[index]
        for card in new:
            self.slots[number][self.slots[number].index(None)] = card
        self.show()

    def leave(self, number: int, card: Card) -> None:
        """A card is moved out of its slot, if it stands in one."""
        if card in self.slots[number]:
            self.slots[number][self.slots[number].index(card)] = None

    def look(self, *more: tuple[str, float, float], without: Sequence[str] = ()) -> list[Any]:
        """As ``family_driver.look``, the holders seen first."""
        laid = [card for card in self.cards() if str(card.reading.best) not in without]
        extra = [LaidCard(Reading.certain(Card.parse(code)), x, y) for code, x, y in more]
        events = [event for number in self.slots for event in self.table.apply(self.shown(number))]
        return [*events, *self.table.apply(TableShows((*laid, *extra)))]


class Misnamed(HolderWorld):
    """Slot ``at`` (0…) of the computer player at seat 1 can hardly be read, and whoever moves its cards has named one
    falsely for it, which truly stands ``where``: in its "own" holder, too, on top of the "stock" or kitty, or with
    somebody "else". The slot ``reads`` as "both" the true and the named card, or as "neither" named nor anything
    sure."""

    def __init__(self, game: str, seed: int, at: int, where: str, reads: str, options: dict[str, Any]) -> None:
        super().__init__(random.Random(seed), game, (1,), options)
        given = self.rules.shuffled(self.match.standing, self.rng)
        hands, stock = [list(own) for own in given.hands], list(given.stock)
        self.at, self.true, others = at, hands[1][at], [hands[-1], stock][len(hands) == 2]
        mine, self.said = next(
            (place, card)
            for place, card in reversed([*enumerate(others)])
            if not card.is_joker and card.rank != self.true.rank
        )
        here, place = {"own": (hands[1], 9), "stock": (stock, 0), "else": (hands[0], 0)}[where]
        here[place], others[mine] = self.said, here[place]
        twin = Card("D" if self.true.suit == "H" else "H", "2" if self.true.is_joker else self.true.rank)
        beliefs = {"both": {self.true: 0.4, twin: 0.3, self.said: 0.2}, "neither": {self.true: 0.45, twin: 0.4}}
        self.doubt = Reading(tuple(beliefs[reads].items()))
        self.deal(Cards(hands, stock))
        self.answered(self.said)

    def shown(self, number: int) -> HolderShows:
        """The doubtful reading as long as the card stands there."""
        self.doubtful = {(1, self.at): self.doubt} if self.slots[1][self.at] == self.true else {}
        return super().shown(number)

    def answered(self, card: Card | None = None) -> None:
        """What is asked now is told as it is, or ``card`` is named."""
        for question in self.table.questions[:1]:
            told = card or self.slots[1][question.slot or 0]
            self.table.apply(Answer(self.table.seat_of(question.ask[0]), question.id, told))
            self.show()


def racked(
    game: str, seats: Sequence[int], hands: Sequence[str], options: dict[str, Any] | None = None, dealer: int = 0
) -> HolderWorld:
    """A world in which these hands (card codes by seat) are dealt."""
    world = HolderWorld(random.Random(1), game, seats, options, dealer=dealer)
    world.deal(Cards([cards(own) for own in hands], []))
    return world


def before_seat(seat: int, players: int = 4) -> tuple[float, float]:
    """Where a card of that seat is laid."""
    return place(seat, players)
