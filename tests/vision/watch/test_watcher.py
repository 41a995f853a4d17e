import random

import numpy as np
import pytest

import vision.holders.slots
import vision.planes.planes
import vision.reader.more_poses
import vision.watch.play_area
import vision.watch.watcher
from tests.vision.readers import Featureless
from vision.camera.protocol import Cut
from vision.holders.slots import HoldersRead
from vision.index.beliefs import reading_of
from vision.ladder import ALL, Rung
from vision.packs.faces import Pack
from vision.planes.planes import Plane
from vision.simulated.camera import SimulatedCamera
from vision.simulated.places import trick_place, turn_up_place
from vision.simulated.scene import SimulatedTable
from vision.sizes import CARD_BOTTOM, slot_left
from vision.watch.watched import covered_by
from vision.watch.watcher import Watcher
from whist.cards import FULL_PACK, JOKERS, PACK
from whist.messages.observations import HolderShows, OutOfSight, Reading, TableShows

NONE = 54


class KnowingReader(Featureless):
    """Stands in for the trained reader: knows where the pack's indices lie, and answers only for places at which the
    rectified picture shows ink on white. Its crops are no pictures but carry the number of what it saw there."""

    def __init__(self, table, monkeypatch):
        self.table, self.calls = table, []
        self.slips = {}
        self.joker = None
        """A card that reads as the red joker."""
        self.views = []
        """What was rectified: part, region, picture, and the places (x, y) of what is there with its number."""
        self.looked = 0
        """So many of the views were looked at."""
        self.found = []
        true = vision.planes.planes.rectify

        def rectify(picture, plane, region, scale=3.0):
            view = true(picture, plane, region, scale)
            self.views.append((plane.part, region, view, []))
            return view

        for module in (vision.holders.slots, vision.watch.play_area):
            monkeypatch.setattr(module, "rectify", rectify)
        for module in (vision.holders.slots, vision.watch.play_area, vision.reader.more_poses):
            monkeypatch.setattr(module, "crops", self.crops)

    def belief(self, card):
        values = np.zeros(55, np.float32)
        share = self.slips.get(card, 0.99)
        values[PACK.index(card)] = share
        values[(PACK.index(card) + 1) % 52] = 1 - share
        if card == self.joker:
            values[:] = 0
            values[FULL_PACK.index(JOKERS[0])] = 1
        return values

    def places(self, part):
        scene = self.table.scene()
        if part == "play area":
            for k, laid in enumerate(scene.laid):
                for end in (0, 1):
                    angle = np.radians(laid.angle) + end * np.pi
                    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
                    place = turn @ (-28.5 + 5.3, 44 - 12.4) + (laid.x, laid.y)
                    if not any(self.covers(other, place) for other in scene.laid[k + 1 :]):
                        yield laid.card, *place, angle
        else:
            for holder in scene.holders:
                if holder.number == int(part[-1]):
                    for slot, racked in enumerate(holder.slots):
                        if racked is not None:
                            yield racked.card, slot_left(slot) + 5.3 + racked.du, CARD_BOTTOM + 88 - 12.4, 0.0

    @staticmethod
    def covers(laid, place):
        a = np.radians(laid.angle)
        x, y = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) @ (place - np.array([laid.x, laid.y]))
        return abs(x) < 33 and abs(y) < 50

    def poses(self, picture, index_height=None):
        """Poses in the new views, which stand one below the other in ``picture``."""
        views, self.looked = self.views[self.looked :], len(self.views)
        self.calls.append(([part for part, *_ in views], picture.shape[0] * picture.shape[1]))
        poses = []
        for k, (part, region, view, seen) in enumerate(views):
            below = k * (picture.shape[0] // len(views))
            for card, x, y, angle in self.places(part):
                px, py = (x - region[0]) * 3 - 0.5, (region[3] - y) * 3 - 0.5
                if 8 < px < view.shape[1] - 8 and 8 < py < view.shape[0] - 8:
                    around = picture[int(py) + below - 8 :, int(px) - 8 :][:17, :17].max(axis=2).astype(int)
                    if around.max() - around.min() > 20 and around.max() > 60:
                        seen.append((px, py, len(self.found)))
                        self.found.append(self.belief(card))
                        poses.append((px, py + below, angle, 18 * 3.0, 1.0))
        return np.array(poses, np.float32).reshape(-1, 5)

    def crops(self, picture, poses):
        (seen,) = [seen for *_, view, seen in self.views if view is picture]
        pictures = np.full((len(poses), 56, 40, 3), 255, np.uint8)
        for x, y, number in seen:
            pictures[np.hypot(poses[:, 0] - x, poses[:, 1] - y) < 12, 0, 0, :2] = divmod(number, 255)
        return pictures

    def named(self, pictures, looks=1):
        values = np.zeros((len(pictures), 55), np.float32)
        values[:, NONE] = 1
        for row, (high, low) in zip(values, pictures[:, 0, 0, :2].tolist(), strict=True):
            if high < 255:
                row[:] = self.found[high * 255 + low]
        return values

    def suits(self, pictures):
        return np.full((len(pictures), 7), 1 / 7, np.float32)


class Truthless(SimulatedTable):
    def truth(self):
        raise AssertionError("the watcher must not know the truth")


def dealt():
    """A table whose holders are racked and on which a card is turned up, and the pack in its order."""
    order = random.Random(4).sample(PACK, 52)
    table = Truthless(4)
    table.place_holders("left")
    table.rack(1, order[:13])
    table.rack(2, order[13:26])
    table.lay(order[26], *turn_up_place("south", "left", random.Random(1)))
    return table, order


@pytest.fixture
def world(monkeypatch):
    table, order = dealt()
    reader = KnowingReader(table, monkeypatch)
    camera = SimulatedCamera(table, Pack.drawn("standard"), 4)
    return table, order, reader, camera, Watcher(reader)


def settled(watcher, camera, looks=2):
    found = []
    for _ in range(looks):
        found += watcher.tick(camera)
    return found


def shown(observation):
    if isinstance(observation, HolderShows):
        return [reading and reading.best for reading in observation.slots]
    return sorted((card.reading.best for card in observation.cards), key=str)


def test_a_settled_scene_is_read_whole_and_then_only_what_changes(world):
    table, order, reader, camera, watcher = world
    assert watcher.tick(camera) == []
    observations = watcher.tick(camera)
    assert [type(one) for one in observations] == [HolderShows, HolderShows, TableShows]
    assert shown(observations[0]) == list(order[:13])
    assert shown(observations[1]) == list(order[13:26])
    assert shown(observations[2]) == [order[26]]
    laid = observations[2].cards[0]
    truth = table.scene().laid[0]
    assert np.hypot(laid.x - truth.x, laid.y - truth.y) < 3
    assert abs(np.degrees(laid.angle) - truth.angle) < 2

    reader.calls.clear()
    assert settled(watcher, camera, 5) == []
    assert reader.calls == []

    # the android's card goes from its slot to the table
    slot = table.unrack(1, order[5])
    table.lay(order[5], *trick_place("holder 1", "left", random.Random(2)))
    assert watcher.tick(camera) == []
    observations = watcher.tick(camera)
    assert [type(one) for one in observations] == [HolderShows, TableShows]
    assert shown(observations[1]) == sorted([order[26], order[5]], key=str)
    assert shown(observations[0]) == [None if k == slot else card for k, card in enumerate(order[:13])]
    assert [parts for parts, _ in reader.calls] == [["holder 1"], ["play area"]]
    assert reader.calls[1][1] < 0.4 * 900 * 900

    # the holders cross over
    table.clear()
    table.place_holders("right")
    table.rack(1, order[20:33])
    observations = settled(watcher, camera)
    assert {type(one) for one in observations} == {TableShows, HolderShows}
    by_number = {one.holder: shown(one) for one in observations if isinstance(one, HolderShows)}
    assert by_number == {1: list(order[20:33]), 2: [None] * 13}


def test_a_card_half_covered_stays_readable_and_goes_when_taken(world):
    table, order, _, camera, watcher = world
    settled(watcher, camera)
    x, y, angle = table.scene().laid[0].x, table.scene().laid[0].y, 0.0
    table.lay(order[40], x + 4, y + 50, angle)
    (seen,) = settled(watcher, camera)
    assert shown(seen) == sorted([order[26], order[40]], key=str)
    table.take(order[40])
    table.take(order[26])
    (seen,) = settled(watcher, camera)
    assert seen == TableShows(())


def test_what_is_asked_for_is_told_once_more(world):
    _, order, _, camera, watcher = world
    settled(watcher, camera, 20)
    watcher.look_again({"play area", "holder 2"})
    told = settled(watcher, camera, 20)
    assert [type(one) for one in told if not (isinstance(one, HolderShows) and one.holder == 1)] == [
        HolderShows,
        TableShows,
    ]
    assert [shown(one) for one in told if isinstance(one, TableShows)] == [[order[26]]]


def test_something_that_moves_is_not_read(world):
    table, order, reader, camera, watcher = world
    settled(watcher, camera)
    reader.calls.clear()
    for step in range(6):
        table.lay(order[40], -60.0 + 12 * step, 0.0, 5.0 * step)
        assert watcher.tick(camera) == []
        table.take(order[40])
    assert reader.calls == []
    assert settled(watcher, camera, 4) == []  # all is as it was


def test_what_moves_beside_all_parts_keeps_nothing_from_being_read(world):
    table, order, reader, camera, watcher = world
    settled(watcher, camera)
    reader.calls.clear()
    for step in range(4):  # somebody plays with a card at the table's edge
        table.lay(order[45], 300.0 + 12 * step, -150.0, 9.0 * step)
        assert watcher.tick(camera) == []
        table.take(order[45])
    assert reader.calls == []
    found = []
    table.lay(order[40], 0.0, 0.0)
    for step in range(3):
        table.lay(order[45], 300.0 + 12 * step, -150.0, 9.0 * step)
        found += watcher.tick(camera)
        table.take(order[45])
    (seen,) = found
    assert shown(seen) == sorted([order[26], order[40]], key=str)


def test_black_frames_are_out_of_sight_once_and_nothing_is_recognised(world):
    _, _, _, camera, watcher = world
    camera.black = True
    observations = settled(watcher, camera, 60)
    assert observations == [OutOfSight(frozenset({"play area", "holder 1", "holder 2"}))]
    camera.black = False
    observations = settled(watcher, camera, 3)
    assert observations[0] == OutOfSight(frozenset())
    assert {type(one) for one in observations[1:]} == {TableShows, HolderShows}


def test_a_lens_that_is_covered_in_between_is_told(world):
    _, _, _, camera, watcher = world
    settled(watcher, camera)
    camera.black = True
    assert settled(watcher, camera, 5) == [OutOfSight(frozenset({"play area", "holder 1", "holder 2"}))]
    camera.black = False
    assert len(settled(watcher, camera, 3)) == 4


def test_what_is_doubtful_is_looked_at_again_some_times(world):
    table, order, reader, camera, watcher = world
    # what it is taken for stands in no slot, or that would end the doubt
    slot = next(k for k, card in enumerate(order[:13]) if PACK[(PACK.index(card) + 1) % 52] not in order[:26])
    reader.slips[order[slot]] = 0.6
    reader.slips[order[26]] = 0.7
    first = settled(watcher, camera)
    assert len(first) == 3
    reader.calls.clear()
    more = settled(watcher, camera, 60)
    assert [one.holder for one in more if isinstance(one, HolderShows)] == [1] * 4
    # the other holder's cards are of the same pack: those in doubt are compared with them, too
    looks = [parts for parts, _ in reader.calls if "play area" not in parts]
    assert looks.count(["holder 1", "holder 2"]) == 4
    assert ["holder 2"] not in looks
    assert watcher._steady["holder 1"].looks == 5  # each is of the mean of all pictures since the first
    assert sum(isinstance(one, TableShows) for one in more) <= 4
    assert [one.slots[slot].best for one in more if isinstance(one, HolderShows)] == [order[slot]] * 4
    # a clear look in between ends the doubt
    table.rack(1, order[:13])
    settled(watcher, camera)
    reader.slips.clear()
    more = settled(watcher, camera, 60)
    assert more[-1].slots[slot].probability > 0.7


def test_without_another_picture_what_is_doubtful_is_asked_about_at_once(world):
    _, order, reader, camera, watcher = world
    reader.rungs = ALL - {Rung.ANOTHER_PICTURE}
    reader.slips[order[0]] = 0.6
    reader.slips[order[26]] = 0.7
    first = settled(watcher, camera)
    assert [one.again for one in first if isinstance(one, HolderShows)] == [False, False]
    reader.calls.clear()
    assert settled(watcher, camera, 60) == []
    assert reader.calls == []


@pytest.mark.parametrize(("pack", "told"), [(PACK, None), (FULL_PACK, JOKERS[0])])
def test_a_joker_is_a_card_only_where_it_is_in_the_pack(world, pack, told):
    _, order, reader, camera, _ = world
    for reader.joker in (order[5], order[26]):  # in a holder, on the table
        watcher = Watcher(reader, pack=pack)
        seen = settled(watcher, camera)
        readings = [reading for one in seen if isinstance(one, HolderShows) for reading in one.slots]
        readings += [card.reading for one in seen if isinstance(one, TableShows) for card in one.cards]
        assert len(readings) == 27
        assert [reading.best for reading in readings if reading.probability < 0.9 or reading.best.is_joker] == [told]


def test_what_one_holder_shows_settles_what_the_other_wavers_between(world):
    table, order, reader, camera, watcher = world
    doubtful = order[0]
    rival = PACK[(PACK.index(doubtful) + 1) % 52]
    rest = [card for card in order if card not in (doubtful, rival)]
    reader.slips[doubtful] = 0.25  # it sounds more like the rival
    table.rack(1, [doubtful, *rest[:12]])
    table.rack(2, rest[12:25])
    seen = [one for one in settled(watcher, camera) if isinstance(one, HolderShows)]
    assert seen[0].slots[0].best == rival
    assert seen[0].slots[0].probability < 0.9
    table.rack(2, [rival, *rest[12:24]])
    seen = [one for one in settled(watcher, camera) if isinstance(one, HolderShows)]
    assert {one.holder for one in seen} == {1, 2}
    assert [one.slots[0].best for one in sorted(seen, key=lambda one: one.holder)] == [doubtful, rival]
    assert all(one.slots[0].probability >= 0.9 for one in seen)


def test_the_end_of_the_pictures_is_noticed():
    class Ended:
        def look(self):
            return None

    watcher = Watcher(reader=None)
    assert watcher.tick(Ended()) == []
    assert watcher.ended


def test_a_reading_holds_the_few_candidates_that_count():
    values = np.full(55, 0.001, np.float32)
    values[[3, 7, NONE]] = 0.2, 0.6, 0.1
    assert [(str(card), round(p, 2)) for card, p in reading_of(values).belief] == [("C9", 0.6), ("C5", 0.2)]
    values[:] = 0
    values[NONE] = 1
    assert reading_of(values).best is None


class Looks:
    """Stands in for what the holders are read as, and keeps in which of them 13 cards were expected."""

    def __init__(self, monkeypatch):
        self.expected = []
        self.slots = []
        monkeypatch.setattr(vision.watch.watcher, "read_holders", self.read)
        monkeypatch.setattr(vision.watch.watcher, "steadied", lambda before, cut, holders: dict.fromkeys(holders, self))

    def shown(self, plane):
        return None, plane

    def read(self, reader, holders, shape, racking=(), memory=None):
        self.expected.append(list(racking))
        certain = np.eye(55, dtype=np.float32)
        slots = [[certain[k] if k in filled else None for k in range(13)] for filled in self.slots]
        return HoldersRead(slots, shape, [np.zeros((13, 8), np.float32)] * len(slots))


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ("bare, full, without one", [0, 1, 12]),
        ("full, without one", [0, 12]),
        ("bare, without one", [0, 1]),
        ("full, played, without one", [0, 12, 0]),
        ("without one, without two", [0, 0]),
        ("bare, without one, full, without one, played, without two", [0, 1, 1, 12, 12, 0]),
    ],
)
def test_thirteen_cards_are_expected_until_one_may_have_been_played(monkeypatch, story, expected):
    """A card of which nothing is seen may be guessed at so long; from then on its slot may well be empty. Once the
    holder has been full, it is guessed at only where all others are seen: several may have been taken out."""
    full = set(range(13))
    holds = {"bare": set(), "full": full, "without one": full - {4}, "without two": full - {4, 7}}
    looks, watcher = Looks(monkeypatch), Watcher(None)
    watcher.planes = {"holder 1": None}
    monkeypatch.setattr(vision.watch.watcher, "is_crowded", lambda *_: False)
    for name in story.split(", "):
        if name == "played":
            watcher._cards = [None, None]
            looks.slots = [full]
        else:
            looks.slots = [holds[name]]
        watcher._read_holders(Cut(None), ["holder 1"])
    assert [racking for (racking,) in looks.expected] == expected


def test_all_is_told_again_on_demand(world):
    *_, camera, watcher = world
    first = [one for one in settled(watcher, camera) if not isinstance(one, OutOfSight)]
    assert len(first) == 3
    assert settled(watcher, camera) == []
    watcher.tell_again()
    again = [one for one in settled(watcher, camera, 3) if not isinstance(one, OutOfSight)]
    assert [shown(one) for one in again] == [shown(one) for one in first]


@pytest.mark.parametrize(
    ("at", "empty", "wanted"),
    [
        pytest.param({"holder 2": -315.0}, {0, 5}, (2, (0,)), id="one of two empty slots"),
        pytest.param({"holder 2": -315.0}, {5}, (None, ()), id="what is read is not covered"),
        pytest.param({"holder 2": -400.0}, {0}, (None, ()), id="beside it"),
        pytest.param({"holder 2": -315.0, "holder 3": -265.0}, {0, 1}, (3, (0, 1)), id="the one that covers more"),
        pytest.param({}, {0}, (None, ()), id="alone"),
    ],
)
@pytest.mark.parametrize("shows", [None, Reading(tuple((card, 0.05) for card in PACK[:13]))])
def test_slots_under_another_holder_that_show_nothing_are_covered(at, empty, wanted, shows):
    planes = {
        part: Plane(part, np.array([[2.0, 0, 50 + 2.0 * left], [0, -2.0, 400], [0, 0, 1]]), 6, 0.0)
        for part, left in ({"holder 1": 0.0} | at).items()
    }
    slots = [shows if slot in empty else Reading.certain(card) for slot, card in enumerate(PACK[:13])]
    assert covered_by("holder 1", planes, slots) == wanted
