"""From the detector's maps to poses of indices, and from poses to upright crops; shared by reading and by training.

A pose is one row: middle x, y in pixels, angle (radians counter-clockwise of the index's up direction against the
picture's up), height of rank and suit together in pixels, score 0…1. Pictures are (h, w, 3) uint8 BGR.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.index.pyramid import Pyramid, pyramid_of
from vision.thresholds import Indices

STRIDE: Final = 4
"""Pixels of the picture per cell of the detector's maps."""
BLOCK: Final = 16
"""Width and height of a picture for the detector are multiples of this."""
UNIT_HEIGHT: Final = 20.0
"""The detector gives heights as the logarithm of their share of this, pixels."""
CROP_WIDTH: Final = 40
CROP_HEIGHT: Final = 56
_CROP: Final = (CROP_WIDTH, CROP_HEIGHT)
CROP_INDEX: Final = 38.0
"""Height that an index gets in a crop, pixels: the rest is what stands around it."""
SUIT_LOOK: Final = (0.0, 0.27, 0.0, 0.55)
"""How to move a pose (`moved`) so that the suit below the rank fills the crop: a closer look at the suit alone."""


def padded(picture: Picture) -> Picture:
    """The picture with grey to the right and below, so that both sides are multiples of `BLOCK`."""
    height, width = picture.shape[:2]
    down, right = -height % BLOCK, -width % BLOCK
    if not down and not right:
        return picture
    return np.asarray(
        cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(127, 127, 127)), np.uint8
    )


def poses_in(maps: Numbers, threshold: float) -> Numbers:
    """Poses (n, 5), best first, from maps (6, h, w): heat 0…1, offsets in cells, sine, cosine, log height."""
    heat = maps[0]
    peaks = (heat >= threshold) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero(peaks)
    if len(rows) > Indices.MOST_PEAKS:
        best = np.sort(np.argsort(-heat[rows, columns], kind="stable")[: Indices.MOST_PEAKS])
        rows, columns = rows[best], columns[best]
    found = maps[:, rows, columns].astype(np.float64)
    poses = np.stack(
        [
            (columns + 0.5 + found[1]) * STRIDE - 0.5,
            (rows + 0.5 + found[2]) * STRIDE - 0.5,
            np.arctan2(found[3], found[4]),
            UNIT_HEIGHT * np.exp(np.clip(found[5], -2.0, 2.0)),
            found[0],
        ],
        1,
    ).astype(np.float32)
    return distinct(poses)


def distinct(poses: Numbers) -> Numbers:
    """The poses (n, 5), best first, without those that tell the same index once more."""
    return poses[[group[0] for group in same_index(poses)]]


def single(poses: Numbers, scales: Numbers) -> npt.NDArray[np.bool_]:
    """Which of the poses (n, 5), found at ``scales`` (n,), show one index: none within which a finer look saw
    two of its size.

    Of two indices of a tight fan that share a cell of the map a coarse look sees one, in between.
    """
    high = np.log(poses[:, 3])
    same = (_away(poses) < 1) & (abs(high - high[:, None]) < np.log(Indices.ALIKE))
    out = np.ones(len(poses), np.bool_)
    for scale in np.unique(scales)[1:]:
        finer = np.flatnonzero(scales == scale)
        coarser = np.flatnonzero((scales < scale) & (same[:, finer].sum(1) > 1))
        within = same[np.ix_(coarser, finer)].astype(np.float32)
        apart = ~same[np.ix_(finer, finer)]
        out[coarser[((within @ apart) * within).any(1)]] = False
    return out


def same_index(poses: Numbers) -> list[list[int]]:
    """Numbers of the poses (n, 5) that tell one index, best first, for each index; best index first."""
    order = np.argsort(-poses[:, 4], kind="stable")
    away = _away(poses[order])
    before: list[list[int]] = [[] for _ in order]
    for k, head in np.argwhere(np.tril(away < 1, -1)).tolist():
        before[k].append(head)
    groups: dict[int, list[int]] = {}
    for k, others in enumerate(before):
        head = min((other for other in others if other in groups), key=away[k].__getitem__, default=k)
        groups.setdefault(head, []).append(int(order[k]))
    return list(groups.values())


def _away(poses: Numbers) -> Numbers:
    """(n, n): how far poses (n, 5) are from each other, as a share of what one index may be; none where they look
    opposite ways."""
    x, y, angle, height = poses[:, :4].T
    right, below = x - x[:, None], y - y[:, None]
    c, s = np.cos(angle), np.sin(angle)
    # an index is half as wide as high, and in a tight fan the next one stands close beside it
    aside = (c[:, None] * right - s[:, None] * below) / Indices.ASIDE
    along = (s[:, None] * right + c[:, None] * below) / Indices.ALONG
    away = (aside**2 + along**2) / np.maximum(height, height[:, None]) ** 2
    return np.where(np.outer(c, c) + np.outer(s, s) > 0, away, np.inf)


def moved(poses: Numbers, across: float, down: float, turn: float, larger: float) -> Numbers:
    """Poses (n, 4) shifted in their own directions by shares of their height, turned (radians) and made larger."""
    out = np.array(poses[:, :4], np.float32)
    c, s = np.cos(out[:, 2]), np.sin(out[:, 2])
    out[:, 0] += (across * c + down * s) * out[:, 3]
    out[:, 1] += (down * c - across * s) * out[:, 3]
    out[:, 2] += turn
    out[:, 3] *= larger
    return out


def resized(poses: Numbers, wide: float, high: float | None = None, height: float | None = None) -> Numbers:
    """Poses (n, 5) in a picture made `wide` times as wide and `high` times as high, their heights times `height`; all
    three are the same unless told."""
    out = poses.copy()
    out[:, 0] = (poses[:, 0] + 0.5) * wide - 0.5
    out[:, 1] = (poses[:, 1] + 0.5) * (high or wide) - 0.5
    out[:, 3] *= height or wide
    return out


def crop_to_picture(
    pose: tuple[float, float, float, float], part: float, size: tuple[int, int]
) -> npt.NDArray[np.float64]:
    """(2, 3): pixels of an upright crop to pixels of the picture, of which 1 / `part` is left in both directions.

    The crop has the `size` (width, height), and the index at `pose` is `CROP_INDEX` high in it.
    """
    x, y, angle, height = pose
    step = height / CROP_INDEX / part
    c, s = step * math.cos(angle), step * math.sin(angle)
    middle_x, middle_y = (x + 0.5) / part - 0.5, (y + 0.5) / part - 0.5
    u, v = (size[0] - 1) / 2, (size[1] - 1) / 2
    # right of the index is (cos, -sin), down of it (sin, cos) in a picture with y down
    return np.array([[c, s, middle_x - c * u - s * v], [-s, c, middle_y + s * u - c * v]])


def crops(picture: Picture | Pyramid, poses: Numbers) -> Picture:
    """An upright crop (n, CROP_HEIGHT, CROP_WIDTH, 3) around each pose (n, 4 or more).

    Beyond the picture its edge goes on.
    """
    out = np.empty((len(poses), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    pyramid = pyramid_of(picture)
    for crop, (x, y, angle, height) in zip(out, np.asarray(poses, np.float64)[:, :4], strict=True):
        pose = (x, y, angle, max(height, 1.0))
        cut(crop, pyramid, pose[3] / CROP_INDEX, partial(crop_to_picture, pose, size=_CROP))
    return out


def cut(crop: Picture, pyramid: Pyramid, step: float, to_picture: Callable[[float], npt.NDArray[np.float64]]) -> None:
    """Fills a crop (CROP_HEIGHT, CROP_WIDTH, 3) of which neighbours are `step` pixels apart in the picture.

    ``to_picture`` gives the (2, 3) from its pixels to those of the picture of which 1 / part is left both ways. Beyond
    the picture its edge goes on.
    """
    # halved until no more than two pixels fall on one, so that none is skipped
    small, halvings = pyramid.level(min(math.floor(math.log2(max(step, 1.0))), Indices.MOST_HALVINGS))
    matrix = to_picture(2.0**halvings)
    if max(small.shape[:2]) > Indices.LONGEST:
        small, matrix = _around(small, matrix)
    cv2.warpAffine(
        small,
        matrix,
        _CROP,
        dst=crop,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _around(picture: Picture, matrix: npt.NDArray[np.float64]) -> tuple[Picture, npt.NDArray[np.float64]]:
    """The part of a picture that a crop shows, or what is nearest to it; and the (2, 3) from the crop to that part."""
    corners = matrix @ np.array([[0, CROP_WIDTH, 0, CROP_WIDTH], [0, 0, CROP_HEIGHT, CROP_HEIGHT], [1, 1, 1, 1]])
    ends = np.array(picture.shape[1::-1])
    near = np.clip(np.floor(corners.min(1)).astype(int) - 2, 0, ends - 1)
    far = np.clip(np.ceil(corners.max(1)).astype(int) + 3, near + 1, np.minimum(ends, near + Indices.LONGEST))
    moved_there = matrix.copy()
    moved_there[:, 2] -= near
    return picture[near[1] : far[1], near[0] : far[0]], moved_there
