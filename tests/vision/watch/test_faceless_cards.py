"""Cards that show no index are found by their outline on the bare table."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from math import pi, radians, remainder

import cv2
import numpy as np
import pytest

from vision.holders.indices import USUAL
from vision.planes.planes import PLAY, Plane
from vision.watch.faceless_cards import BareTable, guesses, index_poses, placed
from vision.watch.play_area import SeenCard

SCALE = 2.0
PLANE = Plane(PLAY, np.array([[SCALE, 0, 320.0], [0, -SCALE, 320.0], [0, 0, 1]]), 4, 0.1)
"""A picture of 640 × 640 pixels, two to the mm, the middle of the play area in its middle."""


NOISE = np.random.default_rng(1).normal(0, 2, (640, 640, 3)).astype(np.float32)


def table(shade=(60, 104, 40), light=1.0):
    return np.clip((np.array(shade, np.float32) + NOISE) * light, 0, 255).astype(np.uint8)


def with_card(picture, x, y, degrees=0.0, size=(57.0, 88.0), colour=(235, 235, 235)):
    box = cv2.boxPoints(((320 + SCALE * x, 320 - SCALE * y), (SCALE * size[0], SCALE * size[1]), -degrees))
    cv2.fillPoly(picture, [np.rint(box).astype(np.int32)], colour)
    return picture


def seen_card(x, y, index=None):
    belief = np.zeros(55, np.float32)
    belief[3] = 1.0
    return SeenCard(belief, x, y, 0.0, index)


def learnt(**shade):
    bare = BareTable()
    assert bare.unread(table(**shade), PLANE, []) == []
    return bare


@pytest.mark.parametrize(("x", "y", "degrees"), [(0, 90, 0), (-78, -48, 12), (60, 0, 80), (95, 95, -150)])
@pytest.mark.parametrize("colour", [(235, 235, 235), (150, 60, 40)], ids=["white", "a red back"])
def test_a_card_without_an_index_is_found_where_it_lies(x, y, degrees, colour):
    (place,) = learnt().unread(with_card(table(), x, y, degrees, colour=colour), PLANE, [])
    assert np.hypot(place[0] - x, place[1] - y) < 2.0
    assert abs(remainder(place[2] - radians(degrees), pi)) < 0.05


@pytest.mark.parametrize("size", [(30.0, 88.0), (57.0, 40.0), (140.0, 160.0), (70.0, 150.0)])
@pytest.mark.parametrize("colour", [(235, 235, 235), (46, 84, 30)], ids=["paper", "a shadow"])
def test_what_has_not_the_shape_of_a_card_is_none(size, colour):
    assert learnt().unread(with_card(table(), 0, 0, 20, size, colour), PLANE, []) == []


@pytest.mark.parametrize("degrees", [0, 12, 80])
def test_a_white_card_in_green_light_is_found_on_a_green_cloth(degrees):
    """Black indices that the detector does not know are no outline; the card lies there for three looks, another is
    laid against it, and both are taken away."""
    cloth, paper = (128, 200, 140), (113, 214, 155)
    bare = learnt(shade=cloth)
    for _ in range(3):
        (place,) = bare.unread(with_card(table(cloth), -40, 0, degrees, colour=paper), PLANE, [])
        assert np.hypot(place[0] + 40, place[1]) < 2.0
    both = with_card(with_card(table(cloth), -40, 0, degrees, colour=paper), 40, 60, colour=paper)
    assert {round(x / 40) for x, _, _ in bare.unread(both, PLANE, [])} == {-1, 1}
    assert bare.unread(table(cloth), PLANE, []) == []


def test_the_table_is_learned_at_half_a_pixel_a_mm():
    """A quarter of the work of a pixel a mm, with each card; and what a copy knows stays as it was."""
    bare = learnt()
    assert bare._bare.shape == (150, 150, 3)
    before = copy(bare)
    assert len(bare.unread(with_card(table(light=0.9), 0, 90), PLANE, [])) == 1
    assert before._places == []
    assert not np.array_equal(before._bare, bare._bare)
    assert np.array_equal(before._bare, learnt()._bare)


def test_other_light_is_no_card():
    bare = learnt()
    for light in (0.8, 0.6, 1.2):
        assert bare.unread(table(light=light), PLANE, []) == []
    assert len(bare.unread(with_card(table(light=0.6), 0, 90), PLANE, [])) == 1


def test_after_the_dark_the_table_is_as_it_was():
    bare = learnt()
    bare.unread(np.zeros((640, 640, 3), np.uint8), PLANE, [])
    assert bare.unread(table(), PLANE, []) == []
    assert len(bare.unread(with_card(table(), 0, 90), PLANE, [])) == 1


def test_a_card_that_was_read_is_none_without_an_index():
    assert learnt().unread(with_card(table(), 0, 90), PLANE, [seen_card(0, 90)]) == []


@pytest.mark.parametrize("colour", [(235, 235, 235), (150, 60, 40)], ids=["white", "a red back"])
@pytest.mark.parametrize("shade", [(60, 104, 40), (40, 64, 98), (170, 186, 196)], ids=["green", "wood", "light"])
@pytest.mark.parametrize(("x", "y", "degrees"), [(0, 90, 0), (-78, -48, 12), (60, 0, 80), (2.65, -96.3, -25)])
def test_a_card_that_lies_there_from_the_first_is_none_of_the_table(x, y, degrees, shade, colour):
    bare = BareTable()
    for light in (1.0, 0.8, 1.0):
        picture = with_card(table(shade, light), x, y, degrees, colour=np.multiply(colour, light))
        (place,) = bare.unread(picture, PLANE, [])
        assert np.hypot(place[0] - x, place[1] - y) < 2.0
        assert abs(remainder(place[2] - radians(degrees), pi)) < 0.05
    assert bare.unread(table(shade), PLANE, []) == []
    assert bare.unread(table(shade), PLANE, []) == []
    assert len(bare.unread(with_card(table(shade), x, y, degrees), PLANE, [])) == 1


def with_flower(picture, light=1.0):
    return with_card(picture, 20, 20, 30, (12.0, 12.0), tuple(np.multiply((40, 20, 120), light)))


@pytest.mark.parametrize(
    ("share", "index", "laid", "light", "kept"),
    [
        pytest.param(0.56, (20.0, 20.0), None, 1.0, False, id="a flower of the cloth that looks like a queen's index"),
        pytest.param(0.56, (20.0, 20.0), None, 0.7, False, id="the same in other light"),
        pytest.param(0.56, (20.0, 20.0), (235, 235, 235), 1.0, True, id="on the corner of a card that lies there now"),
        pytest.param(0.56, (20.0, 20.0), (70, 110, 50), 1.0, True, id="of a card that has nearly the cloth's colour"),
        pytest.param(0.56, None, None, 1.0, True, id="two indices tell of it"),
        pytest.param(0.99, (20.0, 20.0), None, 1.0, True, id="surely read"),
    ],
)
def test_what_is_printed_on_the_cloth_is_no_card(share, index, laid, light, kept):
    bare = BareTable()
    bare.unread(with_flower(table()), PLANE, [])
    now = with_flower(table(light=light), light)
    if laid is not None:
        now = with_card(now, 30, 0, 0, colour=laid)
        now = with_card(now, 20, 20, 0, (4.0, 10.0), (30, 30, 30))
    card = replace(seen_card(30, 0, index), belief=seen_card(0, 0).belief * np.float32(share))
    assert len(bare.without_print(now, PLANE, [card])) == kept
    assert BareTable().without_print(now, PLANE, [card]) == [card]  # nothing is known of a table yet


def test_a_card_that_is_read_no_more_is_still_one():
    bare = BareTable()
    picture = with_card(table(), 0, 90)
    assert bare.unread(picture, PLANE, [seen_card(0, 90)]) == []
    assert len(bare.unread(picture, PLANE, [])) == 1


def test_a_card_that_was_there_from_the_first_is_one_alone_once_it_is_read():
    """A turned-up German queen whose D was hard to read at first lay there twice, as a queen and as a ten."""
    bare, picture = BareTable(), with_card(table(), -91, 66, 57)
    assert len(bare.unread(picture, PLANE, [])) == 1
    assert bare.unread(picture, PLANE, [replace(seen_card(-91, 66), angle=radians(57))]) == []
    assert len(bare.unread(picture, PLANE, [])) == 1


def test_a_card_that_was_there_from_the_first_stays_known_though_another_is_laid_over_its_edge():
    bare, first = BareTable(), with_card(table(), -80, -44)
    (place,) = bare.unread(first, PLANE, [])
    both = with_card(first.copy(), -82, 40, 7)
    other = SeenCard(seen_card(0, 0).belief, -82.0, 40.0, radians(7))
    for _ in range(2):
        assert bare.unread(both, PLANE, [other]) == [place]
    assert bare.unread(table(), PLANE, []) == []


def test_cards_that_were_taken_for_the_table_are_told_of_once_they_look_like_cards_and_forgotten_once_gone():
    """Side by side two have not the outline of a card."""
    bare = BareTable()
    one = with_card(table(), -40, 0)
    both = with_card(one.copy(), 18, 0)
    assert bare.unread(both, PLANE, []) == []
    (left,) = bare.unread(one, PLANE, [])
    assert np.hypot(left[0] + 40, left[1]) < 3
    assert bare.unread(table(), PLANE, []) == []
    assert len(bare.unread(with_card(table(), 18, 0), PLANE, [])) == 1


@pytest.mark.parametrize(
    "size", [(30.0, 88.0), (57.0, 40.0), (140.0, 160.0), (70.0, 150.0), (105.0, 148.0), (90.0, 90.0)]
)
@pytest.mark.parametrize("degrees", [0, 20, 70])
def test_mats_and_papers_that_lie_there_from_the_first_are_no_cards(size, degrees):
    bare, picture = BareTable(), with_card(table(), 0, 0, degrees, size)
    assert bare.unread(picture, PLANE, []) == []
    assert bare.unread(picture, PLANE, []) == []


def test_a_card_with_one_index_lies_where_its_outline_says():
    card = seen_card(45, 88, index=(20.0, 120.0))
    places = learnt().unread(with_card(table(), 0, 90, 5), PLANE, [card])
    (moved,), left = placed([card], places)
    assert left == []
    assert np.hypot(moved.x, moved.y - 90) < 2.0
    (kept,), left = placed([seen_card(45, 88, index=(90.0, 0.0))], places)
    assert (kept.x, kept.y, left) == (45, 88, places)


class Reader:
    """Reads the same at every place."""

    def __init__(self, **shares):
        self.belief = np.zeros(55, np.float32)
        for number, share in shares.items():
            self.belief[int(number[1:])] = share
        self.belief[54] = 1 - self.belief.sum()

    def named(self, pictures, looks=1):
        return np.repeat(self.belief[None], len(pictures), axis=0)


@pytest.mark.parametrize(
    ("shares", "best", "probability"),
    [({"c3": 0.3, "c7": 0.1}, 3, 0.6), ({"c3": 0.99}, 3, 0.8), ({"c3": 0.02}, None, 0.0), ({}, None, 0.0)],
)
def test_a_guess_is_never_believed_and_nothing_is_made_of_none(shares, best, probability):
    from whist.cards import FULL_PACK

    (reading,) = guesses(Reader(**shares), table(), PLANE, [(0.0, 90.0, 0.2)], USUAL)
    assert reading.best == (None if best is None else FULL_PACK[best])
    assert reading.probability == pytest.approx(probability, abs=0.01)
    assert guesses(Reader(**shares), table(), PLANE, [], USUAL) == []


def test_both_indices_stand_on_their_heads_to_each_other():
    one, other = index_poses((10.0, 20.0, 0.3), 57.0, USUAL)
    assert ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2) == pytest.approx((10.0, 20.0))
    assert other[2] - one[2] == pytest.approx(pi)


@pytest.mark.parametrize("degrees", [0.0, 4.0])
def test_a_broad_vein_that_the_border_cuts_off_is_no_card(degrees):
    """Of a wooden table such a vein can be as broad as a card, and as bright to one side as a card is long."""
    wood = with_card(table((90, 130, 170)), -106.0 - 20, 50, 90 + degrees, (57.0, 128.0), (120, 160, 200))
    bare = BareTable()
    assert bare.unread(wood, PLANE, []) == []
    assert bare.unread(with_card(wood.copy(), 60, -60), PLANE, [seen_card(60, -60)]) == []


@pytest.mark.parametrize("y", [46, 40], ids=["against it", "over its edge"])
def test_a_card_without_an_index_stays_known_though_another_is_laid(y):
    bare, first = learnt(), with_card(table(), -80, -44)
    (place,) = bare.unread(first, PLANE, [])
    both = with_card(first.copy(), -82, y, 7)
    other = SeenCard(seen_card(0, 0).belief, -82.0, float(y), radians(7), (-64.0, 14.0))
    for _ in range(2):
        kept, laid = bare.unread(both, PLANE, [other])
        assert kept == place
        assert np.hypot(laid[0] + 82, laid[1] - y) < 6
    alone = with_card(table(), -82, y, 7)
    (left,) = bare.unread(alone, PLANE, [other])
    assert left[1] > 38


@pytest.mark.parametrize("gap", [0.0, 2.0, 6.0])
def test_a_card_without_an_index_is_found_against_one_that_was_read(gap):
    picture = with_card(with_card(table(), -80, -44), -80, 44 + gap)
    (place,) = learnt().unread(picture, PLANE, [seen_card(-80, -44)])
    assert np.hypot(place[0] + 80, place[1] - 44 - gap) < 4
