"""Large photographs: how far they are halved before they are searched, and where a finer look is worth its time.

Phones give 12 million pixels and more, cards in them are large: found in a picture of a million pixels, they are read
at full size. Only where cards may be too small for that the finer sizes are searched, in tiles, those first that show
small things of much contrast.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.index.pyramid import Pyramid
from vision.thresholds import Tiles


def halvings_of(height: int, width: int) -> int:
    """How often a photograph is halved before it is searched."""
    halvings = 0
    while height * width > Tiles.SEARCHED:
        halvings, height, width = halvings + 1, height // 2, width // 2
    return halvings


def tiles(pyramid: Pyramid, halvings: int, level: int) -> Iterator[tuple[int, int, Picture]]:
    """Left, top and picture of the tiles of a photograph halved `level` times that are worth a look, by what the same
    photograph halved `halvings` times, more often, shows; those that show most first."""
    picture, _ = pyramid.level(level)
    small, halvings = pyramid.level(halvings)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    shown = cv2.absdiff(grey, cv2.boxFilter(grey, -1, (Tiles.AROUND, Tiles.AROUND)))
    side = max(Tiles.SIDE >> (halvings - level), 1)
    places = []
    for top in range(0, picture.shape[0], Tiles.SIDE):
        for left in range(0, picture.shape[1], Tiles.SIDE):
            row, column = top >> (halvings - level), left >> (halvings - level)
            part = shown[row : row + side, column : column + side]
            if part.max(initial=0) >= Tiles.PLAIN:
                places.append((-float(np.percentile(part, Tiles.SHOWN)), top, left))
    most = Tiles.MOST_TILES[0 if level == halvings - 1 else 1]
    for _, top, left in sorted(places)[:most]:
        top, left = max(top - Tiles.OVERLAP, 0), max(left - Tiles.OVERLAP, 0)
        yield (
            left,
            top,
            picture[top : top + Tiles.SIDE + 2 * Tiles.OVERLAP, left : left + Tiles.SIDE + 2 * Tiles.OVERLAP],
        )


def shifted(poses: Numbers, left: int, top: int) -> Numbers:
    """Poses (n, 5) of a part of a picture as they are in the picture."""
    out = poses.copy()
    out[:, 0] += left
    out[:, 1] += top
    return out
