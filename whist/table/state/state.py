"""The state of a game of Android Whist, and how each event changes it: ``evolve(event, state, rules) -> state``.

Nothing is judged here: whether an event may happen is decided in ``whist.table.seen.dealing``, ``whist.table.playing``
and ``whist.table.granting``; the state follows blindly, so that a journal gives the same table again. A hand in a state
is never changed: each event that moves it makes another.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import singledispatch
from operator import attrgetter
from typing import Any, Final

from whist.cards import Card
from whist.law.going_back import played_again, repeat
from whist.law.penalties import settled
from whist.law.revokes import Revoke, established
from whist.messages import events as ev
from whist.messages.observations import SLOTS
from whist.rules.actions import Action, Order, TurnUp
from whist.rules.actions import Play as PlayAction
from whist.rules.base import Rules
from whist.rules.hand import Hand, Trick
from whist.rules.standing import Line, Standing
from whist.table.state.holders import Holder, Holders
from whist.table.state.seats import HOLDERS, human, seat_of_holder


@dataclass(frozen=True, slots=True)
class Play:
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
class Told:
    """What a person answered; it holds where the question was asked, while the card there reads like a candidate."""

    card: Card
    question: ev.Question


@dataclass(frozen=True, slots=True)
class Paused:
    """A card that was taken back, with command, Error and order of the turn that it interrupted, and the commands of
    that turn that met Errors."""

    card: Card
    command: tuple[int, str, str] | None
    had_error: bool
    to_move: Card | None
    errors: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is known of the game; see ``whist.table.views`` for what each person may know of it."""

    standing: Standing = field(default_factory=Standing)
    """Before the present hand."""
    hand: Hand = field(default_factory=lambda: Hand(4, 0, 0))
    """The present one, as everybody knows it: commands that met an Error, those that were obeyed, and what was laid."""
    after: Standing | None = None
    """After the present hand, once it is scored."""
    lines: tuple[Line, ...] = ()
    score_changes: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """By how much scores were corrected, per side, each with the place in ``lines`` of the hand after which."""
    holders: Holders = field(default_factory=Holders)
    """Those of the androids."""
    # what lies there
    trick: tuple[Play, ...] = ()
    """The cards of the trick that lies there, complete or not."""
    gather: bool = False
    """Whether that trick is complete and waits to be gathered."""
    gathered: tuple[Play, ...] = ()
    """The cards of the tricks before it."""
    aside: tuple[Aside, ...] = ()
    """The turn-up until the dealer plays."""
    claimed: tuple[int, ...] = ()
    """Who takes the tricks that are not played, for they were claimed."""
    command: tuple[int, str, str] | None = None
    had_error: bool = False
    wrong: tuple[int, Card] | None = None
    wrong_by: int | None = None
    """The seat that has laid the wrong card, where that is known."""
    wrong_more: tuple[Card, ...] = ()
    """Further cards that must be taken back."""
    paused: Paused | None = None
    # doubts
    questions: tuple[ev.Question, ...] = ()
    next_question: int = 1
    told: tuple[Told, ...] = ()
    out_of_sight: frozenset[str] = frozenset()
    out_of_step: ev.OutOfStep | None = None
    swapped: tuple[int, ...] = ()
    """Holders that stand before the wrong person."""
    unread: int = 0
    """Cards on the play area that cannot be read."""
    ungathered: ev.Ungathered | None = None
    bare: tuple[tuple[float, float], ...] = ()
    """Places (mm) where no card lies in this hand, as a person has said, whatever seems to be there."""
    claimed_cards: frozenset[Card] = frozenset()
    """Cards that whoever's turn it is has called their own, wherever they lie."""
    overlooked: bool = False
    """Whether a person has said that the trick is as believed, whatever is seen."""
    vouched: frozenset[tuple[int | None, int | None]] = frozenset()
    """Plays, as trick (1…) and seat, of which a person has said which card they were."""
    shown: tuple[tuple[int, Card], ...] = ()
    """Cards that a human at a seat laid and took back: all know who holds them."""
    revoke_known: tuple[int, str] | None = None
    """The seat that could have followed suit in this trick, and the suit."""
    proposal: ev.Proposed | None = None
    undo: tuple[int, State] | None = None
    """Who answered last, and how the table was before; None once somebody has acted after it."""
    # the log
    revokes: tuple[Revoke, ...] = ()
    notes: tuple[str, ...] = ()

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
        """``"deal"``, ``"turn_up"``, ``"play"``, ``"gather"``, ``"scored"`` or ``"over"``."""
        if self.after is not None:
            return "over" if self.after.over else "scored"
        if self.gather:
            return "gather"
        if not self.holders.known:
            return "deal"
        return "turn_up" if self.hand.phase == "turn_up" else "play"

    @property
    def turn_up(self) -> Card | None:
        """The card that was turned up, None before."""
        return self.hand.turned_up[0] if self.hand.turned_up else None

    @property
    def complete(self) -> bool:
        """Whether all have played to the trick that lies there, and its winner is not told yet."""
        return len(self.trick) == self.hand.seats and not self.gather and not self.hand.trick

    @property
    def being_played(self) -> tuple[Play, ...]:
        """The cards of the trick that lies there, unless it waits to be gathered."""
        return () if self.gather else self.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of this hand whose winners are told; claimed ones have no cards."""
        done = self.hand.tricks[:-1] if self.complete else self.hand.tricks
        return (*done, *(Trick(winner, (), (winner,)) for winner in self.claimed))

    @property
    def leader(self) -> int | None:
        """Who has led, or leads next; None outside the play."""
        return self.hand.leader if self.phase in ("play", "gather") else None

    @property
    def trump(self) -> str | None:
        """The trump suit, None before a card is turned up."""
        return self.hand.trump

    @property
    def turn(self) -> int | None:
        """The seat that must play now, None outside the play."""
        return self.hand.turn if self.phase == "play" else None

    def played(self) -> frozenset[Card]:
        """All cards of this deal that have been played, those of the current trick included."""
        return frozenset(self.hand.played())

    @property
    def wrong_cards(self) -> tuple[Card, ...]:
        """All cards that must be taken back."""
        return (*([self.wrong[1]] if self.wrong else []), *self.wrong_more)


@singledispatch
def evolve(event: object, state: State, rules: Rules[Any]) -> State:
    """The state after ``event``; raises ``TypeError`` for what is no event."""
    raise TypeError(f"{event!r} is no event of the table")


@evolve.register
def _(event: ev.DealStarted, state: State, rules: Rules[Any]) -> State:
    standing = Standing(event.dealer, state.now.scores, event.deal)
    seats = [seat_of_holder(number, event.dealer) for number in HOLDERS]
    return State(
        standing=standing,
        hand=rules.start(standing),
        lines=state.lines,
        score_changes=state.score_changes,
        holders=Holders(tuple(Holder(seat, to_clear=event.redeal) for seat in seats)),
        next_question=state.next_question,
        out_of_sight=state.out_of_sight,
        swapped=state.swapped,
        proposal=state.proposal if state.proposal and state.proposal.what == "scores" else None,
        questions=tuple(q for q in state.questions if q.about == "sight"),
        notes=state.notes if event.redeal else (),
    )


@evolve.register
def _(event: ev.Racked, state: State, rules: Rules[Any]) -> State:
    old = state.holders.all[event.holder - 1]
    clear = old.to_clear and event.shown >= SLOTS
    now = replace(old, shown=(event.shown, event.unreadable), gaps=event.empty, to_clear=clear)
    return replace(state, holders=state.holders.put(event.holder, now))


@evolve.register
def _(event: ev.Dealt, state: State, rules: Rules[Any]) -> State:
    return _begin(replace(state, holders=state.holders.with_cards(event.holder, event.cards)))


@evolve.register
def _(event: ev.Rearranged, state: State, rules: Rules[Any]) -> State:
    return replace(state, holders=state.holders.with_cards(event.holder, event.cards))


@evolve.register
def _(event: ev.Corrected, state: State, rules: Rules[Any]) -> State:
    holders = state.holders.in_slot(event.holder, event.slot, event.card).unordered()
    told = tuple(told for told in state.told if told.question.about != "moved")
    return replace(without_command(_turn_begins(state), rules), holders=holders, told=told)


@evolve.register
def _(event: ev.TurnedUp, state: State, rules: Rules[Any]) -> State:
    hand = _after(state.hand, rules, TurnUp(state.dealer, (event.card,)))
    return _begin(replace(state, hand=hand, aside=(Aside(event.card, event.x, event.y),)))


@evolve.register
def _(event: ev.TurnUpMoved, state: State, rules: Rules[Any]) -> State:
    return replace(state, aside=(Aside(state.aside[0].card, event.x, event.y),))


@evolve.register
def _(event: ev.TurnUpTaken, state: State, rules: Rules[Any]) -> State:
    return replace(state, aside=())


@evolve.register
def _(event: ev.Commanded, state: State, rules: Rules[Any]) -> State:
    return replace(state, command=(event.seat, event.command, "error"), undo=None)


@evolve.register
def _(event: ev.ErrorMessage, state: State, rules: Rules[Any]) -> State:
    hand = _after(state.hand, rules, Order(event.seat, event.command))
    return replace(state, hand=hand, command=(event.seat, event.command, "error"), had_error=True)


@evolve.register
def _(event: ev.ToMove, state: State, rules: Rules[Any]) -> State:
    command = (*state.command[:2], "move") if state.command else None
    return replace(state, command=command, holders=replace(state.holders, to_move=event.card))


@evolve.register
def _(event: ev.Played, state: State, rules: Rules[Any]) -> State:
    holders, slot = state.holders.taken_out(event.seat, event.card)
    command = state.command[1] if state.command else None
    orders = [Order(event.seat, command)] if command and not human(event.seat, state.dealer) else []
    hand = _after(state.hand, rules, *orders, PlayAction(event.seat, event.card))
    play = Play(event.seat, event.card, event.x, event.y, slot, command, event.unseen)
    aside = tuple(one for one in state.aside if one.card != event.card)
    undo = state.undo if any(told.card == event.card for told in state.told) else None
    after = replace(
        _turn_begins(state),
        hand=hand,
        trick=(*state.trick, play),
        holders=holders.unordered(),
        aside=aside,
        undo=undo,
        overlooked=False,
    )
    old = state.paused
    if old is not None and old.card == event.card:
        hand = _after(hand, rules, *old.errors)
        holders = replace(after.holders, to_move=old.to_move)
        after = replace(after, hand=hand, command=old.command, had_error=old.had_error, holders=holders)
    return after


@evolve.register
def _(event: ev.TakenBack, state: State, rules: Rules[Any]) -> State:
    play, android = state.trick[-1], not human(event.seat, state.dealer)
    actions = state.hand.actions
    last = max(place for place, action in enumerate(actions) if isinstance(action, PlayAction))
    paused = Paused(event.card, state.command, state.had_error, state.holders.to_move, tuple(actions[last + 1 :]))
    obeyed = bool(android and play.command)  # the command was no Error
    shown = state.shown if android else (*state.shown, (event.seat, event.card))
    state = replace(
        _turn_begins(state),
        hand=played_again(rules, state.hand, actions[: last - obeyed]),
        trick=state.trick[:-1],
        paused=paused,
        shown=shown,
        undo=None,
        overlooked=False,
        revoke_known=None,
        claimed_cards=state.claimed_cards - {event.card},
    )
    if play.slot is None:
        return state
    command = (event.seat, play.command, "move") if play.command else None
    return replace(state, holders=state.holders.back(event.seat, event.card, play.slot), command=command)


@evolve.register
def _(event: ev.WrongCard, state: State, rules: Rules[Any]) -> State:
    return replace(state, wrong=(event.seat, event.card), wrong_by=event.by, wrong_more=event.more)


@evolve.register
def _(event: ev.RightAgain, state: State, rules: Rules[Any]) -> State:
    return replace(state, wrong=None, wrong_by=None, wrong_more=())


@evolve.register
def _(event: ev.TrickWon, state: State, rules: Rules[Any]) -> State:
    return replace(state, gather=True)


@evolve.register
def _(event: ev.Gathered, state: State, rules: Rules[Any]) -> State:
    if state.after is None:
        state = replace(state, gathered=(*state.gathered, *state.trick), trick=(), gather=False)
    return replace(
        state,
        told=(),
        ungathered=None,
        unread=0,
        undo=None,
        overlooked=False,
        revoke_known=None,
        claimed_cards=frozenset(),
    )


@evolve.register
def _(event: ev.Question, state: State, rules: Rules[Any]) -> State:
    return replace(state, questions=(*state.questions, event), next_question=event.id + 1)


@evolve.register
def _(event: ev.Answered, state: State, rules: Rules[Any]) -> State:
    asked = [question for question in state.questions if question.id == event.id]
    told = tuple(old for old in state.told if not asked or _PLACE(old.question) != _PLACE(asked[0]))
    before = (event.seat, replace(state, undo=None))
    vouched = state.vouched | {(question.trick, question.of) for question in asked if question.about == "earlier"}
    if event.card is None:
        bare = tuple((question.x or 0.0, question.y or 0.0) for question in asked)
        return replace(_without(state, event.id), bare=(*state.bare, *bare), undo=before)
    now = (*told, *(Told(event.card, question) for question in asked))
    return replace(_without(state, event.id), told=now, undo=before, vouched=vouched)


@evolve.register
def _(event: ev.QuestionWithdrawn, state: State, rules: Rules[Any]) -> State:
    return _without(state, event.id)


@evolve.register
def _(event: ev.OutOfSightFound, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_sight=event.parts)


@evolve.register
def _(event: ev.InSight, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_sight=frozenset())


@evolve.register
def _(event: ev.OutOfStep, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_step=event)


@evolve.register
def _(event: ev.InStep, state: State, rules: Rules[Any]) -> State:
    return replace(state, out_of_step=None)


@evolve.register
def _(event: ev.Swapped, state: State, rules: Rules[Any]) -> State:
    return replace(state, swapped=event.holders)


@evolve.register
def _(event: ev.Unread, state: State, rules: Rules[Any]) -> State:
    return replace(state, unread=event.cards)


@evolve.register
def _(event: ev.Ungathered, state: State, rules: Rules[Any]) -> State:
    return replace(state, ungathered=event if event.left else None)


@evolve.register
def _(event: ev.HandScored, state: State, rules: Rules[Any]) -> State:
    lines = state.lines[:-1] if state.after is not None else state.lines  # a card of it was corrected
    line, after = scored(state, rules)
    after = replace(after, scores=event.scores, over=False, winners=())
    return replace(state, lines=(*lines, line), after=after)


@evolve.register
def _(event: ev.GameOver, state: State, rules: Rules[Any]) -> State:
    return replace(state, after=replace(state.now, over=True, winners=(event.side,)))


def whole_hand(state: State) -> Hand:
    """The hand with the tricks that were claimed, over once all are taken."""
    hand = state.hand.copy()
    hand.tricks += [Trick(winner, (), (winner,)) for winner in state.claimed]
    if len(hand.tricks) == hand.size:
        hand.trick, hand.phase, hand.turn = [], "over", None
    return hand


def proved(hand: Hand, rules: Rules[Any]) -> tuple[Revoke, ...]:
    """The revokes of persons that the complete tricks prove, in the order they were made (RULES T1); an android plays
    what it is commanded."""
    done = hand.copy()
    done.trick = []
    return tuple(one for one in established(rules, done) if human(one.seat, hand.dealer))


def scored(state: State, rules: Rules[Any]) -> tuple[Line, Standing]:
    """The line of a hand whose tricks are all played or claimed, with what its revokes cost (RULES T4–T6), and the
    standing after it."""
    return settled(rules, whole_hand(state), state.standing, state.revokes)


_PLACE: Final = attrgetter("about", "holder", "slot", "x", "y")


def _begin(state: State) -> State:
    """When all is known, what was said of the deal counts no more."""
    return replace(state, told=()) if state.phase == "play" else state


def _after(hand: Hand, rules: Rules[Any], *actions: Action) -> Hand:
    """The hand in which these have happened, too."""
    now = hand.copy()
    for action in actions:
        repeat(rules, now, action)
    return now


def without_command(state: State, rules: Rules[Any]) -> State:
    """The commands of this turn are void, those that met Errors, too: what they were given for was not so."""
    actions = list(state.hand.actions)
    while actions and isinstance(actions[-1], Order):
        actions.pop()
    hand = played_again(rules, state.hand, actions)
    return replace(state, hand=hand, command=None, had_error=False, holders=state.holders.unordered())


def _turn_begins(state: State) -> State:
    order = tuple(told for told in state.told if told.question.about != "order")
    return replace(state, command=None, had_error=False, holders=state.holders.unordered(), told=order, paused=None)


def _without(state: State, question: int) -> State:
    return replace(state, questions=tuple(q for q in state.questions if q.id != question))
