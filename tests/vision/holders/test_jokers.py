"""Jokers among the cards of holders, through pixels: the detector of indices seldom sees their letters."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.cards import JOKERS, PACK
from whist.messages.observations import SLOTS, HolderShows

PARTS = ("holder 1", "holder 2", "play area")


@pytest.mark.parametrize(("seed", "left"), [(0, None), (1, None), (12, None), (5, 2.0), (19, 2.0), (22, 2.0)])
def test_a_joker_of_which_no_index_is_seen_is_no_empty_slot(seed, left):
    """Nor where it stands so many mm ``left`` of its place."""
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
        if left is not None:
            scene._fill(number, tuple(_moved(one, left) for one in scene._holder(number).slots))
    watcher = Watcher(Reader(), 2, (*PACK, *JOKERS), PARTS)
    seen = [one for _ in range(4) for one in watcher.tick(camera) if isinstance(one, HolderShows)]
    shown = {one.holder: [reading and reading.best for reading in one.slots] for one in seen}
    assert shown == stands


def _moved(standing, left):
    return replace(standing, du=-left) if standing is not None and standing.card.is_joker else standing
