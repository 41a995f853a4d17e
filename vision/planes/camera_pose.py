"""How a camera hangs over the table: where its lens is, where it looks, and where it sees a point."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, atan2, degrees, hypot

import numpy as np

from vision.arrays import Doubles


@dataclass(frozen=True, slots=True)
class Hang:
    """A camera over the table: ``place`` of its lens in mm; ``turned`` (3, 3) takes directions of the table to its own
    (right, down, forward); ``size`` (width, height) of its picture and ``focal`` length in pixels. ``bend`` is how much
    farther from the middle of the picture, in proportion, its lens puts what it would put at half the picture's width
    (below 0: barrel distortion)."""

    place: Doubles
    turned: Doubles
    size: tuple[int, int]
    focal: float
    bend: float = 0.0

    @property
    def height(self) -> float:
        """The lens over the table, mm."""
        return float(self.place[2])

    @property
    def aim(self) -> Doubles:
        """The point (2,) of the table in the middle of the picture, mm."""
        forward = self.turned[2]
        return np.asarray(self.place[:2] - forward[:2] * self.place[2] / forward[2], np.float64)

    @property
    def slant(self) -> float:
        """Degrees between where it looks and straight down."""
        return degrees(asin(min(1.0, hypot(*self.turned[2][:2]))))

    @property
    def turn(self) -> float:
        """Degrees by which the top of its picture is turned from North, counter-clockwise as seen from above."""
        up = -self.turned[1]
        return degrees(atan2(-up[0], up[1]))

    @property
    def scale(self) -> float:
        """Pixels per mm in the middle of the picture."""
        return self.focal * abs(float(self.turned[2][2])) / self.height

    def to_picture(self, points: Doubles) -> Doubles:
        """Pixels (…, 2) of points (…, 3) over the table, mm."""
        return seen_at((points - self.place) @ self.turned.T, self.size, self.focal, self.bend)

    def sees(self, points: Doubles) -> bool:
        """Whether all points (n, 3) lie in the picture."""
        ahead = ((points - self.place) @ self.turned.T)[:, 2] > 0
        pixels = self.to_picture(points)
        return bool(ahead.all() and (pixels >= 0).all() and (pixels <= np.array(self.size) - 1).all())


def seen_at(ahead: Doubles, size: tuple[int, int], focal: Doubles | float, bend: Doubles | float) -> Doubles:
    """Pixels (…, 2) at which a lens shows points (…, 3) given in mm right of, below and before it."""
    flat = ahead[..., :2] / ahead[..., 2:]
    away = (flat**2).sum(axis=-1, keepdims=True) * (focal / (size[0] / 2)) ** 2
    middle = (np.array(size) - 1) / 2
    return np.asarray(flat * focal * (1 + bend * away) + middle, np.float64)
