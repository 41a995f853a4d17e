"""A card whose one index was covered by the next is still there if the other one is read where it must stand."""

from __future__ import annotations

from math import cos, hypot

import numpy as np
import pytest

from tests.vision.beliefs import belief
from vision.holders.indices import USUAL
from vision.planes.planes import PLAY, Plane
from vision.sizes import POKER_CARD
from vision.watch.covered_cards import still_seen
from vision.watch.faceless_cards import index_poses
from vision.watch.play_area import SeenCard, cards_from
from whist.cards import FULL_PACK

SCALE = 3.0
PLANE = Plane(PLAY, np.array([[SCALE, 0, 480.0], [0, -SCALE, 480.0], [0, 0, 1]]), 4, 0.1)
PICTURE = np.full((960, 960, 3), 90, np.uint8)


class Reader:
    """Reads one card wherever it is shown something bright, elsewhere none."""

    def __init__(self, **card):
        self.card, self.asked = card, 0

    def named(self, pictures, looks=1):
        self.asked += 1
        return np.stack([belief(**self.card) if picture.max() > 200 else belief() for picture in pictures])


def card(x, y, angle=0.0, **said):
    return SeenCard(belief(**said), x, y, angle, index=(x, y))


def shown(one, end):
    """The picture with something where one of the indices of a card stands."""
    picture = PICTURE.copy()
    x, y, _ = index_poses((one.x, one.y, one.angle), POKER_CARD[0], USUAL)[end]
    (column, row), *_ = PLANE.to_picture(np.array([(x, y)])).astype(int)
    picture[row - 6 : row + 6, column - 6 : column + 6] = 255
    return picture


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("angle", [0.0, 0.4, -2.0])
def test_the_other_index_is_read_where_it_must_stand(end, angle):
    nine = card(-20.0, 10.0, angle, S9=0.97)
    reader = Reader(S9=0.99)
    (one,) = still_seen(reader, shown(nine, end), PLANE, [nine], [card(-30.0, 50.0, HT=0.99)], USUAL)
    x, y, turned = index_poses((nine.x, nine.y, angle), POKER_CARD[0], USUAL)[end]
    assert hypot(one.x - x, one.y - y) < 3.5
    assert cos(one.angle - turned) == pytest.approx(1.0)
    (seen,) = cards_from([one])
    assert str(FULL_PACK[seen.best]) == "S9"
    assert hypot(seen.x - nine.x, seen.y - nine.y) < 5.0
    assert reader.asked == 1


@pytest.mark.parametrize(
    ("before", "now", "read", "asked"),
    [
        pytest.param({"S9": 0.97}, [("HT", -30.0, 50.0)], {"S6": 0.99}, 1, id="another card stands there"),
        pytest.param({"S9": 0.97}, [("HT", -30.0, 50.0)], {"S9": 0.6}, 1, id="it is not sure"),
        pytest.param({"S9": 0.6}, [("HT", -30.0, 50.0)], {"S9": 0.99}, 0, id="it never was read well"),
        pytest.param({"S9": 0.97}, [("HT", 90.0, 110.0)], {"S9": 0.99}, 0, id="nothing was laid over it"),
        pytest.param({"S9": 0.97}, [], {"S9": 0.99}, 0, id="it was taken away"),
        pytest.param({"S9": 0.97}, [("S9", -20.0, 10.0), ("HT", -30.0, 50.0)], {"S9": 0.99}, 0, id="it is seen"),
    ],
)
def test_nothing_is_seen_again_that_does_not_show(before, now, read, asked):
    nine = card(-20.0, 10.0, **before)
    reader = Reader(**read)
    cards = [card(x, y, **{code: 0.99}) for code, x, y in now]
    assert still_seen(reader, shown(nine, 1), PLANE, [nine], cards, USUAL) == []
    assert reader.asked == asked
