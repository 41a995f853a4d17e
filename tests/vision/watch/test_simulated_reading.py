"""The whole chain from pixels to observations, with the model that ships."""

import random

import pytest

from vision.packs.faces import DESIGNS, Pack
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.places import trick_place, turn_up_place
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.cards import PACK
from whist.messages.observations import HolderShows, TableShows

pytestmark = pytest.mark.skipif(not (MODEL_FOLDER / "classifier.onnx").is_file(), reason="there is no model yet")

CLEAR = 0.9
SEEDS = (1, 2)


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.mark.parametrize("design", DESIGNS)
def test_cards_are_read_from_pixels_and_none_is_clearly_wrong(reader, design):
    pack = Pack.drawn(design)
    right = wrong = places = 0
    for seed in SEEDS:
        side = "left" if seed % 2 else "right"
        order = random.Random(seed).sample(PACK, 52)
        rng = random.Random(seed)
        table = SimulatedTable(seed)
        table.place_holders(side)
        held = {1: [*order[:6], None, *order[6:12]], 2: [None, *order[13:25]]}
        for number, cards in held.items():
            table.rack(number, cards)
        for k, who in enumerate(("south", "holder 1", "north", "holder 2")):
            table.lay(order[30 + k], *trick_place(who, side, rng))
        table.lay(order[40], *turn_up_place("south", side, rng))
        camera = SimulatedCamera(table, pack, seed)
        watcher = Watcher(reader)
        observations = [one for _ in range(2) for one in watcher.tick(camera)]
        assert len(observations) == 3
        for one in observations:
            if isinstance(one, HolderShows):
                pairs = zip(one.slots, held[one.holder], strict=True)
                for reading, card in pairs:
                    assert card is not None or reading is None
                    places += card is not None
                    right += reading is not None and reading.best == card
                    wrong += reading is not None and reading.best != card and reading.probability >= CLEAR
            elif isinstance(one, TableShows):
                laid = {card.card for card in table.scene().laid}
                places += len(laid)
                right += len({card.reading.best for card in one.cards} & laid)
                wrong += sum(c.reading.best not in laid and c.reading.probability >= CLEAR for c in one.cards)
    assert places == len(SEEDS) * (12 + 12 + 5)
    assert wrong == 0
    assert right >= 0.85 * places
