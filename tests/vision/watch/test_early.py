"""What lies still is read at the second look that shows it, and told at the third: of a card that goes from a holder to
the table the table's part first."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from tests.vision.watch.test_watcher import KnowingReader, dealt, settled, shown
from vision.camera.protocol import Cut, captured
from vision.packs.faces import Pack
from vision.planes.planes import HOLDERS, PLAY
from vision.simulated.camera import SimulatedCamera
from vision.simulated.places import trick_place
from vision.sizes import CAMERA_SIZE
from vision.watch.slot_lights import LIT_REST
from vision.watch.watcher import Watcher
from whist.messages.observations import HolderShows, TableShows

LOOKS = 3


class LitCamera(SimulatedCamera):
    """Knows of a slot light, and shows it unless it was told to darken it; and gives parts of its picture."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.lit, self.spot, self.taken = frozenset(), None, []

    def shine(self, lit, spot):
        self.lit, self.spot = frozenset(lit), spot

    def look(self):
        look = super().look()
        if self.lit:
            cv2.circle(look.picture, tuple(int(side / 4) for side in self.spot), 4, 255, cv2.FILLED)
        return look

    def capture_part(self, box):
        x0, y0, x1, y1 = box
        return self.capture()[y0:y1, x0:x1]

    def capture_of(self, holders, watched, box=None):
        cut = captured(self, box)
        self.taken.append((list(holders), cut.picture.shape[:2]))
        return cut


@pytest.fixture
def live(monkeypatch):
    table, order = dealt()
    reader = KnowingReader(table, monkeypatch)
    camera = LitCamera(table, Pack.drawn("standard"), 4)
    watcher = Watcher(reader, LOOKS)
    first = settled(watcher, camera, LOOKS)
    assert len(first) == 3
    settled(watcher, camera, 3)
    reader.calls.clear()
    camera.taken.clear()
    return table, order, reader, camera, watcher


def lay(table, order, number):
    table.lay(order[number], *trick_place("south", "left", random.Random(2)))


def test_a_card_is_read_at_the_second_look_and_told_at_the_third(live):
    table, order, reader, camera, watcher = live
    lay(table, order, 30)
    assert watcher.tick(camera) == []
    assert reader.calls == []
    assert watcher.tick(camera) == []
    assert [parts for parts, _ in reader.calls] == [["play area"]]
    assert watcher.picture is None  # it is not believed yet
    assert not watcher.still
    (seen,) = watcher.tick(camera)
    assert shown(seen) == sorted([order[26], order[30]], key=str)
    assert len(reader.calls) == 1
    assert watcher.still
    assert watcher.picture is not None
    assert watcher.cut_card(order[30]) is not None
    assert settled(watcher, camera, 5) == []
    assert watcher.picture is None
    assert len(reader.calls) == 1


def test_what_moves_before_it_is_believed_is_not_told_and_forgotten(live):
    table, order, _, camera, watcher = live
    sightings, cards, looks = watcher._sightings, watcher._cards, watcher._parts[PLAY].looks
    lay(table, order, 30)
    settled(watcher, camera, 2)
    assert len(watcher._cards) == 2
    table.take(order[30])
    assert watcher.tick(camera) == []
    assert (watcher._sightings, watcher._cards, watcher._parts[PLAY].looks) == (sightings, cards, looks)
    assert settled(watcher, camera, 6) == []
    lay(table, order, 31)
    told = settled(watcher, camera, 2)
    table.take(order[31])
    lay(table, order, 32)
    told += settled(watcher, camera, 3)
    (seen,) = told
    assert shown(seen) == sorted([order[26], order[32]], key=str)


def test_it_has_to_lie_still_for_some_time_too(live):
    _, _, reader, camera, _ = live
    watcher = Watcher(reader, LOOKS, rest=0.45)
    assert settled(watcher, camera, 5) == []
    assert len(watcher.tick(camera)) == 3  # at the sixth look, half a second after the first


def test_a_card_from_a_holder_is_told_before_the_holder_is_read(live):
    table, order, reader, camera, watcher = live
    table.unrack(1, order[5])
    lay(table, order, 5)
    settled(watcher, camera, 2)
    assert [parts for parts, _ in reader.calls] == [["play area"]]
    (played,) = watcher.tick(camera)
    assert shown(played) == sorted([order[26], order[5]], key=str)
    assert len(reader.calls) == 1
    (holder,) = settled(watcher, camera, 3)
    assert isinstance(holder, HolderShows)
    assert shown(holder) == [None if card == order[5] else card for card in order[:13]]


def test_where_it_is_not_clear_which_card_it_is_the_holder_has_its_say_first(live):
    table, order, reader, camera, watcher = live
    reader.slips[order[5]] = 0.6
    table.unrack(1, order[5])
    lay(table, order, 5)
    told = settled(watcher, camera, 3)
    assert [type(one) for one in told] == [HolderShows, TableShows]


def test_no_more_of_the_picture_is_taken_than_is_read(live):
    table, order, _, camera, watcher = live
    lay(table, order, 30)
    settled(watcher, camera, 3)
    (holders, (height, width)), = camera.taken  # fmt: skip
    assert holders == []
    assert 900 < height < 1700
    assert 900 < width < 1700
    assert watcher.cut_card(order[30]) is not None
    assert watcher.cut_slot(1, 3) is not None  # of what was read of the holder last
    table.unrack(1, order[5])
    settled(watcher, camera, 3)
    assert camera.taken[-1][1] == (CAMERA_SIZE[1], CAMERA_SIZE[0])
    assert watcher.cut_slot(1, 3) is not None


def over_slot(watcher, slot):
    from vision.sizes import CARD_BOTTOM, POKER_CARD, SLOT_PITCH, slot_left

    place = np.array([[slot_left(slot) + SLOT_PITCH / 2, CARD_BOTTOM + POKER_CARD[1] + 4]])
    return watcher.planes[HOLDERS[0]].to_picture(place)[0]


def test_a_light_that_goes_on_is_not_read_as_a_change(live):
    _, _, reader, camera, watcher = live
    camera.shine({(1, 5)}, over_slot(watcher, 5))
    assert settled(watcher, camera, 30) == []
    assert (reader.calls, camera.taken) == ([], [])
    camera.shine({(1, 9)}, over_slot(watcher, 9))
    assert settled(watcher, camera, 30) == []
    assert (reader.calls, camera.taken) == ([], [])


def test_a_holder_is_darkened_for_itself_alone_and_when_nothing_else_is_to_be_seen(live):
    table, order, _, camera, watcher = live
    camera.shine({(1, 5)}, over_slot(watcher, 5))
    settled(watcher, camera, 6)
    table.unrack(1, order[5])
    lay(table, order, 5)
    (played,) = settled(watcher, camera, LOOKS)
    assert isinstance(played, TableShows)
    assert [holders for holders, _ in camera.taken] == [[]]
    assert settled(watcher, camera, round(10 * LIT_REST) - LOOKS) == []
    assert len(camera.taken) == 1
    (holder,) = settled(watcher, camera, 3)
    assert isinstance(holder, HolderShows)
    assert [holders for holders, _ in camera.taken] == [[], [1]]
    table.unrack(2, order[16])
    (other,) = settled(watcher, camera, LOOKS)
    assert other.holder == 2
    assert camera.taken[-1][0] == [2]


def test_what_is_cut_is_where_it_is_in_the_whole(live):
    *_, camera, _ = live
    whole = captured(camera, None)
    assert (whole.x, whole.y) == (0, 0)
    part = captured(camera, (160, 320, 480, 400))
    assert (part.x, part.y, part.picture.shape) == (160, 320, (80, 320, 3))
    assert isinstance(part, Cut)
