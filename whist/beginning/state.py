"""What is known while it is settled who begins (RULES S6); it follows from the events alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch

from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_beginning as fb
from whist.table.state.state import Word

BARE = fb.CutShows((), ())
"""Nothing lies there."""


@dataclass(frozen=True, slots=True)
class WhoBegins:
    """``seats`` are those who may begin, ``asked`` those who cut now; ``shows`` is how the cut lies there."""

    how: str = "cut"
    best: str = "high"
    seats: tuple[int, ...] = ()
    seed: int = 0
    asked: tuple[int, ...] = ()
    shows: fb.CutShows = BARE
    owners: tuple[tuple[Card, int], ...] = ()
    """Of which card a person has said which seat has cut it."""
    told: tuple[Word, ...] = ()
    bare: tuple[ev.Question, ...] = ()
    """Questions about a place where no card lies, as a person has said."""
    once_more: fb.CutOnceMore | None = None
    """Why it is cut again."""
    clear: bool = False
    """Whether the cards must be taken away before it is cut again."""
    found: fb.FirstFound | None = None
    begun: bool = False
    """Whether the match has begun with whoever was found."""
    questions: tuple[ev.Question, ...] = ()
    next_question: int = 1
    out_of_sight: frozenset[str] = frozenset()

    def laid_by(self, seat: int) -> tuple[Card, ...]:
        """The cards that lie before a seat."""
        both = zip(self.shows.seats, self.shows.cards, strict=True)
        return tuple(card for one, card in both if one == seat)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have still to lay the one card that counts."""
        return tuple(seat for seat in self.asked if not any(not card.is_joker for card in self.laid_by(seat)))


def best_seats(best: str, seats: Sequence[int], cards: Sequence[Card]) -> tuple[int, ...]:
    """The seats whose cards begin: the ``"high"`` ones, or the ``"low"`` ones with aces lowest (RULES S6, C11). Suits
    do not matter, so that several may be equal."""
    worth = [card.value if best == "high" else -_low(card) for card in cards]
    return tuple(seat for seat, one in zip(seats, worth, strict=True) if one == max(worth))


def _low(card: Card) -> int:
    return 1 if card.rank == "A" else card.value


@singledispatch
def evolve(event: object, state: WhoBegins) -> WhoBegins:
    """The state after ``event``; raises ``TypeError`` for what cannot happen before the first deal."""
    raise TypeError(f"{event!r} is no event before the first deal")


@evolve.register
def _(event: fb.FirstAsked, state: WhoBegins) -> WhoBegins:
    return WhoBegins(event.how, event.best, event.seats, event.seed, event.seats)


@evolve.register
def _(event: fb.CutShows, state: WhoBegins) -> WhoBegins:
    return replace(state, shows=event)


@evolve.register
def _(event: fb.CutLaidBy, state: WhoBegins) -> WhoBegins:
    others = tuple(one for one in state.owners if one[0] != event.card)
    return replace(state, owners=(*others, (event.card, event.seat)))


@evolve.register
def _(event: fb.CutOnceMore, state: WhoBegins) -> WhoBegins:
    anew = WhoBegins(state.how, state.best, state.seats, state.seed, event.seats, once_more=event, clear=True)
    return replace(anew, questions=_of_sight(state), next_question=state.next_question, out_of_sight=state.out_of_sight)


@evolve.register
def _(event: fb.CutCleared, state: WhoBegins) -> WhoBegins:
    return replace(state, clear=False, begun=state.found is not None, shows=BARE, told=(), bare=(), owners=())


@evolve.register
def _(event: fb.FirstFound, state: WhoBegins) -> WhoBegins:
    if event.seat not in state.seats:
        raise TypeError("nobody sits there who could begin")
    return replace(state, found=event, begun=False, clear=False, questions=_of_sight(state))


@evolve.register
def _(event: ev.Question, state: WhoBegins) -> WhoBegins:
    return replace(state, questions=(*state.questions, event), next_question=event.id + 1)


@evolve.register
def _(event: ev.QuestionWithdrawn, state: WhoBegins) -> WhoBegins:
    return replace(state, questions=tuple(one for one in state.questions if one.id != event.id))


@evolve.register
def _(event: ev.Answered, state: WhoBegins) -> WhoBegins:
    asked = [one for one in state.questions if one.id == event.id]
    left = tuple(one for one in state.questions if one.id != event.id)
    if event.card is None:
        return replace(state, questions=left, bare=(*state.bare, *asked))
    return replace(state, questions=left, told=(*state.told, *(Word(event.card, one) for one in asked)))


@evolve.register
def _(event: ev.OutOfSightFound, state: WhoBegins) -> WhoBegins:
    return replace(state, out_of_sight=event.parts)


@evolve.register
def _(event: ev.InSight, state: WhoBegins) -> WhoBegins:
    return replace(state, out_of_sight=frozenset())


def _of_sight(state: WhoBegins) -> tuple[ev.Question, ...]:
    return tuple(one for one in state.questions if one.about == "sight")
