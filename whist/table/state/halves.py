"""In whose half of the table a card lies."""

from __future__ import annotations

from typing import Final

from whist.messages.observations import LaidCard
from whist.table.state.seats import PERSONS

OWN_HALF: Final = 40.0
"""Millimetres from the middle of the table from which on a card lies in one person's half."""


def in_half_of(laid: LaidCard) -> str | None:
    """The person in whose half of the table a card lies; None near the middle."""
    if abs(laid.y) < OWN_HALF:
        return None
    return PERSONS[0] if laid.y < 0 else PERSONS[1]
