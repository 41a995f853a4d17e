"""Notices where the picture has changed, and when it lies still again."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.camera.protocol import SMALL
from vision.thresholds import Watch

CELL: Final = 4
"""Pixels of a look per cell."""
CELL_PIXELS: Final = CELL * SMALL
"""Full-size pixels per cell."""

Cells = npt.NDArray[np.bool_]
"""One truth value per cell: (height, width)."""


class Motion:
    """Compares looks. What differs from the last settled look has changed; what equals the look before is still.

    Cells average 16 pixels of a look, which leaves little of the noise; a change of light that is common to the whole
    picture is taken out, and a slow one is followed.
    """

    def __init__(self, still_looks: int = 2) -> None:
        self._still_looks = still_looks
        self.still = 0
        """How many looks in a row, the newest among them, have shown the same; 0 before the first."""
        self.moving: Cells | None = None
        """The cells in which the last look was not what the one before it was; None before the second."""
        self._last: npt.NDArray[np.float32] | None = None
        self._settled: npt.NDArray[np.float32] | None = None

    def step(self, look: Picture, watched: Cells | None = None, secret: Cells | None = None) -> Cells | None:
        """Take a look (grey). Returns the changed cells once the picture lies still (all False: nothing changed),
        None while something moves. The first still picture has changed everywhere. Where ``watched`` is given, what
        moves and changes in other cells does not count. By what ``secret`` cells show no others are judged: how light
        and noisy the picture is, the rest of it tells."""
        cells = _cells(look)
        last, self._last = self._last, cells
        if last is None or last.shape != cells.shape:
            self.moving = None
        else:
            self.moving = _within(_differs(cells, last, Watch.MOVING, secret), watched)
        if self.moving is None or self.moving.any():
            self.still = 1
        else:
            self.still += 1
        if self.still < self._still_looks:
            return None
        if self._settled is None or self._settled.shape != cells.shape:
            return np.ones(cells.shape, np.bool_)
        changed = _differs(cells, self._settled, Watch.CHANGED, secret)
        quiet = self._settled + Watch.FOLLOW * (cells - self._settled)
        self._settled = np.where(changed, self._settled, quiet)
        return _within(changed, watched)

    def forget(self) -> None:
        """Begin anew: the next still picture has changed everywhere."""
        self.still, self.moving, self._last, self._settled = 0, None, None, None

    def settle(self, cells: Cells | None = None) -> None:
        """What the last look showed (in ``cells``, or everywhere) has been dealt with."""
        if self._last is not None:
            if cells is None or self._settled is None:
                self._settled = self._last.copy()
            else:
                self._settled = np.where(cells, self._last, self._settled)


def _cells(look: Picture) -> npt.NDArray[np.float32]:
    """The mean of each cell. Halved twice: OpenCV has a quick way for that alone."""
    width, height = look.shape[1] // CELL, look.shape[0] // CELL
    half = cv2.resize(look, (2 * width, 2 * height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(half, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _within(cells: Cells, watched: Cells | None) -> Cells:
    return cells if watched is None else cells & watched


def _median(values: npt.NDArray[np.float32]) -> np.float32:
    """As ``np.median`` has it, whose care for what cannot be here takes as long as the median itself."""
    flat, middle = values.ravel(), values.size // 2
    if not values.size:
        return np.float32(np.nan)
    if values.size % 2:
        return np.float32(np.partition(flat, middle)[middle])
    lower, upper = np.partition(flat, (middle - 1, middle))[middle - 1 : middle + 1]
    return np.float32((lower + upper) / 2)


def _differs(
    a: npt.NDArray[np.float32], b: npt.NDArray[np.float32], least: float, secret: Cells | None = None
) -> Cells:
    difference = a - b
    sample = difference[:: Watch.SAMPLED, :: Watch.SAMPLED]  # medians are dear, and every look takes them
    if secret is not None and secret.shape == difference.shape:
        sample = sample[~secret[:: Watch.SAMPLED, :: Watch.SAMPLED]]
    common = _median(sample)
    noise = 1.5 * float(_median(np.abs(sample - common)))
    return np.asarray(np.abs(difference - common) > np.clip(Watch.NOISE_FACTOR * noise, least, 2 * least))
