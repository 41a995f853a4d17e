"""What the simulated camera sees behind the cards: table top, light and noise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.simulated.cloths import patterned_cloth
from vision.simulated.optics import View
from vision.simulated.prints import MarkerCard, print_marker
from vision.sizes import CAMERA_SIZE

NOISE_LEVEL: Final = 8
"""Mean of the noise tile, grey levels, where its spread is small."""
_NOISE_ROWS: Final = 432
_NOISE_SPARE: Final = 256


def _noise(random: np.random.Generator, shape: tuple[int, int], blur: tuple[float, float]) -> npt.NDArray[np.float32]:
    field = random.standard_normal(shape, dtype=np.float32)
    field = cv2.GaussianBlur(field, (0, 0), sigmaX=blur[0], sigmaY=blur[1])
    return np.asarray(field / max(1e-6, float(field.std())), np.float32)


def table_top(seed: int, view: View, cards: Sequence[MarkerCard], patterned: bool = False) -> Picture:
    """The bare table with marker ``cards``, full size BGR in even light: wood, felt or cloth, or a ``patterned``
    cloth."""
    picture = np.asarray(cv2.resize(_bare_top(seed, patterned), CAMERA_SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)
    for card in cards:
        print_marker(picture, view, card)
    return picture


@lru_cache(maxsize=1)
def _bare_top(seed: int, patterned: bool) -> Picture:
    """The table without marker cards, half size; do not write into it."""
    random = np.random.default_rng((seed, 1))
    width, height = CAMERA_SIZE[0] // 2, CAMERA_SIZE[1] // 2
    kind = "patterned" if patterned else ("wood", "felt", "cloth")[int(random.integers(3))]
    fine = random.standard_normal((height, width), dtype=np.float32)
    if kind == "patterned":
        return patterned_cloth(random, (height, width), fine)
    if kind == "wood":
        colour = np.array([(62, 96, 140), (40, 64, 98), (110, 148, 184)][int(random.integers(3))], np.float32)
        small = (height // 4, width // 4)
        grain = 0.10 * _noise(random, small, (60.0, 1.2)) + 0.06 * _noise(random, small, (120.0, 6.0))
        boards = np.repeat(random.uniform(-0.07, 0.07, 6), height // 4 // 6 + 1)[: height // 4].astype(np.float32)
        shade = cv2.resize(grain + boards[:, None], (width, height)) + 0.012 * fine
    elif kind == "felt":
        colour = np.array(
            [(60, 104, 26), (112, 62, 28), (44, 34, 110), (70, 84, 66)][int(random.integers(4))], np.float32
        )
        shade = 0.03 * fine + 0.03 * cv2.resize(
            _noise(random, (height // 16, width // 16), (2.0, 2.0)), (width, height)
        )
    else:
        colour = np.array([(170, 186, 196), (150, 130, 110), (90, 96, 168)][int(random.integers(3))], np.float32)
        y, x = np.mgrid[:height, :width].astype(np.float32)
        pitch = float(random.uniform(5.0, 9.0))
        weave = np.sin(x * (2 * np.pi / pitch)) * np.sin(y * (2 * np.pi / pitch))
        shade = 0.025 * weave + 0.012 * fine
    return np.asarray(np.clip(colour * (1.0 + shade[:, :, None]), 0, 255).astype(np.uint8), np.uint8)


@lru_cache(maxsize=1)
def light_map(seed: int) -> Picture:
    """Light on the table, full size BGR, 160 leaving a colour as it is: uneven, tinted, with a shadow's soft edge; not
    to be written into."""
    random = np.random.default_rng((seed, 3))
    width, height = CAMERA_SIZE[0] // 16, CAMERA_SIZE[1] // 16
    y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
    slope = random.uniform(-0.22, 0.22, 2)
    lamp = random.uniform(-0.5, 0.5, 2)
    light = 1.0 + slope[0] * x + slope[1] * y - random.uniform(0.0, 0.30) * ((x - lamp[0]) ** 2 + (y - lamp[1]) ** 2)
    angle = random.uniform(0, 2 * np.pi)
    side = np.cos(angle) * x * 1.78 + np.sin(angle) * y - random.uniform(0.1, 0.6)
    light *= 1.0 - random.uniform(0.08, 0.35) / (1.0 + np.exp(-side / random.uniform(0.008, 0.05)))
    warmth = random.uniform(-0.10, 0.10)
    tint = np.array([1.0 - warmth, 1.0, 1.0 + warmth])
    field = 160 * random.uniform(0.74, 0.96) * light[:, :, None] * tint
    small = np.clip(field, 30, 165).astype(np.float32)
    wide = cv2.resize(small, CAMERA_SIZE, interpolation=cv2.INTER_LINEAR)
    return np.asarray((wide + 0.5).astype(np.uint8), np.uint8)


def noise_strength(seed: int, span: tuple[float, float]) -> float:
    """The spread of sensor noise that ``seed`` draws between two bounds, grey levels."""
    return float(np.random.default_rng((seed, 4)).uniform(*span))


@lru_cache(maxsize=2)
def noise_tile(seed: int, strength: float, level: int = NOISE_LEVEL) -> Picture:
    """Sensor noise about ``level``, BGR, wider than a picture, so that each can start elsewhere in it. ``strength`` is
    its spread, grey levels. ``level`` is at most 127. Do not write into it."""
    random = np.random.default_rng((seed, 4))
    random.uniform()  # the strength's
    shape = (_NOISE_ROWS, CAMERA_SIZE[0] + _NOISE_SPARE)
    grey = _noise(random, shape, (0.75, 0.75)) * strength
    colour = np.stack([_noise(random, shape, (1.2, 1.2)) for _ in range(3)], axis=2) * strength * 0.35
    noise = np.clip(np.rint(grey[:, :, None] + colour + level), 0, 2 * level)
    return np.asarray(noise.astype(np.uint8), np.uint8)
