"""Which pictures of a camera are believed, and which are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera.picture_checks import fault_of_capture, fault_of_look, is_black
from vision.camera.protocol import SMALL, Look


def table(seed=0, width=288, height=160):
    """A full-size picture of things on a table top."""
    rng = np.random.default_rng(seed)
    picture = np.full((height * SMALL, width * SMALL, 3), (60, 90, 70), np.uint8)
    for _ in range(40):
        x, y = rng.integers(0, width * SMALL), rng.integers(0, height * SMALL)
        colour = [int(value) for value in rng.integers(0, 256, 3)]
        cv2.rectangle(picture, (int(x), int(y)), (int(x) + 60, int(y) + 90), colour, -1)
    return np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)


def small(picture):
    size = (picture.shape[1] // SMALL, picture.shape[0] // SMALL)
    return cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)


PICTURE = table()
LOOK = Look(small(PICTURE), 1.0)


def cut_short(picture, rows, filled_with=128):
    broken = picture.copy()
    broken[-rows:] = filled_with
    return broken


def dark(level, noise):
    rng = np.random.default_rng(3)
    return np.clip(rng.normal(level, noise, LOOK.picture.shape), 0, 255).astype(np.uint8)


def with_hot_pixels():
    picture = dark(4, 2)
    picture.flat[::1000] = 255
    return picture


@pytest.mark.parametrize(
    ("look", "before", "fault"),
    [
        (LOOK, None, ""),
        (Look(small(table(1)), 2.0), LOOK, ""),
        (Look(dark(70, 3), 2.0), LOOK, ""),  # dim, but something can be seen
        (Look(dark(0, 0), 2.0), LOOK, "black"),
        (Look(dark(12, 4), 2.0), None, "black"),
        (Look(np.full_like(LOOK.picture, 16), 2.0), LOOK, "black"),
        (Look(with_hot_pixels(), 2.0), LOOK, "black"),
        (Look(LOOK.picture[:-4], 2.0), LOOK, "of another size than before"),
        (Look(cut_short(LOOK.picture, 12), 2.0), LOOK, "cut short"),
        (Look(cut_short(LOOK.picture, 100), 2.0), LOOK, "cut short"),
        (Look(cut_short(LOOK.picture, 12, 255), 2.0), LOOK, ""),  # a lamp shines there
        (Look(cut_short(LOOK.picture, 12), 2.0), Look(cut_short(LOOK.picture, 20), 1.0), ""),  # the table ends there
        (Look(PICTURE, 2.0), LOOK, "empty or of a strange kind"),
        (Look(LOOK.picture.astype(np.uint16), 2.0), LOOK, "empty or of a strange kind"),
        (Look(LOOK.picture.astype(np.float32), 2.0), None, "empty or of a strange kind"),
        (Look(LOOK.picture[:, :, None], 2.0), None, "empty or of a strange kind"),
        (Look(np.dstack([LOOK.picture] * 2), 2.0), None, "empty or of a strange kind"),
        (Look(LOOK.picture[:0], 2.0), None, "empty or of a strange kind"),
        (Look(LOOK.picture[:3], 2.0), None, "empty or of a strange kind"),
        (Look(None, 2.0), None, "empty or of a strange kind"),
        (Look(LOOK.picture, float("nan")), None, "empty or of a strange kind"),
        (Look(LOOK.picture, None), LOOK, "empty or of a strange kind"),
    ],
)
def test_looks(look, before, fault):
    assert fault_of_look(look, before) == fault


def torn():
    """The lower half is of another moment."""
    picture = PICTURE.copy()
    picture[320:] = table(9)[320:]
    return picture


def other_grey(factor, add):
    return Look(np.clip(LOOK.picture * factor + add, 0, 255).astype(np.uint8), 1.0)


@pytest.mark.parametrize(
    ("capture", "look", "fault"),
    [
        (PICTURE, LOOK, ""),
        (np.pad(PICTURE, ((0, 3), (0, 2), (0, 0))), LOOK, ""),
        (PICTURE, other_grey(219 / 255, 16), ""),  # as video has it
        (PICTURE, other_grey(1.05, 3), ""),
        (PICTURE[:-4], LOOK, "of another size than before"),
        (PICTURE[:, :-4], LOOK, "of another size than before"),
        (cv2.resize(PICTURE, None, fx=0.5, fy=0.5), LOOK, "of another size than before"),
        (cut_short(PICTURE, 30), LOOK, "cut short"),
        (cut_short(PICTURE, 600), LOOK, "cut short"),
        (cut_short(PICTURE, 30), Look(cut_short(LOOK.picture, 8), 1.0), ""),
        (torn(), LOOK, "torn"),
        (np.zeros_like(PICTURE), LOOK, "cut short"),
        (PICTURE[:, :, :2], LOOK, "empty or of a strange kind"),
        (PICTURE[:, :, 0], LOOK, "empty or of a strange kind"),
        (PICTURE.astype(np.float32), LOOK, "empty or of a strange kind"),
        (np.zeros((0, 0, 3), np.uint8), LOOK, "of another size than before"),
        (None, LOOK, "empty or of a strange kind"),
    ],
)
def test_captures(capture, look, fault):
    assert fault_of_capture(capture, look) == fault


def test_a_part_of_a_capture_is_judged_by_its_part_of_the_look():
    large = table(3)
    look = Look(small(large), 1.0)
    x0, y0, x1, y1 = box = (64, 128, 320, 400)
    assert fault_of_capture(large[y0:y1, x0:x1], look, box) == ""
    assert fault_of_capture(large[y0:y1, x0 : x1 - 16], look, box) == "of another size than before"
    assert fault_of_capture(large[y0 - 64 : y1 - 64, x0:x1], look, box) == "torn"


@pytest.mark.parametrize("light", [0.0, 0.002, 0.004, 0.006, 0.2, 1.0])
def test_a_picture_with_few_light_pixels_is_black_wherever_they_are(light):
    rng = np.random.default_rng(3)
    for _ in range(5):
        picture = np.where(rng.random((648, 1152)) < light, 200, 20).astype(np.uint8)
        assert is_black(picture) == (np.mean(picture[::2, ::2] > 100) <= 0.005)
    picture = np.full((648, 1152), 20, np.uint8)
    picture[:, 1::2] = picture[1::2] = 200
    assert is_black(picture), "where no sample is taken"
    picture[::8, ::8] = 200
    assert not is_black(picture)
