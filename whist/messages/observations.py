"""What was seen: the words in which the eyes (``vision``) speak to the table (``whist.table.table``).

They lie here because both sides use them and ``whist`` imports nothing of ``vision``. An observation says what
lies there now, not what changed, so one that was missed does no harm: the next says it all again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from whist.cards import Card
from whist.rules.actions import Action

SLOTS = 13
"""Slots of a card holder (RULES A1)."""

HolderSlot = tuple[int, int]
"""A holder (1, 2 or 3) and a slot of it (0…12, left to right as the person before it sees them)."""


READABLE: Final = 0.15
"""Below this the best reading is as good as none: the card must be shown better, and is asked about where it is not."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One card as it was read: ``belief`` holds (card, probability) pairs, most probable first.

    Probabilities lie in 0…1 and sum to at most 1; what is missing to 1 is the probability that it is no card.
    """

    belief: tuple[tuple[Card, float], ...]
    best: Card | None = field(init=False, repr=False, compare=False)
    """The most probable card; None when the belief is empty (a card is there, nothing could be read)."""
    probability: float = field(init=False, repr=False, compare=False)
    """Probability of ``best``; 0.0 when nothing could be read."""

    def __post_init__(self) -> None:
        # every look asks for them many times
        best, probability = self.belief[0] if self.belief else (None, 0.0)
        object.__setattr__(self, "best", best)
        object.__setattr__(self, "probability", probability)

    @classmethod
    @cache
    def certain(cls, card: Card) -> Reading:
        """A reading without any doubt."""
        return cls(((card, 1.0),))


@dataclass(frozen=True, slots=True)
class HolderShows:
    """What stands in card holder ``holder`` (1 beside South, 2 beside North): one entry per slot, left to right as
    the human who faces it sees them; None is an empty slot. ``beside`` is the person before whom it stands
    (``"south"``, ``"north"``; None: not known), ``crowded`` whether a slot shows more than one card, ``again``
    whether what is in doubt will be looked at again at once. ``covered`` are slots (0…12) that show none, or nothing of
    it, because the holder ``covered_by`` lies over them in the picture."""

    holder: int
    slots: tuple[Reading | None, ...]
    beside: str | None = None
    crowded: bool = False
    again: bool = False
    covered_by: int | None = None
    covered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card face up on the play area: its middle at ``x``, ``y`` in mm of the table plane (origin in the middle of the
    play area, x right and y up as the camera sees them), turned by ``angle`` radians counter-clockwise."""

    reading: Reading
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class TableShows:
    """All cards that lie face up on the play area."""

    cards: tuple[LaidCard, ...]


@dataclass(frozen=True, slots=True)
class OutOfSight:
    """Parts that the camera cannot find: of ``"play area"``, ``"holder 1"``, ``"holder 2"``."""

    parts: frozenset[str]


Observation = HolderShows | TableShows | OutOfSight


@dataclass(frozen=True, slots=True)
class HouseholdTells:
    """What another household, at a table of its own (RULES U22c), tells of its seats in the hand that it dealt as its
    ``deal``-th (1…): of each seat all that it ``did``, in order, bids, choices and cards. ``led`` are the seats that
    have led to the tricks as that table knows them. ``closed``: the hand is over there, its play area is clear, and
    nothing of it is corrected any more. ``fixed``: every correction of the scores in this match, which the first
    household alone tells: who said so, who agreed, and by how much each side's was changed. The newest says all that
    those before it did."""

    household: int
    deal: int
    closed: bool
    led: tuple[int, ...]
    did: tuple[tuple[int, tuple[Action, ...]], ...]
    fixed: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
