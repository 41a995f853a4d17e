"""The simulated camera as a pinhole: from table and holder faces to pixels."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import radians

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import (
    CAMERA_SIZE,
    CARD_BOTTOM,
    FACE_HEIGHT,
    FACE_WIDTH,
    HOLDER_DISTANCE,
    focal_of,
)
from vision.simulated.scene import Holder

Matrix = npt.NDArray[np.float64]


def _turn(axis: int, degrees: float) -> Matrix:
    vector = np.zeros(3)
    vector[axis] = radians(degrees)
    return np.asarray(cv2.Rodrigues(vector)[0], np.float64)


def face_point(holder: Holder, points: Matrix) -> Matrix:
    """Places (n, 3) in mm over the table of points (n, 2) in mm of a holder's face plane."""
    u, v = points[:, 0], points[:, 1]
    lean = radians(holder.tilt)
    local = np.stack([u - FACE_WIDTH / 2, -holder.back - (FACE_HEIGHT - v) * np.cos(lean), v * np.sin(lean)], axis=1)
    return np.asarray(
        local @ _turn(2, holder.turn + (180.0 if holder.number == 2 else 0.0)).T + np.array([holder.x, 0.0, 0.0]),
        np.float64,
    )


@dataclass(frozen=True, slots=True)
class View:
    """Where a camera hangs and how it looks: ``matrix`` (3, 4) takes (x, y, z, 1) in mm to pixels (homogeneous)."""

    matrix: Matrix

    @classmethod
    def by_seed(cls, seed: int, awry: bool = False) -> View:
        """A camera hung up by hand: a little off the middle and a little tilted, but with all slots in its picture;
        ``awry``: higher than it should be, and quite far off."""
        draw = random.Random(f"view {seed}").uniform
        far, more = (6.0, 3.0) if awry else (1.0, 1.0)
        for _ in range(1000):
            view = cls.hung(
                height=draw(870.0, 925.0) if awry else draw(832.0, 870.0),
                at=(far * draw(-4.0, 4.0), far * draw(-6.0, 6.0)),
                tilt=(more * draw(-0.5, 0.5), more * draw(-0.3, 0.3), more * draw(-0.7, 0.7)),
            )
            if view._sees_all():
                return view
        return cls.hung(860.0, (0.0, 0.0), (0.0, 0.0, 0.0))

    def nudged(self, shift: tuple[float, float], turn: float) -> View:
        """The same camera after a knock that moved its picture by ``shift`` pixels and turned it by degrees."""
        c, s = np.cos(radians(turn)), np.sin(radians(turn))
        x, y = CAMERA_SIZE[0] / 2, CAMERA_SIZE[1] / 2
        about = np.array([[c, -s, x - c * x + s * y + shift[0]], [s, c, y - s * x - c * y + shift[1]], [0, 0, 1]])
        return View(about @ self.matrix)

    @classmethod
    def hung(cls, height: float, at: tuple[float, float], tilt: tuple[float, float, float]) -> View:
        """A camera ``height`` mm over the point ``at``, turned by ``tilt`` degrees about its own three axes."""
        focal = focal_of(CAMERA_SIZE)
        inner = np.array(
            [[focal, 0, (CAMERA_SIZE[0] - 1) / 2], [0, focal, (CAMERA_SIZE[1] - 1) / 2], [0, 0, 1]], np.float64
        )
        look = _turn(0, tilt[0]) @ _turn(1, tilt[1]) @ _turn(2, tilt[2]) @ np.diag([1.0, -1.0, -1.0])
        place = np.array([at[0], at[1], height])
        return cls(inner @ np.hstack([look, (-look @ place)[:, None]]))

    def project(self, points: Matrix) -> Matrix:
        """Pixels (n, 2) of points (n, 3) in mm."""
        seen = np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T
        return seen[:, :2] / seen[:, 2:]

    def table_homography(self) -> Matrix:
        """Takes points of the table plane (mm) to pixels, (3, 3)."""
        return self.matrix[:, (0, 1, 3)]

    def face_homography(self, holder: Holder) -> Matrix:
        """Takes points of a holder's face plane (mm) to pixels, (3, 3)."""
        base = face_point(holder, np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        axes = np.stack([base[1] - base[0], base[2] - base[0], base[0]], axis=1)
        return np.asarray(self.matrix @ np.vstack([axes, [0.0, 0.0, 1.0]]), np.float64)

    def _sees_all(self) -> bool:
        """Whether the outermost slots' indices lie in the picture, on whichever side the holders stand."""
        corners = np.array([[u, CARD_BOTTOM + v] for u in (2.0, FACE_WIDTH - 2.0) for v in (60.0, 89.0)])
        for x in (-HOLDER_DISTANCE - 1.0, HOLDER_DISTANCE + 1.0):
            for number in (1, 2):
                seen = self.project(face_point(Holder(number, "left", x, 6.0, 0.6), corners))
                if (seen < 4).any() or (seen > np.array(CAMERA_SIZE) - 5).any():
                    return False
        return True
