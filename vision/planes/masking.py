"""What of a camera's picture may be looked at: the play area as it is, the holders not at all, the rest hardly.

Where the play area is not to be shown either, all of the picture is so coarse that a card is two or three patches of
grey: what it still tells is how light each patch is on the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture, Points, Stencil
from vision.planes.planes import ALL_HOLDERS, PLAY, Plane
from vision.sizes import MARKER_SIZE, TABLE_MARKERS

WIDTH: Final = 960
"""Pixels across the picture that is shown, at most."""
MOST_BYTES: Final = 60_000
_PATCHES: Final = 24
"""Patches across a picture that is coarse: 46 mm each under a camera that hangs as it should."""
_GREYS: Final = 32
"""Grey levels of a patch are multiples of this."""
_BLOCK: Final = 8
"""JPEG works on blocks of so many pixels; what is hidden ends between them."""
_OUT: Final = (20.0, 40.0, 15.0)
"""How far its cards may show beyond a holder's face, mm: they lean out at a side, stick out at its top (one that is
just being taken), are mirrored below it."""
_BORDER: Final = 1.2
"""Of a marker so many times its black square is shown: the white around it is at least 3 mm wide."""
_OVER: Final = 6.0
"""Cards lie over the border of the play area by so much, mm."""
GROUND: Final = (38, 46, 36)
"""The colour, BGR, of all that is not shown where the play area is shown alone."""
_HIDDEN: Final = 128
"""The grey over a holder."""
_MAT: Final = tuple(max(abs(way) for way in ways) + MARKER_SIZE / 2 + 4.0 for ways in
                    zip(*((one.x, one.y) for one in TABLE_MARKERS), strict=True))  # fmt: skip
"""How far the play area with its marker cards reaches from the middle, mm, right and up."""


def shown_size(picture: Picture) -> tuple[int, int]:
    """Width and height of what is shown of a picture."""
    height, width = picture.shape[:2]
    wide = min(WIDTH, width)
    return wide, max(1, round(height * wide / width))


def to_shown(pixels: Points, picture: Picture) -> Points:
    """Where points (n, 2) of a picture lie in what is shown of it."""
    part = np.array(shown_size(picture)) / np.array(picture.shape[1::-1])
    return np.asarray((pixels + 0.5) * part - 0.5, np.float64)


def masked(picture: Picture, planes: Mapping[str, Plane], sharp: bool) -> Picture:
    """A small copy of a full-size BGR picture with nothing in it that is not for every eye. ``planes`` are those found
    in it; ``sharp`` says that what lies on the play area may be shown, which takes that it is found."""
    size = shown_size(picture)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    hidden = np.zeros(small.shape[:2], np.bool_)
    for part in ALL_HOLDERS:
        if part in planes:
            hidden |= _blocks(_outline(picture, planes[part], where_cards_show(planes[part])))
    small[hidden] = _HIDDEN
    if not sharp or PLAY not in planes:
        return _coarse(small)
    mat = _outline(picture, planes[PLAY], np.array([(x * _MAT[0], y * _MAT[1]) for x, y in _CORNERS]))
    return np.where((mat & ~hidden)[..., None], small, _coarse(small))


def masked_but_markers(picture: Picture, planes: Mapping[str, Plane], seen: Mapping[int, Points]) -> Picture:
    """``masked``, the play area too, but for the markers ``seen`` in the picture, by number with their corners (4, 2):
    where one is seen lies no card, for it would hide it."""
    wide, high = shown_size(picture)
    small = np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    mask = np.zeros((high, wide), np.uint8)
    for corners in seen.values():
        middle = corners.mean(axis=0)
        _fill(mask, to_shown(middle + _BORDER * (corners - middle), picture), 1)
    return np.where(mask[..., None] > 0, small, masked(picture, planes, sharp=False))


def play_area_alone(picture: Picture, planes: Mapping[str, Plane]) -> Picture:
    """A copy of a BGR picture with the play area and its marker cards in it, and nothing else: all around is one
    colour, and so are the holders, wherever they stand. ``planes`` are those found in it, the play area among them."""
    play = planes[PLAY]
    mask = np.zeros(picture.shape[:2], np.uint8)
    markers = [corners.mean(axis=0) + _BORDER * (corners - corners.mean(axis=0)) for corners in play.outlines.values()]
    for corners in (play.to_picture(play.around(_OVER)), *markers):
        _fill(mask, corners, 1)
    for part in ALL_HOLDERS:
        if part in planes:
            _fill(mask, planes[part].to_picture(where_cards_show(planes[part])), 0)
    return np.where(mask[..., None] > 0, picture, np.array(GROUND, np.uint8))


def where_cards_show(holder: Plane) -> Points:
    """Corners (4, 2) in mm of a holder's plane of all in which cards that stand in it may show."""
    (left, low), _, (right, high), _ = holder.area()
    aside, above, below = _OUT
    left, right, low, high = left - aside, right + aside, low - below, high + above
    return np.array([(left, low), (right, low), (right, high), (left, high)])


def _fill(mask: npt.NDArray[np.uint8], corners: Points, value: int) -> None:
    """Give the pixels between corners (n, 2) a value."""
    cv2.fillPoly(mask, [np.rint(np.clip(corners, -1e4, 1e4)).astype(np.int32)], value)


_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _outline(picture: Picture, plane: Plane, corners: Points) -> Stencil:
    """The pixels of what is shown that lie within corners (4, 2) in mm of a plane."""
    wide, high = shown_size(picture)
    mask = np.zeros((high, wide), np.uint8)
    _fill(mask, to_shown(plane.to_picture(corners), picture), 1)
    return mask.astype(np.bool_)


def _blocks(mask: Stencil) -> Stencil:
    """Every block of pixels of which one is in the mask, with the blocks around it: colours of JPEG reach so far."""
    high, wide = (-(-side // _BLOCK) for side in mask.shape)
    whole = np.zeros((high * _BLOCK, wide * _BLOCK), np.uint8)
    whole[: mask.shape[0], : mask.shape[1]] = mask
    cells = whole.reshape(high, _BLOCK, wide, _BLOCK).max(axis=(1, 3))
    cells = np.asarray(cv2.dilate(cells, np.ones((3, 3), np.uint8)), np.uint8)
    return np.kron(cells, np.ones((_BLOCK, _BLOCK), np.uint8))[: mask.shape[0], : mask.shape[1]].astype(np.bool_)


def _coarse(small: Picture) -> Picture:
    """Patches of a few greys."""
    high, wide = small.shape[:2]
    cells = (_PATCHES, max(1, round(_PATCHES * high / wide)))
    grey = cv2.resize(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), cells, interpolation=cv2.INTER_AREA)
    few = np.asarray(grey // _GREYS * _GREYS + _GREYS // 2, np.uint8)
    return np.asarray(
        cv2.cvtColor(cv2.resize(few, (wide, high), interpolation=cv2.INTER_NEAREST), cv2.COLOR_GRAY2BGR), np.uint8
    )


def as_jpeg(small: Picture) -> bytes:
    """The picture as a JPEG of at most ``MOST_BYTES``, as good as that allows."""
    for quality in (80, 65, 50, 35, 20, 10):
        done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
        assert done
        if len(data) <= MOST_BYTES:
            break
    return data.tobytes()
