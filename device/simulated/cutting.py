"""Simulated people who cut for the deal (RULES S6): each draws a card of the pack and lays it before a seat."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.simulated.places import seat_place
from vision.simulated.scene import SimulatedTable
from whist.cards import PACK, Card
from whist.table.state.around import before


@dataclass(frozen=True, slots=True)
class CutMove:
    """What somebody does next: lays ``card`` before the place of ``seat``, or, without one, takes away what lies
    there."""

    card: Card | None = None
    seat: int = 0


def next_cut(
    view: Mapping[str, Any], scene: SimulatedTable, own: Collection[int], places: Sequence[int], seed: int
) -> CutMove | None:
    """What a person does who cuts for the seats ``own``; ``places`` are the seats that cut, around the table from
    South's. None while there is nothing to do, or the camera must see first what was done. A card that cannot be read
    is changed for another."""
    cut, laid = view["cut"], scene.scene().laid
    if cut["clear"]:
        return CutMove() if laid else None
    there = {before(one.x, one.y, len(places)) for one in laid}
    open_now = [seat for seat in cut["missing"] if seat in own]
    missing = open_now if view["unread"] else [seat for seat in open_now if places.index(seat) not in there]
    if not missing:
        return None
    pack = [card for card in PACK if card not in [one.card for one in laid]]
    return CutMove(random.Random(f"cut {view['event']} {missing[0]} {seed}").choice(pack), missing[0])


def lay_cut(scene: SimulatedTable, card: Card, place: int, places: int) -> None:
    """Lay a card that was cut before a place, instead of one that lies there."""
    for one in scene.scene().laid:
        if before(one.x, one.y, places) == place:
            scene.take(one.card)
    scene.lay(card, *seat_place(place, places, random.Random(f"cut {card}")))


def clear_cut(scene: SimulatedTable) -> None:
    """Take away all that was cut."""
    for one in scene.scene().laid:
        scene.take(one.card)


def seats_that_cut(view: Mapping[str, Any]) -> Sequence[int]:
    """The seats of persons and computer players, South's first: androids do not cut (RULES A12)."""
    return sorted(one["seat"] for one in view["seats"] if one["kind"] != "android")
