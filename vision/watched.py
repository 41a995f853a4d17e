"""Which cells of a look a part of the table covers, and which part of the play area lies in cells."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.laid import WHOLE, Region
from vision.motion import CELL_PIXELS, Cells
from vision.planes import MARKERS, Plane, corners_of

_AROUND: Final = 14.0
"""Room around a change that is read with it, mm."""


def cells_of(plane: Plane, shape: tuple[int, ...]) -> Cells:
    """The cells of a look that a part of the table covers."""
    mask = np.zeros(shape, np.uint8)
    _fill(mask, plane.to_picture(plane.area()))
    return mask.astype(np.bool_)


def marker_cells(plane: Plane, shape: tuple[int, ...]) -> Cells:
    """The cells of a look that the markers of a part cover."""
    mask = np.zeros(shape, np.uint8)
    for marker in MARKERS[plane.part]:
        _fill(mask, plane.to_picture(corners_of(marker)))
    return mask.astype(np.bool_)


def _fill(mask: npt.NDArray[np.uint8], corners: npt.NDArray[np.float64]) -> None:
    points = np.rint(corners / CELL_PIXELS - 0.5).astype(np.int32)
    cv2.fillPoly(mask, [points], 1)


def region_of(plane: Plane, cells: Cells) -> Region:
    """The part of the play area that cells cover, with some room around, mm."""
    rows, columns = np.nonzero(cells)
    low = np.array([columns.min(), rows.min()]) * float(CELL_PIXELS)
    high = np.array([columns.max() + 1, rows.max() + 1]) * float(CELL_PIXELS)
    corners = plane.to_plane(np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    (x0, y0), (x1, y1) = corners.min(axis=0) - _AROUND, corners.max(axis=0) + _AROUND
    return max(float(x0), WHOLE[0]), max(float(y0), WHOLE[1]), min(float(x1), WHOLE[2]), min(float(y1), WHOLE[3])
