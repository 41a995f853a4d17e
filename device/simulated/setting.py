"""How a simulated table is laid: which seat has which holder, where holders stand, how cards are put into them, and
where the cards of a trick and a turn-up come to lie. It differs where androids obey, whose holders stand back to back
on the dealer's left and change sides with the deal.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from vision.simulated.places import LayingPlace, Who, middle_place, seat_place, trick_place, turn_up_place
from vision.simulated.scene import Side, SimulatedTable
from whist.cards import PACK, Card
from whist.messages.observations import SLOTS
from whist.rules.base import Rules
from whist.table.state.seats import HOLDERS, PERSONS, holder_of, seat_of

THIRD: Final = 3
"""The holder of a computer player where androids have the others."""


class Setting(ABC):
    """A table at which the cards of ``computers`` stand in holders: computer players, as ``NewGame`` names them."""

    turned_up_at_once: ClassVar[bool]
    """Whether whoever deals turns the last card up before anybody looks at the own hand (RULES W2)."""

    def __init__(self, computers: Sequence[int]) -> None:
        self.computers = tuple(computers)

    @abstractmethod
    def seat(self, place: int, dealer: int) -> int:
        """The seat of a place (as ``TableInPlay.places`` has them) in a deal of ``dealer``."""

    @abstractmethod
    def seats(self, dealer: int) -> Mapping[int, int]:
        """The seat of each holder (1…) in a deal of ``dealer``, in the order in which they are filled."""

    @abstractmethod
    def stand(self, scene: SimulatedTable, dealer: int) -> None:
        """Stand the holders, with what they hold, where they belong in a deal of ``dealer``."""

    @abstractmethod
    def racked(self, pile: Sequence[Card], rng: random.Random) -> Sequence[Card | None]:
        """A pile as people put it into a holder."""

    @abstractmethod
    def trick_place(self, seat: int, dealer: int, rng: random.Random) -> LayingPlace:
        """Where the card of ``seat`` comes to lie."""

    @abstractmethod
    def turn_up_place(self, dealer: int, rng: random.Random) -> LayingPlace:
        """Where the turn-up lies."""

    def put_back(self, scene: SimulatedTable, number: int, slots: Sequence[Card | None], slot: int, card: Card) -> None:
        """Put ``card`` into the free ``slot`` (0…) of a holder that shows ``slots``; the others stay as they stand."""
        scene.rack_one(number, slot, card)


class AroundTable(Setting):
    """Players all around the table; each holder stands where its player would sit, and faces nobody (RULES S1)."""

    turned_up_at_once = False

    def __init__(self, players: int, computers: Sequence[int]) -> None:
        super().__init__(computers)
        self.players = players

    def seat(self, place: int, dealer: int) -> int:
        """Everybody keeps the seat."""
        return place

    def seats(self, dealer: int) -> Mapping[int, int]:
        """A holder keeps its seat."""
        return dict(enumerate(self.computers, 1))

    def stand(self, scene: SimulatedTable, dealer: int) -> None:
        """Each on a side of its own of the play area, as near to its seat as can be."""
        free = [0, 1, 2, 3]
        for number, seat in enumerate(self.computers, 1):
            wanted = 4 * seat / self.players
            side = min(free, key=lambda one: (abs(one - wanted), one))
            free.remove(side)
            scene.stand(number, -90.0 * side)

    def racked(self, pile: Sequence[Card], rng: random.Random) -> Sequence[Card | None]:
        """As dealt: nobody looks at them."""
        return pile

    def trick_place(self, seat: int, dealer: int, rng: random.Random) -> LayingPlace:
        """Before the seat."""
        return seat_place(seat, self.players, rng)

    def turn_up_place(self, dealer: int, rng: random.Random) -> LayingPlace:
        """In the middle, with the trick around it."""
        return middle_place(rng)


class BesideAndroids(Setting):
    """Two people and two androids, and in the place of a person that is not there a third holder (RULES A2–A10, S1)."""

    turned_up_at_once = True

    def seat(self, place: int, dealer: int) -> int:
        """North's changes with the deal (RULES A9)."""
        return seat_of(PERSONS[place], dealer)

    def seats(self, dealer: int) -> Mapping[int, int]:
        """The android at the dealer's left, the other, then the computer player's."""
        left, right = ((dealer + place) % 4 for place in (1, 2))
        androids = {number: seat for seat in (left, right) if (number := holder_of(seat, dealer)) is not None}
        computers = [self.seat(one, dealer) for one in self.computers]
        return androids | dict(enumerate(computers, THIRD))

    def stand(self, scene: SimulatedTable, dealer: int) -> None:
        """The androids' on the dealer's left, the third where nobody sits."""
        scene.place_holders(self._side(dealer))
        for one in self.computers:
            scene.stand(THIRD, 0.0 if one == 0 else 180.0)

    def racked(self, pile: Sequence[Card], rng: random.Random) -> Sequence[Card | None]:
        """As dealt, by suits, or by suits with the highest first."""
        order = rng.choice(("as dealt", "ascending", "descending"))
        if order != "as dealt":
            pile = sorted(pile, key=PACK.index, reverse=order == "descending")
        return [*pile, *[None] * (SLOTS - len(pile))]

    def trick_place(self, seat: int, dealer: int, rng: random.Random) -> LayingPlace:
        """Before a person, or towards the holder of an android."""
        return trick_place(_who(seat, dealer), self._side(dealer), rng)

    def turn_up_place(self, dealer: int, rng: random.Random) -> LayingPlace:
        """Before the dealer, on the side away from the holders."""
        return turn_up_place(_person(dealer), self._side(dealer), rng)

    def put_back(self, scene: SimulatedTable, number: int, slots: Sequence[Card | None], slot: int, card: Card) -> None:
        """Whoever sees the cards of an android puts them straight again."""
        if number not in HOLDERS:
            super().put_back(scene, number, slots, slot, card)
            return
        scene.rack(number, [card if place == slot else one for place, one in enumerate(slots)])

    def _side(self, dealer: int) -> Side:
        """Where the camera sees the androids' holders: on the dealer's left (RULES A10)."""
        return "left" if dealer == 0 else "right"


def setting_of(rules: Rules[Any], computers: Sequence[int]) -> Setting:
    """The setting of a game whose ``computers`` have holders."""
    return BesideAndroids(computers) if rules.androids else AroundTable(rules.players, computers)


def _person(place: int) -> Literal["south", "north"]:
    return "south" if place == 0 else "north"


def _who(seat: int, dealer: int) -> Who:
    number = holder_of(seat, dealer)
    if number is not None:
        return "holder 1" if number == 1 else "holder 2"
    return _person(0 if seat == seat_of(PERSONS[0], dealer) else 1)
