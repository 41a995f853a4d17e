"""Cards that were played with for years: yellowed, rubbed pale towards the edges, scratched and stained."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.packs.faces import FACE_PIXELS_PER_MM, Face, Pack, PackError
from whist.cards import FULL_PACK

_STOCK: Final = np.array([196, 212, 222], np.float32)


def worn_pack(pack: Pack, seed: int) -> Pack:
    """``pack`` after years of use; each card has scratches of its own, and every index can still be read."""
    random = np.random.default_rng((seed, 7))
    tone = np.array([random.uniform(0.74, 0.92), random.uniform(0.86, 0.96), random.uniform(0.93, 1.0)], np.float32)
    paleness = float(random.uniform(0.15, 0.45))
    faces = {}
    for card in FULL_PACK:
        try:
            faces[card] = _worn(
                np.random.default_rng((seed, 7, FULL_PACK.index(card))), pack.face(card), tone, paleness
            )
        except PackError:
            continue  # a folder without jokers
    return Pack(f"{pack.name}, worn", pack.size_mm, faces, None, pack.back())


def _worn(random: np.random.Generator, face: Face, tone: npt.NDArray[np.float32], paleness: float) -> Face:
    height, width = face.shape[:2]
    rows, columns = np.minimum(np.arange(height), np.arange(height)[::-1]), np.arange(width)
    edge = np.minimum.outer(rows, np.minimum(columns, columns[::-1])).astype(np.float32)
    rubbed = paleness * np.exp(-edge / (random.uniform(2.0, 5.0) * FACE_PIXELS_PER_MM))[:, :, None]
    colour = face[:, :, :3].astype(np.float32)
    out = np.clip((colour + (_STOCK - colour) * rubbed) * tone, 0, 255).astype(np.uint8)
    for _ in range(int(random.poisson(4))):
        start, turn = random.uniform(0, 1, 2) * (width, height), random.uniform(0, np.pi)
        end = start + random.exponential(0.3) * height * np.array([np.cos(turn), np.sin(turn)])
        ends = [(round(float(x)), round(float(y))) for x, y in (start, end)]
        shade = [int(random.choice((150, 190, 228)))] * 3
        cv2.line(out, ends[0], ends[1], shade, int(random.integers(1, 3)), cv2.LINE_AA)
    if random.random() < 0.2:
        stained = out.copy()
        middle = (round(float(random.uniform(0, width))), round(float(random.uniform(0, height))))
        axes = (round(float(random.uniform(0.05, 0.25)) * width), round(float(random.uniform(0.05, 0.25)) * width))
        cv2.ellipse(stained, middle, axes, 0, 0, 360, (70, 116, 150), -1)
        out = np.asarray(cv2.addWeighted(stained, 0.3, out, 0.7, 0), np.uint8)
    return np.asarray(np.dstack([out, face[:, :, 3]]), np.uint8)
