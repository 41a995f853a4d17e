"""Events that only the games without card holders have (see ``whist.messages.events`` for those that all tables share).

``GameStarted`` is the first event of every such game: all of the table follows from it and those after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from whist.cards import Card
from whist.messages.event_base import EventBase


@dataclass(frozen=True, slots=True)
class GameStarted(EventBase):
    """A match of ``game`` by the house ``options`` begins; seat ``dealer`` deals first; ``seed`` draws what is drawn at
    random (RULES I8). ``holders`` are the seats of computer players, in the order of their holders (RULES S1).
    ``household`` is the one (0…) that sits at this table, the others sit at tables of their own (RULES U22c); None: all
    sit here."""

    name: ClassVar[str] = "game_started"
    game: str
    options: dict[str, Any]
    players: int
    dealer: int
    seed: int = 0
    holders: tuple[int, ...] = ()
    household: int | None = None


@dataclass(frozen=True, slots=True)
class HandStarted(EventBase):
    """Hand number ``deal`` (1…) is dealt by seat ``dealer``; ``trump`` where it is fixed before (``C D H S NT``);
    ``redeal`` after a misdeal (RULES T10)."""

    name: ClassVar[str] = "hand_started"
    deal: int
    dealer: int
    trump: str | None = None
    redeal: bool = False


@dataclass(frozen=True, slots=True)
class KittyShown(EventBase):
    """The kitty lies open (RULES B12), each card at its ``x``, ``y``."""

    name: ClassVar[str] = "kitty_shown"
    cards: tuple[Card, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class KittyStep(EventBase):
    """SECRET. The kitty is taken into ``holder`` (RULES B10): the ``step`` that begins
    (``whist.table.state.exchange.STEPS``), and the ``cards`` that it is about: those laid aside to make room, or those
    discarded. Where people have named a card that was there already, others stand in for it: ``holds`` is what the
    holder is believed to hold then, slot by slot, and as it chooses ``cards`` are what else is laid aside."""

    name: ClassVar[str] = "kitty_step"
    holder: int
    step: str
    cards: tuple[Card, ...] = ()
    holds: tuple[Card | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced(EventBase):
    """SECRET once RULES K3 says so. ``seat`` stated its high-card points (RULES K2)."""

    name: ClassVar[str] = "announced"
    seat: int
    hcp: int


@dataclass(frozen=True, slots=True)
class Called(EventBase):
    """``seat`` called: ``"pass"``, ``"4up"``, ``"8H"`` or a number of tricks (``whist.rules.actions.Bid``)."""

    name: ClassVar[str] = "called"
    seat: int
    call: str | int


@dataclass(frozen=True, slots=True)
class Chosen(EventBase):
    """``seat`` chose trumps or the direction (RULES B8)."""

    name: ClassVar[str] = "chosen"
    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Undone(EventBase):
    """``seat`` took back what it said last: its call, choice or announcement."""

    name: ClassVar[str] = "undone"
    seat: int


@dataclass(frozen=True, slots=True)
class Replaced(EventBase):
    """In the trick that lies there, the ``card`` of ``seat`` is now ``by``, at ``x``, ``y``: put right (RULES T2), or
    read wrongly before. What came after it stands."""

    name: ClassVar[str] = "replaced"
    seat: int
    card: Card
    by: Card
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Reopened(EventBase):
    """The cards of the last trick lie open again, each at its ``x``, ``y`` (RULES T11)."""

    name: ClassVar[str] = "reopened"
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LedBy(EventBase):
    """The complete trick that lies there was led by ``seat``, each card is the next seat's: it stands (RULES T8)."""

    name: ClassVar[str] = "led_by"
    seat: int


@dataclass(frozen=True, slots=True)
class LaidOutOfTurn(EventBase):
    """The card laid last, or the one in question, was laid by ``seat``, not by the seat whose turn it is: it is taken
    back (RULES T9)."""

    name: ClassVar[str] = "laid_out_of_turn"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardExposed(EventBase):
    """``card`` of ``seat`` was shown and is an exposed card (RULES T7)."""

    name: ClassVar[str] = "card_exposed"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardDemanded(EventBase):
    """``seat`` demands an opponent's exposed ``card`` (RULES T7)."""

    name: ClassVar[str] = "card_demanded"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardDenied(EventBase):
    """``seat`` does not hold the ``card`` that is demanded: it was taken for theirs, and is exposed no more."""

    name: ClassVar[str] = "card_denied"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class LeadTreated(EventBase):
    """``seat`` chose what follows from an opponent's lead out of turn: ``"exposed"`` or a suit (RULES T8)."""

    name: ClassVar[str] = "lead_treated"
    seat: int
    how: str


FamilyEvent = (
    GameStarted
    | HandStarted
    | KittyShown
    | KittyStep
    | Announced
    | Called
    | Chosen
    | Undone
    | Replaced
    | Reopened
    | LedBy
    | LaidOutOfTurn
    | CardExposed
    | CardDemanded
    | CardDenied
    | LeadTreated
)
"""Every kind of event that is not in ``whist.messages.events``."""
