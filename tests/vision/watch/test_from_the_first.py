"""Cards that lie there from the first look on, as after a power cut: each is read, or told of as one that cannot be
read."""

from __future__ import annotations

import random
from functools import cache
from math import degrees, hypot

import pytest

from tests.cards import cards
from tests.vision.readers import BlindReader
from vision.holders.indices import USUAL
from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.places import trick_place
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.cards import PACK
from whist.messages.observations import LaidCard, TableShows

SEEDS = range(1, 6)
NEAR = 12.0
"""Millimetres from a card within which it is told of."""


@cache
def reader() -> Reader:
    return Reader()


def first_told(table, camera, by) -> tuple[LaidCard, ...]:
    """What the first looks tell of the play area, and its reading does not take back."""
    watcher, told = Watcher(by), ()
    for _ in range(8):
        for one in watcher.tick(camera):
            if isinstance(one, TableShows):
                told = one.cards
    assert len(watcher.planes) == 3
    return told


def untold(table, told):
    """The cards that lie there and of which nothing was told, at their places."""
    return [
        str(laid.card)
        for laid in table.scene().laid
        if all(hypot(one.x - laid.x, one.y - laid.y) > NEAR for one in told)
    ]


def test_a_lone_card_is_read_beside_empty_holders_whose_print_looks_like_indices():
    """The lead of the last trick, on a table set up anew: the marks over the slots told another shape of index."""
    table = SimulatedTable(1)
    table.place_holders("left")
    table.lay(*cards("CQ"), 2.65, -96.3, degrees(-0.43))
    watcher = Watcher(reader())
    camera = SimulatedCamera(table, seed=1)
    told = [one for _ in range(8) for one in watcher.tick(camera) if isinstance(one, TableShows)]
    assert [card.reading.best for card in told[-1].cards] == [*cards("CQ")]
    assert told[-1].cards[0].reading.probability > 0.98
    assert watcher._shape == USUAL


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_is_read_or_told_of(seed):
    rng = random.Random(f"first {seed}")
    table = SimulatedTable(seed)
    side = rng.choice(("left", "right"))
    table.place_holders(side)
    camera = SimulatedCamera(table, Pack.drawn(rng.choice(sorted(DESIGNS))), seed)
    for _ in range(2):
        card = rng.choice(PACK)
        table.lay(card, *(rng.uniform(-95, 95) for _ in range(2)), rng.uniform(-180, 180))
        told = first_told(table, camera, reader())
        assert untold(table, told) == []
        assert all(one.reading.best == card or one.reading.probability < 0.9 for one in told)
        table.take(card)
    for who, card in zip(("south", "holder 1", "north", "holder 2"), rng.sample(PACK, 4), strict=True):
        table.lay(card, *trick_place(who, side, rng))
        assert untold(table, first_told(table, camera, reader())) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_of_which_no_index_is_found_is_told_of(seed):
    rng = random.Random(f"blind {seed}")
    table = SimulatedTable(seed)
    table.place_holders(rng.choice(("left", "right")))
    camera = SimulatedCamera(table, seed=seed)
    assert first_told(table, camera, BlindReader()) == ()
    for face_up in (True, False):
        card = rng.choice(PACK)
        table.lay(card, *(rng.uniform(-95, 95) for _ in range(2)), rng.uniform(-180, 180), face_up=face_up)
        (told,) = first_told(table, camera, BlindReader())
        assert untold(table, [told]) == []
        assert told.reading.best is None
        table.take(card)


@pytest.mark.parametrize("seed", range(30, 34))
def test_a_patterned_cloth_is_no_card(seed):
    table = SimulatedTable(seed)
    table.place_holders("left")
    renderer = Renderer(Pack.drawn("standard"), seed, patterned=True)
    assert first_told(table, SimulatedCamera(table, renderer=renderer), BlindReader()) == ()
