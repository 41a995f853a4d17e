"""How what is seen in holders, and what their players choose, changes the state: `evolve` for those events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.family.state.evolve_corrections import evolve as evolve
from whist.messages import events as ev
from whist.rules.base import Rules
from whist.table.state.state import State


@evolve.register
def _(event: ev.Racked, state: State, rules: Rules[Any]) -> State:
    old = state.holders.all[event.holder - 1]
    few = event.shown < state.hand.size - 1  # the dealer's last card may lie open
    now = replace(old, shown=(event.shown, event.unreadable), gaps=event.empty, to_clear=old.to_clear and not few)
    return replace(state, holders=state.holders.put(event.holder, now))


@evolve.register
def _(event: ev.Dealt, state: State, rules: Rules[Any]) -> State:
    cards = frozenset(card for card in event.cards if card)
    old = state.holders.all[event.holder - 1]
    holders = state.holders.put(event.holder, replace(old, dealt=old.dealt | cards))
    holders = holders.with_cards(event.holder, event.cards).unordered()
    told = tuple(one for one in state.told if one.question.about != "slot") if holders.known else state.told
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
