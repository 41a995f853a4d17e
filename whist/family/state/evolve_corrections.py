"""How what people say about mistakes changes the state of a match without holders: `evolve` for those events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.family.state.evolve import evolve as evolve
from whist.family.state.evolve import scored, unscored
from whist.messages import events as ev
from whist.rules.base import Rules
from whist.table.state.evolve import with_card, with_scores
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
    corrections = (*state.corrections, event)
    holders = state.holders if event.of in state.away else state.holders.exchanged(event.card, event.was)
    holders = holders.unordered()
    now = replace(with_card(event, state, rules), proposal=None, corrections=corrections, holders=holders)
    return unscored(rules, now)


@evolve.register
def _(event: ev.ScoresCorrected, state: State, rules: Rules[Any]) -> State:
    state = replace(with_scores(event, state), corrections=(*state.corrections, event))
    if state.after is None:
        return state
    _, after = scored(state, rules)
    return replace(state, after=replace(after, scores=event.scores))
