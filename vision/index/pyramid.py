"""A picture and its halvings, which many looks at one picture share."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture


class Pyramid:
    """A picture (h, w, 3) uint8 BGR at full size, half of it, a quarter and so on, each made when first asked for."""

    def __init__(self, picture: Picture) -> None:
        self._levels = [picture]

    @property
    def picture(self) -> Picture:
        """At full size."""
        return self._levels[0]

    def level(self, number: int) -> tuple[Picture, int]:
        """The picture halved `number` times, or as often as two pixels are left each way; and how often that was."""
        while len(self._levels) <= number and min(self._levels[-1].shape[:2]) >= 2:
            height, width = self._levels[-1].shape[:2]
            half = cv2.resize(self._levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, np.uint8))
        number = min(number, len(self._levels) - 1)
        return self._levels[number], number


def pyramid_of(picture: Picture | Pyramid) -> Pyramid:
    """A pyramid as it is, or one over a picture."""
    return picture if isinstance(picture, Pyramid) else Pyramid(picture)
