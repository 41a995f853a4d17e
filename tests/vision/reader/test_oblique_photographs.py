"""The second look at photographs taken obliquely."""

from __future__ import annotations

from math import atan2, hypot, radians

import cv2
import numpy as np
import pytest

from tests.vision.beliefs import belief
from tests.vision.reader.test_restoration import CODES, table
from vision.index.beliefs import NO_CARD
from vision.reader.oblique_photographs import each_once, in_doubt, stretched, unstretched
from vision.reader.reader import Reader
from whist.cards import FULL_PACK


def beliefs(*names: tuple[str, float]) -> np.ndarray:
    return np.array([belief(**{code: sure}) for code, sure in names]).reshape(-1, NO_CARD + 1)


def poses(*rows: tuple[float, float, float, float, float]) -> np.ndarray:
    return np.array(rows, np.float32).reshape(-1, 5)


@pytest.mark.parametrize(
    ("sure", "score", "doubt"),
    [
        ([0.99, 0.99, 0.99, 0.1], 0.9, False),
        ([0.99, 0.99, 0.1, 0.1], 0.9, True),
        ([0.99, 0.99, 0.1, 0.1], 0.35, False),
        ([0.1], 0.9, True),
        ([0.99], 0.9, False),
        ([], 0.9, False),
    ],
)
def test_many_that_name_no_card_are_a_doubt(sure, score, doubt):
    rows = poses(*((50.0 * k, 0.0, 0.0, 20.0, score) for k in range(len(sure))))
    assert in_doubt(rows, beliefs(*(("SA", one) for one in sure))) is doubt


@pytest.mark.parametrize("degrees", [0, 30, 90, 135, 180, -100])
def test_poses_come_back_to_where_they_were(degrees):
    # an index from (100, 200) to its upper end
    up = (-np.sin(radians(degrees)) * 15, -np.cos(radians(degrees)) * 15)
    tall = (up[0], up[1] * 1.5)
    seen = poses((100, 200.5 * 1.5 - 0.5, atan2(-tall[0], -tall[1]), 2 * hypot(*tall), 0.9))
    back = unstretched(seen)[0]
    assert back[:2] == pytest.approx((100, 200), abs=1e-3)
    assert np.cos(back[2] - radians(degrees)) == pytest.approx(1, abs=1e-5)
    assert back[3] == pytest.approx(30, rel=1e-5)
    assert back[4] == pytest.approx(0.9)


def test_the_surer_look_at_an_index_counts():
    rows = poses((10, 10, 0, 20, 0.9), (11, 10, 0, 20, 0.5), (90, 10, 0, 20, 0.4))
    kept, said = each_once(rows, beliefs(("SA", 0.6), ("S4", 0.95), ("HK", 0.3)))
    assert sorted(kept[:, 0].tolist()) == [11, 90]
    assert said[kept[:, 0] == 11].argmax() == [str(card) for card in FULL_PACK].index("S4")


def test_no_look_finds_nothing():
    kept, said = each_once(poses(), beliefs())
    assert kept.shape == (0, 5)
    assert said.shape == (0, NO_CARD + 1)


def test_a_stretched_picture_is_taller():
    assert stretched(np.zeros((101, 60, 3), np.uint8)).shape == (152, 60, 3)


def test_cards_seen_from_low_are_read():
    picture = table(240)
    low = np.asarray(cv2.resize(picture, None, fx=1, fy=0.32, interpolation=cv2.INTER_AREA))
    reads = Reader(threads=1).photograph(low).named
    assert {str(read.card) for read in reads} == set(CODES.split())
