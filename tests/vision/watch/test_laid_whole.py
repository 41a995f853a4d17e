"""A card on the play area is looked at as a whole, too: what its index reads as may stand over another picture."""

from __future__ import annotations

from math import pi

import cv2
import numpy as np
import pytest

from vision.holders.indices import USUAL
from vision.index.beliefs import NO_CARD
from vision.index.whole_cards import whole_crops
from vision.ladder import ALL
from vision.packs.faces import FACE_PIXELS_PER_MM, Pack
from vision.planes.planes import PLAY, Plane, rectify
from vision.reader.reader import MODEL_FOLDER, Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import PERFECT
from vision.watch.laid_whole import cut_whole, seen_whole
from vision.watch.play_area import WHOLE, Sighting, cards_from
from vision.watch.watcher import Watcher
from whist.cards import FULL_PACK, PACK, RANKS, Card
from whist.messages.observations import TableShows

SCALE = 3.0
PLANE = Plane(PLAY, np.array([[SCALE, 0, 480.0], [0, -SCALE, 480.0], [0, 0, 1]]), 4, 0.1)
PICTURE = np.full((960, 960, 3), 90, np.uint8)


def belief(**cards):
    values = np.zeros(NO_CARD + 1, np.float32)
    for code, share in cards.items():
        values[FULL_PACK.index(Card.parse(code))] = share
    values[NO_CARD] = 1 - sum(cards.values())
    return values


def card_at(x, y, said, ends=(1, -1)):
    """The sightings of a card whose middle is at ``x``, ``y``, of its upper left index and of the lower right one."""
    return [Sighting(x - 24 * end, y + 31 * end, 0.0 if end == 1 else -pi, 18.0, said) for end in ends]


class Whole:
    """Sees the same picture on all cards: so much of a jack's, queen's or king's, the rest a ten's."""

    rungs = ALL

    def __init__(self, courts):
        self.asked = 0
        self.seen = np.zeros(NO_CARD + 1, np.float32)
        for number, card in enumerate(PACK):
            share = {"J": 0.1, "Q": 0.8, "K": 0.1}.get(card.rank, 0.0) * courts + (card.rank == "T") * (1 - courts)
            self.seen[number] = share * (1.0 if card.suit == "C" else 0.0)

    def wholes(self, pictures):
        self.asked += len(pictures)
        return np.tile(self.seen, (len(pictures), 1))


def ranks(card):
    cards = card.belief[: len(PACK)].reshape(4, len(RANKS)).sum(0)
    return {rank: float(share) for rank, share in zip(RANKS, cards, strict=True)}


@pytest.mark.parametrize("turned", [0.0, 0.5, -2.6])
def test_a_card_is_cut_from_the_picture_as_from_the_rectified_play_area(turned):
    """To within what halving a picture twice leaves of its sharpness."""
    rng = np.random.default_rng(3)
    picture = cv2.resize(rng.integers(0, 256, (24, 24, 3), np.uint8), (960, 960), interpolation=cv2.INTER_CUBIC)
    plane = Plane(PLAY, np.array([[2.4, 0.1, 480.0], [0.05, -2.3, 470.0], [0, 0, 1]]), 4, 0.1)
    frame = np.array([420.0, 480.0, turned, 150.0, 200.0], np.float32)
    (wanted,) = whole_crops(rectify(picture, plane, WHOLE), frame[None])
    (crop,) = cut_whole(picture, plane, frame)
    assert np.abs(crop.astype(int) - wanted).mean() < 2.0
    assert np.abs(np.roll(crop, 1, axis=1).astype(int) - wanted).mean() > 6.0, "not a pixel aside"


@pytest.mark.parametrize(
    ("said", "courts", "best", "sure"),
    [
        pytest.param({"HT": 0.99, "HQ": 0.005}, 1.0, "Q", False, id="a ten's index, a court's picture: no sure ten"),
        pytest.param({"HT": 0.995}, 0.0, "T", True, id="a ten's index and picture"),
        pytest.param({"HT": 0.6, "HQ": 0.39}, 1.0, "Q", True, id="the picture settles what the index leaves in doubt"),
        pytest.param({"HT": 0.6, "HQ": 0.39}, 0.0, "T", True, id="and so do pips"),
        pytest.param({"HQ": 0.995}, 1.0, "Q", True, id="a queen's index and picture"),
        pytest.param({"H8": 0.995}, 0.0, "8", True, id="which number card it is its index tells alone"),
    ],
)
def test_what_stands_on_a_card_is_weighed_with_its_index(said, courts, best, sure):
    """RULES T9: rather a question than a card told wrongly."""
    cards = cards_from(card_at(0.0, 90.0, belief(**said)))
    (seen,) = seen_whole(Whole(courts), PICTURE, PLANE, cards, (), USUAL)
    shares = ranks(seen)
    assert max(shares, key=shares.__getitem__) == best
    assert (max(shares.values()) >= 0.9) == sure


def test_a_look_at_a_whole_card_tells_nothing_of_its_suit():
    cards = cards_from(card_at(0.0, 90.0, belief(HQ=0.5, DQ=0.45)))
    (seen,) = seen_whole(Whole(1.0), PICTURE, PLANE, cards, (), USUAL)
    queens = {suit: float(seen.belief[FULL_PACK.index(Card(suit, "Q"))]) for suit in "CDHS"}
    assert queens["H"] / queens["D"] == pytest.approx(0.5 / 0.45, rel=0.1)
    assert queens["C"] < 0.01


@pytest.mark.parametrize(("away", "looked_at"), [(20.0, 0), (56.0, 0), (58.0, 2)])
def test_cards_that_lie_on_one_another_do_not_show_themselves_alone(away, looked_at):
    reader = Whole(1.0)
    sightings = [*card_at(0.0, 60.0, belief(HT=0.95)), *card_at(away, 60.0, belief(C8=0.99))]
    cards = cards_from(sightings)
    seen = seen_whole(reader, PICTURE, PLANE, cards, (), USUAL)
    assert reader.asked == looked_at
    assert all(one is other for one, other in zip(cards, seen, strict=True)) == (not looked_at)


def test_what_was_seen_of_a_card_counts_when_another_is_laid_on_it():
    reader, mine = Whole(1.0), card_at(0.0, 60.0, belief(HT=0.995))
    before = seen_whole(reader, PICTURE, PLANE, cards_from(mine), (), USUAL)
    under = [mine[1], *card_at(8.0, 68.0, belief(C8=0.99))]
    after = seen_whole(reader, PICTURE, PLANE, cards_from(under, before), before, USUAL)
    assert reader.asked == 1
    assert any(one is before[0] for one in after)


def test_each_card_is_looked_at_once():
    sightings = [*card_at(0.0, 90.0, belief(HT=0.995)), *card_at(-80.0, -45.0, belief(S4=0.99))]
    reader, cards = Whole(1.0), cards_from(sightings)
    first = seen_whole(reader, PICTURE, PLANE, cards, (), USUAL)
    assert reader.asked == 2
    more = [*sightings, *card_at(80.0, -45.0, belief(C9=0.99))]
    again = seen_whole(reader, PICTURE, PLANE, cards_from(more, first), first, USUAL)
    assert reader.asked == 3, "the new one alone"
    assert {one.best: one.belief.max() for one in first}.items() <= {
        one.best: one.belief.max() for one in again
    }.items()
    assert seen_whole(reader, PICTURE, PLANE, [], again, USUAL) == []


def queen_with_a_tens_index():
    """A pack whose queens have what reads as a 10 in their corners, as the D of some German packs does."""
    pack = Pack.drawn("standard")
    wide, high = round(12 * FACE_PIXELS_PER_MM), round(23 * FACE_PIXELS_PER_MM)
    for suit in "CDHS":
        queen, ten = pack.face(Card(suit, "Q")).copy(), pack.face(Card(suit, "T"))
        queen[:high, :wide], queen[-high:, -wide:] = ten[:high, :wide], ten[-high:, -wide:]
        pack._faces[Card(suit, "Q")] = queen
    return pack


@pytest.mark.skipif(not (MODEL_FOLDER / "wholes.onnx").is_file(), reason="there is no model yet")
def test_a_queen_whose_letter_reads_as_a_ten_is_no_sure_ten():
    """Told wrongly in silence by four evenings of German packs (RULES T9)."""
    table = SimulatedTable(3, PERFECT)
    laid = {Card(suit, rank) for suit, rank in ("HQ", "ST", "CK", "DQ")}
    for card, (x, y) in zip(sorted(laid, key=str), ((0, 90), (0, -90), (-80, 45), (80, -45)), strict=True):
        table.lay(card, x, y, 4.0)
    watcher = Watcher(Reader(), parts=(PLAY,))
    camera = SimulatedCamera(table, queen_with_a_tens_index(), 3)
    seen = [one for _ in range(3) for one in watcher.tick(camera) if isinstance(one, TableShows)]
    sure = {one.reading.best for one in seen[-1].cards if one.reading.probability >= 0.9}
    assert sure == {Card("S", "T"), Card("C", "K")}
    assert len(seen[-1].cards) == len(laid)
