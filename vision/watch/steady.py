"""What a holder shows as long as nothing moves: its part of the picture, the mean of all that were taken of it.

One picture in little light is noisy, and what is read of a small suit then is as good as a guess; each further picture
of the same has noise of its own, which the mean loses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.camera.protocol import Cut
from vision.planes.planes import Plane
from vision.sizes import CARD_BOTTOM, FACE_HEIGHT, FACE_WIDTH, POKER_CARD
from vision.thresholds import Watch
from vision.watch.watched import seen_in


@dataclass(frozen=True, slots=True)
class Steady:
    """The part of full-size pictures that begins at pixel ``x``, ``y``: the sum of ``looks`` of them, (h, w, 3)."""

    x: int
    y: int
    total: npt.NDArray[np.uint16]
    looks: int = 1

    @classmethod
    def of(cls, cut: Cut, holder: Plane) -> Steady:
        """What ``cut`` shows of a holder with its cards."""
        low, high = (
            -Watch.FACE_AROUND,
            (FACE_WIDTH + Watch.FACE_AROUND, max(FACE_HEIGHT, CARD_BOTTOM + POKER_CARD[1]) + Watch.FACE_AROUND),
        )
        corners = np.array([(low, low), (high[0], low), high, (low, high[1])])
        pixels = seen_in(cut, holder).to_picture(corners)
        size = np.array(cut.picture.shape[1::-1])
        x0, y0 = np.clip(np.floor(pixels.min(axis=0)), 0, size - 1).astype(int).tolist()
        x1, y1 = np.clip(np.ceil(pixels.max(axis=0)), (x0 + 1, y0 + 1), size).astype(int).tolist()
        return cls(cut.x + x0, cut.y + y0, cut.picture[y0:y1, x0:x1].astype(np.uint16))

    def joined_by(self, cut: Cut, holder: Plane) -> Steady:
        """The same with one picture more; that alone, where it does not show all of it."""
        x, y, (height, width) = self.x - cut.x, self.y - cut.y, self.total.shape[:2]
        more = cut.picture[max(y, 0) : y + height, max(x, 0) : x + width]
        if more.shape != self.total.shape:
            return Steady.of(cut, holder)
        return Steady(self.x, self.y, self.total + more, self.looks + 1)

    @property
    def picture(self) -> Picture:
        """The mean, (h, w, 3) BGR."""
        return np.asarray(((self.total + self.looks // 2) // self.looks).astype(np.uint8), np.uint8)

    def shown(self, holder: Plane) -> tuple[Picture, Plane]:
        """The mean, and the holder's plane in it."""
        return self.picture, holder.seen_from(self.x, self.y)

    def alone(self, holder: Plane) -> tuple[Picture, dict[str, Plane]]:
        """The same, the plane by its part."""
        picture, plane = self.shown(holder)
        return picture, {plane.part: plane}


def steadied(before: Mapping[str, Steady], cut: Cut, holders: Mapping[str, Plane]) -> dict[str, Steady]:
    """What each of some holders shows in ``cut``, joined to what it showed ``before`` where that is known."""
    return {
        name: before[name].joined_by(cut, plane) if name in before else Steady.of(cut, plane)
        for name, plane in holders.items()
    }
