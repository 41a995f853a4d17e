"""Shapes of ranks and suits, drawn by the project itself: strokes and curves, no fonts.

A shape is made as a mask: uint8, 255 inside, smooth at the edge. Strokes are given in a unit box (x right, y up,
both 0…1) and drawn with an elliptical pen, so that uprights can be thicker than crossbars.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.arrays import Mask, Points

_OVER: Final = 4
"""Shapes are drawn this many times larger and then reduced, which smooths their edges."""
_SHIFT: Final = 4
"""Fractional bits of coordinates handed to OpenCV."""


def _points(*pairs: tuple[float, float]) -> Points:
    return np.array(pairs, dtype=np.float64)


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Points:
    """Points of an elliptic arc, angles in degrees counter-clockwise from the right."""
    angles = np.radians(np.linspace(start, end, max(8, int(abs(end - start) / 4))))
    return np.stack([x + rx * np.cos(angles), y + ry * np.sin(angles)], axis=1)


def _curve(*control: tuple[float, float], steps: int = 24) -> Points:
    """Points of a Bézier curve of any degree."""
    points = np.repeat(_points(*control)[None], steps, axis=0)
    t = np.linspace(0.0, 1.0, steps)[:, None, None]
    while points.shape[1] > 1:
        points = points[:, :-1] * (1 - t) + points[:, 1:] * t
    return points[:, 0]


def _chain(*parts: Points) -> Points:
    return np.concatenate(parts)


_SIX: Final = (
    _arc(0.5, 0.3, 0.47, 0.3, 0, 360),
    _curve((0.90, 0.86), (0.74, 1.06), (0.03, 1.10), (0.03, 0.3)),
)

_STROKES: Final[dict[str, tuple[Points, ...]]] = {
    "2": (
        _chain(
            _arc(0.5, 0.71, 0.44, 0.29, 165, -28), _curve((0.80, 0.44), (0.35, 0.16), (0.06, 0.0)), _points((0.98, 0.0))
        ),
    ),
    "3": (
        _chain(_arc(0.47, 0.75, 0.41, 0.25, 152, -90), _points((0.36, 0.5))),
        _chain(_points((0.36, 0.52), (0.48, 0.52)), _arc(0.48, 0.26, 0.48, 0.26, 90, -155)),
    ),
    "4": (_points((0.74, 0.0), (0.74, 1.0), (0.0, 0.27), (1.0, 0.27)),),
    "5": (_chain(_points((0.90, 1.0), (0.19, 1.0), (0.12, 0.52)), _arc(0.47, 0.31, 0.49, 0.31, 128, -152)),),
    "6": _SIX,
    "7": (_chain(_points((0.0, 1.0), (0.98, 1.0)), _curve((0.98, 1.0), (0.5, 0.5), (0.36, 0.0))),),
    "8": (_arc(0.5, 0.765, 0.39, 0.235, 0, 360), _arc(0.5, 0.265, 0.47, 0.265, 0, 360)),
    "9": tuple(1.0 - stroke for stroke in _SIX),
    "T": (_points((0.0, 0.84), (0.10, 1.0), (0.10, 0.0)), _arc(0.71, 0.5, 0.28, 0.5, 0, 360)),
    "J": (_chain(_points((0.74, 1.0), (0.74, 0.29)), _arc(0.39, 0.29, 0.35, 0.29, 0, -168)),),
    "Q": (_arc(0.5, 0.54, 0.47, 0.46, 0, 360), _curve((0.46, 0.28), (0.70, 0.22), (1.0, -0.04))),
    "K": (_points((0.15, 0.0), (0.15, 1.0)), _points((0.90, 1.0), (0.17, 0.40)), _points((0.40, 0.60), (0.93, 0.0))),
    "A": (_points((0.04, 0.0), (0.5, 1.0), (0.96, 0.0)), _points((0.20, 0.31), (0.80, 0.31))),
    "O": (_arc(0.5, 0.5, 0.47, 0.5, 0, 360),),
    "E": (_points((0.86, 0.0), (0.14, 0.0), (0.14, 1.0), (0.84, 1.0)), _points((0.14, 0.52), (0.70, 0.52))),
    "R": (
        _chain(_points((0.14, 0.0), (0.14, 1.0), (0.48, 1.0)), _arc(0.52, 0.75, 0.36, 0.25, 90, -90)),
        _points((0.52, 0.5), (0.14, 0.5)),
        _points((0.48, 0.5), (0.92, 0.0)),
    ),
}

_SERIFS: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "4": ((0.55, 0.93, 0.0),),
    "J": ((0.48, 1.0, 1.0),),
    "K": ((-0.03, 0.36, 0.0), (-0.03, 0.36, 1.0), (0.72, 1.04, 1.0), (0.74, 1.08, 0.0)),
    "A": ((-0.10, 0.22, 0.0), (0.76, 1.10, 0.0)),
    "T": ((-0.02, 0.22, 0.0),),
}
"""Serifs: (from x, to x, y) of short crossbars."""

_WIDTHS: Final = {"T": 1.42, "Q": 1.08, "K": 1.06, "A": 1.08, "J": 0.86}
"""Widths of letters against a figure's."""


@dataclass(frozen=True, slots=True)
class RankStyle:
    """How ranks are written: a figure's width, thickness of uprights and of crossbars, as parts of its height."""

    width: float = 0.62
    upright: float = 0.17
    crossbar: float = 0.09
    serifs: bool = True


@lru_cache(maxsize=512)
def rank_mask(rank: str, height: float, style: RankStyle = RankStyle()) -> Mask:
    """Mask of a rank (``2…9 T J Q K A``) or another letter of JOKER ``height`` pixels high, as wide as its style."""
    tall = height * _OVER
    pen_x, pen_y = style.upright * tall * (0.85 if rank == "T" else 1.0), style.crossbar * tall
    wide = tall * style.width * _WIDTHS.get(rank, 1.0)
    squeeze = pen_x / pen_y  # drawn narrow with a round pen, then stretched: the pen becomes an ellipse
    margin = pen_y
    size = (int(np.ceil((wide - pen_x) / squeeze + pen_y + 2 * margin)), int(np.ceil(tall + 2 * margin)))
    canvas = np.zeros((size[1], size[0]), np.uint8)
    scale = np.array([(wide - pen_x) / squeeze, -(tall - pen_y)])
    origin = np.array([margin + pen_y / 2, margin + tall - pen_y / 2])
    strokes = list(_STROKES[rank])
    if style.serifs:
        strokes += [_points((a, y), (b, y)) for a, b, y in _SERIFS.get(rank, ())]
    for stroke in strokes:
        _sweep(canvas, origin + stroke * scale, pen_y / 2)
    out = (max(1, round(size[0] * squeeze / _OVER)), max(1, round(size[1] / _OVER)))
    return _trimmed(cv2.resize(canvas, out, interpolation=cv2.INTER_AREA))


def _sweep(canvas: Mask, path: Points, radius: float) -> None:
    """Draw a path with a round pen (OpenCV's own thick lines know whole thicknesses only)."""
    fixed = np.rint(path * (1 << _SHIFT)).astype(int)
    for x, y in fixed:
        cv2.circle(canvas, (int(x), int(y)), round(radius * (1 << _SHIFT)), 255, -1, cv2.LINE_AA, _SHIFT)
    for a, b in pairwise(path):
        along = b - a
        length = float(np.hypot(*along))
        if length > 1e-9:
            across = np.array([-along[1], along[0]]) * radius / length
            quad = np.array([a + across, b + across, b - across, a - across])
            cv2.fillConvexPoly(canvas, np.rint(quad * (1 << _SHIFT)).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)


def _trimmed(mask: Mask) -> Mask:
    x, y, w, h = cv2.boundingRect((mask > 8).astype(np.uint8))
    return np.ascontiguousarray(mask[y : y + h, x : x + w])


def _mirrored(right: Points) -> Points:
    """A closed outline from its right half, given from top to bottom, about x = 0.5."""
    return _chain(right, _points((1.0, 0.0)) + right[::-1] * _points((-1.0, 1.0)))


_STEM: Final = _mirrored(_chain(_curve((0.53, 0.40), (0.54, 0.14), (0.70, 0.0)), _points((0.5, 0.0))))

_SUITS: Final[dict[str, tuple[float, tuple[Points, ...]]]] = {
    "H": (
        0.96,
        (
            _mirrored(
                _chain(
                    _curve((0.5, 0.80), (0.56, 1.0), (0.70, 1.0), (0.77, 1.0)),
                    _curve((0.77, 1.0), (0.93, 1.0), (1.0, 0.88), (1.0, 0.74)),
                    _curve((1.0, 0.74), (1.0, 0.50), (0.70, 0.34), (0.5, 0.0)),
                )
            ),
        ),
    ),
    "D": (
        0.80,
        (
            _mirrored(
                _chain(_curve((0.5, 1.0), (0.68, 0.72), (1.0, 0.5)), _curve((1.0, 0.5), (0.68, 0.28), (0.5, 0.0)))
            ),
        ),
    ),
    "S": (
        0.94,
        (
            _mirrored(
                _chain(
                    _curve((0.5, 1.0), (0.62, 0.76), (1.0, 0.62), (1.0, 0.37)),
                    _curve((1.0, 0.37), (1.0, 0.14), (0.68, 0.08), (0.53, 0.30)),
                )
            ),
            _STEM,
        ),
    ),
    "C": (
        1.0,
        (
            _arc(0.5, 0.755, 0.235, 0.245, 0, 360),
            _arc(0.24, 0.385, 0.24, 0.235, 0, 360),
            _arc(0.76, 0.385, 0.24, 0.235, 0, 360),
            _points((0.40, 0.62), (0.60, 0.62), (0.60, 0.34), (0.40, 0.34)),
            _STEM,
        ),
    ),
}
"""Outlines of a suit's pip in its unit box, and its width as a part of its height."""


@lru_cache(maxsize=512)
def suit_mask(suit: str, height: float) -> Mask:
    """Mask of a suit's pip (``C D H S``) ``height`` pixels high."""
    aspect, outlines = _SUITS[suit]
    tall = height * _OVER
    size = (int(np.ceil(tall * aspect)) + 2 * _OVER, int(np.ceil(tall)) + 2 * _OVER)
    canvas = np.zeros((size[1], size[0]), np.uint8)
    for outline in outlines:
        points = _points((_OVER, _OVER + tall)) + outline * _points((tall * aspect, -tall))
        cv2.fillPoly(canvas, [np.rint(points * (1 << _SHIFT)).astype(np.int32)], 255, cv2.LINE_AA, _SHIFT)
    out = (max(1, round(size[0] / _OVER)), max(1, round(size[1] / _OVER)))
    return _trimmed(cv2.resize(canvas, out, interpolation=cv2.INTER_AREA))


_STAR: Final = np.array(
    [(0.5 + r * np.sin(k * np.pi / 5), 0.5 + r * np.cos(k * np.pi / 5)) for k, r in enumerate([0.5, 0.2] * 5)]
)


@lru_cache(maxsize=16)
def star_mask(height: float) -> Mask:
    """Mask of a five-pointed star ``height`` pixels high: the joker's mark."""
    tall = round(height * _OVER)
    canvas = np.zeros((tall, tall), np.uint8)
    points = _points((0.0, tall)) + _STAR * _points((tall, -tall))
    cv2.fillPoly(canvas, [np.rint(points * (1 << _SHIFT)).astype(np.int32)], 255, cv2.LINE_AA, _SHIFT)
    return _trimmed(cv2.resize(canvas, (round(height), round(height)), interpolation=cv2.INTER_AREA))
