"""What years at the table do to a pack: yellowed stock, rubbed edges, scratches, stains, and plastic sleeves."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.training.drawing.labels import PX_PER_MM, IndexBox, LabelledPack, cut_out

SLEEVED: Final = 0.1
"""Share of packs in sleeves."""
WORN: Final = 0.3
"""Share of packs that were played with for long."""


def used(rng: np.random.Generator, pack: LabelledPack) -> LabelledPack:
    """The pack as it may lie on a table: most are new, some worn, some in sleeves; indices stay where they are."""
    kind = rng.random()
    if kind < WORN:
        tone = np.array([rng.uniform(0.72, 1.0), rng.uniform(0.86, 1.0), rng.uniform(0.92, 1.0)], np.float32)
        faces = {card: worn(rng, face, tone) for card, face in pack.faces.items()}
        return replace(pack, faces=faces)
    if kind < WORN + SLEEVED:
        rim = round(rng.uniform(0.8, 3.0) * PX_PER_MM)
        tone = rng.uniform(90, 255, 3).astype(np.float32)
        faces = {card: sleeved(rng, face, rim, tone) for card, face in pack.faces.items()}
        moved = {
            card: [IndexBox(b.x + rim, b.y + rim, b.width, b.height, b.angle) for b in boxes]
            for card, boxes in pack.indices.items()
        }
        return replace(pack, faces=faces, indices=moved)
    return pack


def worn(rng: np.random.Generator, face: Picture, tone: npt.NDArray[np.float32]) -> Picture:
    """A face (h, w, 4) yellowed by `tone` (3,), with rubbed edges, scratches and a stain now and then."""
    height, width = face.shape[:2]
    colour = face[:, :, :3].astype(np.float32) * tone
    if rng.random() < 0.6:
        # the print is rubbed off towards the edges: there the stock shows
        far = np.minimum.outer(np.minimum(np.arange(height), np.arange(height)[::-1]), np.full(width, width))
        far = np.minimum(far, np.minimum(np.arange(width), np.arange(width)[::-1])[None, :])
        rub = np.exp(-far / (rng.uniform(1, 5) * PX_PER_MM)) * rng.uniform(0.1, 0.7)
        colour += (np.array([200, 215, 225], np.float32) * tone - colour) * rub[:, :, None].astype(np.float32)
    out = np.clip(colour, 0, 255).astype(np.uint8)
    for _ in range(int(rng.poisson(3))):
        start = rng.uniform(0, 1, 2) * (width, height)
        turn, length = rng.uniform(0, math.pi), rng.exponential(0.25) * height
        end = start + length * np.array([math.cos(turn), math.sin(turn)])
        shade = tuple(float(v) for v in rng.choice([235, 200, 120]) * tone)
        cv2.line(out, _point(start), _point(end), shade, int(rng.integers(1, 3)), cv2.LINE_AA)
    if rng.random() < 0.15:
        layer = out.copy()
        axes = tuple(int(v) for v in rng.uniform(0.03, 0.3, 2) * width)
        cv2.ellipse(layer, _point(rng.uniform(0, 1, 2) * (width, height)), axes, 0, 0, 360, (60, 110, 150), -1)
        out = np.asarray(cv2.addWeighted(layer, 0.25, out, 0.75, 0), np.uint8)
    return cut_out(out, face[:, :, 3])


def sleeved(rng: np.random.Generator, face: Picture, rim: int, tone: npt.NDArray[np.float32]) -> Picture:
    """A face in a clear sleeve: a rim of `rim` pixels in `tone` that is half seen through, paler, with a streak."""
    out = cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(*(float(v) for v in tone), 90))
    out[:, :, 3] = np.maximum(out[:, :, 3], 90)
    height, width = out.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, place = rng.uniform(0, math.pi), rng.uniform(0, 1)
    along = (columns / width * math.cos(turn) + rows / height * math.sin(turn)) - place
    haze = rng.uniform(0, 25) + rng.uniform(0, 110) * np.exp(-((along / rng.uniform(0.05, 0.25)) ** 2))
    out[:, :, :3] = np.clip(out[:, :, :3] + haze[:, :, None], 0, 255).astype(np.uint8)
    return np.asarray(out, np.uint8)


def _point(place: npt.NDArray[np.float64]) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
