"""Pictures of one card in doubt: upright, small, and black where anything else could be seen."""

from dataclasses import replace
from math import radians

import cv2
import numpy as np
import pytest

from tests.vision.readers import BlindReader
from vision.planes.planes import HOLDERS, PLAY, Plane, PlaneFinder
from vision.reader.reader import Reader
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.simulated.workmanship import PERFECT, USUAL
from vision.watch.cutouts import LONGEST, cut_laid, cut_slot, side_by_side
from vision.watch.watcher import Watcher
from whist.cards import PACK, Card

HIDDEN = Card.parse("S2")


def scene(hidden=HIDDEN, made=USUAL):
    """A full holder 1, a holder 2 in which one card is hidden from South, and two cards that lie there."""
    table = SimulatedTable(3, made)
    table.place_holders("left")
    table.rack(1, PACK[:13])
    table.rack(2, [hidden, *PACK[13:25]])
    table.lay(Card.parse("HT"), 20, -60, 30)
    table.lay(Card.parse("SK"), -110, 20, -20)
    return table


def looked(table):
    camera = SimulatedCamera(table, seed=1)
    camera.look()
    picture = camera.capture()
    return picture, PlaneFinder().find(picture)


@pytest.fixture(scope="module")
def one():
    return looked(scene())


@pytest.fixture(scope="module")
def other():
    """The same but for the hidden card."""
    return looked(scene(Card.parse("HQ")))


def shown(jpeg):
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


CUTS = {
    "laid": lambda picture, planes: cut_laid(picture, planes, 20, -60, radians(30)),
    "at the edge": lambda picture, planes: cut_laid(picture, planes, -110, 20, radians(-20)),
    "a slot": lambda picture, planes: cut_slot(picture, planes, 1, 4),
    "the last slot": lambda picture, planes: cut_slot(picture, planes, 1, 12),
}


@pytest.mark.parametrize("name", CUTS)
def test_a_hidden_card_changes_no_byte_of_another_ones_picture(name, one, other):
    assert not np.array_equal(one[0], other[0]), "the hidden card is seen by the camera"
    # noise and camera are the same, so are the planes; only what is hidden differs
    planes = one[1]
    assert CUTS[name](one[0], planes) == CUTS[name](other[0], planes)


@pytest.mark.parametrize("x", [-112.0, -118.3, -121.7])
@pytest.mark.parametrize("fine", [1.0, 2.1, 4.2])
def test_beside_its_edge_nothing_of_what_lies_outside_is_mixed_in(x, fine):
    """The camera's pixels are larger than those of the picture, and one at the edge has something of both sides."""
    way = np.array([[fine, 0, 400.0], [0, -fine, 400.4], [0, 0, 1]])
    plane = replace(looked(SimulatedTable(2))[1][PLAY], homography=way, surface=None)
    inside = np.zeros((900, 900), np.uint8)
    cv2.fillConvexPoly(inside, np.rint(plane.to_picture(plane.area())).astype(np.int32), 1)
    cards = np.random.default_rng(1).integers(0, 256, (2, 900, 900, 3), np.uint8)
    one, other = (np.where(inside[..., None] > 0, cards[0], beside) for beside in (np.uint8(0), cards[1]))
    assert cut_laid(one, {PLAY: plane}, x, 20) == cut_laid(other, {PLAY: plane}, x, 20)


@pytest.mark.parametrize("name", CUTS)
def test_a_picture_is_small(name, one):
    jpeg = CUTS[name](*one)
    assert len(jpeg) < 16_000
    assert max(shown(jpeg).shape) == LONGEST


def test_a_card_stands_upright_with_its_index_in_the_corner(one):
    """The ten of hearts, turned by 30° as it lay: all four sides of the card are straight lines in the picture."""
    picture = shown(CUTS["laid"](*one)).astype(int)
    white = picture.min(axis=2) > 150
    rows, columns = white.any(axis=1).nonzero()[0], white.any(axis=0).nonzero()[0]
    # poker-sized cut-out: 75 × 100 mm for a card of 57 × 88
    assert 0.80 < (rows[-1] - rows[0]) / picture.shape[0] < 0.97
    assert white[rows[len(rows) // 2]].mean() > 0.35
    assert len(columns) < picture.shape[1]


def test_what_lies_outside_the_play_area_is_black(one):
    jpeg = cut_laid(*one, -150, 20, 0.0)
    picture = shown(jpeg)
    assert picture[:, : picture.shape[1] // 2 - 8].max() < 24
    assert picture[:, picture.shape[1] // 2 + 8 :].max() > 24


def test_a_holder_that_stands_over_the_play_area_is_black(one):
    """A face whose homography puts it on the play area, and a card asked about just there."""
    picture, planes = one
    play = planes[PLAY]
    moved = play.homography @ np.array([[1.0, 0, -165], [0, 1, -66], [0, 0, 1]])
    over = {PLAY: play, HOLDERS[1]: Plane(HOLDERS[1], moved, 4, 0.1)}
    face = shown(cut_laid(picture, over, 20, 0))
    assert face.max() < 24
    assert shown(cut_laid(picture, planes, 20, -60)).max() > 100


def test_only_pixels_of_the_neighbourhood_matter(one):
    """Everything else of the picture may be anything at all."""
    picture, planes = one
    jpeg = cut_laid(picture, planes, 20, -60, 0.5)
    corners = np.array([[-50.0, -130], [90, -130], [90, 10], [-50, 10]])
    around = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(around, np.rint(planes[PLAY].to_picture(corners)).astype(np.int32), 1)
    noise = np.random.default_rng(1).integers(0, 256, picture.shape, np.uint8)
    assert cut_laid(np.where(around[:, :, None] == 1, picture, noise), planes, 20, -60, 0.5) == jpeg


@pytest.mark.parametrize(
    ("cut", "part"), [(lambda *seen: cut_laid(*seen, 0, 0), PLAY), (lambda *seen: cut_slot(*seen, 2, 0), HOLDERS[1])]
)
def test_without_its_plane_there_is_no_picture(cut, part, one):
    picture, planes = one
    assert cut(picture, {name: plane for name, plane in planes.items() if name != part}) is None


def test_a_watcher_has_pictures_of_what_it_has_just_read_and_of_the_holders():
    table = scene()
    camera, watcher = SimulatedCamera(table, seed=1), Watcher(BlindReader())
    assert watcher.cut_laid(20, -60) is None
    while watcher.picture is None:
        watcher.tick(camera)
    assert watcher.cut_laid(20, -60)
    assert watcher.cut_slot(2, 3)
    read = watcher.cut_slot(2, 3)
    watcher.tick(camera)  # nothing moved: a picture is large and not kept, but for what was read of the holders
    assert (watcher.picture, watcher.cut_laid(20, -60)) == (None, None)
    assert watcher.cut_slot(2, 3) == read
    watcher.tell_again()
    assert watcher.cut_slot(2, 3) is None


def test_while_a_holder_is_not_found_no_laid_card_is_shown():
    """Where it stands is not known, so neither is what must not be shown."""
    table = scene()
    watcher = Watcher(BlindReader())
    camera = SimulatedCamera(table, seed=1)
    while watcher.picture is None:
        watcher.tick(camera)
    watcher._missing = frozenset({HOLDERS[0]})
    assert watcher.cut_laid(20, -60) is None


def test_a_card_that_was_read_is_cut_out_by_its_name():
    # on a perfect table cards lie exactly where they were laid
    camera, watcher = SimulatedCamera(scene(made=PERFECT), seed=1), Watcher(Reader(threads=1))
    while watcher.picture is None:
        watcher.tick(camera)
    cut = shown(watcher.cut_card(Card.parse("HT"))).astype(int)
    ten, king = (shown(watcher.cut_laid(*place)) for place in [(20, -60), (-110, 20)])
    assert np.abs(cut - ten).mean() < 0.2 * np.abs(cut - king).mean()
    assert watcher.cut_card(HIDDEN) is None, "it stands in a holder"


def test_two_cut_outs_stand_side_by_side(one):
    first, second = CUTS["laid"](*one), CUTS["at the edge"](*one)
    both, left, right = shown(side_by_side([first, second])), shown(first), shown(second)
    assert both.shape[0] == LONGEST
    assert both.shape[1] > left.shape[1] + right.shape[1]
    assert np.abs(both[:, : left.shape[1]].astype(int) - left).mean() < 3
    assert np.abs(both[:, -right.shape[1] :].astype(int) - right).mean() < 3
    assert side_by_side([]) is None
