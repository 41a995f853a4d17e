"""What happened at the table, one frozen record each; all of the table's state follows from them (``whist.state``).

``to_json`` gives an object whose key ``event`` is the name; ``event_from_json`` reads it back. Events carry secrets
(``Dealt``, ``ToMove``, ``Question``, ``Rearranged``, ``Corrected``): pages are given views, never events. An event has
no time; who writes it down adds that. Places ``x``, ``y`` are mm of the table plane (``whist.observations.LaidCard``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from whist.cards import Card


@dataclass(frozen=True, slots=True)
class _Event:
    name: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object with the key ``event`` first."""
        return {"event": self.name} | {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


@dataclass(frozen=True, slots=True)
class DealStarted(_Event):
    """Deal number ``deal`` (1…) of the dealer at seat ``dealer`` begins; ``redeal`` after a misdeal (RULES T10)."""

    name: ClassVar[str] = "deal_started"
    deal: int
    dealer: int
    redeal: bool = False


@dataclass(frozen=True, slots=True)
class Racked(_Event):
    """Holder ``holder`` shows ``shown`` cards while the deal is under way; ``unreadable`` of them cannot be read."""

    name: ClassVar[str] = "racked"
    holder: int
    shown: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Dealt(_Event):
    """SECRET. The 13 cards of a holder, left to right; a later one for the same holder replaces it."""

    name: ClassVar[str] = "dealt"
    holder: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Rearranged(_Event):
    """SECRET. The cards of a holder were moved to other slots: 13 entries, None is an empty slot."""

    name: ClassVar[str] = "rearranged"
    holder: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Corrected(_Event):
    """SECRET. The card of a slot (0…12) had been taken for another; the command given for that one is void."""

    name: ClassVar[str] = "corrected"
    holder: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class TurnedUp(_Event):
    """The dealer's last card lies face up; its suit is trumps (RULES W2)."""

    name: ClassVar[str] = "turned_up"
    card: Card
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnUpMoved(_Event):
    """The turned-up card was pushed elsewhere, not played."""

    name: ClassVar[str] = "turn_up_moved"
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TurnUpTaken(_Event):
    """The dealer took the turned-up card into the hand (RULES W3)."""

    name: ClassVar[str] = "turn_up_taken"


@dataclass(frozen=True, slots=True)
class Commanded(_Event):
    """The android at ``seat`` was given a command (public, RULES A20)."""

    name: ClassVar[str] = "commanded"
    seat: int
    command: str


@dataclass(frozen=True, slots=True)
class ErrorMessage(_Event):
    """The android at ``seat`` cannot obey; no reason is known to anybody (RULES A20)."""

    name: ClassVar[str] = "error_message"
    seat: int
    command: str


@dataclass(frozen=True, slots=True)
class ToMove(_Event):
    """SECRET until played, for the handler only: the card that must be moved from the holder of ``seat``."""

    name: ClassVar[str] = "to_move"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Played(_Event):
    """``seat`` played ``card``; it lies at ``x``, ``y``."""

    name: ClassVar[str] = "played"
    seat: int
    card: Card
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class TakenBack(_Event):
    """The last card of the trick was taken back; the turn returns to its ``seat``."""

    name: ClassVar[str] = "taken_back"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class WrongCard(_Event):
    """A card was laid that must be taken back while it is the turn of ``seat`` (RULES A36, T9)."""

    name: ClassVar[str] = "wrong_card"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class RightAgain(_Event):
    """The wrong card is gone, or has become right."""

    name: ClassVar[str] = "right_again"


@dataclass(frozen=True, slots=True)
class TrickWon(_Event):
    """``seat`` wins trick number ``trick`` (1…13)."""

    name: ClassVar[str] = "trick_won"
    seat: int
    trick: int


@dataclass(frozen=True, slots=True)
class Gathered(_Event):
    """The trick was taken away; its winner may lead (RULES C6)."""

    name: ClassVar[str] = "gathered"


@dataclass(frozen=True, slots=True)
class RevokeFound(_Event):
    """``seat`` had not followed suit in trick ``trick`` though able to (RULES T1); the trick stands (RULES T4)."""

    name: ClassVar[str] = "revoke_found"
    seat: int
    trick: int


@dataclass(frozen=True, slots=True)
class Question(_Event):
    """SECRET to ``ask`` (persons). ``about``: ``"slot"`` (of ``holder``, ``slot`` 0…12), ``"turn_up"``, ``"table"``
    (a card at ``x``, ``y``), ``"order"`` (which of two was played first), ``"moved"`` (what came out of the
    ordered slot) or ``"sight"`` (no candidates, no answer)."""

    name: ClassVar[str] = "question"
    id: int
    about: str
    ask: tuple[str, ...]
    candidates: tuple[Card, ...] = ()
    holder: int | None = None
    slot: int | None = None
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class Answered(_Event):
    """Question ``id`` was answered by ``seat``."""

    name: ClassVar[str] = "answered"
    id: int
    card: Card
    seat: int


@dataclass(frozen=True, slots=True)
class QuestionWithdrawn(_Event):
    """Question ``id`` needs no answer any more."""

    name: ClassVar[str] = "question_withdrawn"
    id: int


@dataclass(frozen=True, slots=True)
class OutOfSightFound(_Event):
    """These parts of the table cannot be seen."""

    name: ClassVar[str] = "out_of_sight"
    parts: frozenset[str]


@dataclass(frozen=True, slots=True)
class InSight(_Event):
    """All parts of the table are seen again."""

    name: ClassVar[str] = "in_sight"


@dataclass(frozen=True, slots=True)
class OutOfStep(_Event):
    """What lies on the table is not what was believed; ``holder`` instead where a holder shows other cards (those are
    not named here)."""

    name: ClassVar[str] = "out_of_step"
    seen: tuple[Card, ...]
    believed: tuple[Card, ...]
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class InStep(_Event):
    """What is seen is again what is believed."""

    name: ClassVar[str] = "in_step"


@dataclass(frozen=True, slots=True)
class HandScored(_Event):
    """The hand is over: winning seat of each trick, tricks per side, its points, the game's scores (RULES W5)."""

    name: ClassVar[str] = "hand_scored"
    tricks: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver(_Event):
    """``side`` has reached the target (RULES W6)."""

    name: ClassVar[str] = "game_over"
    side: int


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
)
EVENTS: dict[str, type[Event]] = {kind.name: kind for kind in Event.__args__}
"""Every kind of event by its name."""


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def listed(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError(f"{value!r} is no list")
        return tuple(read(part) for part in value)

    return listed


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


# How each type in a field's annotation is read; events use no others.
_READ: dict[str, Callable[[Any], Any]] = {
    "int": _whole,
    "float": _number,
    "str": _text,
    "bool": _truth,
    "Card": Card.parse,
    "int | None": _or_none(_whole),
    "float | None": _or_none(_number),
    "tuple[int, ...]": _list_of(_whole),
    "tuple[str, ...]": _list_of(_text),
    "tuple[Card, ...]": _list_of(Card.parse),
    "tuple[Card | None, ...]": _list_of(_or_none(Card.parse)),
    "frozenset[str]": lambda value: frozenset(_list_of(_text)(value)),
}


def event_from_json(obj: object) -> Event:
    """The event of a JSON object; keys that are no field (such as ``t``) are passed over. Raises ``ValueError`` with
    one sentence when the name is unknown, a field is missing or a value does not fit."""
    name = obj.get("event") if isinstance(obj, Mapping) else obj
    if not isinstance(obj, Mapping) or not isinstance(name, str) or name not in EVENTS:
        raise ValueError(f"{name!r} is no event of the table; the journal may come from another version")
    kind = EVENTS[name]
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in obj:
            try:
                values[field.name] = _READ[str(field.type)](obj[field.name])
            except ValueError as error:
                raise ValueError(f"{field.name} of event {kind.name!r} does not fit: {error}") from None
        elif field.default is MISSING:
            raise ValueError(f"{field.name} of event {kind.name!r} is missing")
    return kind(**values)
