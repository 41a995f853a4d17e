"""Events before the first deal, where it is drawn or cut who begins (RULES S6). Seats are those of the first deal; in
Android Whist those of a deal of South's.

Nothing in them is secret: what is cut lies open before all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from whist.cards import Card
from whist.messages.event_base import EventBase


@dataclass(frozen=True, slots=True)
class FirstAsked(EventBase):
    """It is settled who of ``seats`` begins: ``how`` is ``"drawn"`` or ``"cut"``; of the cards that are cut the
    ``best`` (``"high"`` or ``"low"``) begins. ``seed`` draws what is drawn."""

    name: ClassVar[str] = "first_asked"
    how: str
    best: str
    seats: tuple[int, ...]
    seed: int = 0


@dataclass(frozen=True, slots=True)
class CutShows(EventBase):
    """So the cut lies there: each of ``cards`` before the seat at its place in ``seats``, those ``apart`` before
    nobody, and so many that are ``unread``."""

    name: ClassVar[str] = "cut_shows"
    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    apart: tuple[Card, ...] = ()
    unread: int = 0


@dataclass(frozen=True, slots=True)
class CutLaidBy(EventBase):
    """``by`` says that ``card`` was cut by ``seat``."""

    name: ClassVar[str] = "cut_laid_by"
    seat: int
    card: Card
    by: int


@dataclass(frozen=True, slots=True)
class CutOnceMore(EventBase):
    """``seats`` cut again once the cards are taken away: because their ``cards`` were equal, or ``by`` asked."""

    name: ClassVar[str] = "cut_once_more"
    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()
    by: int | None = None


@dataclass(frozen=True, slots=True)
class CutCleared(EventBase):
    """The cards that were cut are taken away; ``by`` has said so where it was not seen."""

    name: ClassVar[str] = "cut_cleared"
    by: int | None = None


@dataclass(frozen=True, slots=True)
class FirstFound(EventBase):
    """``seat`` begins: ``how`` is ``"drawn"``, ``"cut"`` (with the ``card``) or ``"named"`` (``by`` a seat)."""

    name: ClassVar[str] = "first_found"
    seat: int
    how: str
    card: Card | None = None
    by: int | None = None


BeginningEvent = FirstAsked | CutShows | CutLaidBy | CutOnceMore | CutCleared | FirstFound
"""Every kind of event by which it is settled who begins."""
