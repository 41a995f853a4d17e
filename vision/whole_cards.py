"""Cards seen whole: where a card lies between two of its indices, and crops that show all of it.

A frame is one row: the middle between the two indices x, y in pixels, angle (radians counter-clockwise of the card's up
direction against the picture's up), how far the indices are apart across the card and along it, pixels. Turned by half
a turn it is as good: cards are alike both ways up. The frame of a racked card's strip is its middle, angle, width and
height. Shared by reading and by training.
"""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.poses import CROP_HEIGHT, CROP_WIDTH, cut
from vision.pyramid import Pyramid, pyramid_of

Picture = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

ACROSS, DOWN = 30.0, 36.0
"""How far apart the two indices of a card are in a crop, pixels: the card's edges are just inside of it, the corners of
packs with jumbo indices just outside."""
STRIP: Final = (-2.0, -2.0, 24.0, 66.0)
"""What a racked card shows of itself, and a little more: left, top, right, bottom, mm from its upper left corner."""
_LEAST: Final = 2.0


def frames_between(one: Numbers, other: Numbers) -> Numbers:
    """Frames (n, 5) of the cards whose two indices look opposite ways at poses (n, 4 or more) each."""
    turn = np.remainder(other[:, 2] + 2 * pi - one[:, 2], 2 * pi) - pi
    angle = one[:, 2] + turn / 2
    right, below = other[:, 0] - one[:, 0], other[:, 1] - one[:, 1]
    c, s = np.cos(angle), np.sin(angle)
    out = np.stack(
        [
            (one[:, 0] + other[:, 0]) / 2,
            (one[:, 1] + other[:, 1]) / 2,
            angle,
            abs(right * c - below * s),
            abs(right * s + below * c),
        ],
        1,
    )
    return np.asarray(out, np.float32)


def enlarged(frames: Numbers, times: float) -> Numbers:
    """Frames (n, 5) as they are in a picture `times` as wide and high."""
    out = frames.copy()
    out[:, :2] = (frames[:, :2] + 0.5) * times - 0.5
    out[:, 3:] *= times
    return out


def whole_crops(picture: Picture | Pyramid, frames: Numbers) -> Picture:
    """An upright crop (n, CROP_HEIGHT, CROP_WIDTH, 3) of the card in each frame (n, 5).

    All crops are equally wide and high, whatever the shape of the card. Beyond the picture its edge goes on.
    """
    return _crops(picture, frames, ACROSS, DOWN)


def strip_crops(picture: Picture | Pyramid, frames: Numbers) -> Picture:
    """An upright crop (n, CROP_HEIGHT, CROP_WIDTH, 3) of the strip in each frame (n, 5), which fills it."""
    return _crops(picture, frames, CROP_WIDTH, CROP_HEIGHT)


def _crops(picture: Picture | Pyramid, frames: Numbers, wide: float, high: float) -> Picture:
    out = np.empty((len(frames), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    pyramid = pyramid_of(picture)
    for crop, frame in zip(out, np.asarray(frames, np.float64), strict=True):
        steps = max(frame[3], _LEAST) / wide, max(frame[4], _LEAST) / high
        cut(crop, pyramid, min(steps), partial(_crop_to_picture, frame, *steps))
    return out


def _crop_to_picture(
    frame: npt.NDArray[np.float64], across: float, along: float, part: float
) -> npt.NDArray[np.float64]:
    """(2, 3): pixels of a crop to pixels of the picture, of which 1 / `part` is left in both directions."""
    x, y, angle = (float(v) for v in frame[:3])
    # right of the card is (cos, -sin), down of it (sin, cos) in a picture with y down
    right = np.array([cos(angle), -sin(angle)]) * across / part
    down = np.array([sin(angle), cos(angle)]) * along / part
    middle = (np.array([x, y]) + 0.5) / part - 0.5
    start = middle - (CROP_WIDTH - 1) / 2 * right - (CROP_HEIGHT - 1) / 2 * down
    return np.stack([right, down, start], 1)
