"""Looks that are not sure, for tests: readings written as text, a fixed deal, and what the table then asks."""

from __future__ import annotations

import random

from tests.whist.driver import TURN_UP_AT, World, places
from whist.cards import PACK, Card
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.table.state.seats import human
from whist.table.table import Table


def card(code):
    return Card.parse(code)


def reading(text):
    """``reading("S9 .5 C9 .4")``."""
    words = text.split()
    return Reading(tuple((card(code), float(p)) for code, p in zip(words[::2], words[1::2], strict=True)))


def badly_read(card, rng, bad, pack):
    """How a card of ``pack`` reads, of which a share ``bad`` is not read clearly. Never clearly wrong: the right card
    is always among the candidates, or nothing is read."""
    if rng.random() >= bad:
        return Reading(((card, rng.uniform(0.91, 1.0)),))
    if rng.random() < 0.2:
        return Reading(())
    right = rng.uniform(0.2, 0.89)
    other, third = rng.sample([c for c in pack if c != card], 2)
    belief = [(card, right), (other, (1 - right) * 0.8), (third, (1 - right) * 0.15)]
    return Reading(tuple(sorted(belief, key=lambda pair: -pair[1])))


SURE = Reading.certain
HANDS = [[c for c in PACK if c.suit == suit] for suit in "HCDS"]
"""South (dealer) all hearts, holder 1 clubs, holder 2 diamonds, North spades."""


def racked(holder, **changes):
    """A look at a holder of ``HANDS`` with other readings in some slots, as ``s3="C5 .6"`` (``""`` is unreadable)."""
    slots = [SURE(c) for c in HANDS[holder]]
    for slot, text in changes.items():
        slots[int(slot[1:])] = reading(text)
    return HolderShows(holder, tuple(slots))


def turned(text="HA 1.0"):
    return TableShows((LaidCard(reading(text), *TURN_UP_AT),))


def table(*looks):
    made = Table("android")
    for look in looks:
        made.apply(look)
    return made


def names(events):
    return [event.name for event in events]


def asked(table):
    return [(q.about, q.holder, q.slot, [str(c) for c in q.candidates]) for q in table.state.questions]


def playing(until=0):
    """The hands of ``HANDS`` with ``until`` cards played; the world's cards are all seen well."""
    world = World(random.Random(1))
    world.deal(HANDS, turn_up=card("HA"))
    for _ in range(until):
        world.lay(next(c for c in world.hands[world.turn]) if human(world.turn, 0) else world.order())
    return world


def lay(world, text, at=None):
    return world.table.apply(TableShows((*world.cards(), LaidCard(reading(text), *(at or places(world.turn))))))
