"""Who sits where around a table without holders: the names of the seats, and before whom a card lies.

Seat 0 is South, at −y of the play area; the others follow clockwise as the camera sees the table, evenly around it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from whist.table.state.holders import Holders

_PERSONS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("south", "north"),
    3: ("south", "northwest", "northeast"),
    4: ("south", "west", "north", "east"),
    5: ("south", "west", "northwest", "northeast", "east"),
    6: ("south", "southwest", "northwest", "north", "northeast", "southeast"),
    7: ("south", "southwest", "west", "northwest", "northeast", "east", "southeast"),
}
NEAR: Final = 60.0
"""Millimetres from the middle of the play area within which a card lies before nobody: some people lay on a pile."""
_SHARE: Final = 0.75
"""The share of a seat's sector, around its middle, in which a card clearly lies before that seat."""


def persons(players: int) -> tuple[str, ...]:
    """The names of 2 to 7 players by seat; raises ``ValueError`` for another number."""
    if players not in _PERSONS:
        raise ValueError(f"there are places for 2 to 7 players at a table, not for {players!r}")
    return _PERSONS[players]


def direction(seat: int, players: int) -> float:
    """Where ``seat`` sits as seen from the middle of the play area: radians, counter-clockwise from +x."""
    return -math.pi / 2 - math.tau * seat / players


def before(x: float, y: float, players: int) -> int | None:
    """The seat before which a card at ``x``, ``y`` (mm) clearly lies; None near the middle and between two seats."""
    if math.hypot(x, y) < NEAR:
        return None
    turned = (-math.pi / 2 - math.atan2(y, x)) % math.tau
    sector = math.tau / players
    seat = round(turned / sector)
    return seat % players if abs(turned - seat * sector) <= _SHARE * sector / 2 else None


def people(holders: Holders, players: int) -> tuple[str, ...]:
    """The names of those who are there, by seat: the places of computer players are left out."""
    return tuple(name for seat, name in enumerate(persons(players)) if seat not in holders.seats)


def mover(holders: Holders, seat: int, players: int, dealer: int | None = None) -> int:
    """Who does with their hands what ``seat`` has to do: that person, or of a computer player the next person round the
    table who is there; where the ``dealer`` does it (RULES S3), that one, or the next person after a computer player
    who deals."""
    start = seat if dealer is None or seat not in holders.seats else dealer
    around = ((start + place) % players for place in range(players))
    return next(one for one in around if one not in holders.seats)
