"""Corner indices as read in one picture. Positions and heights are pixels, angles radians, counter-clockwise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Numbers
from vision.index.beliefs import Belief


@dataclass(frozen=True)
class IndexRead:
    """One corner index: what it says, and where it stands in the picture (pixels)."""

    belief: Belief
    x: float
    y: float
    angle: float
    height: float
    """Height of rank and suit together."""
    box: tuple[float, float, float, float]
    """x0, y0, x1, y1, upright, around the index."""
    letters: Numbers | None = None
    """Probabilities of its letter, as `vision.index.letters` has them, where it was asked for."""


def index_reads(poses: Numbers, beliefs: Belief) -> list[IndexRead]:
    """The indices at poses (n, 4 or more), with their beliefs (n, 55)."""
    return [
        IndexRead(belief, float(x), float(y), float(angle), float(height), _box(pose))
        for belief, pose in zip(beliefs, poses, strict=True)
        for x, y, angle, height in [pose[:4]]
    ]


def _box(pose: Numbers) -> tuple[float, float, float, float]:
    x, y, angle, height = (float(v) for v in pose[:4])
    c, s = abs(np.cos(angle)), abs(np.sin(angle))
    across = height / 2 * (0.5 * c + s)
    down = height / 2 * (c + 0.5 * s)
    return float(x - across), float(y - down), float(x + across), float(y + down)
