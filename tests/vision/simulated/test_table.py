import random
import threading

import cv2
import numpy as np
import pytest

from tests.cards import cards
from vision.camera.protocol import SMALL
from vision.packs.faces import Pack
from vision.simulated.camera import SimulatedCamera
from vision.simulated.optics import View, face_point
from vision.simulated.places import trick_place, turn_up_place
from vision.simulated.render import Renderer
from vision.simulated.scene import SimulatedTable
from vision.sizes import CAMERA_HEIGHT, CAMERA_SIZE, CARD_BOTTOM, PLAY_AREA, slot_left
from whist.cards import PACK


def dealt(seed, side="left"):
    order = list(PACK)
    random.Random(seed).shuffle(order)
    table = SimulatedTable(seed)
    table.place_holders(side)
    table.rack(1, order[:13])
    table.rack(2, order[13:26])
    return table, order


def test_truth_says_what_lies_there():
    table = SimulatedTable()
    table.place_holders("left")
    table.rack(1, cards("S2 HT CA"))
    table.lay(*cards("D7"), 10.0, -40.0, 5.0)
    table.lay(*cards("D8"), 10.0, -40.0, 5.0, face_up=False)
    assert table.unrack(1, *cards("HT")) == 1
    assert table.truth() == {"holders": {"1": ["S2", "CA"], "2": []}, "table": ["D7"]}
    table.place_holders("right")
    table.take(*cards("D7"))
    assert table.truth() == {"holders": {"1": ["S2", "CA"], "2": []}, "table": []}
    table.clear()
    assert table.truth() == {"holders": {"1": [], "2": []}, "table": []}


def test_moves_that_cannot_be_made_are_refused():
    table = SimulatedTable()
    with pytest.raises(ValueError, match="place the holders first"):
        table.rack(1, cards("S2"))
    table.place_holders("left")
    with pytest.raises(ValueError, match="S2 does not stand in holder 1"):
        table.unrack(1, *cards("S2"))
    with pytest.raises(ValueError, match="S2 does not lie on the table"):
        table.take(*cards("S2"))
    with pytest.raises(ValueError, match="14 cards do not fit"):
        table.rack(1, PACK[:14])


@pytest.mark.parametrize("seed", range(40))
def test_every_camera_sees_every_slot(seed):
    assert View.by_seed(seed)._sees_all()


def test_the_index_in_a_holder_is_as_large_as_the_real_camera_makes_it():
    table, _ = dealt(3)
    view = View.hung(CAMERA_HEIGHT, (0.0, 0.0), (0.0, 0.0, 0.0))
    for holder in table.scene().holders:
        for slot in (0, 6, 12):
            u, v = slot_left(slot) + 1.0, CARD_BOTTOM + 85.0
            a, b, c = view.project(face_point(holder, np.array([[u, v], [u + 8, v], [u, v - 20]])))
            assert 29 < np.linalg.norm(b - a) < 33
            assert 45 < abs(c[1] - a[1]) < 58


@pytest.fixture(scope="module")
def renderers():
    pack = Pack.drawn("large")
    return Renderer(pack, 5), Renderer(pack, 5)


def test_rendering_what_changed_equals_rendering_everything(renderers):
    changing, whole = renderers
    table, order = dealt(5)

    def same():
        changing.update(table.scene())
        whole.update(table.scene())
        whole._make((0, 0, *CAMERA_SIZE))
        difference = cv2.absdiff(changing.clean(), whole.clean())
        # the warp of a part may round a few pixels otherwise
        assert difference.max() <= 2
        assert (difference > 0).sum() < 2000

    same()
    table.unrack(1, order[4])
    table.unrack(2, order[13])
    same()
    table.lay(order[4], 0.0, -50.0, 3.0)
    same()
    table.lay(order[13], 40.0, -20.0, 93.0)
    table.lay(order[30], 40.0, 20.0, 93.0, face_up=False)
    same()
    table.take(order[4])
    same()
    table.place_holders("right")
    same()
    table.clear()
    same()


def test_only_what_changed_is_rendered(renderers):
    changing, _ = renderers
    table, order = dealt(6)
    changing.update(table.scene())
    assert changing.update(table.scene()) == []
    table.lay(order[40], 0.0, 0.0, 10.0)
    regions = changing.update(table.scene())
    assert sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in regions) < 0.03 * CAMERA_SIZE[0] * CAMERA_SIZE[1]


def test_pictures_have_their_sizes_and_fresh_noise():
    table, _ = dealt(7)
    camera = SimulatedCamera(table, seed=7)
    first, second = camera.look(), camera.look()
    assert first is not None
    assert second is not None
    assert first.picture.shape == (CAMERA_SIZE[1] // SMALL, CAMERA_SIZE[0] // SMALL)
    assert second.t > first.t
    assert 0 < np.abs(first.picture.astype(int) - second.picture).mean() < 4
    picture = camera.capture()
    assert picture.shape == (CAMERA_SIZE[1], CAMERA_SIZE[0], 3)
    part = camera.capture((100, 200, 400, 280))
    assert part.shape == (80, 300, 3)
    assert np.abs(part.astype(int) - picture[200:280, 100:400]).mean() < 4
    small = cv2.resize(
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), first.picture.shape[::-1], interpolation=cv2.INTER_AREA
    )
    assert np.abs(small.astype(int) - second.picture).mean() < 3
    camera.black = True
    assert camera.look().picture.max() == 0
    assert camera.capture().max() == 0
    camera.close()
    camera.close()


def test_a_writer_and_a_camera_may_work_at_once():
    table, order = dealt(8)
    scenes = []
    done = threading.Event()

    def watch():
        while not done.is_set():
            scenes.append(table.truth())

    thread = threading.Thread(target=watch)
    thread.start()
    for _ in range(200):
        table.lay(order[30], 0.0, 0.0)
        table.take(order[30])
    done.set()
    thread.join()
    assert all(truth["table"] in ([], [str(order[30])]) for truth in scenes)


def index_corners(place, size):
    """Middles of a laid card's two indices, mm."""
    x, y, degrees = place
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    inside = np.array([[-size[0] / 2 + 5.5, size[1] / 2 - 12.0], [size[0] / 2 - 5.5, -size[1] / 2 + 12.0]])
    return inside @ turn.T + (x, y)


@pytest.mark.parametrize("side", ["left", "right"])
def test_no_card_of_a_trick_hides_another_and_all_lie_in_the_play_area(side):
    size = (63.0, 88.0)
    for seed in range(60):
        rng = random.Random(seed)
        places = [trick_place(who, side, rng) for who in ("south", "north", "holder 1", "holder 2")]
        places.append(turn_up_place("south" if seed % 2 else "north", side, rng))
        for k, place in enumerate(places):
            assert np.abs(index_corners(place, size)).max() < PLAY_AREA / 2 - 6
            free = 0
            for corner in index_corners(place, size):
                hidden = False
                for other in places[k + 1 :]:
                    a = np.radians(other[2])
                    across = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) @ (corner - other[:2])
                    hidden |= bool(abs(across[0]) < size[0] / 2 + 6 and abs(across[1]) < size[1] / 2 + 10)
                free += not hidden
            assert free >= 1
