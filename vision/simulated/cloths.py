"""Patterned table cloths: checks, stripes, dots and flowers, whose print is as large as that of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture

_PIXELS_PER_MM: Final = 2.1
"""Of a table top of half the camera's size."""
_GROUNDS: Final = ((205, 214, 222), (120, 148, 168), (66, 84, 132), (96, 70, 40), (70, 96, 60))
_PRINTS: Final = ((46, 44, 170), (150, 80, 40), (60, 110, 50), (40, 40, 48), (190, 200, 210), (40, 150, 200))


def patterned_cloth(random: np.random.Generator, size: tuple[int, int], grain: npt.NDArray[np.float32]) -> Picture:
    """A cloth of ``size`` (height, width), BGR, with some ``grain`` (height, width)."""
    ground = np.array(_GROUNDS[int(random.integers(len(_GROUNDS)))], np.float32)
    ink = np.array(_PRINTS[int(random.integers(len(_PRINTS)))], np.float32)
    kind = (_checks, _stripes, _dots, _flowers)[int(random.integers(4))]
    share = kind(random, size)[:, :, None] * float(random.uniform(0.45, 1.0))
    cloth = (ground * (1 - share) + ink * share) * (1.0 + 0.02 * grain[:, :, None])
    return np.asarray(np.clip(cloth, 0, 255).astype(np.uint8), np.uint8)


def _stripes(random: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
    turn = float(random.uniform(0, np.pi))
    along = x * np.cos(turn) + y * np.sin(turn)
    pitch = float(random.uniform(10.0, 60.0)) * _PIXELS_PER_MM
    return np.asarray((along % pitch < pitch * random.uniform(0.25, 0.6)).astype(np.float32))


def _checks(random: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
    pitch = float(random.uniform(12.0, 50.0)) * _PIXELS_PER_MM
    return np.asarray(0.5 * ((x % pitch < pitch / 2).astype(np.float32) + (y % pitch < pitch / 2)), np.float32)


def _dots(random: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    return _strewn(random, size, lambda patch, x, y, r: cv2.circle(patch, (x, y), r, 255, -1, cv2.LINE_AA))


def _flowers(random: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    def flower(patch: Picture, x: int, y: int, r: int) -> None:
        petals = int(random.integers(4, 8))
        for k in range(petals):
            turn = 2 * np.pi * k / petals
            middle = (round(x + 0.6 * r * float(np.cos(turn))), round(y + 0.6 * r * float(np.sin(turn))))
            cv2.ellipse(patch, middle, (r // 2, r // 4), float(np.degrees(turn)), 0, 360, 255, -1, cv2.LINE_AA)

    return _strewn(random, size, flower)


def _strewn(
    random: np.random.Generator, size: tuple[int, int], draw: Callable[[Picture, int, int, int], object]
) -> npt.NDArray[np.float32]:
    """Things of one kind on a slanting grid."""
    cover = np.zeros(size, np.uint8)
    pitch = int(random.uniform(16.0, 50.0) * _PIXELS_PER_MM)
    for row, y in enumerate(range(0, size[0] + pitch, pitch)):
        for x in range(row % 2 * pitch // 2, size[1] + pitch, pitch):
            draw(cover, x, y, max(3, round(pitch * 0.28)))
    return np.asarray(cover.astype(np.float32) / 255.0, np.float32)
