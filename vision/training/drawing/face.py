"""Faces of cards ready for drawing: their pictures at falling sizes, and where their indices are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Numbers, Picture
from vision.sizes import BRIDGE_CARD
from vision.training.drawing.labels import IndexBox, LabelledPack
from whist.cards import JOKERS, RANKS, SUITS, Card

CARD_HEIGHT: Final = BRIDGE_CARD[1]
"""Height of a face, mm."""
LEVELS: Final = (1, 2, 4)
"""A face is kept whole and made smaller by these."""
ROWS: Final = 11
COLUMNS: Final = 6
"""The visible part of an index is measured by so many points, from its top to its bottom."""


@dataclass(frozen=True)
class SizedFace:
    """One card's picture at falling sizes, its indices, and who it is (-1, -1 for a back)."""

    levels: tuple[Picture, ...]
    boxes: Numbers
    """(n, 5): middle x, y, width, height in pixels of the largest picture, angle."""
    points: tuple[npt.NDArray[np.float64], ...]
    """For each box the points by which its visible part is measured, see `_grid`."""
    rank: int
    suit: int

    @property
    def height(self) -> int:
        """Height of the largest picture, pixels."""
        return int(self.levels[0].shape[0])

    @property
    def width(self) -> int:
        """Width of the largest picture, pixels."""
        return int(self.levels[0].shape[1])


@dataclass(frozen=True)
class Deck:
    """The faces of a pack, its index height in mm, and backs."""

    faces: tuple[SizedFace, ...]
    index_height: float


def _levels(picture: Picture) -> tuple[Picture, ...]:
    height, width = picture.shape[:2]
    return tuple(
        picture
        if part == 1
        else np.asarray(cv2.resize(picture, (width // part, height // part), interpolation=cv2.INTER_AREA))
        for part in LEVELS
    )


def face_of(picture: Picture, card: Card | None, boxes: Sequence[IndexBox] = ()) -> SizedFace:
    """A face from a BGRA picture and index boxes with x, y (middle), width, height and angle."""
    rows = [(b.x, b.y, b.width, b.height, b.angle) for b in boxes]
    return SizedFace(
        _levels(picture),
        np.array(rows, np.float32).reshape(-1, 5),
        tuple(_grid(row) for row in rows),
        *_name(card),
    )


def _name(card: Card | None) -> tuple[int, int]:
    """Rank and suit as the classes of `vision.index.beliefs`; -1, -1 for a back."""
    if card is None:
        return -1, -1
    if card.is_joker:
        return len(RANKS), len(SUITS) + JOKERS.index(card)
    return RANKS.index(card.rank), SUITS.index(card.suit)


def _reduced(picture: Picture, card: Card, boxes: Sequence[IndexBox], height: int) -> SizedFace:
    share = height / picture.shape[0]
    size = (round(picture.shape[1] * share), height)
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return face_of(
        small,
        card,
        [IndexBox(b.x * share, b.y * share, b.width * share, b.height * share, b.angle) for b in boxes],
    )


def deck_of(pack: LabelledPack, height: int) -> Deck:
    """A deck ready for drawing, its faces made `height` pixels high."""
    faces = tuple(_reduced(picture, card, pack.indices.get(card, ()), height) for card, picture in pack.faces.items())
    heights = [b[3] * CARD_HEIGHT / face.height for face in faces for b in face.boxes]
    return Deck(faces, float(np.median(heights)))


def _grid(box: tuple[float, ...]) -> npt.NDArray[np.float64]:
    """Points over an index box from its top to its bottom, then middle, top, bottom, left, right; card pixels."""
    x, y, width, height, angle = box
    across = (np.arange(COLUMNS) + 0.5) / COLUMNS - 0.5
    down = (np.arange(ROWS) + 0.5) / ROWS - 0.5
    v, u = np.meshgrid(down, across, indexing="ij")
    local = np.stack([u.ravel() * width, v.ravel() * height], 1)
    ends = np.array([[0, 0], [0, -height / 2], [0, height / 2], [-width / 2, 0], [width / 2, 0]])
    c, s = math.cos(angle), math.sin(angle)
    # counter-clockwise as seen, in a picture whose y points down
    return np.asarray(np.vstack([local, ends]) @ np.array([[c, -s], [s, c]]) + (x, y))
