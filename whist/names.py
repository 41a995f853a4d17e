"""What places, suits, cards and holders are called, as phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from whist.cards import Card
from whist.phrases import Joined, Phrase, joined, phrase

PLACE_NAMES: Final[Mapping[str, Phrase]] = {
    "south": phrase("South"),
    "southwest": phrase("Southwest"),
    "west": phrase("West"),
    "northwest": phrase("Northwest"),
    "north": phrase("North"),
    "northeast": phrase("Northeast"),
    "east": phrase("East"),
    "southeast": phrase("Southeast"),
}
"""Every place around the table."""
SUITS_NAMED: Final[Mapping[str, Phrase]] = {
    "C": phrase("clubs"),
    "D": phrase("diamonds"),
    "H": phrase("hearts"),
    "S": phrase("spades"),
    "J": phrase("jokers"),
}
"""Suits by their letter; jokers where they are a suit of their own."""
_ONE_OF: Final[Mapping[str, Phrase]] = {
    "C": phrase("a club"),
    "D": phrase("a diamond"),
    "H": phrase("a heart"),
    "S": phrase("a spade"),
    "J": phrase("a joker"),
}
_LETTERS: Final[Mapping[str, Phrase]] = {
    "C": phrase("C"),
    "D": phrase("D"),
    "H": phrase("H"),
    "S": phrase("S"),
    "NT": phrase("NT"),
}
_RANKS: Final[Mapping[str, Phrase]] = {
    "2": phrase("the 2 of {suit}"),
    "3": phrase("the 3 of {suit}"),
    "4": phrase("the 4 of {suit}"),
    "5": phrase("the 5 of {suit}"),
    "6": phrase("the 6 of {suit}"),
    "7": phrase("the 7 of {suit}"),
    "8": phrase("the 8 of {suit}"),
    "9": phrase("the 9 of {suit}"),
    "T": phrase("the 10 of {suit}"),
    "J": phrase("the jack of {suit}"),
    "Q": phrase("the queen of {suit}"),
    "K": phrase("the king of {suit}"),
    "A": phrase("the ace of {suit}"),
}


def place_name(place: str) -> Phrase:
    """``South`` for ``"south"``."""
    return PLACE_NAMES[place]


def suit_name(suit: str) -> Phrase:
    """``hearts`` for ``"H"``; ``J`` is the suit of jokers that have no other."""
    return SUITS_NAMED[suit]


def one_of(suit: str) -> Phrase:
    """``a heart`` for ``"H"``."""
    return _ONE_OF[suit]


def card_name(card: Card) -> Phrase:
    """``the 10 of hearts``."""
    return phrase("the joker") if card.is_joker else _RANKS[card.rank].given(suit=suit_name(card.suit))


def seat_name(seat: int) -> Phrase:
    """``seat 2``: pages put the name of who sits there in its place."""
    return phrase("seat {seat}", seat=seat)


def seat_first(seat: int) -> Phrase:
    """``Seat 2``, where a sentence begins with it."""
    return phrase("Seat {seat}", seat=seat)


def for_people(text: str, names: Sequence[str]) -> str:
    """``text`` with the names of those who sit there for seats (``seat_name``), and cards in words."""

    def called(part: Phrase) -> str | None:
        if part.one not in _SEATS:
            return None
        seat = int(part.values["seat"])
        return names[seat] if seat in range(len(names)) else None

    return _said_so(text, called)


_SEATS: Final = ("seat {seat}", "Seat {seat}")


def by_name(text: str, names: Mapping[str, str]) -> str:
    """``text`` with the names of people in the stead of their places; ``names`` by place: ``{"south": "Anna"}``."""
    called = {PLACE_NAMES[place].one: name for place, name in names.items()}
    return _said_so(text, lambda part: called.get(part.one))


def _said_so(text: str, called: Callable[[Phrase], str | None]) -> str:
    """``text`` with every phrase in it for which ``called`` has another said so, and cards in words."""
    if not isinstance(text, Phrase):
        return text
    if isinstance(text, Joined):
        return joined(text.between, [_said_so(part, called) for part in text.parts])
    if (other := called(text)) is not None:
        return other
    return Phrase(text.one, text.many, {key: _value(value, called) for key, value in text.values.items()})


def _value(value: object, called: Callable[[Phrase], str | None]) -> object:
    if isinstance(value, Card):
        return card_name(value)
    return _said_so(value, called) if isinstance(value, str) else value


def holder_name(holder: int) -> Phrase:
    """``holder 1``."""
    return phrase("holder {number}", number=holder)


def strain_letters(strains: str) -> Joined:
    """The letters of ``strains``, which have blanks between them."""
    return joined(" ", [strain_letter(strain) for strain in strains.split()])


def part_name(part: str) -> Phrase:
    """What is called ``"play area"``, ``"holder 1"`` or ``"holder 2"`` where it is seen."""
    return holder_name(int(part[-1])) if part.startswith("holder") else phrase("the play area")


def strain_letter(strain: str) -> Phrase:
    """The letter of a suit, or ``NT``, as contracts have them."""
    return _LETTERS[strain]


def folded(name: str) -> str:
    """What two names have in common that are one person's, however they are written."""
    return " ".join(name.split()).casefold()
