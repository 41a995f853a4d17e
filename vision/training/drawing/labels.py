"""What a pack for training is: pictures of its faces, and where the corner indices stand on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.packs.index_boxes import IndexBox
from whist.cards import Card

__all__ = ["FACE_HEIGHT", "PX_PER_MM", "IndexBox", "LabelledPack", "Source", "cut_out", "round_corners", "turned"]


FACE_HEIGHT: Final = 560
"""Height of a face in px; a card is 88 mm high."""
PX_PER_MM: Final = FACE_HEIGHT / 88.0

Source = Literal["font", "art", "chimera", "folder"]


@dataclass(eq=False)
class LabelledPack:
    """One pack: 52 faces, perhaps jokers (JR, JB), whose list of indices is empty where nothing stands in the corners.

    ``faces`` are (H, W, 4) uint8 BGRA with H = `FACE_HEIGHT`, alpha 0 outside the round corners. ``licence`` names the
    licences of all that was drawn from. A pack that is ``held_out`` is for measuring, never for training.
    """

    name: str
    licence: str
    source: Source
    faces: dict[Card, Picture] = field(repr=False)
    indices: dict[Card, list[IndexBox]] = field(repr=False)
    held_out: bool = False


def turned(box: IndexBox, width: int, height: int) -> IndexBox:
    """The same index on the face turned half around; ``width``, ``height`` are the face's, px."""
    return IndexBox(width - box.x, height - box.y, box.width, box.height, 0.0 if box.angle else float(np.pi))


def cut_out(face: Picture, alpha: NDArray[np.uint8]) -> Picture:
    """A face (H, W, 3) with how much of it is card, `alpha` (H, W), as (H, W, 4)."""
    return np.asarray(cv2.merge([face, alpha]), np.uint8)


def round_corners(width: int, height: int, radius: float) -> NDArray[np.uint8]:
    """Alpha (H, W) of a card with round corners of `radius` px, smooth at the edge."""
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    away = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    return np.asarray(np.clip(radius - away + 0.5, 0, 1) * 255, dtype=np.uint8)
