"""How mistakes, and what people say about them, change the state: `evolve` for the events of
``whist.messages.events_of_mistakes`` and for revokes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from whist.law.revokes import Revoke
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.names import holder_name, place_name
from whist.phrases import Phrase, counted, phrase
from whist.rules.base import Rules
from whist.table.state.evolve import with_card, with_scores
from whist.table.state.evolve_commands import evolve as evolve
from whist.table.state.evolve_commands import proved, without_command
from whist.table.state.holders import Holders
from whist.table.state.seats import holder_of, human, person_of
from whist.table.state.state import State
from whist.table.words.remarks import agreed, corrected_card, revoked


@evolve.register
def _(event: ev.SaidMine, state: State, rules: Rules[Any]) -> State:
    return replace(state, claimed_cards=state.claimed_cards | {event.card})


@evolve.register
def _(event: ev.StepSaid, state: State, rules: Rules[Any]) -> State:
    drift = state.out_of_step
    state = replace(state, out_of_step=None)
    if drift is None or event.how != "believed":
        return state
    if drift.holder is None:
        return replace(state, overlooked=True)
    return replace(state, holders=state.holders.said(drift.holder, event.how))


@evolve.register
def _(event: ev.Claimed, state: State, rules: Rules[Any]) -> State:
    said = counted(
        "{name} took {tricks} of the last {count} trick without playing; all agreed.",
        "{name} took {tricks} of the last {count} tricks without playing; all agreed.",
        13 - len(state.tricks),
        name=place_name(person_of(event.seat, state.dealer)),
        tricks=event.tricks,
    )
    other = next(seat for seat in range(4) if human(seat, state.dealer) and seat != event.seat)
    left = 13 - len(state.tricks)
    winners = (event.seat,) * event.tricks + (other,) * (left - event.tricks)
    return replace(state, proposal=None, claimed=winners, notes=(*state.notes, said))


@evolve.register
def _(event: ev.PlayCorrected, state: State, rules: Rules[Any]) -> State:
    note = corrected_card(event, lambda seat: _name(seat, state))
    state = replace(state, proposal=None, notes=(*state.notes, note), holders=_exchanged(event, state.holders))
    return _with_card(event, state, rules)


@evolve.register
def _(event: ev.PutRight, state: State, rules: Rules[Any]) -> State:
    state = _with_card(event, state, rules)
    shown = (*state.shown, (event.of, event.was))
    # nor does a word count any more that it was the card which does not lie there
    told = tuple(told for told in state.told if told.question.about != "replaced" and told.card != event.was)
    trick = tuple(replace(one, x=event.x, y=event.y) if one.seat == event.of else one for one in state.trick)
    return replace(state, trick=trick, shown=shown, told=told, ungathered=None, undo=None, revoke_known=None)


@evolve.register
def _(event: fe.Replaced, state: State, rules: Rules[Any]) -> State:
    return evolve(ev.PutRight(len(state.tricks), event.seat, event.card, event.by, event.x, event.y), state, rules)


def _with_card(event: ev.PlayCorrected | ev.PutRight, state: State, rules: Rules[Any]) -> State:
    """The state in which a trick holds another card, with the winner and the revokes that follow from it."""
    now = with_card(event, state, rules)
    led_by_other = not now.hand.trick and now.hand.tricks[-1:] != state.hand.tricks[-1:]
    now = _revokes_anew(now, rules)
    return without_command(now, rules) if led_by_other else now


def _exchanged(event: ev.PlayCorrected, holders: Holders) -> Holders:
    """An android cannot have played a card and still hold it: where it stood stands the one that it was taken for."""
    now, slot = holders.taken_out(event.of, event.card)
    number = holders.number(event.of)
    return holders if number is None or slot is None else now.in_slot(number, slot, event.was)


@evolve.register
def _(event: ev.RevokeFound, state: State, rules: Rules[Any]) -> State:
    return _revoked(state, Revoke(event.seat, event.trick - 1))


def _revoked(state: State, revoke: Revoke) -> State:
    return replace(state, revokes=(*state.revokes, revoke), notes=(*state.notes, _note(state, revoke)))


def _note(state: State, revoke: Revoke) -> Phrase:
    """What is noted of a revoke (RULES T1)."""
    name, led = place_name(person_of(revoke.seat, state.dealer)), state.hand.tricks[revoke.trick].cards[0]
    return revoked(name, revoke.trick + 1, led.suit, stands=True)


def _revokes_anew(state: State, rules: Rules[Any]) -> State:
    """The revokes that the tricks prove now that they are other ones (RULES T1)."""
    notes = {_note(state, revoke) for revoke in state.revokes}
    state = replace(state, revokes=(), notes=tuple(note for note in state.notes if note not in notes))
    for revoke in proved(state, rules):
        state = _revoked(state, revoke)
    return state


@evolve.register
def _(event: ev.ScoresCorrected, state: State, rules: Rules[Any]) -> State:
    (south, north), (was_south, was_north) = event.scores, state.now.scores
    note = phrase(
        "The scores are {south} to {north}, not {was_south} to {was_north}; {agreed}.",
        south=south,
        north=north,
        was_south=was_south,
        was_north=was_north,
        agreed=agreed(_name(event.seat, state), _name(event.by, state)),
    )
    after = None if state.after is None else replace(state.after, scores=event.scores, over=False, winners=())
    return replace(with_scores(event, state), after=after, notes=(*state.notes, note))


@evolve.register
def _(event: ev.AnswerUndone, state: State, rules: Rules[Any]) -> State:
    return state.undo[1] if state.undo is not None else state


@evolve.register
def _(event: ev.RevokeKnown, state: State, rules: Rules[Any]) -> State:
    return replace(state, revoke_known=(event.seat, state.trick[0].card.suit))


def _name(seat: int, state: State) -> Phrase:
    holder = holder_of(seat, state.dealer)
    return place_name(person_of(seat, state.dealer)) if holder is None else holder_name(holder)
