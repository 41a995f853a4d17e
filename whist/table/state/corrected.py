"""What is put right changes the state: another card was played than was taken down, the scores were others; and what of
revokes and of the score follows from it."""

from __future__ import annotations

from typing import Any, TypeVar

from whist.law import exposed as law
from whist.law.exposed import Law
from whist.law.going_back import played_again
from whist.law.penalties import settled
from whist.law.revokes import Revoke, established, not_followed
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.names import holder_name, place_name
from whist.phrases import Phrase, counted, phrase
from whist.rules.actions import Order, Play
from whist.rules.base import Rules
from whist.rules.hand import Hand
from whist.rules.standing import Line, Standing
from whist.table.state.around import people
from whist.table.state.holders import Holders
from whist.table.state.moving import means_another, sees
from whist.table.state.seats import holder_of, person_of
from whist.table.state.state import Laid, State, replace
from whist.table.words.remarks import agreed, corrected_card
from whist.table.words.remarks import revoked as remark_of_revoke

AnyPlay = TypeVar("AnyPlay", Play, Laid)


def play(event: ev.PlayCorrected, state: State, rules: Rules[Any]) -> State:
    """Another card was played, as people have agreed."""
    state = replace(state, named=state.named | {event.card})
    if state.holders.obey:
        note = corrected_card(event, lambda seat: _name(seat, state))
        state = replace(state, proposal=None, notes=(*state.notes, note), holders=_exchanged(event, state))
        return _with_card_of_androids(event, state, rules)
    corrections = (*state.corrections, event)
    now = _with_card(event, state, rules)
    # a word changes no holder that faces nobody: who names any card must not learn what stands there (RULES A6, S1)
    return unscored(rules, replace(now, proposal=None, corrections=corrections, holders=state.holders.unordered()))


def put_right(event: ev.PutRight, state: State, rules: Rules[Any]) -> State:
    """Another card was laid in the stead of one, at a table of androids."""
    state = _with_card_of_androids(event, state, rules)
    shown = (*state.shown, (event.of, event.was))
    # nor does a word count any more that it was the card which does not lie there
    told = tuple(told for told in state.told if told.question.about != "replaced" and told.card != event.was)
    trick = tuple(replace(one, x=event.x, y=event.y) if one.seat == event.of else one for one in state.trick)
    return replace(state, trick=trick, shown=shown, told=told, ungathered=None, undo=None, revoke_known=None)


def replaced(event: fe.Replaced, state: State, rules: Rules[Any]) -> State:
    """Another card was laid in the stead of one of the trick that lies there."""
    if state.holders.obey:
        number = len(state.tricks)
        return put_right(ev.PutRight(number, event.seat, event.card, event.by, event.x, event.y), state, rules)
    old, by = state.hand.actions, Play(event.seat, event.by)
    at = old.index(Play(event.seat, event.card))
    laid = Laid(event.seat, event.by, event.x, event.y)
    trick = tuple(laid if one.seat == event.seat else one for one in state.trick)
    hand = played_again(rules, state.hand, [*old[:at], by, *old[at + 1 :]])
    exposed = _exposed(rules, state.hand, hand, state.law, event)
    paused = None if state.paused == event.by else state.paused
    now = replace(state, hand=hand, trick=trick, law=exposed, paused=paused, holders=state.holders.unordered())
    return unscored(rules, now)


def scores(event: ev.ScoresCorrected, state: State, rules: Rules[Any]) -> State:
    """The scores before this hand were others by as much as people have agreed."""
    change = tuple(new - old for new, old in zip(event.scores, state.now.scores, strict=True))
    before = tuple(old + more for old, more in zip(state.standing.scores, change, strict=True))
    now = replace(
        state,
        standing=replace(state.standing, scores=before),
        proposal=None,
        score_changes=(*state.score_changes, (max(len(state.lines) - 1, 0), change)),
    )
    if state.holders.obey:
        after = None if state.after is None else replace(state.after, scores=event.scores, over=False, winners=())
        return replace(now, after=after, notes=(*state.notes, _note_of_scores(event, state)))
    now = replace(now, corrections=(*state.corrections, event))
    if now.after is None:
        return now
    _, after = scored(now, rules)
    return replace(now, after=replace(after, scores=event.scores))


# -- cards -------------------------------------------------------------------------------------------------------------


def _with_card(event: ev.PlayCorrected | ev.PutRight, state: State, rules: Rules[Any]) -> State:
    """The state in which a trick holds another card, with the winner that follows from it."""
    actions = [_corrected(one, event, state) if isinstance(one, Play) else one for one in state.hand.actions]
    trick = tuple(_corrected(one, event, state) for one in state.trick)
    return replace(state, hand=played_again(rules, state.hand, actions), trick=trick)


def _corrected(play: AnyPlay, event: ev.PlayCorrected | ev.PutRight, state: State) -> AnyPlay:
    if state.away and play.seat != event.of and state.away & {play.seat, event.of}:
        return play  # of another household's pack, or told by it, card by card
    if play.card == event.card:  # the two were taken for each other
        return replace(play, card=event.was)
    return replace(play, card=event.card) if play.seat == event.of and play.card == event.was else play


def _with_card_of_androids(event: ev.PlayCorrected | ev.PutRight, state: State, rules: Rules[Any]) -> State:
    """The same, with the revokes that follow from it; a command of who does not lead any more is void, and one whose
    card is still to be moved and that means another now."""
    now = _with_card(event, state, rules)
    led_by_other = not now.hand.trick and now.hand.tricks[-1:] != state.hand.tricks[-1:]
    now = _revokes_anew(now, rules)
    return without_command(now, rules) if led_by_other or means_another(now, rules) else now


def without_command(state: State, rules: Rules[Any]) -> State:
    """The commands of this turn are void, those that met Errors, too: what they were given for was not so."""
    actions = list(state.hand.actions)
    while actions and isinstance(actions[-1], Order):
        actions.pop()
    hand = played_again(rules, state.hand, actions)
    return replace(state, hand=hand, command=None, had_error=False, holders=state.holders.unordered())


def _exchanged(event: ev.PlayCorrected, state: State) -> Holders:
    """An android cannot have played a card and still hold it: where it stood stands the one that it was taken for. A
    holder that faces nobody stays as it is: who names any card must not learn what stands there (RULES A6, S1)."""
    number = state.holders.number(event.of)
    if number is None or not any(sees(state, person, number) for person in people(state)):
        return state.holders
    now, slot = state.holders.taken_out(event.of, event.card)
    return state.holders if slot is None else now.in_slot(number, slot, event.was)


def _exposed(rules: Rules[Any], before: Hand, now: Hand, known: Law, event: fe.Replaced) -> Law:
    """A card that had revoked and was put right is exposed (RULES T3)."""
    cards = before.trick or list(before.tricks[-1].cards)
    leader = before.leader if before.trick else before.tricks[-1].leader
    if event.seat not in [seat for seat, _ in not_followed(rules, before, leader, cards)]:
        return known
    if not law.may_hold(rules, now, event.seat, event.card):
        return known  # others have said, or drawn, what cannot be
    return law.expose(rules, now, known, event.seat, event.card, "taken_back")


# -- revokes and scores ------------------------------------------------------------------------------------------------


def proved(state: State, rules: Rules[Any]) -> tuple[Revoke, ...]:
    """The revokes that the tricks prove, in the order they were made (RULES T1); where androids obey those of persons
    in complete tricks: an android plays what it is commanded, and a computer player's card was granted."""
    if not state.holders.obey:
        return established(rules, state.hand)
    done = state.hand.copy()
    done.trick = []
    return tuple(one for one in established(rules, done) if one.seat not in state.holders.seats)


def scored(state: State, rules: Rules[Any]) -> tuple[Line, Standing]:
    """The line of a hand whose tricks are all played or claimed, with what its revokes cost (RULES T4–T6), and the
    standing after it."""
    revokes = state.revokes if state.holders.obey else proved(state, rules)  # in the order they were found, or made
    return settled(rules, state.whole_hand, state.standing, revokes)


def unscored(rules: Rules[Any], state: State) -> State:
    """A card of a trick that was complete has changed: it is won, revokes are found, and the hand is scored, anew."""
    lines = state.lines if state.after is None else state.lines[:-1]
    there = proved(state, rules)
    revokes = tuple(revoke for revoke in state.revokes if revoke in there)
    return replace(state, gather=False, after=None, lines=lines, revokes=revokes)


def revoked(state: State, revoke: Revoke) -> State:
    """The state in which a revoke is found, and noted where androids obey (RULES T1)."""
    notes = (*state.notes, _note(state, revoke)) if state.holders.obey else state.notes
    return replace(state, revokes=(*state.revokes, revoke), notes=notes)


def _revokes_anew(state: State, rules: Rules[Any]) -> State:
    """The revokes that the tricks prove now that they are other ones (RULES T1)."""
    notes = {_note(state, revoke) for revoke in state.revokes}
    state = replace(state, revokes=(), notes=tuple(note for note in state.notes if note not in notes))
    for revoke in proved(state, rules):
        state = revoked(state, revoke)
    return state


# -- notes -------------------------------------------------------------------------------------------------------------


def note_of_claim(event: ev.Claimed, left: int, state: State) -> Phrase:
    """That somebody took so many of the tricks that were ``left`` without playing."""
    return counted(
        "{name} took {tricks} of the last {count} trick without playing; all agreed.",
        "{name} took {tricks} of the last {count} tricks without playing; all agreed.",
        left,
        name=place_name(person_of(event.seat, state.dealer)),
        tricks=event.tricks,
    )


def _note(state: State, revoke: Revoke) -> Phrase:
    name, led = place_name(person_of(revoke.seat, state.dealer)), state.hand.tricks[revoke.trick].cards[0]
    return remark_of_revoke(name, revoke.trick + 1, led.suit, stands=True)


def _note_of_scores(event: ev.ScoresCorrected, state: State) -> Phrase:
    (south, north), (was_south, was_north) = event.scores, state.now.scores
    return phrase(
        "The scores are {south} to {north}, not {was_south} to {was_north}; {agreed}.",
        south=south,
        north=north,
        was_south=was_south,
        was_north=was_north,
        agreed=agreed(_name(event.seat, state), _name(event.by, state)),
    )


def _name(seat: int, state: State) -> Phrase:
    holder = holder_of(seat, state.dealer)
    return place_name(person_of(seat, state.dealer)) if holder is None else holder_name(holder)
