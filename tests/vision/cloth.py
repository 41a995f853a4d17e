"""Cards of a pack laid onto a picture, side by side."""

from __future__ import annotations

import cv2
import numpy as np

from tests.cards import cards
from vision.packs.faces import Pack

GREEN = (60.0, 110.0, 40.0)


def lay(
    picture: np.ndarray, pack: Pack, codes: str, height: int, corner: tuple[int, int], step: tuple[int, int]
) -> None:
    """Cards ``height`` px high onto a picture (h, w, 3) of floats, four in a row: the first with its upper left corner
    at ``corner`` (x, y), the others by ``step``."""
    for k, card in enumerate(cards(codes)):
        face = pack.face(card)
        small = cv2.resize(face, (round(face.shape[1] * height / face.shape[0]), height), interpolation=cv2.INTER_AREA)
        x, y = corner[0] + step[0] * (k % 4), corner[1] + step[1] * (k // 4)
        cover = small[:, :, 3:] / 255.0
        region = picture[y : y + height, x : x + small.shape[1]]
        region[:] = region * (1 - cover) + small[:, :, :3] * cover
