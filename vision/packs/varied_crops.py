"""Crops of one index as a camera may see it: other light, blur, noise, size, covering card, and a pose a little off.

A light, fast variation for what is learned on the table itself; training has its own, wider one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.index.poses import CROP_HEIGHT, CROP_INDEX, CROP_WIDTH, crop_to_picture
from vision.packs.profile import PATCH_HEIGHT, PATCH_WIDTH, Patches
from vision.packs.spoil import through_jpeg

Random = np.random.Generator

_HEIGHTS: Final = (14.0, 42.0)
"""Least and greatest height of the index in the picture that is imagined, pixels."""
_DIM, _SHADED, _BLURRED, _SQUEEZED, _COVERED = 0.4, 0.2, 0.6, 0.6, 0.3
"""Shares of the crops that are dim, crossed by a shadow, out of focus, written as JPEG, covered by the next card."""


def cut_patch(face: Picture, pose: Sequence[float]) -> Picture:
    """The patch (PATCH_HEIGHT, PATCH_WIDTH, 4) around an index at `pose` (x, y, angle, height) of a BGRA picture.

    The index is as high in it as in a crop, `CROP_INDEX`; beyond the picture it is transparent.
    """
    x, y, angle, height = (float(v) for v in pose[:4])
    part = 1.0
    while height / part > 2 * CROP_INDEX and min(face.shape[:2]) >= 4:
        half = (face.shape[1] // 2, face.shape[0] // 2)
        face = np.asarray(cv2.resize(face, half, interpolation=cv2.INTER_AREA), np.uint8)
        part *= 2
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (PATCH_WIDTH, PATCH_HEIGHT)
    to_face = crop_to_picture((x, y, angle, height), part, size)
    return np.asarray(cv2.warpAffine(face, to_face, size, flags=how, borderMode=cv2.BORDER_CONSTANT), np.uint8)


def varied(patches: Patches, times: int, seed: int, larger: float = 1.0) -> Picture:
    """Crops (n * times, CROP_HEIGHT, CROP_WIDTH, 3) of patches (n, …), each `times` in a row; the same for a seed. In
    them an index is about ``larger`` times as large as it was taken for."""
    random = np.random.default_rng(seed)
    out = np.empty((len(patches) * times, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for k in range(len(out)):
        cover = patches[int(random.integers(len(patches)))] if random.random() < _COVERED else None
        out[k] = _one(patches[k // times], cover, random, larger)
    return out


def _one(patch: Picture, cover: Picture | None, random: Random, larger: float) -> Picture:
    height = math.exp(random.uniform(math.log(_HEIGHTS[0]), math.log(_HEIGHTS[1])))
    scale = min(height / CROP_INDEX, 1.0)
    size = (max(12, round(PATCH_WIDTH * scale)), max(16, round(PATCH_HEIGHT * scale)))
    seen = np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.float32)
    if random.random() < 0.7:
        ground: Any = random.integers(10, 235, 3)
    else:
        ground = random.integers(205, 250)
    alpha = seen[:, :, 3:] / 255.0
    picture = seen[:, :, :3] * alpha + np.asarray(ground, np.float32) * (1 - alpha)
    if cover is not None:
        _cover(picture, cover, random)
    picture = _lit(picture, random)
    if random.random() < _BLURRED:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), random.uniform(0.35, 1.6) * height / 24), np.float32)
    picture += random.standard_normal(picture.shape, np.float32) * random.uniform(1, 9)
    shot = np.clip(picture, 0, 255).astype(np.uint8)
    if random.random() < _SQUEEZED:
        shot = through_jpeg(shot, int(random.uniform(30, 92)))
    return _misplaced(shot, scale, random, larger)


def _cover(picture: Numbers, other: Picture, random: Random) -> None:
    """Lays the left edge of another card over the right of the index, as in a fan."""
    height, width = picture.shape[:2]
    scale = width / PATCH_WIDTH
    other = np.asarray(cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    edge = round((PATCH_WIDTH / 2 + random.uniform(0.3, 0.75) * CROP_INDEX) * scale)
    filled = np.flatnonzero(other[height // 2, :, 3] > 127)
    first = int(filled[0]) if len(filled) else 0
    part = other[:, first : first + width - edge, :3]
    lean = random.uniform(-0.12, 0.12)
    for row in range(height):
        start = max(0, edge + round(lean * (row - height / 2)))
        length = min(width - start, part.shape[1])
        if length > 0:
            picture[row, start : start + length] = part[row, :length]


def _lit(picture: Numbers, random: Random) -> Numbers:
    height, width = picture.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    across, down = random.normal(0, 0.35, 2)
    gain = (1 + across * x + down * y)[:, :, None] * np.exp(random.normal(0, 0.12, 3))
    gain *= random.uniform(0.25, 0.6) if random.random() < _DIM else random.uniform(0.6, 1.15)
    if random.random() < _SHADED:
        across, down = random.normal(0, 1, 2)
        gain[across * x + down * y + random.normal(0, 0.15) > 0] *= random.uniform(0.35, 0.7)
    return np.asarray(picture * np.maximum(gain, 0), np.float32)


def _misplaced(shot: Picture, scale: float, random: Random, larger: float) -> Picture:
    """The crop at a pose that errs as the detector does, of a card seen a little aslant."""
    size = math.exp(random.normal(0, 0.07)) / larger
    angle = random.normal(0, 0.06)
    c, s = size * math.cos(angle), size * math.sin(angle)
    slant = np.array([[1, random.normal(0, 0.05)], [random.normal(0, 0.05), math.exp(random.normal(0, 0.08))]])
    way = np.array([[c, s], [-s, c]]) @ slant * scale
    middle = np.array([(shot.shape[1] - 1) / 2, (shot.shape[0] - 1) / 2])
    middle += random.normal(0, 0.045, 2) * CROP_INDEX * scale
    start = middle - way @ np.array([(CROP_WIDTH - 1) / 2, (CROP_HEIGHT - 1) / 2])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    to_shot = np.concatenate([way, start[:, None]], 1)
    return np.asarray(
        cv2.warpAffine(shot, to_shot, (CROP_WIDTH, CROP_HEIGHT), flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
