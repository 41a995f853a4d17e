"""What happens at the table of Android Whist through people's habits, beside the play itself (``whist.events``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from whist.cards import Card
from whist.event_base import EventBase


@dataclass(frozen=True, slots=True)
class Swapped(EventBase):
    """These holders stand before the wrong person; none: all stand as they should."""

    name: ClassVar[str] = "swapped"
    holders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unread(EventBase):
    """So many cards lie on the play area that cannot be read: face down, covered, or of another pack."""

    name: ClassVar[str] = "unread"
    cards: int


@dataclass(frozen=True, slots=True)
class Ungathered(EventBase):
    """Cards of the old trick that still lie there after others were gathered, or when ``new`` cards were laid on it; no
    cards: it is gathered."""

    name: ClassVar[str] = "ungathered"
    left: tuple[Card, ...]
    new: int


HabitEvent = Swapped | Unread | Ungathered
