"""The holders of a table, whose cards stand in them in this deal, and what is believed to stand in each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from whist.cards import Card
from whist.messages.observations import SLOTS

MOST: Final = 3
"""Holders at one table: so many pairs of marker sheets there are."""
BySlot = tuple[Card | None, ...]
"""The cards of a holder by slot, 13 of them; None is an empty one."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Holder of ``seat``. ``shown`` are how many cards it shows while the deal is under way and how many of those
    cannot be read, ``gaps`` the empty slots where they are few, ``covered`` those that the holder ``covered_by`` lies
    over; ``cards`` is what it is believed to hold, None before that is known. ``to_clear``: cards of a hand that is
    dealt again still stand in it. ``dealt`` are the cards that it was dealt, ``named`` those of them that people have
    named; ``overlooked`` says that a person has called it right, whatever is seen. ``obeys``: it is an android's, which
    plays what it is commanded (RULES A13); else a computer player's (RULES S1)."""

    seat: int
    shown: tuple[int, int] | None = None
    gaps: tuple[int, ...] = ()
    covered_by: int | None = None
    covered: tuple[int, ...] = ()
    cards: BySlot | None = None
    to_clear: bool = False
    dealt: frozenset[Card] = frozenset()
    named: frozenset[Card] = frozenset()
    overlooked: bool = False
    before_draw: BySlot | None = None
    """What stood in it before the card came that is drawn; None where none is."""
    obeys: bool = False
    held: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    """The cards that are believed to stand in it, left to right."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", tuple(card for card in self.cards or () if card))


@dataclass(frozen=True, slots=True)
class Holders:
    """Holder 1, 2, … of a table, in their order; none at a table without. ``to_move`` is the card that must be moved
    now, of the seat whose turn it is; ``in_hand`` a card of a seat that lies or has lain open beside the trick."""

    all: tuple[Holder, ...] = ()
    to_move: Card | None = None
    in_hand: tuple[int, Card] | None = None
    seats: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The seats whose cards stand in holders, by holder."""
    androids: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Of these the seats of androids."""
    computers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Of these the seats of computer players."""
    obey: bool = field(init=False, repr=False, compare=False)
    """Whether androids sit at this table."""
    known: bool = field(init=False, repr=False, compare=False)
    """Whether the cards of all of them are."""

    def __post_init__(self) -> None:
        # every look asks for them many times
        object.__setattr__(self, "seats", tuple(one.seat for one in self.all))
        object.__setattr__(self, "androids", tuple(one.seat for one in self.all if one.obeys))
        object.__setattr__(self, "computers", tuple(one.seat for one in self.all if not one.obeys))
        object.__setattr__(self, "obey", bool(self.androids))
        object.__setattr__(self, "known", all(one.cards is not None for one in self.all))

    @property
    def to_clear(self) -> bool:
        """Whether cards of a hand that is dealt again still stand in one of them."""
        return any(one.to_clear for one in self.all)

    @classmethod
    def of(cls, seats: Iterable[int]) -> Holders:
        """Holder 1, 2, … for these seats."""
        return cls(tuple(Holder(seat) for seat in seats))

    def number(self, seat: int | None) -> int | None:
        """The holder (1…) of ``seat``; None where it has none."""
        return self.seats.index(seat) + 1 if seat is not None and seat in self.seats else None

    def hand(self, number: int) -> BySlot:
        """What is believed to stand in the slots of holder ``number``; all empty while that is not known."""
        return self.all[number - 1].cards or (None,) * SLOTS

    def held(self, seat: int) -> tuple[Card, ...]:
        """The cards that ``seat`` holds, the one that lies open beside the trick, too."""
        number = self.number(seat)
        if number is None:
            return ()
        own = self.all[number - 1].held
        open_one = [self.in_hand[1]] if self.in_hand and self.in_hand[0] == seat and self.in_hand[1] not in own else []
        return (*own, *open_one)

    def owner(self, card: Card) -> int | None:
        """The seat in whose holder ``card`` is believed to stand."""
        return next((one.seat for one in self.all if card in one.held), None)

    def slot(self, card: Card) -> tuple[int, int] | None:
        """The holder (1…) and the slot (0…) in which ``card`` is believed to stand."""
        places = ((number, one.cards) for number, one in enumerate(self.all, 1))
        return next(((number, cards.index(card)) for number, cards in places if cards and card in cards), None)

    def cards(self) -> frozenset[Card]:
        """All cards that are believed to stand in holders."""
        return frozenset(card for one in self.all for card in one.held)

    # -- as they become ------------------------------------------------------------------------------------------------

    def anew(self, redeal: bool) -> Holders:
        """Before the next deal; of a hand that is dealt again the cards must first be taken out."""
        old = ((one, redeal and one.cards is not None) for one in self.all)
        return Holders(tuple(Holder(one.seat, to_clear=clear, obeys=one.obeys) for one, clear in old))

    def put(self, number: int, holder: Holder) -> Holders:
        """With another holder ``number``."""
        return replace(self, all=(*self.all[: number - 1], holder, *self.all[number:]))

    def with_cards(self, number: int, cards: Iterable[Card | None]) -> Holders:
        """Holder ``number`` holds these, slot by slot."""
        hand = tuple(cards)
        hand = (*hand, *(None,) * (SLOTS - len(hand)))
        return self.put(number, replace(self.all[number - 1], cards=hand, before_draw=None))

    def unordered(self) -> Holders:
        """No card is to be moved any more: something else has happened."""
        return self if self.to_move is None else replace(self, to_move=None)

    def turned_up(self, dealer: int, card: Card) -> Holders:
        """The ``dealer`` has turned up ``card``, which is of that hand, too."""
        return replace(self.unordered(), in_hand=(dealer, card) if dealer in self.seats else None)

    def said(self, number: int, how: str) -> Holders:
        """A person has said that holder ``number`` is right as it is ``"believed"``, or else as it is seen: then it is
        read anew."""
        one = self.all[number - 1]
        return self.put(
            number, replace(one, overlooked=True) if how == "believed" else replace(one, cards=None, before_draw=None)
        )

    def draw(self, counts: Mapping[int, int]) -> Holders:
        """Holders that hold fewer cards than the ``counts`` of their seats: others are put into them, and read."""
        drawn = (
            replace(one, cards=None, before_draw=one.cards) if len(self.held(one.seat)) < counts[one.seat] else one
            for one in self.all
        )
        return replace(self, all=tuple(drawn))

    def played(self, seat: int, card: Card, named: bool = False) -> tuple[Holders, int | None]:
        """Once ``seat`` has played ``card``, and from which slot (0…); None where it stood in none of its own. A holder
        in which it was believed to stand is read anew, but not where people alone have ``named`` the card: they
        would learn by it what stands there (RULES S2)."""
        place, now = self.slot(card), self.unordered()
        if self.in_hand is not None and self.in_hand[1] == card:
            now = replace(now, in_hand=None)
        if place is None:
            return now, None
        if now.all[place[0] - 1].seat != seat:
            return now if named else now.put(place[0], replace(now.all[place[0] - 1], cards=None)), None
        return now.in_slot(*place, None), place[1]

    def taken_out(self, seat: int, card: Card) -> tuple[Holders, int | None]:
        """Once ``card`` has left the holder of ``seat``, and which slot (0…); None where it did not stand in it."""
        number = self.number(seat)
        now = replace(self, in_hand=None) if self.in_hand == (seat, card) else self
        if number is None or card not in self.hand(number):
            return now, None
        slot = self.hand(number).index(card)
        return now.in_slot(number, slot, None), slot

    def in_slot(self, number: int, slot: int, card: Card | None) -> Holders:
        """Slot ``slot`` (0…) of holder ``number`` holds ``card`` (None: nothing), the others what they held."""
        hand = self.hand(number)
        return self.with_cards(number, (*hand[:slot], card, *hand[slot + 1 :]))

    def back(self, seat: int, card: Card, slot: int | None) -> Holders:
        """Once ``card`` of ``seat`` stands in its slot again, or lies open once more, and has to be moved."""
        number = self.number(seat)
        if number is None:
            return self.unordered()
        if slot is None:
            return replace(self, to_move=card, in_hand=(seat, card))
        return replace(self.in_slot(number, slot, card), to_move=card)
