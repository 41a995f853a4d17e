"""Small pictures of one card in doubt, seen squarely, with nothing on them that lies elsewhere.

What is cut out is the card's own neighbourhood on its known plane. Everything else is black: what lies outside the play
area, and the holders, wherever they stand, for their cards are not for every eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import cos, hypot, sin
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.planes.masking import where_cards_show
from vision.planes.planes import ALL_HOLDERS, PLAY, Plane, warped
from vision.sizes import CARD_BOTTOM, LIP_HEIGHT, POKER_CARD, SLOT_PITCH, SLOTS, slot_left

LONGEST: Final = 240
"""The longer side of a cut-out, pixels."""
_AROUND: Final = 6.0
"""Room around a laid card, whose place may be a little off, mm."""
_SAME_CARD: Final = 30.0
"""A card lies no farther than this from where it was asked about, mm."""
_BESIDE: Final = 1.0
"""Room around the strip of a slot, mm."""
_FINER: Final = 2
"""So many times finer it is cut before it is made small: small print stays readable."""
_EDGE: Final = 9
"""So many finer pixels wide, 2 mm, all edges are black: there the camera's pixels mix what lies on either side."""
_QUALITY: Final = 80
_GAP: Final = 8
"""Pixels between two cut-outs that are shown as one picture."""


def angle_at(x: float, y: float, laid: Iterable[tuple[float, float, float]]) -> float:
    """The angle of the card that lies nearest to ``x``, ``y`` (mm), of those that are ``laid``: x, y and angle; 0 where
    none lies near."""
    near = [(hypot(one[0] - x, one[1] - y), one[2]) for one in laid]
    return min((one for one in near if one[0] < _SAME_CARD), default=(0.0, 0.0))[1]


def cut_laid(picture: Picture, planes: Mapping[str, Plane], x: float, y: float, angle: float = 0.0) -> bytes | None:
    """A JPEG of the card whose middle lies at ``x``, ``y`` (mm of the table plane), turned upright by its ``angle``
    (radians counter-clockwise); None while the play area is not found."""
    if PLAY not in planes:
        return None
    plane = planes[PLAY]
    size = (POKER_CARD[0] + 2 * _AROUND, POKER_CARD[1] + 2 * _AROUND)
    scale = _FINER * LONGEST / max(size)
    c, s = cos(angle), sin(angle)
    left, top = -size[0] / 2, size[1] / 2
    to_mm = np.array([[c, s, x + left * c - top * s], [s, -c, y + left * s + top * c], [0, 0, 1]])
    to_mm = to_mm @ _pixels(scale)
    hidden = [
        plane.to_plane(planes[part].to_picture(where_cards_show(planes[part])))
        for part in ALL_HOLDERS
        if part in planes
    ]
    return _jpeg(picture, plane, to_mm, _whole(size, scale), [plane.area()], hidden)


def cut_slot(picture: Picture, planes: Mapping[str, Plane], holder: int, slot: int) -> bytes | None:
    """A JPEG of what shows of the card in ``slot`` (0…12) of ``holder`` (1, 2), that strip alone; None while the holder
    is not found."""
    part = ALL_HOLDERS[holder - 1]
    if part not in planes:
        return None
    wide = POKER_CARD[0] if slot == SLOTS - 1 else SLOT_PITCH
    left, top = slot_left(slot) - _BESIDE, CARD_BOTTOM + POKER_CARD[1] + 2 * _BESIDE
    size = (wide + 2 * _BESIDE, top - LIP_HEIGHT)
    scale = _FINER * LONGEST / max(size)
    to_mm = np.array([[1, 0, left], [0, -1, top], [0, 0, 1]]) @ _pixels(scale)
    corners = np.array([(u, v) for v in (top, top - size[1]) for u in (left, left + size[0])])
    # to whole pixels: where the holder is found must not tell of anything else in the picture
    pixels = np.rint(planes[part].to_picture(corners))
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), pixels.astype(np.float32))
    plane = replace(planes[part], homography=np.asarray(way, np.float64), surface=None)
    return _jpeg(picture, plane, to_mm, _whole(size, scale), [plane.area()], [])


def side_by_side(pictures: Sequence[bytes]) -> bytes | None:
    """One JPEG of several of equal height, from left to right, a gap between them; None of none."""
    parts = [np.asarray(cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR)) for one in pictures]
    if not parts:
        return None
    gap = np.zeros((len(parts[0]), _GAP, 3), np.uint8)
    return _encoded(cv2.hconcat([one for part in parts for one in (gap, part)][1:]))


def _pixels(scale: float) -> Points:
    """Takes the middle of a pixel to mm right of and below the upper left corner."""
    return np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])


def _whole(size: tuple[float, float], scale: float) -> tuple[int, int]:
    return round(size[0] * scale), round(size[1] * scale)


def _jpeg(
    picture: Picture,
    plane: Plane,
    to_mm: Points,
    size: tuple[int, int],
    shown: Iterable[Points],
    hidden: Iterable[Points],
) -> bytes:
    """What the plane shows at the pixels that ``to_mm`` takes to it, black where it is not ``shown``, or is ``hidden``
    (outlines, mm of the plane), and along the edges of both."""
    cut = warped(picture, plane, to_mm, size)
    mask = np.zeros(cut.shape[:2], np.uint8)
    for outlines, value in ((shown, 1), (hidden, 0)):
        for outline in outlines:
            corners = cv2.perspectiveTransform(outline[None], np.linalg.inv(to_mm))[0]
            edge = np.rint(corners).astype(np.int32)
            cv2.fillConvexPoly(mask, edge, value)
            cv2.polylines(mask, [edge], True, 0, _EDGE)
    small = cv2.resize(cut * mask[:, :, None], None, fx=1 / _FINER, fy=1 / _FINER, interpolation=cv2.INTER_AREA)
    return _encoded(small)


def _encoded(picture: Picture) -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done
    return data.tobytes()
