"""The state of a match, whichever game is played: everything that is known of it. It follows from the events alone, and
is never changed: each event makes another (``whist.table.state.evolve``).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeVar, cast

from whist.cards import Card
from whist.law.exposed import Law
from whist.law.revokes import Revoke
from whist.messages import events as ev
from whist.rules.actions import Action
from whist.rules.hand import Hand, Trick
from whist.rules.standing import Line, Standing
from whist.table.state.exchange import Exchange
from whist.table.state.holders import Holders

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the current or an old trick, where it lies (mm), the slot it came from and the command for it.
    ``unseen``: nobody sees where it lies."""

    seat: int
    card: Card
    x: float
    y: float
    slot: int | None = None
    command: str | None = None
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Aside:
    """A card that lies face up beside the trick, at ``x``, ``y`` (mm): the turn-up (RULES W3), the stock's top card
    (RULES G2) or one of the kitty (RULES B12)."""

    card: Card
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Word:
    """What a person answered; it holds where the question was asked, while the card there reads like a candidate."""

    card: Card
    question: ev.Question


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The turn at which the card before it was taken back: command, Error and order of it, and the commands that met
    Errors."""

    command: tuple[int, str, str] | None
    had_error: bool
    to_move: Card | None
    errors: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is known of a match; pages are told what ``views`` show of it."""

    standing: Standing = field(default_factory=Standing)
    """Before the present hand."""
    hand: Hand = field(default_factory=lambda: Hand(4, 0, 0))
    """The present one as everybody knows it, without any card that was not laid."""
    after: Standing | None = None
    """After the present hand, once it is scored."""
    lines: tuple[Line, ...] = ()
    score_changes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """By how much scores were corrected, per side, each with the place in ``lines`` of the hand after which."""
    deals: int = 0
    """Hands begun so far, those thrown in and misdealt counted."""
    law: Law = field(default_factory=Law)
    laws: tuple[Law, ...] = ()
    """Table law as it was before each card of the trick that lies there."""
    before: State | None = None
    """The last hand, where it was thrown in: its last call may still be taken back."""
    holders: Holders = field(default_factory=Holders)
    """Those of androids or computer players; none at a table of people alone."""
    exchange: Exchange | None = None
    """How a computer player takes the kitty of this hand; None before, and where none does."""
    away: frozenset[int] = frozenset()
    """The seats of households that sit at tables of their own (RULES U22c), each with a pack of its own."""
    # what lies there
    trick: tuple[Laid, ...] = ()
    """The cards of the trick that lies there, complete or not."""
    gather: bool = False
    """Whether that trick is complete and waits to be gathered."""
    gathered: tuple[Laid, ...] = ()
    """The cards of the tricks before it."""
    reopened: bool = False
    """Whether that trick had been gathered, and is looked at (RULES T11)."""
    ungathered: ev.Ungathered | None = None
    """What is left there of a trick that was gathered in part."""
    claimed: tuple[int, ...] = ()
    """Who takes the tricks that are not played, for they were claimed."""
    clear: bool = False
    """Whether the cards of a hand that is dealt again still lie there."""
    aside: tuple[Aside, ...] = ()
    """The turn-up, the stock's top card or the kitty."""
    pushed: bool = False
    """Whether the turn-up was moved at a turn that was not its owner's."""
    paused: Card | None = None
    """The card that was taken back last, by the seat whose turn it is."""
    interrupted: Interrupted | None = None
    wrong: tuple[int, Card] | None = None
    wrong_by: int | None = None
    """The seat that has laid the wrong card, where that is known."""
    wrong_more: tuple[Card, ...] = ()
    """Further cards that must be taken back."""
    barred: tuple[int, Card] | None = None
    """A card that was laid out of turn by a seat, until it is taken back (RULES T9)."""
    barred_too: tuple[tuple[int, Card], ...] = ()
    """Further such cards."""
    early_lead: tuple[int, Card] | None = None
    """A lead out of turn of a seat, of which the opponents may choose what follows (RULES T8)."""
    command: tuple[int, str, str] | None = None
    """The android that was given a command in this turn, the command, and whether it met an ``"error"`` or is a
    ``"move"``."""
    had_error: bool = False
    # doubts
    questions: tuple[ev.Question, ...] = ()
    next_question: int = 1
    told: tuple[Word, ...] = ()
    bare: tuple[ev.Question, ...] = ()
    """Questions of this hand about a place where no card lies, as a person has said, whatever seems to be there."""
    named: frozenset[Card] = frozenset()
    """Cards that people have said in this hand to have been laid: nothing in a holder may speak for or against
    that."""
    open_by_word: frozenset[Card] = frozenset()
    """Cards that were turned up in this hand as people have named them."""
    vouched: frozenset[tuple[int | None, int | None]] = frozenset()
    """Plays, as trick (1…) and seat, of which a person has said which card they were."""
    claimed_cards: frozenset[Card] = frozenset()
    """Cards that whoever's turn it is has called their own, wherever they lie."""
    unread: int = 0
    """Cards on the play area that cannot be read."""
    swapped: tuple[int, ...] = ()
    """Holders that stand before the wrong person."""
    out_of_sight: frozenset[str] = frozenset()
    out_of_step: ev.OutOfStep | None = None
    overlooked: bool = False
    """Whether a person has said that the trick is as believed, whatever is seen."""
    undo: tuple[int, State] | None = None
    """Who answered last, and how the table was before; None once somebody has acted after it."""
    # what was found and said of mistakes
    shown: tuple[tuple[int, Card], ...] = ()
    """Cards that a human at a seat laid and took back: all know who holds them."""
    revoke_known: tuple[int, str] | None = None
    """The seat that could have followed suit in this trick, and the suit."""
    proposal: ev.Proposed | None = None
    corrections: tuple[ev.PlayCorrected | ev.ScoresCorrected, ...] = ()
    """Of the present hand."""
    revokes: tuple[Revoke, ...] = ()
    notes: tuple[str, ...] = ()
    """What was found and corrected in the present deal of Android Whist."""
    # worked out once
    _played: tuple[frozenset[Card], bool] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def now(self) -> Standing:
        """The standing with all hands that are scored."""
        return self.after or self.standing

    @property
    def dealer(self) -> int:
        """The seat that has dealt, or deals."""
        return self.hand.dealer

    @property
    def phase(self) -> str:
        """``"deal"`` until something happens in the hand, then ``"turn_up"``, ``"announce"``, ``"bid"``, ``"choose"``,
        ``"kitty"``, ``"play"``, ``"gather"``, ``"scored"`` or ``"over"``. Where androids obey something has
        happened once their cards are known."""
        if self.after is not None:
            return "over" if self.after.over else "scored"
        if self.gather:
            return "gather"
        if self.holders.obey:
            return "deal" if not self.holders.known else "turn_up" if self.hand.phase == "turn_up" else "play"
        if not self.hand.actions:
            return "deal"
        if self.exchanging is not None:
            return "kitty"
        if self.hand.declarer is not None and (self.hand.phase in ("turn_up", "discard") or len(self.aside) > 1):
            return "kitty"
        return self.hand.phase

    @property
    def turn(self) -> int | None:
        """The seat that must act now, None while nobody may."""
        return None if self.gather or self.after is not None or self.phase == "kitty" else self.hand.turn

    @property
    def exchanging(self) -> Exchange | None:
        """How a computer player is taking the kitty; None before and afterwards."""
        return None if self.exchange is None or self.exchange.step == "done" else self.exchange

    def barred_by(self, card: Card) -> int | None:
        """The seat that has laid ``card`` out of turn, while it is to be taken back; None for any other card."""
        barred = (*self.barred_too, *([self.barred] if self.barred else []))
        return next((seat for seat, one in barred if one == card), None)

    @property
    def turn_up(self) -> Card | None:
        """The card that was turned up, None before."""
        return self.hand.turned_up[0] if self.hand.turned_up else None

    @property
    def complete(self) -> bool:
        """Whether all have played to the trick that lies there, and its winner is not told yet."""
        return len(self.trick) == self.hand.seats and not self.gather and not self.hand.trick

    @property
    def being_played(self) -> tuple[Laid, ...]:
        """The cards of the trick that lies there, unless it waits to be gathered."""
        return () if self.gather else self.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of this hand whose winners are told; claimed ones have no cards."""
        done = self.hand.tricks[:-1] if self.complete else self.hand.tricks
        return (*done, *(Trick(winner, (), (winner,)) for winner in self.claimed))

    @property
    def whole_hand(self) -> Hand:
        """A copy of the hand with the tricks that were claimed, over once all are taken."""
        hand = self.hand.copy()
        hand.tricks += [Trick(winner, (), (winner,)) for winner in self.claimed]
        if len(hand.tricks) == hand.size:
            hand.trick, hand.phase, hand.turn = [], "over", None
        return hand

    @property
    def leader(self) -> int | None:
        """Who has led, or leads next; None outside the play."""
        return self.hand.leader if self.phase in ("play", "gather") else None

    @property
    def trump(self) -> str | None:
        """The trump suit, None before a card is turned up."""
        return self.hand.trump

    @property
    def here(self) -> tuple[Laid, ...]:
        """Of the trick that lies there the cards that lie on this table."""
        return tuple(play for play in self.trick if play.seat not in self.away) if self.away else self.trick

    def played(self) -> frozenset[Card]:
        """All cards of this table's pack that have been played in this deal, those of the current trick included."""
        return self._laid()[0]

    @property
    def repeats(self) -> bool:
        """Whether a card of this table's pack is believed to have been played more than once: one was misread."""
        return self._laid()[1]

    def _laid(self) -> tuple[frozenset[Card], bool]:
        if self._played is not None:  # every look asks for them many times
            return self._played
        laid = [card for seat, card in self.hand.laid() if seat not in self.away]
        found = frozenset(laid), len(set(laid)) < len(laid)
        object.__setattr__(self, "_played", found)
        return found

    @property
    def trick_drifted(self) -> bool:
        """Whether what lies on the play area is out of step with what is believed; a holder may be, too."""
        return self.out_of_step is not None and self.out_of_step.holder is None

    @property
    def wrong_cards(self) -> tuple[Card, ...]:
        """All cards that must be taken back."""
        return (*([self.wrong[1]] if self.wrong else []), *self.wrong_more)


_SLOTS: Final = tuple((slot.__get__, slot.__set__) for slot in (getattr(State, one.name) for one in fields(State)))
_SETTERS: Final = {one.name: getattr(State, one.name).__set__ for one in fields(State)}


def replace(one: _T, **changes: Any) -> _T:
    """As ``dataclasses.replace``, and for a ``State`` in a third of the time: every event makes one, or more."""
    if type(one) is not State:
        return dataclasses.replace(one, **changes)  # type: ignore[type-var]
    new = object.__new__(State)
    for value, put in _SLOTS:
        put(new, value(one))
    for name, changed in changes.items():
        _SETTERS[name](new, changed)
    if not changes.keys().isdisjoint(("hand", "away")):
        _SETTERS["_played"](new, None)
    return cast(_T, new)
