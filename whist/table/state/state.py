"""The state of a game of Android Whist, and how each event changes it: ``evolve(state, event) -> state``.

Nothing is judged here: whether an event may happen is decided in ``whist.table.seen.dealing``, ``whist.table.playing``
and ``whist.table.granting``; the state follows blindly, so that a journal gives the same table again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch
from operator import attrgetter
from typing import Final, TypeVar

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import SLOTS
from whist.table.state.seats import HOLDERS, holder_of

Hand = tuple[Card | None, ...]


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
class Trick:
    """A finished trick."""

    winner: int
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What a person answered; it holds where the question was asked, while the card there reads like a candidate."""

    card: Card
    question: ev.Question


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is known of the game; see ``whist.table.views`` for what each person may know of it."""

    deal: int = 0
    dealer: int = 0
    phase: str = "deal"
    scores: tuple[int, ...] = (0, 0)
    before: tuple[int, ...] = (0, 0)
    """The scores before this hand."""
    # the deal
    racked: tuple[tuple[int, int] | None, ...] = (None, None)
    gaps: tuple[tuple[int, ...], ...] = ((), ())
    """The slots of each holder that show no card while few are missing."""
    to_clear: frozenset[int] = frozenset()
    hands: tuple[Hand | None, ...] = (None, None)
    turn_up: Card | None = None
    turn_up_place: tuple[float, float] = (0.0, 0.0)
    turn_up_lies: bool = False
    # the play
    leader: int | None = None
    trick: tuple[Play, ...] = ()
    tricks: tuple[Trick, ...] = ()
    command: tuple[int, str, str] | None = None
    had_error: bool = False
    to_move: Card | None = None
    wrong: tuple[int, Card] | None = None
    wrong_by: int | None = None
    """The seat that has laid the wrong card, where that is known."""
    wrong_more: tuple[Card, ...] = ()
    """Further cards that must be taken back."""
    paused: tuple[Card, tuple[int, str, str] | None, bool, Card | None] | None = None
    """A card that was taken back, with command, Error and order of the turn that it interrupted."""
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
    overlooked_holders: frozenset[int] = frozenset()
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
    revokes: tuple[tuple[int, int], ...] = ()
    notes: tuple[str, ...] = ()
    hand: ev.HandScored | None = None
    winner: int | None = None

    @property
    def trump(self) -> str | None:
        """The trump suit, None before a card is turned up."""
        return self.turn_up.suit if self.turn_up else None

    @property
    def turn(self) -> int | None:
        """The seat that must play now, None outside the play."""
        if self.phase != "play" or self.leader is None:
            return None
        return (self.leader + len(self.trick)) % 4

    def hand_of(self, seat: int) -> Hand | None:
        """The slots of the android at ``seat``; None for a human and before its cards are known."""
        holder = holder_of(seat, self.dealer)
        return self.hands[holder - 1] if holder else None

    def held(self, seat: int) -> tuple[Card, ...]:
        """The cards that the android at ``seat`` still holds."""
        return tuple(card for card in self.hand_of(seat) or () if card)

    def played(self) -> frozenset[Card]:
        """All cards of this deal that have been played, those of the current trick included."""
        old = {play.card for trick in self.tricks for play in trick.plays}
        return frozenset(old | {play.card for play in self.trick})

    @property
    def wrong_cards(self) -> tuple[Card, ...]:
        """All cards that must be taken back."""
        return (*([self.wrong[1]] if self.wrong else []), *self.wrong_more)

    def in_holders(self) -> frozenset[Card]:
        """All cards that are believed to stand in the two holders."""
        return frozenset(card for hand in self.hands for card in hand or () if card)


@singledispatch
def evolve(event: object, state: State) -> State:
    """The state after ``event``; raises ``TypeError`` for what is no event."""
    raise TypeError(f"{event!r} is no event of the table")


@evolve.register
def _(event: ev.DealStarted, state: State) -> State:
    return State(
        deal=event.deal,
        dealer=event.dealer,
        scores=state.scores,
        before=state.scores,
        to_clear=frozenset(HOLDERS) if event.redeal else frozenset(),
        next_question=state.next_question,
        out_of_sight=state.out_of_sight,
        swapped=state.swapped,
        proposal=state.proposal if state.proposal and state.proposal.what == "scores" else None,
        questions=tuple(q for q in state.questions if q.about == "sight"),
        notes=state.notes if event.redeal else (),
        hand=state.hand,
    )


@evolve.register
def _(event: ev.Racked, state: State) -> State:
    clear = state.to_clear - {event.holder} if event.shown < SLOTS else state.to_clear
    racked = _put(state.racked, event.holder - 1, (event.shown, event.unreadable))
    return replace(state, racked=racked, gaps=_put(state.gaps, event.holder - 1, event.empty), to_clear=clear)


@evolve.register
def _(event: ev.Dealt, state: State) -> State:
    return _begin(replace(state, hands=_put(state.hands, event.holder - 1, event.cards)))


@evolve.register
def _(event: ev.Rearranged, state: State) -> State:
    return replace(state, hands=_put(state.hands, event.holder - 1, event.cards))


@evolve.register
def _(event: ev.Corrected, state: State) -> State:
    hand = state.hands[event.holder - 1] or (None,) * SLOTS
    hands = _put(state.hands, event.holder - 1, _put(hand, event.slot, event.card))
    return replace(_turn_begins(state), hands=hands, told=tuple(t for t in state.told if t.question.about != "moved"))


@evolve.register
def _(event: ev.TurnedUp, state: State) -> State:
    return _begin(replace(state, turn_up=event.card, turn_up_place=(event.x, event.y), turn_up_lies=True))


@evolve.register
def _(event: ev.TurnUpMoved, state: State) -> State:
    return replace(state, turn_up_place=(event.x, event.y))


@evolve.register
def _(event: ev.TurnUpTaken, state: State) -> State:
    return replace(state, turn_up_lies=False)


@evolve.register
def _(event: ev.Commanded, state: State) -> State:
    return replace(state, command=(event.seat, event.command, "error"), undo=None)


@evolve.register
def _(event: ev.ErrorMessage, state: State) -> State:
    return replace(state, command=(event.seat, event.command, "error"), had_error=True)


@evolve.register
def _(event: ev.ToMove, state: State) -> State:
    command = (*state.command[:2], "move") if state.command else None
    return replace(state, command=command, to_move=event.card)


@evolve.register
def _(event: ev.Played, state: State) -> State:
    hand, hands, slot, holder = state.hand_of(event.seat), state.hands, None, holder_of(event.seat, state.dealer)
    if hand and holder and event.card in hand:
        slot = hand.index(event.card)
        hands = _put(hands, holder - 1, _put(hand, slot, None))
    command = state.command[1] if state.command else None
    play = Play(event.seat, event.card, event.x, event.y, slot, command, event.unseen)
    lies = state.turn_up_lies and event.card != state.turn_up
    undo = state.undo if any(told.card == event.card for told in state.told) else None
    after = replace(
        _turn_begins(state), trick=(*state.trick, play), hands=hands, turn_up_lies=lies, undo=undo, overlooked=False
    )
    if state.paused is not None and state.paused[0] == event.card:
        _, given, had_error, to_move = state.paused
        after = replace(after, command=given, had_error=had_error, to_move=to_move)
    return after


@evolve.register
def _(event: ev.TakenBack, state: State) -> State:
    play, hands, holder = state.trick[-1], state.hands, holder_of(event.seat, state.dealer)
    paused = (event.card, state.command, state.had_error, state.to_move)
    shown = state.shown if holder else (*state.shown, (event.seat, event.card))
    state = replace(
        _turn_begins(state),
        trick=state.trick[:-1],
        paused=paused,
        shown=shown,
        undo=None,
        overlooked=False,
        revoke_known=None,
        claimed_cards=state.claimed_cards - {event.card},
    )
    if holder is None or play.slot is None:
        return state
    hands = _put(hands, holder - 1, _put(hands[holder - 1] or (), play.slot, play.card))
    command = (event.seat, play.command, "move") if play.command else None
    return replace(state, hands=hands, to_move=event.card, command=command)


@evolve.register
def _(event: ev.WrongCard, state: State) -> State:
    return replace(state, wrong=(event.seat, event.card), wrong_by=event.by, wrong_more=event.more)


@evolve.register
def _(event: ev.RightAgain, state: State) -> State:
    return replace(state, wrong=None, wrong_by=None, wrong_more=())


@evolve.register
def _(event: ev.TrickWon, state: State) -> State:
    trick = Trick(event.seat, state.trick)
    return replace(state, phase="gather", tricks=(*state.tricks, trick), trick=(), leader=event.seat)


@evolve.register
def _(event: ev.Gathered, state: State) -> State:
    return replace(
        state,
        phase="play" if state.phase == "gather" else state.phase,
        told=(),
        ungathered=None,
        unread=0,
        undo=None,
        overlooked=False,
        revoke_known=None,
        claimed_cards=frozenset(),
    )


@evolve.register
def _(event: ev.Question, state: State) -> State:
    return replace(state, questions=(*state.questions, event), next_question=event.id + 1)


@evolve.register
def _(event: ev.Answered, state: State) -> State:
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
def _(event: ev.QuestionWithdrawn, state: State) -> State:
    return _without(state, event.id)


@evolve.register
def _(event: ev.OutOfSightFound, state: State) -> State:
    return replace(state, out_of_sight=event.parts)


@evolve.register
def _(event: ev.InSight, state: State) -> State:
    return replace(state, out_of_sight=frozenset())


@evolve.register
def _(event: ev.OutOfStep, state: State) -> State:
    return replace(state, out_of_step=event)


@evolve.register
def _(event: ev.InStep, state: State) -> State:
    return replace(state, out_of_step=None)


@evolve.register
def _(event: ev.Swapped, state: State) -> State:
    return replace(state, swapped=event.holders)


@evolve.register
def _(event: ev.Unread, state: State) -> State:
    return replace(state, unread=event.cards)


@evolve.register
def _(event: ev.Ungathered, state: State) -> State:
    return replace(state, ungathered=event if event.left else None)


@evolve.register
def _(event: ev.HandScored, state: State) -> State:
    return replace(state, phase="scored", hand=event, scores=event.scores, leader=None, winner=None)


@evolve.register
def _(event: ev.GameOver, state: State) -> State:
    return replace(state, phase="over", winner=event.side)


_Item = TypeVar("_Item")
_PLACE: Final = attrgetter("about", "holder", "slot", "x", "y")


def _put(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _begin(state: State) -> State:
    """The phase that the deal has reached; when all is known, the dealer's left leads (RULES A4, W4)."""
    if state.phase not in ("deal", "turn_up") or None in state.hands:
        return state
    if state.turn_up is None:
        return replace(state, phase="turn_up")
    return replace(state, phase="play", leader=(state.dealer + 1) % 4, told=())


def _turn_begins(state: State) -> State:
    order = tuple(told for told in state.told if told.question.about != "order")
    return replace(state, command=None, had_error=False, to_move=None, told=order, paused=None)


def _without(state: State, question: int) -> State:
    return replace(state, questions=tuple(q for q in state.questions if q.id != question))
