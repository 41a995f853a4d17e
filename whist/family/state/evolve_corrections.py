"""How what people say about mistakes changes the state of a match without holders: `evolve` for those events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.family.state.evolve import evolve as evolve
from whist.family.state.evolve import scored, unscored
from whist.law.going_back import played_again
from whist.messages import events as ev
from whist.rules.actions import Action, Play
from whist.rules.base import Rules
from whist.table.state.state import Play as Laid
from whist.table.state.state import State


@evolve.register
def _(event: ev.StepSaid, state: State, rules: Rules[Any]) -> State:
    holder = None if state.out_of_step is None else state.out_of_step.holder
    if holder is None:
        return replace(state, out_of_step=None, overlooked=True)
    return replace(state, out_of_step=None, holders=state.holders.said(holder, event.how))


@evolve.register
def _(event: ev.PlayCorrected, state: State, rules: Rules[Any]) -> State:
    if not state.deals:
        raise TypeError("no hand has begun")
    hand = played_again(rules, state.hand, [_action(action, event) for action in state.hand.actions])
    trick = tuple(_laid(play, event) for play in state.trick)
    corrections = (*state.corrections, event)
    holders = state.holders.exchanged(event.card, event.was).unordered()
    now = replace(state, hand=hand, trick=trick, proposal=None, corrections=corrections, holders=holders)
    return unscored(rules, now)


def _action(action: Action, event: ev.PlayCorrected) -> Action:
    return Play(action.seat, _right(action, event)) if isinstance(action, Play) else action


def _laid(laid: Laid, event: ev.PlayCorrected) -> Laid:
    return replace(laid, card=_right(laid, event))


def _right(play: Play | Laid, event: ev.PlayCorrected) -> Any:
    """The card that was played: where both had been, they were taken for each other."""
    return {event.was: event.card, event.card: event.was}.get(play.card, play.card)


@evolve.register
def _(event: ev.ScoresCorrected, state: State, rules: Rules[Any]) -> State:
    change = tuple(new - old for new, old in zip(event.scores, state.now.scores, strict=True))
    before = tuple(old + more for old, more in zip(state.standing.scores, change, strict=True))
    changes = (*state.score_changes, (max(len(state.lines) - 1, 0), change))
    state = replace(
        state,
        standing=replace(state.standing, scores=before),
        proposal=None,
        corrections=(*state.corrections, event),
        score_changes=changes,
    )
    if state.after is None:
        return state
    _, after = scored(state, rules)
    return replace(state, after=replace(after, scores=event.scores))
