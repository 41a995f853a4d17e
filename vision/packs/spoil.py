"""Photographs spoiled in known ways: dark and noisy, blurred, squeezed by JPEG, in warm light, grey, small.

Each spoil is a pure function from a picture to a picture, (h, w, 3) uint8 BGR both; the one that needs chance has a
fixed seed. What cards are there stays the same; only `shrunk` changes the size, so boxes shrink with it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture

Spoil = Callable[[Picture], Picture]

GAIN: Final = 0.35
NOISE: Final = 8.0
"""Standard deviation of the noise in the dark, of 255, in each pixel and channel on its own."""
SEED: Final = 20_260
BLUR: Final = 2.5
"""Standard deviation of the Gaussian blur, pixels."""
QUALITY: Final = 15
"""JPEG quality, 0…100."""
TUNGSTEN: Final = (0.45, 0.80, 1.15)
"""Gains of blue, green and red under a bulb that the camera does not balance; red clips where the paper is white."""
SHRINK: Final = 0.3


def clean(picture: Picture) -> Picture:
    """The picture as it is."""
    return picture


def dark(picture: Picture) -> Picture:
    """`GAIN` times as bright, then noise of `NOISE`: a room at night, and a camera that does not wait for light."""
    noise = np.random.default_rng(SEED).standard_normal(picture.shape, np.float32)
    return _bytes(picture.astype(np.float32) * GAIN + noise * NOISE)


def blurred(picture: Picture) -> Picture:
    """Out of focus: a Gaussian of `BLUR` pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), BLUR), np.uint8)


def squeezed(picture: Picture) -> Picture:
    """Written and read as a JPEG of quality `QUALITY`."""
    return through_jpeg(picture, QUALITY)


def through_jpeg(picture: Picture, quality: int) -> Picture:
    """Written and read as a JPEG of `quality` 0…100."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG into memory.")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def tungsten(picture: Picture) -> Picture:
    """Warm light: channels times `TUNGSTEN`."""
    return _bytes(picture.astype(np.float32) * np.array(TUNGSTEN, np.float32))


def grey(picture: Picture) -> Picture:
    """Without colour, three equal channels."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def shrunk(picture: Picture) -> Picture:
    """`SHRINK` times as wide and high, each side at least one pixel."""
    height, width = picture.shape[:2]
    size = (max(1, round(width * SHRINK)), max(1, round(height * SHRINK)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _bytes(values: npt.NDArray[np.float32]) -> Picture:
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


SPOILS: Final[MappingProxyType[str, Spoil]] = MappingProxyType(
    {
        "clean": clean,
        "dark": dark,
        "blurred": blurred,
        "jpeg": squeezed,
        "tungsten": tungsten,
        "grey": grey,
        "shrunk": shrunk,
    }
)
"""All spoils by name, "clean" first."""
