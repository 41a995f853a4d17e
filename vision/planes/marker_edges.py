"""The corners of printed markers, where their edges cross.

A blurred corner is rounded, and whatever looks at the corner alone finds it too far inside the square. An edge stays
where it is however blurred it is: it lies where grey is half-way between the black inside and the white around.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles, Picture
from vision.planes.bundle import OUTER
from vision.sizes import MARKER_SIZE

_REACH: Final = 2.2
"""mm to each side of an edge that are looked at: the marker's black border and the white around are wider."""
_ACROSS: Final = 23
_ALONG: Final = 24
"""Samples across an edge and along it."""
_MIDDLE: Final = 0.36
"""The share of an edge, to each side of its middle, that is looked at."""
_STRAIGHT: Final = 2.5
"""A sample so many times farther from the line than usual does not count."""
_LEAST: Final = 8
"""An edge is told by so many samples at least."""
_ROUNDS: Final = 2

_HALF: Final = MARKER_SIZE / 2
_OUT: Final = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]])
"""Outwards at each edge: upper, right, lower, left, as the corners follow each other from the upper left."""
_WAY: Final = np.array([[1.0, 0.0], [0.0, -1.0], [-1.0, 0.0], [0.0, 1.0]])
"""Along each edge."""
_ALONG_MM: Final = np.linspace(-_MIDDLE, _MIDDLE, _ALONG) * MARKER_SIZE
_ACROSS_MM: Final = np.linspace(-_REACH, _REACH, _ACROSS)


def crossing_edges(grey: Picture, corners: Doubles) -> Doubles:
    """Corners (n, 4, 2) in pixels of a grey picture, given where they are to within a mm. Those of a marker of which an
    edge cannot be told stay where they are."""
    for _ in range(_ROUNDS if len(corners) else 0):
        corners = _nearer(grey, corners)
    return corners


def _nearer(grey: Picture, corners: Doubles) -> Doubles:
    square = OUTER.astype(np.float32)
    ways = np.array([cv2.getPerspectiveTransform(square, one.astype(np.float32)) for one in corners])
    places = _OUT[:, None, None] * (_HALF + _ACROSS_MM[:, None]) + _WAY[:, None, None] * _ALONG_MM[:, None, None]
    pixels = _moved(ways, places.reshape(-1, 2)).astype(np.float32)
    seen = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    offsets = _edges(seen.reshape(len(corners), 4, _ALONG, _ACROSS).astype(np.float64))
    start, slope, told = _lines(offsets)
    # edge k runs where (out . place) = half + start + slope * (way . place); its way is the next one's outwards
    crossed = np.empty((len(corners), 4, 2))
    for k in range(4):
        rows = np.stack(
            [_OUT[k - 1] - slope[:, k - 1, None] * _WAY[k - 1], _OUT[k] - slope[:, k, None] * _WAY[k]], axis=1
        )
        ends = _HALF + np.stack([start[:, k - 1], start[:, k]], axis=1)
        crossed[:, k] = np.linalg.solve(rows, ends[..., None])[..., 0]
    return np.where(told[:, None, None], _moved(ways, crossed), corners)


def _moved(ways: Doubles, places: Doubles) -> Doubles:
    """Places (m, 2) or (n, m, 2) taken by each of the homographies (n, 3, 3): (n, m, 2)."""
    places = np.broadcast_to(places, (len(ways), *places.shape[-2:]))
    there = np.concatenate([places, np.ones((*places.shape[:-1], 1))], axis=-1) @ ways.transpose(0, 2, 1)
    return np.asarray(there[..., :2] / there[..., 2:], np.float64)


def _edges(seen: Doubles) -> Doubles:
    """How far outside its place each edge is, mm, at each sample along it, from what is seen (n, 4, along, across) from
    black to white; nan where it does not show."""
    end = _ACROSS // 4
    black, white = np.median(seen[..., :end], axis=(-2, -1)), np.median(seen[..., -end:], axis=(-2, -1))
    over = seen - ((black + white) / 2)[..., None, None]
    crosses = (over[..., :-1] < 0) & (over[..., 1:] >= 0)
    middle = np.abs(np.arange(_ACROSS - 1) + 0.5 - (_ACROSS - 1) / 2)
    at = np.where(crosses, middle, np.inf).argmin(axis=-1)[..., None]
    low, high = np.take_along_axis(over, at, -1)[..., 0], np.take_along_axis(over, at + 1, -1)[..., 0]
    step = _ACROSS_MM[1] - _ACROSS_MM[0]
    found = _ACROSS_MM[0] + step * (at[..., 0] + low / np.minimum(low - high, -1e-9))
    return np.where(crosses.any(axis=-1) & (white > black)[..., None], found, np.nan)


def _lines(offsets: Doubles) -> tuple[Doubles, Doubles, npt.NDArray[np.bool_]]:
    """Lines through offsets (n, 4, along): where they begin in the middle, mm, and how they rise, (n, 4) each; and
    whether all four of a marker are told."""
    good = np.isfinite(offsets)
    values = np.where(good, offsets, 0.0)
    for _ in range(2):
        start, slope = _fitted(values, good)
        away = np.abs(values - start[..., None] - slope[..., None] * _ALONG_MM)
        # an edge that does not show at all has no usual distance, and none of its samples counts whatever that is
        counted = np.where(good | ~good.any(axis=-1, keepdims=True), away, np.nan)
        good = good & (away <= _STRAIGHT * 1.5 * np.nanmedian(counted, axis=-1, keepdims=True) + 0.02)
    start, slope = _fitted(values, good)
    return start, slope, np.asarray((good.sum(axis=-1) >= _LEAST).all(axis=-1))


def _fitted(values: Doubles, good: npt.NDArray[np.bool_]) -> tuple[Doubles, Doubles]:
    weight = good.astype(np.float64)
    count = np.maximum(weight.sum(axis=-1), 1e-9)
    middle = (weight * _ALONG_MM).sum(axis=-1) / count
    mean = (weight * values).sum(axis=-1) / count
    apart = weight * (_ALONG_MM - middle[..., None])
    slope = (apart * values).sum(axis=-1) / np.maximum((apart * (_ALONG_MM - middle[..., None])).sum(axis=-1), 1e-9)
    return mean - slope * middle, slope
