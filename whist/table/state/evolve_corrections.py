"""How mistakes, and what people say about them, change the state: `evolve` for the events of
``whist.messages.events_of_mistakes`` and for revokes."""

from __future__ import annotations

from dataclasses import replace

from whist.cards import Card
from whist.messages import events as ev
from whist.names import holder_name, place_name
from whist.phrases import Phrase, counted, phrase
from whist.rules.tricks import winning_seat
from whist.table.state.seats import holder_of, human, person_of
from whist.table.state.state import Play, State, Trick
from whist.table.state.state import evolve as evolve
from whist.table.state.tricks import revokes_of
from whist.table.words.remarks import agreed, corrected_card, revoked


@evolve.register
def _(event: ev.SaidMine, state: State) -> State:
    return replace(state, claimed_cards=state.claimed_cards | {event.card})


@evolve.register
def _(event: ev.StepSaid, state: State) -> State:
    drift = state.out_of_step
    state = replace(state, out_of_step=None)
    if drift is None or event.how != "believed":
        return state
    if drift.holder is None:
        return replace(state, overlooked=True)
    return replace(state, overlooked_holders=state.overlooked_holders | {drift.holder})


@evolve.register
def _(event: ev.Proposed, state: State) -> State:
    return replace(state, proposal=event, undo=None)


@evolve.register
def _(event: ev.Declined, state: State) -> State:
    return replace(state, proposal=None)


@evolve.register
def _(event: ev.Claimed, state: State) -> State:
    said = counted(
        "{name} took {tricks} of the last {count} trick without playing; all agreed.",
        "{name} took {tricks} of the last {count} tricks without playing; all agreed.",
        13 - len(state.tricks),
        name=place_name(person_of(event.seat, state.dealer)),
        tricks=event.tricks,
    )
    other = next(seat for seat in range(4) if human(seat, state.dealer) and seat != event.seat)
    left = 13 - len(state.tricks)
    winners = [event.seat] * event.tricks + [other] * (left - event.tricks)
    tricks = (*state.tricks, *(Trick(winner, ()) for winner in winners))
    return replace(state, proposal=None, tricks=tricks, notes=(*state.notes, said))


@evolve.register
def _(event: ev.PlayCorrected, state: State) -> State:
    note = corrected_card(event, lambda seat: _name(seat, state))
    hands = _swapped_in_hands(event, state)
    return _with_card(event, replace(state, proposal=None, notes=(*state.notes, note), hands=hands))


@evolve.register
def _(event: ev.PutRight, state: State) -> State:
    state = _with_card(event, state)
    *others, last = state.tricks[-1].plays
    trick = replace(state.tricks[-1], plays=(*others, replace(last, x=event.x, y=event.y)))
    shown = (*state.shown, (event.of, event.was))
    told = tuple(told for told in state.told if told.question.about != "replaced")
    return replace(
        state, tricks=(*state.tricks[:-1], trick), shown=shown, told=told, ungathered=None, undo=None, revoke_known=None
    )


def _with_card(event: ev.PlayCorrected | ev.PutRight, state: State) -> State:
    """The state in which a trick holds another card, with the winner and the revokes that follow from it."""
    trick = tuple(_corrected(play, event) for play in state.trick)
    tricks = tuple(_trick(tuple(_corrected(play, event) for play in old.plays), old, state) for old in state.tricks)
    led_by_other = bool(tricks) and tricks[-1] != state.tricks[-1] and not trick and state.leader is not None
    state = _revokes_anew(replace(state, trick=trick, tricks=tricks))
    if led_by_other:
        return replace(state, leader=tricks[-1].winner, command=None, had_error=False, to_move=None)
    return state


def _trick(plays: tuple[Play, ...], old: Trick, state: State) -> Trick:
    if plays == old.plays:
        return old
    return Trick(winning_seat(plays[0].seat, [play.card for play in plays], state.trump or "NT"), plays)


def _corrected(play: Play, event: ev.PlayCorrected | ev.PutRight) -> Play:
    if play.card == event.card:  # the two were taken for each other
        return replace(play, card=event.was)
    return replace(play, card=event.card) if play.seat == event.of and play.card == event.was else play


def _swapped_in_hands(event: ev.PlayCorrected, state: State) -> tuple[tuple[Card | None, ...] | None, ...]:
    """An android cannot have played a card and still hold it: where it stood stands the one that it was taken for."""
    hand = state.hand_of(event.of)
    if human(event.of, state.dealer) or hand is None or event.card not in hand:
        return state.hands
    right = tuple(event.was if card == event.card else card for card in hand)
    return tuple(right if known == hand else known for known in state.hands)


@evolve.register
def _(event: ev.RevokeFound, state: State) -> State:
    return _revoked(state, event.seat, event.trick)


def _revoked(state: State, seat: int, trick: int) -> State:
    return replace(state, revokes=(*state.revokes, (seat, trick)), notes=(*state.notes, _note(state, seat, trick)))


def _note(state: State, seat: int, trick: int) -> Phrase:
    """What is noted of a revoke (RULES T1)."""
    name, suit = place_name(person_of(seat, state.dealer)), state.tricks[trick - 1].plays[0].card.suit
    return revoked(name, trick, suit, stands=True)


def _revokes_anew(state: State) -> State:
    """The revokes that the tricks prove now that they are other ones (RULES T1)."""
    notes = {_note(state, seat, trick) for seat, trick in state.revokes}
    state = replace(state, revokes=(), notes=tuple(note for note in state.notes if note not in notes))
    for seat, trick in revokes_of(state):
        state = _revoked(state, seat, trick)
    return state


@evolve.register
def _(event: ev.ScoresCorrected, state: State) -> State:
    (south, north), (was_south, was_north) = event.scores, state.scores
    note = phrase(
        "The scores are {south} to {north}, not {was_south} to {was_north}; {agreed}.",
        south=south,
        north=north,
        was_south=was_south,
        was_north=was_north,
        agreed=agreed(_name(event.seat, state), _name(event.by, state)),
    )
    before = tuple(old + new - now for old, new, now in zip(state.before, event.scores, state.scores, strict=True))
    phase = "scored" if state.phase == "over" else state.phase
    return replace(
        state, scores=event.scores, before=before, proposal=None, phase=phase, winner=None, notes=(*state.notes, note)
    )


@evolve.register
def _(event: ev.AnswerUndone, state: State) -> State:
    return state.undo[1] if state.undo is not None else state


@evolve.register
def _(event: ev.RevokeKnown, state: State) -> State:
    return replace(state, revoke_known=(event.seat, state.trick[0].card.suit))


def _name(seat: int, state: State) -> Phrase:
    holder = holder_of(seat, state.dealer)
    return place_name(person_of(seat, state.dealer)) if holder is None else holder_name(holder)
