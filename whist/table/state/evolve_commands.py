"""How events change the state where androids play what they are commanded (RULES A1–A37); what is alike in all games
stands in ``whist.table.state.evolve``."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from operator import attrgetter
from typing import Any, Final

from whist.law.going_back import played_again, repeat
from whist.law.penalties import settled
from whist.law.revokes import Revoke, established
from whist.messages import events as ev
from whist.rules.actions import Action, Order, TurnUp
from whist.rules.actions import Play as PlayAction
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Line, Standing
from whist.table.state import evolve as of_all
from whist.table.state.evolve import without
from whist.table.state.holders import Holder, Holders
from whist.table.state.seats import HOLDERS, human, person_of, seat_of, seat_of_holder
from whist.table.state.state import Aside, Interrupted, Play, State, Told


@singledispatch
def evolve(event: object, state: State, rules: Rules[Any]) -> State:
    """The state after ``event``; raises ``TypeError`` for what is no event."""
    return of_all.evolve(event, state, rules)


@evolve.register
def _(event: ev.DealStarted, state: State, rules: Rules[Any]) -> State:
    standing = Standing(event.dealer, state.now.scores, event.deal)
    computers = event.computers or computers_of(state)
    androids = [Holder(seat_of_holder(number, event.dealer), to_clear=event.redeal, obeys=True) for number in HOLDERS]
    others = [Holder(seat_of(person, event.dealer), to_clear=event.redeal) for person in computers]
    return State(
        standing=standing,
        hand=rules.start(standing),
        lines=state.lines,
        score_changes=state.score_changes,
        deals=state.deals + 1,
        holders=Holders((*androids, *others)),
        next_question=state.next_question,
        out_of_sight=state.out_of_sight,
        swapped=state.swapped,
        proposal=state.proposal if state.proposal and state.proposal.what == "scores" else None,
        questions=tuple(q for q in state.questions if q.about == "sight"),
        notes=state.notes if event.redeal else (),
    )


@evolve.register
def _(event: ev.Dealt, state: State, rules: Rules[Any]) -> State:
    return _begin(of_all.evolve(event, state, rules))


@evolve.register
def _(event: ev.Corrected, state: State, rules: Rules[Any]) -> State:
    return of_all.evolve(event, without_command(_turn_begins(state), rules), rules)


@evolve.register
def _(event: ev.TurnedUp, state: State, rules: Rules[Any]) -> State:
    hand = _after(state.hand, rules, TurnUp(state.dealer, (event.card,)))
    holders = state.holders.turned_up(state.dealer, event.card)
    return _begin(replace(state, hand=hand, aside=(Aside(event.card, event.x, event.y),), holders=holders))


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
    return of_all.evolve(event, replace(state, command=command), rules)


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
    old = state.interrupted
    if old is not None and state.paused == event.card:
        hand = _after(hand, rules, *old.errors)
        holders = replace(after.holders, to_move=old.to_move)
        after = replace(after, hand=hand, command=old.command, had_error=old.had_error, holders=holders)
    return after


@evolve.register
def _(event: ev.TakenBack, state: State, rules: Rules[Any]) -> State:
    play, held = state.trick[-1], event.seat in state.holders.seats
    actions = state.hand.actions
    last = max(place for place, action in enumerate(actions) if isinstance(action, PlayAction))
    errors = tuple(actions[last + 1 :])
    interrupted = Interrupted(state.command, state.had_error, state.holders.to_move, errors)
    obeyed = bool(held and play.command)  # the command was no Error
    shown = state.shown if held else (*state.shown, (event.seat, event.card))
    state = replace(
        _turn_begins(state),
        hand=played_again(rules, state.hand, actions[: last - obeyed]),
        trick=state.trick[:-1],
        paused=event.card,
        interrupted=interrupted,
        shown=shown,
        undo=None,
        overlooked=False,
        revoke_known=None,
        claimed_cards=state.claimed_cards - {event.card},
    )
    if play.slot is None and event.seat not in state.holders.computers:
        return state
    command = (event.seat, play.command, "move") if play.command else None
    return replace(state, holders=state.holders.back(event.seat, event.card, play.slot), command=command)


@evolve.register
def _(event: ev.RightAgain, state: State, rules: Rules[Any]) -> State:
    return replace(state, wrong=None, wrong_by=None, wrong_more=())


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
def _(event: ev.Answered, state: State, rules: Rules[Any]) -> State:
    asked = [question for question in state.questions if question.id == event.id]
    told = tuple(old for old in state.told if not asked or _PLACE(old.question) != _PLACE(asked[0]))
    before = (event.seat, replace(state, undo=None))
    vouched = state.vouched | {(question.trick, question.of) for question in asked if question.about == "earlier"}
    if event.card is None:
        bare = tuple((question.x or 0.0, question.y or 0.0) for question in asked)
        return replace(without(state, event.id), bare=(*state.bare, *bare), undo=before)
    now = (*told, *(Told(event.card, question) for question in asked))
    return replace(without(state, event.id), told=now, undo=before, vouched=vouched)


@evolve.register
def _(event: ev.Swapped, state: State, rules: Rules[Any]) -> State:
    return replace(state, swapped=event.holders)


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


def computers_of(state: State) -> tuple[str, ...]:
    """The places of computer players, as their holders are numbered."""
    return tuple(person_of(seat, state.dealer) for seat in state.holders.computers)


def proved(state: State, rules: Rules[Any]) -> tuple[Revoke, ...]:
    """The revokes of persons that the complete tricks prove, in the order they were made (RULES T1); an android plays
    what it is commanded, and a computer player's card was granted."""
    done = state.hand.copy()
    done.trick = []
    return tuple(one for one in established(rules, done) if one.seat not in state.holders.seats)


def scored(state: State, rules: Rules[Any]) -> tuple[Line, Standing]:
    """The line of a hand whose tricks are all played or claimed, with what its revokes cost (RULES T4–T6), and the
    standing after it."""
    return settled(rules, state.whole_hand, state.standing, state.revokes)


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
    return replace(
        state,
        command=None,
        had_error=False,
        holders=state.holders.unordered(),
        told=order,
        paused=None,
        interrupted=None,
    )
