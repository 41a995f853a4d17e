"""The simulated camera: from table and holder faces to pixels, through a lens that bends lines outwards."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from math import radians
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.simulated.scene import StandingHolder
from vision.simulated.workmanship import USUAL, Workmanship
from vision.sizes import (
    CAMERA_SIZE,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_WIDTH,
    HOLDER_DISTANCE,
    focal_of,
)

Matrix = npt.NDArray[np.float64]

_MIDDLE: Final = (np.array(CAMERA_SIZE) - 1) / 2
_ROUNDS: Final = 6
"""Rounds after which a bent line or face is met to far less than a hundredth of a pixel."""


def _turn(axis: int, degrees: float) -> Matrix:
    vector = np.zeros(3)
    vector[axis] = radians(degrees)
    return np.asarray(cv2.Rodrigues(vector)[0], np.float64)


def _far(away: Matrix) -> Matrix:
    """How far from the picture's middle (n, 1) places (n, 2) about it are, squared: its sides are 1 off."""
    return np.asarray((away * away).sum(axis=1, keepdims=True) / (CAMERA_SIZE[0] / 2) ** 2, np.float64)


def lifted(holder: StandingHolder, points: Matrix) -> Matrix:
    """How far before its plane (n,) in mm points (n, 2) of a holder's face stand, bowed and twisted as it is."""
    x, y = 2 * points[:, 0] / FACE_WIDTH - 1, points[:, 1] / FACE_HEIGHT - 0.5
    return np.asarray(holder.bow * (1 - x * x) + holder.twist * x * y, np.float64)


def face_point(holder: StandingHolder, points: Matrix, before: float | Matrix = 0.0) -> Matrix:
    """Places (n, 3) in mm over the table of points (n, 2) in mm of a holder's face, ``before`` mm before it, all or
    each (n,): the print of its lip, for one, stands ``holder.lip`` before it."""
    origin, axes = face_frame(holder)
    forward = lifted(holder, points) + before
    return np.asarray(origin + np.column_stack([points, forward]) @ axes, np.float64)


def face_frame(holder: StandingHolder) -> tuple[Matrix, Matrix]:
    """The place (3,) of the lower left corner of a holder's face plane, and the directions (3, 3) of its u, of its v
    and out of it, a row each."""
    lean = radians(holder.tilt)
    c, s = np.cos(lean), np.sin(lean)
    about = _turn(2, holder.turn + (180.0 if holder.number == 2 else 0.0)).T
    axes = np.array([[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]]) @ about
    corner = np.array([-FACE_WIDTH / 2, -holder.back - FACE_HEIGHT * c, 0.0]) @ about
    return corner + np.array([holder.x, 0.0, 0.0]), axes


@dataclass(frozen=True, slots=True)
class View:
    """Where a camera hangs and how it looks: ``matrix`` (3, 4) takes (x, y, z, 1) in mm to pixels (homogeneous) of a
    lens without fault; a real one draws what is at the picture's side towards the middle by the share ``barrel``."""

    matrix: Matrix
    barrel: float = 0.0

    @classmethod
    def by_seed(cls, seed: int, awry: bool = False, workmanship: Workmanship = USUAL) -> View:
        """A camera hung up by hand: a little off the middle and a little tilted, but with all slots in its picture;
        ``awry``: higher than it should be, and quite far off."""
        draw = random.Random(f"view {seed}").uniform
        barrel = random.Random(f"lens {seed}").uniform(*workmanship.barrel)
        far, more = (6.0, 3.0) if awry else (1.0, 1.0)
        low, high = workmanship.height
        for _ in range(1000):
            view = cls.hung(
                height=draw(high, high + 55.0) if awry else draw(low, high),
                at=(far * draw(-4.0, 4.0), far * draw(-6.0, 6.0)),
                tilt=(more * draw(-0.5, 0.5), more * draw(-0.3, 0.3), more * draw(-0.7, 0.7)),
                barrel=barrel,
            )
            if view._sees_all(workmanship):
                return view
        return cls.hung(high, (0.0, 0.0), (0.0, 0.0, 0.0), barrel)

    def nudged(self, shift: tuple[float, float], turn: float) -> View:
        """The same camera after a knock that moved its picture by ``shift`` pixels and turned it by degrees."""
        c, s = np.cos(radians(turn)), np.sin(radians(turn))
        x, y = CAMERA_SIZE[0] / 2, CAMERA_SIZE[1] / 2
        about = np.array([[c, -s, x - c * x + s * y + shift[0]], [s, c, y - s * x - c * y + shift[1]], [0, 0, 1]])
        return View(about @ self.matrix, self.barrel)

    @classmethod
    def hung(
        cls, height: float, at: tuple[float, float], tilt: tuple[float, float, float], barrel: float = 0.0
    ) -> View:
        """A camera ``height`` mm over the point ``at``, turned by ``tilt`` degrees about its own three axes."""
        focal = focal_of(CAMERA_SIZE)
        inner = np.array(
            [[focal, 0, (CAMERA_SIZE[0] - 1) / 2], [0, focal, (CAMERA_SIZE[1] - 1) / 2], [0, 0, 1]], np.float64
        )
        look = _turn(0, tilt[0]) @ _turn(1, tilt[1]) @ _turn(2, tilt[2]) @ np.diag([1.0, -1.0, -1.0])
        place = np.array([at[0], at[1], height])
        return cls(inner @ np.hstack([look, (-look @ place)[:, None]]), barrel)

    def project(self, points: Matrix) -> Matrix:
        """Pixels (n, 2) of points (n, 3) in mm."""
        seen = np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T
        away = seen[:, :2] / seen[:, 2:] - _MIDDLE
        return np.asarray(_MIDDLE + away * (1 - self.barrel * _far(away)), np.float64)

    def rays(self, pixels: Matrix) -> tuple[Matrix, Matrix]:
        """The lens's place (3,) in mm, and the directions (n, 3) in which pixels (n, 2) look."""
        seen = pixels - _MIDDLE
        away = seen
        for _ in range(_ROUNDS):
            away = seen / (1 - self.barrel * _far(away))
        inverse = np.linalg.inv(self.matrix[:, :3])
        place = np.asarray(-inverse @ self.matrix[:, 3], np.float64)
        return place, np.asarray(np.hstack([away + _MIDDLE, np.ones((len(away), 1))]) @ inverse.T, np.float64)

    def homography(self, points: Matrix, places: Matrix) -> Matrix:
        """What takes points (n, 2) of a small flat thing, mm, to pixels, (3, 3), their places (n, 3) being known. With
        a lens that bends lines none is exact: it is the one that fits these points best."""
        return np.asarray(cv2.findHomography(points, self.project(places))[0], np.float64)

    def on_face(self, holder: StandingHolder, pixels: Matrix, before: float = 0.0) -> Matrix:
        """Which points (n, 2) in mm of a holder's face pixels (n, 2) look at, or those ``before`` mm before it."""
        lens, ways = self.rays(pixels)
        origin, axes = face_frame(holder)
        start, steps = axes @ (lens - origin), ways @ axes.T
        forward = np.full(len(pixels), before)
        for _ in range(_ROUNDS):
            reach = (forward - start[2]) / steps[:, 2]
            points = start[:2] + reach[:, None] * steps[:, :2]
            forward = lifted(holder, points) + before
        return np.asarray(points, np.float64)

    def _sees_all(self, workmanship: Workmanship = USUAL) -> bool:
        """Whether the outermost slots' indices lie in the picture, on whichever side the holders stand."""
        turns = {0.6, workmanship.stand, -workmanship.stand}
        corners = np.array([[u, CARD_BOTTOM + v] for u in (2.0, FACE_WIDTH - 2.0) for v in (60.0, 89.0)])
        for x in (-HOLDER_DISTANCE - 1.0, HOLDER_DISTANCE + 1.0):
            for number, turn in product((1, 2), turns):
                seen = self.project(face_point(StandingHolder(number, "left", x, 6.0, turn), corners))
                if (seen < 4).any() or (seen > np.array(CAMERA_SIZE) - 5).any():
                    return False
        return True
