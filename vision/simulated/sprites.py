"""What is put over a picture piece by piece: cards, shadows, glare, arms."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.packs.faces import FACE_PIXELS_PER_MM, Face
from vision.simulated.optics import Matrix, View
from vision.simulated.scene import Arm, Spot
from vision.sizes import CAMERA_SIZE

PixelRegion = tuple[int, int, int, int]
"""x0, y0, x1, y1 in full-size pixels; x1 and y1 lie outside."""

_HAND_ABOVE: Final = 45.0
"""Height of a hand over the table, mm."""
_COARSE: Final = 4
"""Soft things are drawn this many times smaller."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Something ready to be put over a picture: ``picture * keep + add`` from pixel (x, y) on."""

    x: int
    y: int
    keep: npt.NDArray[np.float32]
    add: npt.NDArray[np.float32]

    @property
    def region(self) -> PixelRegion:
        """The pixels that it covers."""
        return self.x, self.y, self.x + self.keep.shape[1], self.y + self.keep.shape[0]

    def put(self, patch: Picture, x: int, y: int) -> None:
        """Put it over a patch that begins at pixel (x, y)."""
        x0, y0 = max(self.x, x), max(self.y, y)
        x1, y1 = min(self.region[2], x + patch.shape[1]), min(self.region[3], y + patch.shape[0])
        if x0 < x1 and y0 < y1:
            area = patch[y0 - y : y1 - y, x0 - x : x1 - x]
            own = (slice(y0 - self.y, y1 - self.y), slice(x0 - self.x, x1 - self.x))
            area[:] = cv2.add(cv2.multiply(area, self.keep[own], dtype=cv2.CV_32F), self.add[own], dtype=cv2.CV_8U)


def _clipped(low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]) -> PixelRegion:
    """Corners of a thing in pixels, cut at the picture's edges and on the grid of ``_COARSE``."""
    x0, y0 = (max(0, int(side) // _COARSE * _COARSE) for side in low)
    x1, y1 = (min(limit, -(-int(side + 1) // _COARSE) * _COARSE) for side, limit in zip(high, CAMERA_SIZE, strict=True))
    return x0, y0, max(x0 + _COARSE, x1), max(y0 + _COARSE, y1)


def spot_sprite(view: View, spot: Spot) -> Sprite:
    """A shadow or a patch of glare with a soft edge."""
    middle = view.project(np.array([[spot.x, spot.y, 0.0], [spot.x + spot.radius, spot.y, 0.0]]))
    wide = float(np.linalg.norm(middle[1] - middle[0]))
    x0, y0, x1, y1 = _clipped(middle[0] - wide, middle[0] + wide)
    rows, columns = np.mgrid[y0:y1:_COARSE, x0:x1:_COARSE].astype(np.float32)
    away = np.hypot(columns - middle[0][0], rows - middle[0][1]) / wide
    soft = np.clip((1.0 - away) / 0.45, 0.0, 1.0)
    soft = (soft * soft * (3 - 2 * soft)).astype(np.float32)
    fine = cv2.resize(soft, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)[:, :, None]
    share = np.asarray(np.repeat(fine * abs(spot.strength), 3, axis=2), np.float32)
    add = np.asarray(share * (255.0 if spot.strength > 0 else 0.0), np.float32)
    return Sprite(x0, y0, np.asarray(1.0 - share, np.float32), add)


def arm_sprite(view: View, arm: Arm) -> Sprite:
    """A hand with its sleeve, seen from above, and its shadow."""
    draw = random.Random(f"arm {arm.sleeve}")
    red = draw.uniform(110, 228)
    skin = np.array((red * draw.uniform(0.52, 0.68), red * draw.uniform(0.68, 0.8), red), np.float32)
    sleeve = _outline(view, arm, [(115, 38), (240, 50), (700, 68), (700, -68), (240, -50), (115, -38)])
    fingers = [_finger(view, arm, across, reach) for across, reach in ((30, 8), (11, 0), (-9, 3), (-27, 14))]
    thumb = _outline(view, arm, [(78, 40), (45, 58), (36, 52), (66, 22)])
    palm = _outline(view, arm, [(52, 40), (100, 34), (130, 28), (130, -28), (100, -34), (52, -38), (44, 0)])
    corners = np.concatenate([sleeve, palm, thumb, *fingers])
    x0, y0, x1, y1 = _clipped(corners.min(axis=0) - 40, corners.max(axis=0) + 40)
    hand = _mask([palm, thumb, *fingers], x0, y0, x1, y1)
    cloth = _mask([sleeve], x0, y0, x1, y1)
    alpha = np.maximum(hand, cloth)
    round_ = cv2.GaussianBlur(alpha, (0, 0), 9.0)
    light = (0.55 + 0.45 * round_)[:, :, None]
    colour = np.where((cloth >= hand)[:, :, None], np.array(arm.sleeve, np.float32), skin) * light
    weave = np.random.default_rng(sum(arm.sleeve)).standard_normal(alpha.shape, dtype=np.float32)[:, :, None]
    colour = colour * (1.0 + 0.05 * weave)
    aside = cv2.warpAffine(alpha, np.array([[1.0, 0.0, 6.0], [0.0, 1.0, 4.0]]), alpha.shape[::-1])
    cast = cv2.GaussianBlur(aside, (0, 0), 6.0) * 0.45
    keep, add = (1.0 - alpha) * (1.0 - cast), colour * alpha[:, :, None]
    size = (x1 - x0, y1 - y0)
    keep, add = (cv2.resize(one, size, interpolation=cv2.INTER_LINEAR) for one in (keep, add))
    return Sprite(x0, y0, np.ascontiguousarray(np.repeat(keep[:, :, None], 3, axis=2)), np.asarray(add, np.float32))


def _finger(view: View, arm: Arm, across: float, reach: float) -> Matrix:
    sides = [(60.0, across + 8), (reach + 4, across + 7), (reach, across), (reach + 4, across - 7), (60.0, across - 8)]
    return _outline(view, arm, sides)


def _outline(view: View, arm: Arm, points: list[tuple[float, float]]) -> Matrix:
    """Pixels of points given along the arm, from the fingertips on, and across it, mm."""
    turn = np.radians(arm.angle)
    along, across = np.array(points, np.float64).T
    x = arm.x + along * np.cos(turn) - across * np.sin(turn)
    y = arm.y + along * np.sin(turn) + across * np.cos(turn)
    return view.project(np.stack([x, y, np.full(len(x), _HAND_ABOVE)], axis=1))


def _mask(outlines: list[Matrix], x0: int, y0: int, x1: int, y1: int) -> npt.NDArray[np.float32]:
    """How far outlines cover each coarse pixel, 0…1."""
    mask = np.zeros(((y1 - y0) // _COARSE, (x1 - x0) // _COARSE), np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.rint((outline - (x0, y0)) / _COARSE * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32) / 255.0, np.float32)


def card_sprite(face: Face, plane: Matrix, shift: tuple[float, float], soft: float, shadow: float) -> Sprite:
    """A card with its shadow; ``plane`` takes mm from the card's middle (y up) to pixels."""
    height, width = face.shape[:2]
    scale = FACE_PIXELS_PER_MM
    to_mm = np.array(
        [[1 / scale, 0, (0.5 - width / 2) / scale], [0, -1 / scale, (height / 2 - 0.5) / scale], [0, 0, 1]]
    )
    whole = plane @ to_mm
    corners = cv2.perspectiveTransform(
        np.array([[[0, 0], [width, 0], [0, height], [width, height]]], np.float64), whole
    )[0]
    pad = round(abs(max(shift, key=abs)) + 3 * soft)
    x0, y0 = np.floor(corners.min(axis=0)).astype(int) - pad
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + pad
    size = (int(x1 - x0), int(y1 - y0))
    moved = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64) @ whole
    # the face is finer than the picture: smooth it first, or its edges would sparkle
    colours = cv2.GaussianBlur(face[:, :, :3], (3, 3), 0.55)
    drawn = cv2.warpPerspective(colours, moved, size, borderMode=cv2.BORDER_REPLICATE)
    around = cv2.copyMakeBorder(face[:, :, 3], 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0)
    inner = moved @ np.array([[1, 0, -2], [0, 1, -2], [0, 0, 1]], np.float64)
    alpha = cv2.warpPerspective(cv2.GaussianBlur(around, (3, 3), 0.8), inner, size).astype(np.float32) / 255.0
    cast = cv2.GaussianBlur(cv2.warpAffine(alpha, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), size), (0, 0), soft)
    keep = (1.0 - alpha) * (1.0 - shadow * cast)
    add = drawn.astype(np.float32) * alpha[:, :, None]
    return Sprite(int(x0), int(y0), np.ascontiguousarray(np.repeat(keep[:, :, None], 3, axis=2)), add)
