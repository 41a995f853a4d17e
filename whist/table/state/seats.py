"""Who sits where in a deal: persons, holders, seats and roles of Android Whist (RULES A2–A10).

South is seat 0 in every deal and holder 1 stands beside South, holder 2 beside North. When South deals, seats 0…3 are
South, holder 1, holder 2, North; when North deals (dealer = seat 1) South, North, holder 2, holder 1. So seats 0 and 2
are always South and holder 2, side 0, and the sides never change (RULES A9).
"""

from __future__ import annotations

from typing import Final

from whist.rules.commands import is_android

PERSONS: Final = ("south", "north")
HOLDERS: Final = (1, 2)
_PLACES: Final[dict[int, tuple[str | int, ...]]] = {0: ("south", 1, 2, "north"), 1: ("south", "north", 2, 1)}


def seat_of(person: str, dealer: int) -> int:
    """The seat of ``"south"`` or ``"north"`` in a deal of ``dealer`` (0 South, 1 North)."""
    return _PLACES[dealer].index(person)


def holder_of(seat: int, dealer: int) -> int | None:
    """The holder (1 or 2) that is ``seat``, None for a human."""
    place = _PLACES[dealer][seat]
    return place if isinstance(place, int) else None


def seat_of_holder(holder: int, dealer: int) -> int:
    """The seat of holder 1 or 2."""
    return _PLACES[dealer].index(holder)


def person_of(seat: int, dealer: int) -> str:
    """The human who sits at ``seat``, or beside whom its holder stands (RULES A9)."""
    place = _PLACES[dealer][seat]
    return place if isinstance(place, str) else PERSONS[place - 1]


def beside(person: str) -> int:
    """The number of the holder that stands beside ``person``, in every deal (RULES A9)."""
    return PERSONS.index(person) + 1


def person_beside(holder: int) -> str:
    """The person beside whom a holder stands, in every deal (RULES A9)."""
    return PERSONS[holder - 1]


OWN_HALF: Final = 40.0
"""Millimetres from the middle of the table from which on a card lies in one person's half."""


def in_half_of(y: float) -> str | None:
    """The person in whose half of the table a card lies, whose place it is at ``y`` (mm); None near the middle."""
    if abs(y) < OWN_HALF:
        return None
    return PERSONS[0] if y < 0 else PERSONS[1]


def human(seat: int, dealer: int) -> bool:
    """Whether a person sits at ``seat``."""
    return not is_android(seat, dealer)
