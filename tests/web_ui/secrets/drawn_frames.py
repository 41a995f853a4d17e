"""Pictures of a table, drawn in some milliseconds: true markers and a true play area, and wild patterns wherever a card
shows that is not on it.

A set-up is rendered once, empty, at half the camera's size, and its planes are found in it. What hidden cards change is
then laid over it: the pattern of a card fills all of its slot, as far as it can stick out of the holder or lean out of
it, and that of the hands and of the rest of the pack all that lies beside the mat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture, Points
from vision.packs.faces import Pack
from vision.planes.planes import ALL_HOLDERS, PLAY, Plane, PlaneFinder
from vision.simulated.camera import SimulatedCamera
from vision.simulated.render import Renderer
from vision.simulated.scene import LyingCard, SimulatedTable
from vision.sizes import BRIDGE_CARD, FACE_HEIGHT, FACE_WIDTH, LIP_HEIGHT, SLOT_PITCH, SLOTS, slot_left
from whist.cards import Card

OUT: Final = (20.0, 40.0, 15.0)
"""How far beyond a holder's face cards show: they lean out at a side, stick out at its top, glare below it; mm."""
PUSHED: Final = 230.0
"""How far from the middle of the play area a holder's middle is that was pushed over its edge, mm."""
_SCALE: Final = 2.0
"""Pixels per mm of a face as it is drawn."""
_EDGE: Final = 3.0
"""A card's white edge, and what a picture of so few pixels smears, mm."""
_NEAR: Final = 1.5
"""Patterns end so far before the end of what must be hidden, mm."""
_MARKER: Final = 1.45
"""Of a marker so many times its black square is left as it is."""
_OVER: Final = 8.0
"""So far over the play area's border the table is left as it is, mm."""

Mask = npt.NDArray[np.uint8]


class SetUp(NamedTuple):
    """An empty table: its picture, its planes, what of it lies ``beside`` the mat (a mask), and for each holder the
    part of the picture in which its cards show (x, y and a mask), and what takes its drawn face there (3, 3)."""

    picture: Picture
    planes: Mapping[str, Plane]
    beside: Mask
    faces: Mapping[int, tuple[int, int, Mask, Points]]


@cache
def _renderer() -> Renderer:
    return Renderer(Pack.drawn("standard"), 1)


@cache
def _noise() -> Picture:
    return np.random.default_rng(1).integers(0, 256, (2000, 3000, 3), np.uint8)


@cache
def set_up(android: bool, holders: int, stand: str) -> SetUp:
    """A table with so many holders. ``stand`` says where: "left" or "right", of the androids'; and where "pushed" is
    in it, holders stand over the play area's border."""
    table = SimulatedTable(holders)
    if android:
        table.place_holders("left" if "left" in stand else "right")
    for number in range(3 if android else 1, holders + 1):
        table.stand(number, 90.0 * (number - 1))
    if "pushed" in stand:
        for one in table.scene().holders:
            if android and one.number < 3:
                table._put_holder(replace(one, x=PUSHED if one.x > 0 else -PUSHED))
            elif not android and one.number == holders:
                table._put_holder(replace(one, x=-PUSHED, back=10.0, turn=0.0))
    camera = SimulatedCamera(table, renderer=_renderer())
    camera.renderer.restart_noise(0)
    camera.look()
    picture = np.asarray(cv2.resize(camera.capture(), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    planes = PlaneFinder().find(picture)
    assert planes.keys() == {PLAY, *ALL_HOLDERS[:holders]}, (android, holders, stand, planes.keys())
    free = _filled(picture, [_grown(corners) for plane in planes.values() for corners in plane.outlines.values()])
    mat = _filled(picture, [planes[PLAY].to_picture(planes[PLAY].around(_OVER))])
    faces = {n: _face(picture, planes[ALL_HOLDERS[n - 1]], free) for n in range(1, holders + 1)}
    return SetUp(picture, planes, np.asarray(255 * (1 - np.maximum(free, mat)), np.uint8), faces)


def _grown(corners: Points) -> Points:
    middle = corners.mean(axis=0)
    return np.asarray(middle + _MARKER * (corners - middle), np.float64)


def _filled(picture: Picture, outlines: Sequence[Points]) -> Mask:
    mask = np.zeros(picture.shape[:2], np.uint8)
    for corners in outlines:
        cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], 1)
    return mask


def _face(picture: Picture, plane: Plane, free: Mask) -> tuple[int, int, Mask, Points]:
    aside, above, below = (far - _NEAR for far in OUT)
    low, high = (-aside, -below), (FACE_WIDTH + aside, FACE_HEIGHT + above)
    corners = plane.to_picture(np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    mask = _filled(picture, [corners]) * (1 - free)
    x0, y0 = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int).tolist()
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int).tolist()
    from_drawn = np.array([[1 / _SCALE, 0, -OUT[0]], [0, -1 / _SCALE, FACE_HEIGHT + OUT[1]], [0, 0, 1]])
    here = np.array([[1.0, 0, -x0], [0, 1.0, -y0], [0, 0, 1]])
    part = np.asarray(255 * mask[y0 : y1 + 1, x0 : x1 + 1], np.uint8)
    return x0, y0, part, np.asarray(here @ plane.homography @ from_drawn, np.float64)


def frame(
    table: SetUp, holders: Mapping[int, Sequence[Card | None]], laid: Sequence[LyingCard], others: Sequence[Card] | None
) -> Picture:
    """The picture of a table with cards in its holders, ``laid`` ones, and the ``others``, of which each changes all
    that lies beside the mat; None: nothing lies there."""
    picture = table.picture.copy()
    for one in laid:
        _lay(picture, table.planes[PLAY], one)
    if others is not None:
        row, column = _place(" ".join(map(str, others)), picture.shape)
        pattern = _noise()[row : row + picture.shape[0], column : column + picture.shape[1]]
        cv2.copyTo(pattern, table.beside, picture)
    for number, slots in holders.items():
        x, y, mask, way = table.faces[number]
        seen = cv2.warpPerspective(_drawn(slots), way, mask.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        cv2.copyTo(seen, mask, picture[y : y + mask.shape[0], x : x + mask.shape[1]])
    return picture


def _place(what: str, shape: Sequence[int]) -> tuple[int, int]:
    """Where in the noise the pattern of something stands."""
    high, wide = _noise().shape[0] - shape[0], _noise().shape[1] - shape[1]
    number = crc32(what.encode())
    return number % high, number // high % wide


def _drawn(slots: Sequence[Card | None]) -> Picture:
    """A holder's face with its cards, and what is around it, upper left corner first."""
    size = (round((FACE_HEIGHT + OUT[1] + OUT[2]) * _SCALE), round((FACE_WIDTH + 2 * OUT[0]) * _SCALE), 3)
    face = np.full(size, 250, np.uint8)
    lip = round((FACE_HEIGHT + OUT[1] - LIP_HEIGHT + 2 * _EDGE) * _SCALE)  # a card ends there, its picture nearly so
    for slot in range(SLOTS):
        left = OUT[0] + slot_left(slot)
        ends = (left if slot else 0.0), (left + SLOT_PITCH if slot < SLOTS - 1 else FACE_WIDTH + 2 * OUT[0])
        x0, x1 = round((ends[0] + (_EDGE if slot else 0)) * _SCALE), round((ends[1] - _EDGE) * _SCALE)
        row, column = _place(str(slots[slot] if slot < len(slots) else None), face.shape)
        face[:, x0:x1] = _noise()[row : row + face.shape[0], column : column + x1 - x0]
    row, column = _place(" ".join(map(str, slots)), face.shape)
    face[lip:] = _noise()[row : row + face.shape[0] - lip, column : column + face.shape[1]]
    return face


@cache
def _sprite(card: Card, face_up: bool) -> Picture:
    pack = _renderer().pack
    face = pack.face(card) if face_up else pack.back()
    return np.asarray(cv2.resize(face, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA), np.uint8)


def _lay(picture: Picture, play: Plane, one: LyingCard) -> None:
    sprite = _sprite(one.card, one.face_up)
    high, wide = sprite.shape[:2]
    turn = np.radians(one.angle)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    right, up = right * BRIDGE_CARD[0] / 2, up * BRIDGE_CARD[1] / 2
    there = play.to_picture(np.array([one.x, one.y]) + np.array([up - right, up + right, right - up, -up - right]))
    low = np.clip(np.floor(there.min(axis=0)), 0, None).astype(int)
    high_end = np.ceil(there.max(axis=0)).astype(int) + 1
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    way = cv2.getPerspectiveTransform(corners, (there - low).astype(np.float32))
    x, y = low.tolist()
    part = picture[y : high_end[1], x : high_end[0]]
    drawn = cv2.warpPerspective(sprite, way, part.shape[1::-1], flags=cv2.INTER_AREA)
    cv2.copyTo(np.ascontiguousarray(drawn[..., :3]), np.where(drawn[..., 3] > 127, 255, 0).astype(np.uint8), part)
