"""What happened at the table, one frozen record each; all of the table's state follows from them
(``whist.table.state.state``).

``to_json`` gives an object whose key ``event`` is the name; ``event_from_json`` reads it back. Events carry secrets
(``Dealt``, ``ToMove``, ``Question``, ``Rearranged``, ``Corrected``): pages are given views, never events. An event has
no time; who writes it down adds that. Places ``x``, ``y`` are mm of the table plane
(``whist.messages.observations.LaidCard``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from whist.cards import Card
from whist.messages.event_base import EventBase, read_event
from whist.messages.events_of_beginning import BeginningEvent
from whist.messages.events_of_calls import FamilyEvent
from whist.messages.events_of_mistakes import AnswerUndone as AnswerUndone
from whist.messages.events_of_mistakes import Claimed as Claimed
from whist.messages.events_of_mistakes import Declined as Declined
from whist.messages.events_of_mistakes import HabitEvent
from whist.messages.events_of_mistakes import PlayCorrected as PlayCorrected
from whist.messages.events_of_mistakes import Proposed as Proposed
from whist.messages.events_of_mistakes import PutRight as PutRight
from whist.messages.events_of_mistakes import RevokeKnown as RevokeKnown
from whist.messages.events_of_mistakes import SaidMine as SaidMine
from whist.messages.events_of_mistakes import ScoresCorrected as ScoresCorrected
from whist.messages.events_of_mistakes import StepSaid as StepSaid
from whist.messages.events_of_mistakes import Swapped as Swapped
from whist.messages.events_of_mistakes import Ungathered as Ungathered
from whist.messages.events_of_mistakes import Unread as Unread


@dataclass(frozen=True, slots=True)
class DealStarted(EventBase):
    """Deal number ``deal`` (1…) of the dealer at seat ``dealer`` begins; ``redeal`` after a misdeal (RULES T10).
    ``computers`` are the places (``"north"``) of computer players, in the order of their holders; where none are named
    those of the deal before (RULES S1)."""

    name: ClassVar[str] = "deal_started"
    deal: int
    dealer: int
    redeal: bool = False
    computers: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As of all events; ``computers`` only where there are some."""
        told = EventBase.to_json(self)
        return told if self.computers else {key: value for key, value in told.items() if key != "computers"}


@dataclass(frozen=True, slots=True)
class Racked(EventBase):
    """Holder ``holder`` shows ``shown`` cards while the deal is under way; ``unreadable`` of them cannot be read. Where
    few are missing ``empty`` are the slots (0…12) that show none; ``covered`` those that show none, or nothing of it,
    because the holder ``covered_by`` lies over them."""

    name: ClassVar[str] = "racked"
    holder: int
    shown: int
    unreadable: int
    empty: tuple[int, ...] = ()
    covered_by: int | None = None
    covered: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As of all events; what covers it only where something does."""
        told = EventBase.to_json(self)
        if self.covered or self.covered_by is not None:
            return told
        return {key: value for key, value in told.items() if not key.startswith("covered")}


@dataclass(frozen=True, slots=True)
class Dealt(EventBase):
    """SECRET. The 13 cards of a holder, left to right; a later one for the same holder replaces it."""

    name: ClassVar[str] = "dealt"
    holder: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Rearranged(EventBase):
    """SECRET. The cards of a holder were moved to other slots: 13 entries, None is an empty slot."""

    name: ClassVar[str] = "rearranged"
    holder: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Corrected(EventBase):
    """SECRET. The card of a slot (0…12) had been taken for another; a command that means another card now is void."""

    name: ClassVar[str] = "corrected"
    holder: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class TurnedUp(EventBase):
    """The dealer's last card lies face up; its suit is trumps (RULES W2)."""

    name: ClassVar[str] = "turned_up"
    card: Card
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnUpMoved(EventBase):
    """The turned-up card was pushed elsewhere, not played."""

    name: ClassVar[str] = "turn_up_moved"
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TurnUpTaken(EventBase):
    """The dealer took the turned-up card into the hand (RULES W3)."""

    name: ClassVar[str] = "turn_up_taken"


@dataclass(frozen=True, slots=True)
class Commanded(EventBase):
    """The android at ``seat`` was given a command (public, RULES A20)."""

    name: ClassVar[str] = "commanded"
    seat: int
    command: str


@dataclass(frozen=True, slots=True)
class ErrorMessage(EventBase):
    """The android at ``seat`` cannot obey; no reason is known to anybody (RULES A20)."""

    name: ClassVar[str] = "error_message"
    seat: int
    command: str


@dataclass(frozen=True, slots=True)
class ToMove(EventBase):
    """SECRET until played, for the handler only: the card that must be moved from the holder of ``seat``."""

    name: ClassVar[str] = "to_move"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Played(EventBase):
    """``seat`` played ``card``; it lies at ``x``, ``y``. ``unseen``: it left its slot, as ordered, but does
    not show where it lies."""

    name: ClassVar[str] = "played"
    seat: int
    card: Card
    x: float = 0.0
    y: float = 0.0
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack(EventBase):
    """The last card of the trick was taken back; the turn returns to its ``seat``."""

    name: ClassVar[str] = "taken_back"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class WrongCard(EventBase):
    """A card was laid that must be taken back while it is the turn of ``seat`` (RULES A36, T9); ``by`` is the seat that
    has laid it, None where that is not known, ``more`` are further cards that must be taken back."""

    name: ClassVar[str] = "wrong_card"
    seat: int
    card: Card
    by: int | None = None
    more: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class RightAgain(EventBase):
    """The wrong card is gone, or has become right."""

    name: ClassVar[str] = "right_again"


@dataclass(frozen=True, slots=True)
class TrickWon(EventBase):
    """``seat`` wins trick number ``trick`` (1…13)."""

    name: ClassVar[str] = "trick_won"
    seat: int
    trick: int


@dataclass(frozen=True, slots=True)
class Gathered(EventBase):
    """The trick was taken away; its winner may lead (RULES C6)."""

    name: ClassVar[str] = "gathered"


@dataclass(frozen=True, slots=True)
class RevokeFound(EventBase):
    """``seat`` had not followed suit in trick ``trick`` though able to (RULES T1); the trick stands (RULES T4)."""

    name: ClassVar[str] = "revoke_found"
    seat: int
    trick: int


EARLIER: Final = "earlier"
"""What questions are about that ask for a card of an earlier trick."""
UNSEEN: Final = "unseen"
"""What questions are about that ask for a card that was played and that the camera never saw."""
FEW: Final = 3
"""A doubt has at most so many likely candidates; a question with more of them asks for any card."""


@dataclass(frozen=True, slots=True)
class Question(EventBase):
    """SECRET to ``ask`` (persons). ``about``: ``"slot"`` (of ``holder``, ``slot`` 0…12), ``"turn_up"`` (``of``: the
    seat that may have laid it instead), ``"table"`` (a card at ``x``, ``y``), ``"order"`` (which of two was played
    first), ``"replaced"`` (which of two belongs to the complete trick), ``"moved"`` (what came out of the ordered
    slot), ``"earlier"`` (what seat ``of`` played to trick ``trick`` (1…); as it was taken down stands first),
    ``"unseen"`` (the same where nothing of it was seen) or ``"sight"`` (no candidates, no answer)."""

    name: ClassVar[str] = "question"
    id: int
    about: str
    ask: tuple[str, ...]
    candidates: tuple[Card, ...] = ()
    holder: int | None = None
    slot: int | None = None
    x: float | None = None
    y: float | None = None
    trick: int | None = None
    of: int | None = None

    @property
    def may_be_none(self) -> bool:
        """Whether the answer may be that no card lies there or, of the turn-up, that the card before seat ``of`` was
        laid too early."""
        return self.about == "table" or (self.about == "turn_up" and self.of is not None)


@dataclass(frozen=True, slots=True)
class Answered(EventBase):
    """Question ``id`` was answered by ``seat``; ``card`` None: no card lies there."""

    name: ClassVar[str] = "answered"
    id: int
    card: Card | None
    seat: int


@dataclass(frozen=True, slots=True)
class QuestionWithdrawn(EventBase):
    """Question ``id`` needs no answer any more."""

    name: ClassVar[str] = "question_withdrawn"
    id: int


@dataclass(frozen=True, slots=True)
class OutOfSightFound(EventBase):
    """These parts of the table cannot be seen."""

    name: ClassVar[str] = "out_of_sight"
    parts: frozenset[str]


@dataclass(frozen=True, slots=True)
class InSight(EventBase):
    """All parts of the table are seen again."""

    name: ClassVar[str] = "in_sight"


@dataclass(frozen=True, slots=True)
class OutOfStep(EventBase):
    """What lies on the table is not what was believed; ``holder`` instead where a holder shows other cards (those are
    not named here)."""

    name: ClassVar[str] = "out_of_step"
    seen: tuple[Card, ...]
    believed: tuple[Card, ...]
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class InStep(EventBase):
    """What is seen is again what is believed."""

    name: ClassVar[str] = "in_step"


@dataclass(frozen=True, slots=True)
class HandScored(EventBase):
    """The hand is over: winning seat of each trick, tricks per side (per seat in the games without holders), points and
    scores per side (RULES W5)."""

    name: ClassVar[str] = "hand_scored"
    tricks: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver(EventBase):
    """``side`` has won the match (RULES W6); ``sides`` are all that share it where more than one can (RULES U21)."""

    name: ClassVar[str] = "game_over"
    side: int
    sides: tuple[int, ...] = ()


Event = (
    DealStarted
    | Racked
    | Dealt
    | Rearranged
    | Corrected
    | TurnedUp
    | TurnUpMoved
    | TurnUpTaken
    | Commanded
    | ErrorMessage
    | ToMove
    | Played
    | TakenBack
    | WrongCard
    | RightAgain
    | TrickWon
    | Gathered
    | RevokeFound
    | Question
    | Answered
    | QuestionWithdrawn
    | OutOfSightFound
    | InSight
    | OutOfStep
    | InStep
    | HandScored
    | GameOver
    | HabitEvent
    | FamilyEvent
    | BeginningEvent
)
EVENTS: dict[str, type[Event]] = {kind.name: kind for kind in Event.__args__}
"""Every kind of event by its name."""


def event_from_json(obj: object) -> Event:
    """The event of a JSON object; keys that are no field (such as ``t``) are passed over. Raises ``ValueError`` with
    one sentence when the name is unknown, a field is missing or a value does not fit."""
    name = obj.get("event") if isinstance(obj, Mapping) else obj
    if not isinstance(obj, Mapping) or not isinstance(name, str) or name not in EVENTS:
        raise ValueError(f"{name!r} is no event of the table; the journal may come from another version")
    return read_event(EVENTS[name], obj)
