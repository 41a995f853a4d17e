"""Where a card lies between two of its indices, and crops that show all of it."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.index.poses import CROP_HEIGHT, CROP_WIDTH
from vision.index.whole_cards import (
    ACROSS,
    DOWN,
    STRIP,
    enlarged,
    frames_between,
    places_in_strips,
    strip_crops,
    whole_crops,
    without_indices,
)


def corners(x: float, y: float, angle: float, across: float, down: float) -> tuple[np.ndarray, np.ndarray]:
    """Poses (1, 4) of the two indices of a card with its middle at x, y."""
    c, s = math.cos(angle), math.sin(angle)
    right, below = (across * c + down * s) / 2, (down * c - across * s) / 2
    return (
        np.array([[x - right, y - below, angle, 20.0]], np.float32),
        np.array([[x + right, y + below, angle + math.pi, 20.0]], np.float32),
    )


CASES = [
    (100.0, 90.0, 0.0, 50.0, 65.0),
    (100.0, 90.0, 0.6, 50.0, 65.0),
    (100.0, 90.0, -2.9, 20.0, 24.0),
    (300.0, 310.0, 1.4, 200.0, 260.0),
]


@pytest.mark.parametrize("frame", CASES)
def test_a_frame_lies_between_both_indices(frame):
    found = frames_between(*corners(*frame))[0]
    assert found[[0, 1, 3, 4]] == pytest.approx(np.array(frame)[[0, 1, 3, 4]], abs=1e-3)
    assert math.cos(found[2] - frame[2]) == pytest.approx(1)


def test_indices_that_perspective_turns_are_of_a_card_between_them():
    one, other = corners(100, 90, 0.5, 50, 65)
    one[0, 2] -= 0.1
    other[0, 2] += 0.1
    assert frames_between(one, other)[0, 2] == pytest.approx(0.5)


def test_the_other_index_first_is_the_same_card_upside_down():
    one, other = corners(100, 90, 0.5, 50, 65)
    there, back = frames_between(one, other)[0], frames_between(other, one)[0]
    assert back[[0, 1, 3, 4]] == pytest.approx(there[[0, 1, 3, 4]], abs=1e-3)
    assert math.cos(back[2] - there[2]) == pytest.approx(-1)


@pytest.mark.parametrize("frame", CASES)
def test_a_crop_has_the_indices_where_they_always_are(frame):
    picture = np.zeros((620, 620, 3), np.uint8)
    one, other = corners(*frame)
    for pose, colour in ((one, (255, 0, 0)), (other, (0, 0, 255))):
        cv2.circle(picture, (round(float(pose[0, 0])), round(float(pose[0, 1]))), round(frame[3] / 8), colour, -1)
    crop = whole_crops(picture, frames_between(one, other))[0]
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    for channel, way in ((0, -1), (2, 1)):
        rows, columns = np.nonzero(crop[:, :, channel] > 100)
        assert columns.mean() == pytest.approx((CROP_WIDTH - 1) / 2 + way * ACROSS / 2, abs=1)
        assert rows.mean() == pytest.approx((CROP_HEIGHT - 1) / 2 + way * DOWN / 2, abs=1)


def test_a_card_in_a_picture_of_half_the_size_looks_alike():
    chance = np.random.default_rng(1)
    large = np.asarray(cv2.GaussianBlur(chance.integers(0, 255, (400, 400, 3)).astype(np.uint8), (0, 0), 6), np.uint8)
    small = np.asarray(cv2.resize(large, (200, 200), interpolation=cv2.INTER_AREA), np.uint8)
    frames = frames_between(*corners(200, 210, 0.4, 90, 120))
    one, other = whole_crops(large, frames)[0], whole_crops(small, enlarged(frames, 0.5))[0]
    assert abs(one.astype(int) - other.astype(int)).mean() < 3


@pytest.mark.parametrize("frame", [(-50.0, 900.0, 1.0, 40.0, 60.0), (20.0, 20.0, 0.0, 0.0, 0.0)])
def test_frames_beyond_the_picture_and_of_no_size_give_crops_too(frame):
    picture = np.full((40, 40, 3), 7, np.uint8)
    assert (whole_crops(picture, np.array([frame], np.float32)) == 7).all()


def test_no_frames_give_no_crops():
    assert whole_crops(np.zeros((40, 40, 3), np.uint8), np.zeros((0, 5), np.float32)).shape == (0, 56, 40, 3)


@pytest.mark.parametrize("angle", [0.0, 0.5, -3.0])
@pytest.mark.parametrize("index", [(5.6, 12.6, 18.0), (4.0, 7.0, 9.0)])
def test_an_index_in_a_strip_is_covered(angle, index):
    """The strip is four pixels a millimetre; a blue index stands in it, and a red pip beside."""
    picture = np.full((620, 620, 3), 255, np.uint8)
    frame = np.array([[300, 310, angle, 4 * (STRIP[2] - STRIP[0]), 4 * (STRIP[3] - STRIP[1])]], np.float32)
    c, s = math.cos(angle), math.sin(angle)

    def at(aside: float, depth: float) -> tuple[float, float]:
        right, down = 4 * (aside - (STRIP[0] + STRIP[2]) / 2), 4 * (depth - (STRIP[1] + STRIP[3]) / 2)
        return 300 + right * c + down * s, 310 + down * c - right * s

    aside, depth, height = index
    across, along = 1.2 * height, 2 * height
    box = (at(aside, depth), (across, along), -math.degrees(angle))
    cv2.fillPoly(picture, [cv2.boxPoints(box).astype(np.int32)], (255, 0, 0))
    x, y = at(18.0, depth)
    cv2.circle(picture, (round(x), round(y)), 12, (0, 0, 255), -1)
    pose = np.array([[*at(aside, depth), angle, 4 * height]], np.float32)
    assert places_in_strips(frame, pose)[0] == pytest.approx(index, abs=1e-3)
    strips = strip_crops(picture, frame)
    before = strips.copy()
    covered = without_indices(strips, places_in_strips(frame, pose)).astype(int)
    assert (strips == before).all()
    blue = (before.astype(int)[..., 0] - before[..., 2]) > 60
    assert blue.sum() > 10
    assert not ((covered[..., 0] - covered[..., 2] > 60) & blue).any()
    red = (before.astype(int)[..., 2] - before[..., 0]) > 60
    assert (covered[red] == before[red]).all()
    assert red.sum() > 10
