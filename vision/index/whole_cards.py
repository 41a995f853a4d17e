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

from vision.arrays import Doubles, Numbers, Picture
from vision.index.poses import CROP_HEIGHT, CROP_WIDTH, cut
from vision.index.pyramid import Pyramid, pyramid_of

ACROSS, DOWN = 30.0, 36.0
"""How far apart the two indices of a card are in a crop, pixels: the card's edges are just inside of it, the corners of
packs with jumbo indices just outside."""
STRIP: Final = (-2.0, -2.0, 24.0, 66.0)
"""What a racked card shows of itself, and a little more: left, top, right, bottom, mm from its upper left corner."""
_LEAST: Final = 2.0
_COVER: Final = (0.36, 0.56)
"""How far to the right and along what covers an index reaches from its middle, in its heights; and..."""
_COVER_LEAST: Final = 4.5
"""... to the right at least, mm."""
_COVERED: Final = 127
"""Its grey."""


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


def places_in_strips(frames: Numbers, poses: Numbers) -> Numbers:
    """Where indices at poses (n, 4 or more) stand in the strips of frames (n, 5): how far from a card's left and from
    its upper edge, and how high they are, (n, 3) mm."""
    left, top, right, bottom = STRIP
    x, y = poses[:, 0] - frames[:, 0], poses[:, 1] - frames[:, 1]
    c, s = np.cos(frames[:, 2]), np.sin(frames[:, 2])
    across, along = (right - left) / frames[:, 3], (bottom - top) / frames[:, 4]
    aside = (x * c - y * s) * across + (left + right) / 2
    depth = (x * s + y * c) * along + (top + bottom) / 2
    return np.asarray(np.stack([aside, depth, poses[:, 3] * along], 1), np.float32)


def without_indices(strips: Picture, indices: Numbers) -> Picture:
    """The crops (n, CROP_HEIGHT, CROP_WIDTH, 3) of strips with grey over the indices, (n, 3) as `places_in_strips`
    tells them, and over what stands to their left."""
    out = strips.copy()
    left, top, right, bottom = STRIP
    wide, high = CROP_WIDTH / (right - left), CROP_HEIGHT / (bottom - top)
    for crop, (aside, depth, height) in zip(out, indices.tolist(), strict=True):
        until = aside + max(_COVER[0] * height, _COVER_LEAST)
        rows = [round((depth + way * _COVER[1] * height - top) * high) for way in (-1, 1)]
        crop[max(rows[0], 0) : max(rows[1], 0), : max(round((until - left) * wide), 0)] = _COVERED
    return out


def in_picture(frame: Numbers, finer: int) -> Doubles:
    """(3, 3): pixels of a crop of the card in a frame (5,), ``finer`` times as wide and high as those of `whole_crops`,
    to pixels of the picture."""
    own = np.asarray(frame, np.float64)
    to_picture = np.vstack([_crop_to_picture(own, *_steps(own, ACROSS, DOWN), 1.0), (0.0, 0.0, 1.0)])
    aside = 0.5 / finer - 0.5
    return np.asarray(to_picture @ np.array([[1 / finer, 0, aside], [0, 1 / finer, aside], [0, 0, 1]]), np.float64)


def _crops(picture: Picture | Pyramid, frames: Numbers, wide: float, high: float) -> Picture:
    out = np.empty((len(frames), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    pyramid = pyramid_of(picture)
    for crop, frame in zip(out, np.asarray(frames, np.float64), strict=True):
        steps = _steps(frame, wide, high)
        cut(crop, pyramid, min(steps), partial(_crop_to_picture, frame, *steps))
    return out


def _steps(frame: Doubles, wide: float, high: float) -> tuple[float, float]:
    """Pixels of the picture for each of a crop, across and along, in which a frame (5,) is ``wide`` and ``high``."""
    return max(float(frame[3]), _LEAST) / wide, max(float(frame[4]), _LEAST) / high


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
