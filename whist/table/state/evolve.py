"""How each event changes the state of a match: ``evolve(event, state, rules) -> state``.

Nothing is judged here: whether an event may happen is decided when it is granted, or seen; the state follows blindly,
so that a journal gives the same table again. Here stands what follows alike whoever plays.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

from whist.law.going_back import played_again
from whist.messages import events as ev
from whist.rules.actions import Play as PlayAction
from whist.rules.base import Rules
from whist.table.state.state import Aside, Play, State
from whist.table.state.told import without_turn_up


@singledispatch
def evolve(event: object, state: State, rules: Rules[Any]) -> State:
    """The state after ``event``; raises ``TypeError`` for what is no event of the table."""
    raise TypeError(f"{event!r} is no event of the table")


# -- holders -----------------------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.Racked, state: State, rules: Rules[Any]) -> State:
    old = state.holders.all[event.holder - 1]
    full = state.hand.size - (not old.obeys)  # the last card of a dealer may lie open
    clear = old.to_clear and event.shown >= full
    now = replace(old, shown=(event.shown, event.unreadable), gaps=event.empty, to_clear=clear)
    now = replace(now, covered_by=event.covered_by, covered=event.covered)
    return replace(state, holders=state.holders.put(event.holder, now))


@evolve.register
def _(event: ev.Dealt, state: State, rules: Rules[Any]) -> State:
    old = state.holders.all[event.holder - 1]
    dealt = old.dealt | {card for card in event.cards if card}
    holders = state.holders.put(event.holder, replace(old, dealt=dealt))
    holders = holders.with_cards(event.holder, event.cards).unordered()
    done = holders.known and not state.holders.obey  # else the turn-up is settled with what stands there
    told = tuple(one for one in state.told if one.question.about != "slot") if done else state.told
    return replace(state, holders=holders, told=told)


@evolve.register
def _(event: ev.Corrected, state: State, rules: Rules[Any]) -> State:
    right = state.holders.in_slot(event.holder, event.slot, event.card)
    told = tuple(one for one in state.told if one.question.about != "moved")
    return replace(state, holders=right.unordered(), told=told)


@evolve.register
def _(event: ev.ToMove, state: State, rules: Rules[Any]) -> State:
    if event.seat != state.turn or event.card not in state.holders.held(event.seat):
        raise TypeError("that card is not to be moved now")
    return replace(state, holders=replace(state.holders, to_move=event.card))


@evolve.register
def _(event: ev.Rearranged, state: State, rules: Rules[Any]) -> State:
    before, holders = state.holders.all[event.holder - 1], state.holders.with_cards(event.holder, event.cards)
    exchange = state.exchange
    if exchange is not None and exchange.holder == event.holder:
        exchange = exchange.moved(before, holders.all[event.holder - 1])
    return replace(state, holders=holders, exchange=exchange)


# -- tricks and questions ----------------------------------------------------------------------------------------------


@evolve.register
def _(event: ev.TrickWon, state: State, rules: Rules[Any]) -> State:
    return replace(state, gather=True)


@evolve.register
def _(event: ev.Question, state: State, rules: Rules[Any]) -> State:
    return replace(state, questions=(*state.questions, event), next_question=event.id + 1)


@evolve.register
def _(event: ev.QuestionWithdrawn, state: State, rules: Rules[Any]) -> State:
    return without(state, event.id)


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
def _(event: ev.Unread, state: State, rules: Rules[Any]) -> State:
    return replace(state, unread=event.cards)


@evolve.register
def _(event: ev.Proposed, state: State, rules: Rules[Any]) -> State:
    return replace(state, proposal=event, undo=None)


@evolve.register
def _(event: ev.Declined, state: State, rules: Rules[Any]) -> State:
    return replace(state, proposal=None)


@evolve.register
def _(event: ev.TurnUpMoved, state: State, rules: Rules[Any]) -> State:
    moved = replace(state, aside=(Aside(state.aside[0].card, event.x, event.y),), pushed=True)
    return replace(moved, told=without_turn_up(state.told))


@evolve.register
def _(event: ev.TurnUpTaken, state: State, rules: Rules[Any]) -> State:
    return replace(state, aside=(), told=without_turn_up(state.told))


@evolve.register
def _(event: ev.WrongCard, state: State, rules: Rules[Any]) -> State:
    too = tuple(one for one in state.barred_too if one[1] in (event.card, *event.more))
    wrong = (event.seat, event.card)
    return replace(state, wrong=wrong, wrong_by=event.by, wrong_more=event.more, barred_too=too)


def without(state: State, question: int) -> State:
    """The state in which the question of that number is not open."""
    return replace(state, questions=tuple(q for q in state.questions if q.id != question))


AnyPlay = TypeVar("AnyPlay", PlayAction, Play)


def with_card(event: ev.PlayCorrected | ev.PutRight, state: State, rules: Rules[Any]) -> State:
    """The state in which a trick holds another card, with the winner that follows from it."""
    actions = [_corrected(one, event, state) if isinstance(one, PlayAction) else one for one in state.hand.actions]
    trick = tuple(_corrected(play, event, state) for play in state.trick)
    return replace(state, hand=played_again(rules, state.hand, actions), trick=trick)


def _corrected(play: AnyPlay, event: ev.PlayCorrected | ev.PutRight, state: State) -> AnyPlay:
    if state.away and play.seat != event.of and state.away & {play.seat, event.of}:
        return play  # of another household's pack, or told by it, card by card
    if play.card == event.card:  # the two were taken for each other
        return replace(play, card=event.was)
    return replace(play, card=event.card) if play.seat == event.of and play.card == event.was else play


def with_scores(event: ev.ScoresCorrected, state: State) -> State:
    """The state in which the scores before this hand were others by as much as people have agreed."""
    change = tuple(new - old for new, old in zip(event.scores, state.now.scores, strict=True))
    before = tuple(old + more for old, more in zip(state.standing.scores, change, strict=True))
    return replace(
        state,
        standing=replace(state.standing, scores=before),
        proposal=None,
        score_changes=(*state.score_changes, (max(len(state.lines) - 1, 0), change)),
    )
