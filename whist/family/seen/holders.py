"""What stands in the holders of computer players: dealt, set in other slots, not what it should be (RULES S1–S3).

A holder faces nobody. What is in doubt in it is asked of whoever moves its cards, slot by slot; nothing else that
stands in a holder bears on what is asked, or the question would tell of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import SLOTS, Reading
from whist.rules.base import Rules
from whist.table.seen.last_seen import READABLE, Looks, offered
from whist.table.seen.racked import Place, Settled, count_strikes, counted, in_play, settle
from whist.table.state.around import persons
from whist.table.state.holding import held_by
from whist.table.state.moving import who_moves
from whist.table.state.state import State


def decide(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    """The next events about holders; nothing while all is as it is believed, and where there are none."""
    if not state.deals or state.after is not None or not state.holders.all:
        return []
    return in_play(state, looks) if state.holders.known else _dealing(state, state.hand.turned_up, looks, rules)


def expected(state: State, rules: Rules[Any], number: int) -> int:
    """How many cards should stand in holder ``number`` (1…): all that its seat holds but the one that lies open."""
    hand = state.hand
    seat = state.holders.seats[number - 1]
    laid = seat in [hand.seat(place) for place in range(len(hand.trick))]
    aside = rules.turn_up_lies and hand.dealer == seat and not hand.tricks and not laid
    return held_by(rules, hand, seat) - aside


def note_look(state: State, looks: Looks, number: int) -> None:
    """Count looks in a row in which holder ``number`` shows several cards that it is not believed to hold; once it has
    shown others than in the last hand, the same may be dealt again."""
    if looks.dealt_anew(number) is not None:
        looks.old.pop(number, None)
    if not state.holders.known or state.after is not None:
        looks.strikes.clear()
        return
    count_strikes(state, looks, number)


def begin_hand(state: State, looks: Looks) -> None:
    """A hand has ended, and ``state`` is still what it was: while a holder shows the same cards nobody has dealt."""
    looks.old = {number: frozenset(one.dealt) for number, one in enumerate(state.holders.all, 1) if one.dealt}
    looks.holders = dict(looks.last)
    looks.strikes.clear()


# -- the deal ----------------------------------------------------------------------------------------------------------


def _dealing(state: State, public: tuple[Card, ...], looks: Looks, rules: Rules[Any]) -> list[ev.Event]:
    holders = dict(enumerate(state.holders.all, 1))
    if events := counted(looks, {number: (one.shown, one.gaps) for number, one in holders.items()}):
        return events
    readings: dict[Place, Reading] = {}
    whole = set[int]()
    for number, one in holders.items():
        slots = None if one.to_clear or number in looks.crowded else looks.dealt_anew(number)
        filled = {(number, k): reading for k, reading in enumerate(slots or ()) if reading is not None}
        if len(filled) == expected(state, rules, number):
            readings |= {place: _unplayed(state, reading) for place, reading in filled.items()}
            whole.add(number)
    settled = settle(readings, state.told)
    events = list(_asked(state, rules, public, looks, settled))
    return events or (_dealt(state, settled) if whole == holders.keys() and not settled.doubts else [])


def _unplayed(state: State, reading: Reading) -> Reading:
    """A reading without the cards that all have seen played: what reads as one of them is in doubt."""
    played = state.hand.played()
    return Reading(tuple((card, p) for card, p in reading.belief if card not in played))


def _asked(
    state: State, rules: Rules[Any], public: tuple[Card, ...], looks: Looks, settled: Settled
) -> Iterator[ev.Event]:
    """Questions for what is newly in doubt, withdrawn where a look shows that it is not any more."""
    known = set[Place]()
    for question in state.questions:
        place = question.holder or 0, question.slot or 0
        if question.about == "slot" and (place in settled.doubts or place[0] not in looks.holders):
            known.add(place)
        elif question.about == "slot":
            yield ev.QuestionWithdrawn(question.id)
    out = {*public, *state.hand.played()}
    fresh = (place for place in settled.doubts if place not in known and place[0] not in looks.again)
    readable = [place for place in fresh if settled.doubts[place].probability >= READABLE]
    for number, (holder, slot) in enumerate(readable, state.next_question):
        candidates = offered(settled.doubts[holder, slot], out)
        yield ev.Question(number, "slot", asks(state, rules, holder), candidates, holder, slot)


def _dealt(state: State, settled: Settled) -> list[ev.Event]:
    events: list[ev.Event] = []
    for number, one in enumerate(state.holders.all, 1):
        slots = {slot: card for (holder, slot), card in settled.cards.items() if holder == number}
        cards = tuple(slots[slot] for slot in sorted(slots))
        if one.cards is None or tuple(one.held) != cards:
            events.append(ev.Dealt(number, cards))
            stands = tuple(slots.get(slot) for slot in range(SLOTS))
            events += [ev.Rearranged(number, stands)] if stands[: len(cards)] != cards else []
    return events


def asks(state: State, rules: Rules[Any], number: int) -> tuple[str, ...]:
    """The person who is asked about a card of holder ``number``: who moves its cards."""
    return (persons(rules.players)[who_moves(state, rules, state.holders.seats[number - 1])],)
