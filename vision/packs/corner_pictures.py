"""A card's corner as a camera sees it: a face on some ground, seen aslant, blurred, noisy, lit unevenly, as a JPEG.

Meant for measuring, so milder than what the networks are trained on: a person reads every index without effort.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, radians, sin
from typing import Final

import cv2
import numpy as np

from vision.arrays import Doubles, Picture
from vision.packs.faces import Face
from vision.packs.index_boxes import IndexBox
from vision.packs.spoil import through_jpeg

SIDE: Final = 4.5
"""Side of the square picture in heights of the index in it."""
_TILT: Final = 28.0
"""A card leans away from the camera by no more than this, degrees."""
_DISTANCE: Final = 5.0
"""Distance of the camera in heights of a card."""


@dataclass(frozen=True, slots=True)
class CornerPicture:
    """A picture (h, w, 3) BGR and the pose (x, y, angle, height) of its index, as `vision.index.poses` has it."""

    picture: Picture
    pose: tuple[float, float, float, float]


def corner_picture(face: Face, box: IndexBox, height: float, rng: np.random.Generator) -> CornerPicture:
    """A picture around one corner index of a face, the index ``height`` px high (at least 8) and anywhere near the
    middle, turned any way."""
    side = round(SIDE * height)
    matrix = _view(face, box, height, side, rng)
    picture = _lit(_put(face, matrix, _ground(side, rng), height / box.height, rng), rng)
    return CornerPicture(_taken(picture, height, rng), _pose(box, matrix))


def _view(face: Face, box: IndexBox, height: float, side: int, rng: np.random.Generator) -> Doubles:
    """Takes px of the face to px of the picture, (3, 3)."""
    high, wide = face.shape[:2]
    axis, tilt, turn = rng.uniform(0, 2 * pi), radians(rng.uniform(0, _TILT)), rng.uniform(0, 2 * pi)
    lean = np.asarray(cv2.Rodrigues(tilt * np.array([cos(axis), sin(axis), 0.0]))[0], np.float64)
    to_card = np.array([[1 / high, 0, -wide / 2 / high], [0, 1 / high, -0.5], [0, 0, 1.0]])
    camera = np.column_stack([lean[:, 0], lean[:, 1], [0.0, 0.0, _DISTANCE]])
    turned = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1.0]])
    matrix = turned @ camera @ to_card
    x, y, _, seen = _pose(box, matrix)
    off = rng.uniform(-0.5, 0.5, 2) * height
    scale = height / seen
    middle = (side - 1) / 2
    fit = np.array([[scale, 0, middle + off[0] - scale * x], [0, scale, middle + off[1] - scale * y], [0, 0, 1.0]])
    return np.asarray(fit @ matrix, np.float64)


def _pose(box: IndexBox, matrix: Doubles) -> tuple[float, float, float, float]:
    """Middle, angle of the up direction (counter-clockwise, against the picture's up) and height of a box seen."""
    down = cos(box.angle) * box.height / 2
    # pixel middles lie half a pixel inside
    ends = np.array([[box.x, box.y - down, 1], [box.x, box.y + down, 1]]) - [0.5, 0.5, 0.0]
    seen = ends @ matrix.T
    (x0, y0), (x1, y1) = seen[:, :2] / seen[:, 2:]
    return (x0 + x1) / 2, (y0 + y1) / 2, atan2(x1 - x0, y1 - y0), hypot(x1 - x0, y1 - y0)


def _ground(side: int, rng: np.random.Generator) -> Picture:
    """A table top or cloth: one colour, clouded and grained."""
    colour = rng.uniform(25, 215, 3)
    coarse = cv2.resize(rng.normal(0, 12, (5, 5)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    fine = rng.normal(0, rng.uniform(1, 9), (side, side)).astype(np.float32)
    return np.asarray(np.clip(colour + (coarse + fine)[:, :, None], 0, 255), np.uint8)


def _put(face: Face, matrix: Doubles, ground: Picture, scale: float, rng: np.random.Generator) -> Picture:
    """The face on the ground, with a soft shadow."""
    side = ground.shape[0]
    if scale < 0.8:
        # shrunk first, so that no pixel of the face is skipped
        size = (max(1, round(face.shape[1] * scale * 1.25)), max(1, round(face.shape[0] * scale * 1.25)))
        small = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
        x, y = face.shape[1] / size[0], face.shape[0] / size[1]
        matrix = matrix @ np.array([[x, 0, x / 2 - 0.5], [0, y, y / 2 - 0.5], [0, 0, 1.0]])
        face = small
    colours = cv2.warpPerspective(face[:, :, :3], matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(face[:, :, 3], matrix, (side, side)).astype(np.float32) / 255
    shift = np.array([[1, 0, rng.uniform(-0.02, 0.02) * side], [0, 1, rng.uniform(-0.02, 0.02) * side]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, (side, side)), (0, 0), max(1.0, 0.015 * side))
    dark = ground * (1 - rng.uniform(0.1, 0.5) * shadow)[:, :, None]
    return np.asarray(np.rint(colours * alpha[:, :, None] + dark * (1 - alpha)[:, :, None]), np.uint8)


def _lit(picture: Picture, rng: np.random.Generator) -> Picture:
    """Light from somewhere, neither white nor even."""
    side = picture.shape[0]
    across = np.linspace(-0.5, 0.5, side, dtype=np.float32)
    slope = rng.uniform(-0.25, 0.25, 2)
    light = rng.uniform(0.55, 1.08) * (1 + slope[0] * across[None, :] + slope[1] * across[:, None])
    tint = 1 + rng.uniform(-0.08, 0.08, 3)
    return np.asarray(np.clip(picture * light[:, :, None] * tint, 0, 255), np.uint8)


def _taken(picture: Picture, height: float, rng: np.random.Generator) -> Picture:
    """What lens, sensor and JPEG make of it."""
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, max(0.5, 0.035 * height))), np.uint8)
    noisy = picture + rng.normal(0, rng.uniform(1.0, 6.0), picture.shape)
    quality = int(rng.integers(60, 96))
    return through_jpeg(np.clip(noisy, 0, 255).astype(np.uint8), quality)
