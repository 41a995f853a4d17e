"""The state of a match without holders: everything that is known of it. It follows from the events alone, see
``whist.family.state.evolve``, and is never changed: each event makes another.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from whist.cards import Card
from whist.law.exposed import Law
from whist.law.revokes import Revoke
from whist.messages import events as ev
from whist.rules.hand import Hand
from whist.rules.standing import Line, Standing
from whist.table.state.holders import Holders
from whist.table.state.state import Aside, Told
from whist.table.state.state import Play as Laid


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is known of a match; see ``whist.family.views`` for what may be shown of it."""

    standing: Standing = field(default_factory=Standing)
    """Before the present hand."""
    hand: Hand | None = None
    after: Standing | None = None
    """After the present hand, once it is scored."""
    lines: tuple[Line, ...] = ()
    deals: int = 0
    """Hands begun so far, those thrown in and misdealt counted."""
    law: Law = field(default_factory=Law)
    laws: tuple[Law, ...] = ()
    """Table law as it was before each card of the trick that lies there."""
    before: State | None = None
    """The last hand, where it was thrown in: its last call may still be taken back."""
    holders: Holders = field(default_factory=Holders)
    """The holders of computer players; none at a table of people alone."""
    # what lies there
    trick: tuple[Laid, ...] = ()
    """The cards of the trick that lies there, complete or not."""
    gather: bool = False
    """Whether that trick is complete and waits to be gathered."""
    reopened: bool = False
    """Whether that trick had been gathered, and is looked at (RULES T11)."""
    clear: bool = False
    """Whether the cards of a hand that is dealt again still lie there."""
    aside: tuple[Aside, ...] = ()
    """The turn-up, the stock's top card or the kitty."""
    pushed: bool = False
    """Whether the turn-up was moved at a turn that was not its owner's."""
    paused: Card | None = None
    """The card that was taken back last, by the seat whose turn it is."""
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
    # doubts
    questions: tuple[ev.Question, ...] = ()
    next_question: int = 1
    told: tuple[Told, ...] = ()
    bare: tuple[tuple[float, float], ...] = ()
    """Places (mm) where no card lies in this hand, as a person has said, whatever seems to be there."""
    vouched: frozenset[tuple[int | None, int | None]] = frozenset()
    """Plays, as trick (1…) and seat, of which a person has said which card they were."""
    unread: int = 0
    """Cards that lie there and cannot be read."""
    out_of_sight: frozenset[str] = frozenset()
    out_of_step: ev.OutOfStep | None = None
    overlooked: bool = False
    """Whether a person said that the trick is as it was played, though its cards do not lie there."""
    # what was said of mistakes
    proposal: ev.Proposed | None = None
    corrections: tuple[ev.PlayCorrected | ev.ScoresCorrected, ...] = ()
    """Of the present hand."""
    score_changes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """By how much scores were corrected, per side, each with the place in ``lines`` of the hand after which."""
    # the log
    revokes: tuple[Revoke, ...] = ()

    def barred_by(self, card: Card) -> int | None:
        """The seat that has laid ``card`` out of turn, while it is to be taken back; None for any other card."""
        barred = (*self.barred_too, *([self.barred] if self.barred else []))
        return next((seat for seat, one in barred if one == card), None)

    @property
    def wrong_cards(self) -> tuple[Card, ...]:
        """All cards that must be taken back."""
        return (*([self.wrong[1]] if self.wrong else []), *self.wrong_more)

    @property
    def now(self) -> Standing:
        """The standing with all hands that are scored."""
        return self.after or self.standing

    @property
    def phase(self) -> str:
        """``"deal"`` until something happens in the hand, then ``"turn_up"``, ``"announce"``, ``"bid"``, ``"choose"``,
        ``"kitty"``, ``"play"``, ``"gather"``, ``"scored"`` or ``"over"``."""
        if self.after is not None:
            return "over" if self.after.over else "scored"
        if self.gather:
            return "gather"
        if self.hand is None or not self.hand.actions:
            return "deal"
        if self.hand.declarer is not None and (self.hand.phase in ("turn_up", "discard") or len(self.aside) > 1):
            return "kitty"
        return self.hand.phase

    @property
    def turn(self) -> int | None:
        """The seat that must act now, None while nobody may."""
        waits = self.hand is None or self.gather or self.after is not None or self.phase == "kitty"
        return None if waits or self.hand is None else self.hand.turn
