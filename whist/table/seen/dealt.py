"""What is dealt into holders: how many cards should stand in each, which they are, and what is asked about them.

Who is asked moves the cards of that holder (RULES A5, S3). What else stands in it bears on the question only where that
person sees it anyway, or the question would tell of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages.observations import SLOTS, HolderSlot, Reading
from whist.rules.base import Rules
from whist.table.seen.last_seen import Looks, Slots, clear, offered, readable, reads_as
from whist.table.seen.racked import Settled, counted, settle, without_played
from whist.table.state.holders import Holder
from whist.table.state.holding import held_by
from whist.table.state.moving import looks_into, sees
from whist.table.state.state import State, Word


def expected(state: State, rules: Rules[Any], number: int) -> int:
    """How many cards should stand in holder ``number`` (1…): all that its seat holds but the one that lies open."""
    hand, exchange = state.hand, state.exchanging
    if exchange is not None and exchange.holder == number and exchange.reading:
        return exchange.wanted(rules.stock_size)
    seat = state.holders.seats[number - 1]
    laid = seat in [hand.seat(place) for place in range(len(hand.trick))]
    aside = rules.turn_up_lies and hand.dealer == seat and not hand.tricks and not laid
    return held_by(rules, hand, seat) - aside


def stands_in(state: State, looks: Looks, rules: Rules[Any], number: int) -> dict[HolderSlot, Reading] | None:
    """What the slots of holder ``number`` show that are filled; None until it shows as many cards as it should. Where
    it shows too many, those that its seat has played are none of them; nor is the picture of the last card one, which
    lies open beside it and may have been taken for another."""
    one = state.holders.all[number - 1]
    slots = None if one.to_clear or number in looks.crowded else looks.dealt_anew(number)
    if slots is not None and one.before_draw is not None:
        slots = _not_drawn(one, slots, hidden=state.exchanging is None)
        slots = _taken_open(state, rules, one, slots)
    wanted = expected(state, rules, number)
    if slots is not None and len(_filled(number, slots)) > wanted:
        slots = without_played(state, number, slots)
    filled = _filled(number, slots or ())
    if wanted > 0:
        doubtful = [place for place, reading in filled.items() if not clear(reading)]
        doubtful.sort(key=lambda place: (place != max(filled), filled[place].probability))
        for place in doubtful[: max(0, len(filled) - wanted)]:
            del filled[place]
    return filled if len(filled) == wanted else None


def _filled(number: int, slots: Slots) -> dict[HolderSlot, Reading]:
    return {(number, k): reading for k, reading in enumerate(slots) if reading is not None}


def _not_drawn(one: Holder, slots: Slots, *, hidden: bool) -> Slots:
    """What ``slots`` show after a draw, where nothing but the drawn card is new: a card that stood there before and can
    hardly be read now, as a joker, still stands there unless it is seen in another slot, which of one that people have
    named says nothing (RULES S2). Where it may be ``hidden``, and of a joker always, its slot may seem empty."""
    seen = {reading.best for reading in slots if reading is not None and clear(reading)} - one.named
    return tuple(
        Reading.certain(card)
        if card and card not in seen and _may_be_there(reading, hidden or card.is_joker)
        else reading
        for card, reading in zip(one.before_draw or (), slots, strict=True)
    )


def _named_before(holders: Mapping[int, Holder]) -> tuple[Word, ...]:
    """What people have said of cards that stood in the ``holders`` before others came: it holds as it did then."""
    return tuple(
        Word(card, ev.Question(0, "slot", (), (card,), number, slot))
        for number, one in holders.items()
        for slot, card in enumerate(one.before_draw or ())
        if card in one.named
    )


def _taken_open(state: State, rules: Rules[Any], one: Holder, slots: Slots) -> Slots:
    """What ``slots`` show, where the one that is in doubt must hold the open card that its seat has just taken (RULES
    G3, H4), unless it reads as another."""
    doubtful = [slot for slot, reading in enumerate(slots) if reading is not None and not clear(reading)]
    certain = {reading.best for reading in slots if reading is not None and clear(reading)}
    elsewhere = {*(one.before_draw or ()), *state.played(), *certain}
    taken = [card for card in rules.seen_taken(state.hand, one.seat)[-1:] if card not in elsewhere]
    reading = slots[doubtful[0]] if len(doubtful) == 1 else None
    if not taken or reading is None or not reads_as(reading, taken[0]):
        return slots
    return (*slots[: doubtful[0]], Reading.certain(taken[0]), *slots[doubtful[0] + 1 :])


def _may_be_there(reading: Reading | None, hidden: bool) -> bool:
    return hidden if reading is None else not clear(reading)


def unseen(state: State, rules: Rules[Any]) -> frozenset[int]:
    """The holders whose cards who is asked about them does not see."""
    numbers = range(1, len(state.holders.all) + 1)
    return frozenset(number for number in numbers if not sees(state, looks_into(state, rules, number), number))


def slot_questions(
    state: State, rules: Rules[Any], looks: Looks, settled: Settled, public: Collection[Card]
) -> list[ev.Event]:
    """Questions for slots that are newly in doubt, withdrawn where a look shows that they are not any more; ``public``
    cards lie open. What reads as a card that was played is asked about, too: another was taken for that one. A card
    that cannot be read is asked about where it stays so."""
    events: list[ev.Event] = []
    known = set[HolderSlot]()
    for question in state.questions:
        place = question.holder or 0, question.slot or 0
        if question.about == "slot" and (place in settled.doubts or place[0] not in looks.holders):
            known.add(place)
        elif question.about == "slot":
            events.append(ev.QuestionWithdrawn(question.id))
    fresh = [place for place in settled.doubts if place[0] and place not in known and place[0] not in looks.again]
    read = {place: _read(looks, place) or settled.doubts[place] for place in fresh}
    asked = [place for place in fresh if readable(read[place]) or looks.stays_unread(place)]
    for number, (holder, slot) in enumerate(asked, state.next_question):
        person = looks_into(state, rules, holder)
        seen = [card for at, card in settled.cards.items() if at[0] == holder and sees(state, person, holder)]
        gone = {*public, *state.played(), *seen}
        candidates = offered(settled.doubts[holder, slot], gone) or offered(read[holder, slot], gone)
        if not candidates or not readable(read[holder, slot]):  # also what reads as a card that was played
            candidates = tuple(card for card in rules.pack() if card not in gone)
        events.append(ev.Question(number, "slot", (person,), candidates, holder, slot))
    return events


def _read(looks: Looks, place: HolderSlot) -> Reading | None:
    """What a slot itself shows, cards that were played too."""
    slots = looks.dealt_anew(place[0])
    return None if slots is None else slots[place[1]]


def read_into(
    state: State,
    looks: Looks,
    rules: Rules[Any],
    holders: Mapping[int, Holder],
    narrowed: Callable[[Reading], Reading],
    public: Collection[Card],
) -> list[ev.Event]:
    """The next events while cards are put into the ``holders``, by number: how many each shows, what is asked of its
    slots, each reading ``narrowed`` to what may stand there while ``public`` cards lie open, and once nothing is in
    doubt which they are."""
    if events := counted(looks, holders):
        return events
    shown = {number: stands_in(state, looks, rules, number) for number in holders}
    readings = {place: narrowed(read) for filled in shown.values() for place, read in (filled or {}).items()}
    settled = settle(readings, (*state.told, *_named_before(holders)), unseen(state, rules))
    if events := slot_questions(state, rules, looks, settled, public):
        return events
    wait = any(one.cards is None and shown[number] is None for number, one in holders.items())
    if settled.doubts or wait:
        return []
    # one that is known holds what it is believed to hold, however many cards it shows
    read = [number for number in holders if shown[number] is not None]
    return [event for number in read for event in newly_dealt(state, settled, number)]


def reading_without(reading: Reading, gone: Collection[Card]) -> Reading:
    """A reading without the cards that are elsewhere: what reads as one of them is in doubt."""
    return Reading(tuple((card, p) for card, p in reading.belief if card not in gone))


def newly_dealt(state: State, settled: Settled, number: int) -> list[ev.Event]:
    """That holder ``number`` holds what is settled of it, and where its cards stand if not from the first slot on;
    nothing where that is known."""
    slots = {slot: card for (holder, slot), card in settled.cards.items() if holder == number}
    cards = tuple(slots[slot] for slot in sorted(slots))
    one = state.holders.all[number - 1]
    if one.cards is not None and tuple(one.held) == cards:
        return []
    stands = tuple(slots.get(slot) for slot in range(SLOTS))
    return [ev.Dealt(number, cards), *([ev.Rearranged(number, stands)] if stands[: len(cards)] != cards else [])]
