"""Backs of cards: pictures without any index, for the reader to learn what is none."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.training.drawing.labels import FACE_HEIGHT, PX_PER_MM, cut_out, round_corners

KINDS = ("lattice", "diamonds", "stripes", "rings", "dots", "scroll", "plain", "cloud")


def backs(rng: np.random.Generator) -> Picture:
    """One back, (H, W, 4) BGRA, H = `FACE_HEIGHT`: a pattern in one or two colours, mostly with a light border."""
    wide = round(FACE_HEIGHT * (57 if rng.random() < 0.6 else 63) / 88)
    hue = int(rng.choice([0, 112, 60, 140, 20, 90]))
    dark, light = (_colour(rng, hue, value) for value in ((90, 200), (225, 256)))
    face = np.full((FACE_HEIGHT, wide, 3), light, np.uint8)
    inset = 0 if rng.random() < 0.2 else round(float(rng.uniform(2, 6)) * PX_PER_MM)
    field = np.full((FACE_HEIGHT - 2 * inset, wide - 2 * inset, 3), dark, np.uint8)
    _pattern(rng, KINDS[int(rng.integers(len(KINDS)))], field, light)
    face[inset : FACE_HEIGHT - inset, inset : wide - inset] = field
    if rng.random() < 0.5:
        middle = wide // 2, FACE_HEIGHT // 2
        for part in np.sort(rng.uniform(0.08, 0.35, int(rng.integers(1, 4))))[::-1]:
            fill = light if rng.random() < 0.5 else dark
            cv2.ellipse(face, middle, (int(part * wide), int(part * wide * 1.2)), 0, 0, 360, fill, -1, cv2.LINE_AA)
    return cut_out(face, round_corners(wide, FACE_HEIGHT, float(rng.uniform(2.2, 4.5)) * PX_PER_MM))


def _colour(rng: np.random.Generator, hue: int, value: tuple[int, int]) -> tuple[int, int, int]:
    saturation = int(rng.integers(130, 256)) if value[1] < 225 else int(rng.integers(0, 25))
    pixel = np.array([[[hue, saturation, int(rng.integers(*value))]]], np.uint8)
    b, g, r = (int(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r


def _pattern(rng: np.random.Generator, kind: str, field: Picture, light: tuple[int, int, int]) -> None:
    high, wide = field.shape[:2]
    step, line = int(rng.integers(10, 44)), int(rng.integers(1, 5))
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    if kind == "lattice":
        on = (np.abs((xs + ys) % step - step / 2) < line) | (np.abs((xs - ys) % step - step / 2) < line)
    elif kind == "diamonds":
        on = np.abs(xs % step - step / 2) + np.abs(ys % (2 * step) - step) / 2 < step * float(rng.uniform(0.2, 0.45))
    elif kind == "stripes":
        slope = float(rng.uniform(-1, 1))
        on = (xs + slope * ys) % step < step * float(rng.uniform(0.2, 0.8))
    elif kind == "rings":
        on = np.hypot(xs % (2 * step) - step, ys % (2 * step) - step) % (step / 2) < line
    elif kind == "dots":
        on = np.hypot(xs % step - step / 2, ys % step - step / 2) < step * float(rng.uniform(0.15, 0.4))
    elif kind == "scroll":
        wave = np.sin(xs / step * 2) * np.cos(ys / step * 2) + np.sin((xs + ys) / step) * np.cos((xs - ys) / step)
        on = np.abs(wave - np.round(wave * 2) / 2) < 0.05 * line
    elif kind == "cloud":
        few = rng.integers(0, 256, (8, 6, 3)).astype(np.uint8)
        field[:] = cv2.resize(few, (wide, high), interpolation=cv2.INTER_CUBIC)
        return
    else:
        return
    field[on] = light
