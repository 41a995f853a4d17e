"""Who sits where around a table: the names of the seats, and before whom a card lies.

Seat 0 is South, at −y of the play area; the others follow clockwise as the camera sees the table, evenly around it.
Where androids obey only two people sit there, one in each half of the table (``whist.table.state.seats``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Final

from whist.messages.observations import LaidCard
from whist.table.state import seats
from whist.table.state.holders import Holders
from whist.table.state.state import Laid, State

_PERSONS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("south", "north"),
    3: ("south", "northwest", "northeast"),
    4: ("south", "west", "north", "east"),
    5: ("south", "west", "northwest", "northeast", "east"),
    6: ("south", "southwest", "northwest", "north", "northeast", "southeast"),
    7: ("south", "southwest", "west", "northwest", "northeast", "east", "southeast"),
    8: ("south", "southwest", "west", "northwest", "north", "northeast", "east", "southeast"),
}
NEAR: Final = 60.0
"""Millimetres from the middle of the play area within which a card lies before nobody: some people lay on a pile."""
_SHARE: Final = 0.75
"""The share of a seat's sector, around its middle, in which a card clearly lies before that seat."""


def persons(players: int) -> tuple[str, ...]:
    """The names of 2 to 8 players by seat; raises ``ValueError`` for another number."""
    if players not in _PERSONS:
        raise ValueError(f"there are places for 2 to 8 players at a table, not for {players!r}")
    return _PERSONS[players]


def before(x: float, y: float, players: int) -> int | None:
    """The seat before which a card at ``x``, ``y`` (mm) clearly lies; None near the middle and between two seats."""
    if math.hypot(x, y) < NEAR:
        return None
    turned = (-math.pi / 2 - math.atan2(y, x)) % math.tau
    sector = math.tau / players
    seat = round(turned / sector)
    return seat % players if abs(turned - seat * sector) <= _SHARE * sector / 2 else None


def places(state: State) -> tuple[str, ...]:
    """The names of all places in this deal, by seat; of an android that of whom it stands beside."""
    if state.holders.obey:
        return _places(state.hand.seats, state.dealer)
    return persons(state.hand.seats)


@cache
def _places(players: int, dealer: int) -> tuple[str, ...]:
    return tuple(seats.person_of(seat, dealer) for seat in range(players))


def people(state: State) -> tuple[str, ...]:
    """The names of those who are there, by seat: nobody sits where a holder has the cards."""
    return _people(places(state), state.holders.seats, state.away)


@cache
def _people(names: tuple[str, ...], in_holders: tuple[int, ...], away: frozenset[int]) -> tuple[str, ...]:
    return tuple(name for seat, name in enumerate(names) if seat not in in_holders and seat not in away)


def sits(state: State, seat: int) -> bool:
    """Whether a person sits at ``seat`` of this table, who has the cards in hand; else they stand in a holder, or that
    one sits at another table."""
    return seat not in state.holders.seats and seat not in state.away


def lies_before(state: State, laid: LaidCard | Laid) -> int | None:
    """The seat before which a card clearly lies; None where it lies before nobody, and where androids obey in the half
    of the table in which no person sits: whoever moves cards lays them there, too."""
    if not state.holders.obey:
        return before(laid.x, laid.y, state.hand.seats)
    person = seats.in_half_of(laid.y)
    seat = None if person is None else seats.seat_of(person, state.dealer)
    return seat if seat is not None and sits(state, seat) else None


def mover(
    holders: Holders, seat: int, players: int, dealer: int | None = None, away: frozenset[int] = frozenset()
) -> int:
    """Who does with their hands what ``seat`` has to do: that person, or of a computer player the next person round the
    table who is there; where the ``dealer`` does it (RULES S3), that one, or the next person after a computer player
    who deals. Of one who is ``away``, at another table, the next one here: this household's pack is dealt here."""
    start = seat if dealer is None or seat not in holders.seats else dealer
    around = ((start + place) % players for place in range(players))
    return next(one for one in around if one not in holders.seats and one not in away)
