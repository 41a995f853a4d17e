"""A computer player takes the kitty into its holder (RULES B10): what was taken out of it, what was put in and is read,
and what comes next, as ``whist.table.state.exchange`` has it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import zip_longest
from typing import Any

from whist.cards import Card
from whist.messages import events as ev
from whist.messages import events_of_calls as fe
from whist.messages.observations import READABLE, SLOTS, Reading
from whist.rules.base import Rules
from whist.table.seen.dealt import read_into, reading_without
from whist.table.seen.last_seen import Looks, Slots, clear, only_one
from whist.table.state.exchange import Exchange
from whist.table.state.holders import BySlot, Holder
from whist.table.state.state import State

_STRANGE = 2
"""So many cards that have not stood there tell that the next ones have been put in already."""


def decide(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event] | None:
    """The next events; None where nobody takes cards out of a holder for a kitty, or puts them in."""
    exchange = state.exchanging
    if exchange is None:
        return _begun(state, looks, rules)
    holder = state.holders.all[exchange.holder - 1]
    if exchange.taking_out:
        return _taken_out(exchange, holder, looks, rules.stock_size)
    if not exchange.reading:
        return None
    if holder.cards is None:
        return _read(state, looks, rules, exchange)
    return [_taken(state, looks, rules, exchange, holder) if exchange.step == "take" else _put_back(exchange, holder)]


def _begun(state: State, looks: Looks, rules: Rules[Any]) -> list[ev.Event] | None:
    """The first cards of the holder, whichever they are, make room for the kitty, once nothing of that lies open."""
    hand, seat = state.hand, state.hand.declarer
    number = state.holders.number(seat) if seat in state.holders.computers else None
    takes = getattr(rules.options, "bidder_gets_kitty", False) and hand.phase == "play" and not hand.laid()
    if number is None or not takes or state.exchange is not None:
        return None
    if state.aside or state.gather or state.out_of_step is not None:
        return None
    room, holder = max(0, hand.size + rules.stock_size - SLOTS), state.holders.all[number - 1]
    holds = _once(holder.cards or (), looks, number, _others(rules, holder.held))
    cards = tuple(card for card in holds if card)[:room]
    return [fe.KittyStep(number, "room", cards, holds if holds != holder.cards else ())]


def _taken_out(exchange: Exchange, holder: Holder, looks: Looks, kitty: int) -> list[ev.Event]:
    slots = looks.last.get(exchange.holder)
    if slots is None:
        return []
    stands = _stands(exchange, holder, slots, looks.covered.get(exchange.holder, (None, ()))[1], kitty)
    if stands is None:
        return []
    if stands != holder.cards:
        return [ev.Rearranged(exchange.holder, stands)]
    if exchange.marked(holder) or exchange.mistaken(holder):
        return []
    if exchange.step == "room":
        return [fe.KittyStep(exchange.holder, "take")]
    return [fe.KittyStep(exchange.holder, "done" if exchange.last(holder) else "back")]


def _stands(exchange: Exchange, holder: Holder, slots: Slots, covered: tuple[int, ...], kitty: int) -> BySlot | None:
    """Which of the cards that are known stand in the ``slots``, in which others may stand by now. What
    is ``covered``, or hard to read, is what was there, unless that is seen elsewhere; but in a slot that is to be
    emptied the picture of the card before it may be taken for one. A card that people have named may truly stand in
    another slot, which nobody may learn (RULES S2): that it is seen there says nothing of its own. None where more
    strange cards stand there than the ``kitty`` has: then the holder was filled anew, and how many of its cards it has
    again is nobody's to know."""
    before, marked = holder.cards or (), exchange.marked(holder)
    read = [reading.best if reading and clear(reading) else None for reading in slots]
    own = exchange.known
    strange = [slot for slot, card in enumerate(read) if card and card not in own]
    if len(strange) > kitty:
        return None
    may_be_gone = set(range(SLOTS)) if exchange.step == "room" and len(strange) >= _STRANGE else {*marked}
    stands: list[Card | None] = []
    for slot, (was, reading, card) in enumerate(zip(before, slots, read, strict=False)):
        if card in own:
            stands.append(card)
        elif (reading is None and slot not in covered) or (was in read and was not in holder.named):
            stands.append(None)
        elif slot in strange:
            stands.append(None if slot in may_be_gone else was)
        else:
            gone = strange or not (reading is None or _may_be(reading, was))
            stands.append(None if slot in marked and gone else was)
    return tuple(stands)


def _may_be(reading: Reading, card: Card | None) -> bool:
    return any(one == card and p >= READABLE for one, p in reading.belief)


def _read(state: State, looks: Looks, rules: Rules[Any], exchange: Exchange) -> list[ev.Event]:
    """As cards that are dealt: how many stand there, what is asked about them, and which they are."""
    number, elsewhere = exchange.holder, _elsewhere(state, rules, exchange)
    holders = {number: state.holders.all[number - 1]}
    return read_into(state, looks, rules, holders, lambda reading: _narrowed(reading, elsewhere), ())


def _elsewhere(state: State, rules: Rules[Any], exchange: Exchange) -> frozenset[Card]:
    """The cards that cannot stand in the holder: those laid aside when the kitty is put in, but for those that people
    have named (RULES S2), and all but the kitty where that was shown (RULES B12); once they are put back, all others.
    """
    start, pack = {card for card in exchange.start if card}, frozenset(rules.pack())
    if exchange.step == "back":
        return pack - start - exchange.aside
    shown = state.hand.turned_up
    return pack - start - {*shown} if shown else exchange.aside - exchange.named


def _narrowed(reading: Reading, elsewhere: frozenset[Card]) -> Reading:
    """A reading without the cards that are elsewhere, which may leave one alone."""
    only = only_one(reading, elsewhere)
    return reading_without(reading, elsewhere) if only is None else Reading.certain(only)


def _taken(state: State, looks: Looks, rules: Rules[Any], exchange: Exchange, holder: Holder) -> ev.Event:
    """Once all cards are known the computer player chooses; where one that was laid aside was put in instead of one of
    the kitty it is taken out again. That a card which people have named is seen once more tells nobody so (RULES S2):
    others stand in for what is known twice."""
    number, known = exchange.holder, exchange.known | {*holder.held}
    wanting = state.hand.size + rules.stock_size - len(known)
    if not wanting:
        return fe.KittyStep(number, "choose")
    strange = exchange.known - {*exchange.start} - exchange.named
    if again := tuple(card for card in holder.held if card in strange):
        return fe.KittyStep(number, "room", again)
    holds = _once(holder.cards or (), looks, number, _others(rules, known))
    aside = _others(rules, known | {*holds})[: wanting - len({*holds} - {*holder.held})]
    return fe.KittyStep(number, "choose", tuple(aside), holds)


def _others(rules: Rules[Any], known: Collection[Card | None]) -> list[Card]:
    """The cards of the pack that are not ``known``, which may stand in for one that is believed twice."""
    return [card for card in rules.pack() if card not in known]


def _once(cards: BySlot, looks: Looks, number: int, others: Iterable[Card]) -> BySlot:
    """The ``cards`` of holder ``number``, with one of ``others`` in place of each that is believed to stand there
    twice, where it is not seen: what its slot reads like most, if it may be read as the card that was named, and else
    what it cannot be, so that all goes on as with any other word."""
    once, free = list(cards), list(others)
    read = dict(enumerate(looks.last.get(number, ())))
    seen = [card == stands for card, stands in zip_longest(cards, looks.stands.get(number, ()))]
    for slot, card in sorted(enumerate(cards), key=lambda place: seen[place[0]]):
        if card is not None and once.count(card) > 1:
            reading = read.get(slot)
            belief = dict(reading.belief) if reading else {}
            like = [other for other in free if (belief.get(other, 0) >= READABLE) == (belief.get(card, 0) >= READABLE)]
            once[slot] = other = max(like or free, key=lambda one: belief.get(one, 0))
            free.remove(other)
    return tuple(once)


def _put_back(exchange: Exchange, holder: Holder) -> ev.Event:
    """What is to be discarded, of the cards that were put back, is taken out; then the rest is put back. A strange one
    is what people have named otherwise, where such a card is missing."""
    missing = sorted((exchange.known & exchange.named) - {*holder.held} - exchange.away, key=str)
    holds = tuple(
        missing.pop() if card and card not in exchange.known and missing else card for card in holder.cards or ()
    )
    held = {card for card in holds if card}
    extra = {card for card in held if card in exchange.chosen or card not in exchange.known}
    otherwise = holds if holds != holder.cards else ()
    if extra:
        return fe.KittyStep(exchange.holder, "discard", tuple(sorted(exchange.chosen | extra, key=str)), otherwise)
    done = held == exchange.known - exchange.chosen
    return fe.KittyStep(exchange.holder, "done" if done else "back", (), otherwise)
