"""What a holder shows while nothing moves: the mean of all pictures of it, with less noise than each."""

from __future__ import annotations

import pytest

from vision.camera.protocol import Cut
from vision.holders.indices import STRIP
from vision.packs.faces import Pack
from vision.planes.planes import HOLDERS, PlaneFinder, rectify
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.steady import Steady, steadied
from whist.cards import PACK


@pytest.fixture(scope="module")
def table():
    """Pictures of a table that lies still, its planes, and what it looks like without noise."""
    scene = SimulatedTable(4)
    scene.place_holders("left")
    scene.rack(1, PACK[:13])
    scene.rack(2, PACK[13:26])
    camera = SimulatedCamera(scene, Pack.drawn("standard"), 4)
    camera.look()
    pictures = [camera.capture() for _ in range(6)]
    return pictures, PlaneFinder().find(pictures[0]), camera.renderer.clean()


def noise(picture, plane, clean, clean_plane):
    """Grey levels by which a holder's strip differs from what it is, but for the mean."""
    away = rectify(picture, plane, STRIP).astype(float) - rectify(clean, clean_plane, STRIP)
    return float(away.std())


@pytest.mark.parametrize("name", HOLDERS)
def test_the_mean_of_six_pictures_has_little_noise_left(table, name):
    pictures, planes, clean = table
    plane = planes[name]
    first = steady = Steady.of(Cut(pictures[0]), plane)
    for picture in pictures[1:]:
        steady = steady.joined_by(Cut(picture), plane)
    assert steady.looks == 6
    alone = noise(pictures[0], plane, clean, plane)
    assert noise(*first.shown(plane), clean, plane) == pytest.approx(alone, abs=0.05)
    assert noise(*steady.shown(plane), clean, plane) < 0.6 * alone


def test_a_part_of_the_picture_joins_where_it_shows_the_whole_holder(table):
    pictures, planes, _ = table
    plane = planes[HOLDERS[0]]
    whole = Steady.of(Cut(pictures[0]), plane)
    height, width = whole.total.shape[:2]
    x, y = max(whole.x - 5, 0), max(whole.y - 9, 0)
    part = Cut(pictures[1][y : whole.y + height, x : whole.x + width], x, y, False)
    assert (whole.joined_by(part, plane).total == whole.joined_by(Cut(pictures[1]), plane).total).all()
    less = Cut(pictures[1][whole.y + 9 :], 0, whole.y + 9, False)
    assert whole.joined_by(less, plane).looks == 1


def test_what_was_known_of_other_holders_is_nothing_to_these(table):
    pictures, planes, _ = table
    cut = Cut(pictures[0])
    known = steadied({}, cut, {HOLDERS[0]: planes[HOLDERS[0]]})
    both = steadied(known, Cut(pictures[1]), {name: planes[name] for name in HOLDERS})
    assert [both[name].looks for name in HOLDERS] == [2, 1]
