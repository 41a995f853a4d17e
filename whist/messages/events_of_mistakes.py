"""What happens at the table of Android Whist through people's habits, beside the play itself
(``whist.messages.events``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from whist.cards import Card
from whist.messages.event_base import EventBase


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


@dataclass(frozen=True, slots=True)
class SaidMine(EventBase):
    """``seat`` said that ``card`` was laid by the one whose turn it is, wherever it lies."""

    name: ClassVar[str] = "said_mine"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class StepSaid(EventBase):
    """``seat`` said whether the table is as it was seen (``how`` ``"seen"``) or as it was ``"believed"``."""

    name: ClassVar[str] = "step_said"
    seat: int
    how: str


@dataclass(frozen=True, slots=True)
class Proposed(EventBase):
    """``seat`` proposes, and the other person has to agree: that its side takes ``tricks`` more and the hand is over
    (``what`` ``"claim"``), that ``of`` played ``card`` in trick ``trick`` (1…) (``"card"``), or that the ``scores`` are
    these (``"scores"``). ``exchanged``: that card had been played too, and the two were taken for each other."""

    name: ClassVar[str] = "proposed"
    seat: int
    what: str
    tricks: int = 0
    trick: int = 0
    of: int = 0
    card: Card | None = None
    scores: tuple[int, ...] = ()
    exchanged: bool = False


@dataclass(frozen=True, slots=True)
class Declined(EventBase):
    """What was proposed is not done, by the word of ``seat``."""

    name: ClassVar[str] = "declined"
    seat: int


@dataclass(frozen=True, slots=True)
class Claimed(EventBase):
    """``seat`` takes ``tricks`` of those that are left, the others take the rest; ``by`` agreed. Nothing more is
    played in this hand."""

    name: ClassVar[str] = "claimed"
    seat: int
    tricks: int
    by: int


@dataclass(frozen=True, slots=True)
class PlayCorrected(EventBase):
    """In trick ``trick`` (1…) ``of`` played ``card``, which was taken for ``was``: ``seat`` said so, ``by`` agreed.
    Who is known to have played ``card`` has played ``was``: the two were taken for each other."""

    name: ClassVar[str] = "play_corrected"
    trick: int
    of: int
    was: Card
    card: Card
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class PutRight(EventBase):
    """``of``, who played last to trick ``trick`` (1…), took ``was`` back and laid ``card`` in its stead at ``x``, ``y``
    before the trick was turned (RULES T2). It stands in journals of before; now it is ``Replaced``."""

    name: ClassVar[str] = "put_right"
    trick: int
    of: int
    was: Card
    card: Card
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class ScoresCorrected(EventBase):
    """The scores are these: ``seat`` said so, ``by`` agreed."""

    name: ClassVar[str] = "scores_corrected"
    scores: tuple[int, ...]
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class AnswerUndone(EventBase):
    """``seat`` took the last answer back, and what followed from it."""

    name: ClassVar[str] = "answer_undone"
    seat: int


@dataclass(frozen=True, slots=True)
class RevokeKnown(EventBase):
    """SECRET to ``seat`` unless the house tells the table (RULES T12): it did not follow in trick ``trick`` (1…) though
    a card of that suit is known to be in its hand."""

    name: ClassVar[str] = "revoke_known"
    seat: int
    trick: int


HabitEvent = (
    Swapped
    | Unread
    | Ungathered
    | SaidMine
    | StepSaid
    | Proposed
    | Declined
    | Claimed
    | PlayCorrected
    | PutRight
    | ScoresCorrected
    | AnswerUndone
    | RevokeKnown
)
