"""Jokers among the cards of holders, through pixels: the detector of indices seldom sees their letters."""

from __future__ import annotations

import random

import pytest

from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.cards import JOKERS, PACK
from whist.messages.observations import SLOTS, HolderShows

PARTS = ("holder 1", "holder 2", "play area")


@pytest.mark.parametrize("seed", [0, 1, 12])
def test_a_joker_of_which_no_index_is_seen_is_no_empty_slot(seed):
    rng = random.Random(seed)
    scene = SimulatedTable(seed)
    camera = SimulatedCamera(scene, Pack.drawn(list(DESIGNS)[seed % len(DESIGNS)]), seed=seed)
    cards = [*PACK, *JOKERS]
    rng.shuffle(cards)
    cards = [card for card in cards if not card.is_joker]
    stands = {}
    for number in (1, 2):
        scene.stand(number, -90.0 * number, facing=rng.choice([0.0, 180.0]))
        count = rng.randrange(5, 13)
        own, cards = cards[:count], cards[count:]
        own.insert(rng.randrange(count), JOKERS[number - 1])
        stands[number] = [*own, *[None] * (SLOTS - len(own))]
        if rng.random() < 0.7:
            rng.shuffle(stands[number])
        scene.rack(number, stands[number])
    watcher = Watcher(Reader(), 2, (*PACK, *JOKERS), PARTS)
    seen = [one for _ in range(4) for one in watcher.tick(camera) if isinstance(one, HolderShows)]
    shown = {one.holder: [reading and reading.best for reading in one.slots] for one in seen}
    assert shown == stands
