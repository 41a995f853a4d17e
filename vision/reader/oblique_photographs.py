"""Photographs taken obliquely show cards shorter than they are, which both networks know less well.

Such a photograph is looked at once more, stretched upright, where the first look left much in doubt. Most people hold a
camera level, so what lies on a table is shortened along the picture's height.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.index.beliefs import NO_CARD, Belief
from vision.index.poses import resized, same_index
from vision.thresholds import SURE, Stretched


def in_doubt(poses: Numbers, beliefs: Belief) -> bool:
    """Whether poses (n, 5) and beliefs (n, 55) from one look leave so much in doubt that another is worth its time."""
    named = int((beliefs[:, :NO_CARD].max(1, initial=0) >= SURE).sum())
    none = int(((beliefs[:, NO_CARD] > 0.5) & (poses[:, 4] >= Stretched.SCORED)).sum())
    return none > Stretched.DOUBTS * named


def stretched(picture: Picture) -> Picture:
    """The picture (h, w, 3), `Stretched.STRETCH` times as high."""
    return np.asarray(cv2.resize(picture, None, fx=1, fy=Stretched.STRETCH, interpolation=cv2.INTER_CUBIC), np.uint8)


def unstretched(poses: Numbers) -> Numbers:
    """Poses (n, 5) of a stretched picture as they are in the picture itself."""
    out = resized(poses, 1, 1 / Stretched.STRETCH)
    across, up = np.sin(poses[:, 2]) * poses[:, 3], np.cos(poses[:, 2]) * poses[:, 3] / Stretched.STRETCH
    out[:, 2], out[:, 3] = np.arctan2(across, up), np.hypot(across, up)
    return out


def each_once(poses: Numbers, beliefs: Belief) -> tuple[Numbers, Belief]:
    """Of poses (n, 5) and beliefs (n, 55) from several looks, for each index the look that names it most surely."""
    sure = poses.copy()
    sure[:, 4] = beliefs[:, :NO_CARD].max(1, initial=0)
    best = [group[0] for group in same_index(sure)]
    return poses[best], beliefs[best]
