"""The live picture shows the play area with what was read of it, and not one pixel of anything else."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.camera.protocol import Cut
from vision.planes.masking import GROUND, MOST_BYTES
from vision.planes.planes import ALL_HOLDERS, PARTS, PLAY, PlaneFinder
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import Arm, LyingCard, SimulatedTable
from vision.watch.live_picture import WIDTH, Sight, _box, drawn, stands_still
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card

HT, SK, D4, CQ = (Card.parse(code) for code in ("HT", "SK", "D4", "CQ"))


def laid_out(hidden=PACK[:26]):
    """Two full holders, and on the play area three cards, one of them face down."""
    table = SimulatedTable(3)
    table.place_holders("left")
    table.rack(1, hidden[:13])
    table.rack(2, hidden[13:])
    table.lay(HT, 20, -60, 30)
    table.lay(SK, -110, 20, -20)
    table.lay(D4, 60, 70, 5)
    table.move(D4, 60, 70, 5, face_up=False)
    return table


class Evening:
    """Eyes over a simulated table, and all that they see of the play area."""

    def __init__(self, table, reader, parts=PARTS):
        self.table, self.camera = table, SimulatedCamera(table, seed=1)
        self.watcher = Watcher(reader, parts=parts)
        self.taken = 0

    def looks(self, number=4):
        """What was seen freshly in so many looks."""
        seen = []
        for _ in range(number):
            self.taken += 1
            self.camera.renderer.restart_noise(self.taken)  # however often a holder was looked at
            self.watcher.tick(self.camera)
            sight = self.watcher.sight()
            if sight is not None and sight.fresh:
                seen.append(sight.small())
        return seen


@pytest.fixture(scope="module")
def reader():
    return Reader()


@pytest.fixture(scope="module")
def sight(reader):
    (first, *_) = Evening(laid_out(), reader).looks()
    return first


def shown(jpeg):
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_it_is_small_and_says_what_was_read(sight):
    made = drawn(sight)
    picture = shown(made.jpeg)
    assert picture.shape[1::-1] == made.size
    assert max(made.size) <= WIDTH
    assert len(made.jpeg) <= MOST_BYTES
    assert set(made.cards) == {(), (HT,), (SK,)}
    assert made.holders.keys() == {1, 2}
    there = dict(zip(made.cards, made.places, strict=True))
    play = sight.planes[PLAY].to_picture(np.array([(20.0, -60.0), (-110.0, 20.0), (60.0, 70.0)])) - sight_corner(sight)
    for cards, place in zip([(HT,), (SK,), ()], play, strict=True):
        assert np.hypot(*(np.array(there[cards]) - place * made.size[0] / sight_wide(sight))) < 40, cards
    # frames and names are there: without what was read the picture is another one
    assert made.jpeg != drawn(sight.bare()).jpeg


def sight_corner(sight):
    """The upper left corner of what is shown of the camera's picture."""
    return np.array(_box(sight.planes)[:2])


def sight_wide(sight):
    """How much of the camera's picture is shown, pixels across."""
    x0, _, x1, _ = _box(sight.planes)
    return x1 - x0


def spoiled(sight, seed=0):
    """The same picture with every pixel changed that is neither of the play area nor of a marker card."""
    keep = np.zeros(sight.cut.picture.shape[:2], np.uint8)
    play = sight.planes[PLAY]
    outlines = [corners + 0.3 * (corners - corners.mean(axis=0)) for corners in play.outlines.values()]
    for corners in (play.to_picture(play.around(8.0)), *outlines):
        cv2.fillPoly(keep, [np.rint(corners - (sight.cut.x, sight.cut.y)).astype(np.int32)], 1)
    for part in sight.planes.keys() - {PLAY}:
        face = sight.planes[part].to_picture(sight.planes[part].around(12.0))
        cv2.fillPoly(keep, [np.rint(face - (sight.cut.x, sight.cut.y)).astype(np.int32)], 0)
    noise = np.random.default_rng(seed).integers(0, 256, sight.cut.picture.shape, np.uint8)
    picture = np.where(keep[..., None] > 0, sight.cut.picture, noise)
    return sight._replace(cut=sight.cut._replace(picture=picture))


def test_nothing_but_the_play_area_is_in_it(sight):
    other = spoiled(sight)
    assert not np.array_equal(other.cut.picture, sight.cut.picture)
    assert drawn(other) == drawn(sight)


def test_a_holder_that_is_pushed_into_the_play_area_is_blank(reader):
    table = laid_out()
    for holder in table.scene().holders:
        table._put_holder(holder.__class__(**{f: getattr(holder, f) for f in holder.__slots__} | {"x": -230.0}))
    table.relay((LyingCard(HT, 60, -60, 30),))
    evening = Evening(table, reader)
    (sight, *_) = evening.looks()
    assert drawn(spoiled(sight)) == drawn(sight)
    picture = shown(drawn(sight.bare()).jpeg).astype(int)
    middle = drawn(sight).holders[1]
    assert (
        np.ptp(picture[middle[1] - 8 : middle[1] + 8, middle[0] - 8 : middle[0] + 8].reshape(-1, 3), axis=0).max() < 8
    )


@pytest.mark.parametrize("ways", [(90.0, 180.0, 270.0), (45.0,), (0.0, 135.0)])
def test_computer_players_holders_are_blank_wherever_they_stand(ways, reader):
    told = []
    for first in (0, 1):
        table = SimulatedTable(3)
        for number, way in enumerate(ways, 1):
            table.stand(number, way)
            table.rack(number, [card for card in PACK if card not in (HT, SK)][first + 13 * (number - 1) :][:13])
        table.lay(HT, 20, -60, 30)
        table.lay(SK, -80, 20, -20)
        evening = Evening(table, reader, (*ALL_HOLDERS[: len(ways)], PLAY))
        (sight, *_) = evening.looks(6)
        assert drawn(spoiled(sight)) == drawn(sight)
        assert drawn(sight).holders.keys() == {*range(1, len(ways) + 1)}
        told.append(drawn(sight.bare()).jpeg)
    assert told[0] == told[1]


def test_what_holders_taught_of_the_pack_moves_no_frame(sight):
    """Where the eyes take a card to lie follows from the pack's shape, too, which they learned in the holders."""
    taught = [replace(card, x=card.x + 3.0, y=card.y - 3.0, angle=card.angle + 0.1) for card in sight.cards]
    indices = [replace(one, height=one.height + 9.0) for one in sight.indices]
    assert drawn(sight._replace(cards=tuple(taught), indices=tuple(indices))) == drawn(sight)


@pytest.mark.parametrize("swapped", [1, 2, 3])
def test_two_evenings_that_differ_in_unseen_cards_alone_show_the_same(swapped, reader):
    """Cards in the holders, the same tricks laid, the same number of looks: byte for byte."""
    rng = np.random.default_rng(swapped)
    unseen = [card for card in PACK if card not in (HT, SK, D4, CQ)]
    told = []
    for _ in range(2):
        hidden = [unseen[k] for k in rng.permutation(len(unseen))[:26]]
        evening = Evening(laid_out(hidden), reader)
        pictures = [*map(drawn, evening.looks(6))]
        evening.table.lay(CQ, -20, 60, 190)
        pictures += map(drawn, evening.looks(6))
        evening.table.relay(())
        pictures += map(drawn, evening.looks(6))
        told.append(pictures)
    one, other = told
    assert len(one) >= 3
    assert one == other


def test_a_look_at_the_holders_alone_is_no_sight_of_the_play_area(reader):
    evening = Evening(laid_out(), reader)
    evening.looks()
    evening.table.rack(1, [None, *PACK[1:13]])
    assert evening.looks(6) == []


def test_without_all_parts_there_is_nothing_to_see(reader):
    table = laid_out()
    evening = Evening(table, reader)
    assert evening.looks()
    table.reach([Arm(-335.0, 60.0, 200.0), Arm(-335.0, -60.0, 160.0), Arm(-230.0, 0.0, 180.0), Arm(-430.0, 0.0, 180.0)])
    evening.looks(3)
    table.clear()
    evening.looks(3)
    assert evening.watcher.sight() is None
    assert evening.watcher.sight(evening.camera) is None


def test_while_something_moves_it_is_known_whether_all_stands_where_it_was(reader):
    table = laid_out()
    evening = Evening(table, reader)
    evening.looks()
    table.reach([Arm(20.0, -60.0, -90.0)])
    evening.camera.look()
    sight = evening.watcher.sight(evening.camera, whole=True)
    finder = PlaneFinder()
    assert sight.cut.whole
    assert stands_still(sight.cut.picture, sight.planes, finder)
    assert stands_still(np.zeros_like(sight.cut.picture), sight.planes, finder) is False
    table.place_holders("right")
    evening.camera.look()
    assert stands_still(evening.camera.capture(), sight.planes, finder) is False
    assert GROUND not in [tuple(drawn(sight.bare().small()).jpeg[:3])]


def test_a_part_of_the_picture_is_put_in_its_place(sight):
    """A camera that takes a part alone shows the same as one that takes all."""
    whole = Sight(Cut(np.zeros((2592, 4608, 3), np.uint8)), sight.planes)
    whole.cut.picture[
        sight.cut.y : sight.cut.y + sight.cut.picture.shape[0], sight.cut.x : sight.cut.x + sight.cut.picture.shape[1]
    ] = sight.cut.picture
    assert drawn(whole).jpeg == drawn(sight.bare()).jpeg
