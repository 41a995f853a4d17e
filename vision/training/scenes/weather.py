"""What a camera and a room do to a picture: light, shadow, glare, blur, noise, JPEG.

Pictures are (h, w, 3) uint8 BGR; a new one is given back. All chance comes from the generator given.

One thing at most is bad in a picture, the others are mild: of pictures that are dark, smeared, small and noisy at once
nobody can learn anything.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.packs.spoil import through_jpeg
from vision.training.scenes.clutter import cloud

_TILE: Final = 1024
_LEAST_LEFT: Final = 5.8
"""So many pixels of an index's height are left by the strongest blur: people still read most of them."""
_MOST_MOTION: Final = 0.3
"""Length of the longest smear, in heights of an index."""
_LEAST_HEIGHT: Final = 7.0
"""A picture is not made so small that its indices would be lower than this, pixels."""
_SMALL: Final = 14.0
"""Indices no higher than this, pixels, cannot be read after the worst JPEG."""
_BAD: Final = (
    "dark",
    "dark",
    "pale",
    "shadow",
    "glare",
    "blur",
    "blur",
    "blur",
    "pixels",
    "pixels",
    "noise",
    "jpeg",
    "jpeg",
)
"""What may be bad in a picture."""


class Weather:
    """Spoils pictures; keeps a tile of noise, because drawing fresh noise for every picture is slow."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._noise: Numbers = rng.normal(0, 1, (_TILE, _TILE, 3)).astype(np.float32)
        grey = rng.normal(0, 1, (_TILE, _TILE, 1)).astype(np.float32)
        self._noise = 0.6 * self._noise + 0.8 * grey

    def spoil(self, rng: np.random.Generator, picture: Picture, height: float = 20.0) -> Picture:
        """The picture as a camera might see it; one in five stays as it is, and one in three has one of `_BAD`.

        `height` is that of the indices in it, pixels: blur goes as far as a person may still read them.
        """
        kind = rng.random()
        if kind < 0.2:
            return picture
        bad = _BAD[int(rng.integers(len(_BAD)))] if kind > 0.67 else ""
        out = self._lit(rng, picture, bad)
        calm = 0.5 if bad else 1.0
        if bad == "blur" or rng.random() < 0.45 * calm:
            out = _blurred(rng, out, height, bad == "blur")
        if bad == "pixels" or rng.random() < 0.25 * calm:
            out = _resampled(rng, out, height, bad == "pixels")
        noisy = out.astype(np.float32)
        # what is blurred by the lens has often little noise, and is sharpened before it is searched
        if bad in ("noise", "dark") or rng.random() < (0.3 if bad == "blur" else 0.65):
            noisy = self._grainy(rng, noisy, (6.0, 16.0) if bad == "noise" else (1.0, 6.0))
        out = np.clip(noisy, 0, 255).astype(np.uint8)
        if rng.random() < 0.2:
            out = _sharpened(rng, out)
        if bad == "jpeg":
            out = through_jpeg(out, int(rng.uniform(12 if height > _SMALL else 25, 45)))
        elif rng.random() < 0.5 * calm:
            out = through_jpeg(out, int(rng.uniform(45, 95)))
        if rng.random() < 0.08:
            out = np.asarray(cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
        return out

    def _grainy(self, rng: np.random.Generator, picture: Numbers, strengths: tuple[float, float]) -> Numbers:
        height, width = picture.shape[:2]
        x, y = rng.integers(0, _TILE - width), rng.integers(0, _TILE - height)
        noise = self._noise[y : y + height, x : x + width]
        if rng.random() < 0.3:
            noise = 1.8 * np.asarray(cv2.blur(noise, (2, 2)), np.float32)
        strength = float(np.exp(rng.uniform(math.log(strengths[0]), math.log(strengths[1]))))
        return picture + strength * noise

    def _lit(self, rng: np.random.Generator, picture: Picture, bad: str) -> Picture:
        size = picture.shape[0]
        gain = np.ones((size, size), np.float32)
        if rng.random() < 0.6:
            gain *= 1 + rng.uniform(0.05, 0.3) * cloud(rng, size, (2, 2))
        if bad == "shadow" or rng.random() < 0.12:
            gain *= _shadow(rng, size)
        exposure = float(np.exp(rng.normal(0.0, 0.2)))
        if bad == "dark":
            exposure *= rng.uniform(0.25, 0.6)
        elif bad == "pale":
            exposure *= rng.uniform(1.2, 1.5)
        tint = np.exp(rng.normal(0, 0.11, 3)).astype(np.float32)
        if rng.random() < 0.2:
            warm = rng.uniform(0, 0.4)
            tint *= np.array([1 - warm, 1 - 0.35 * warm, 1 + 0.2 * warm], np.float32)
        table = np.arange(256, dtype=np.float32) / 255.0
        table = 255.0 * table ** float(np.exp(rng.normal(0, 0.2)))
        lift = rng.uniform(0, 45) if rng.random() < 0.2 else 0.0
        curve = np.clip(lift + table * (255 - lift) / 255, 0, 255).astype(np.float32)
        out = np.asarray(cv2.LUT(picture, curve), np.float32) * (gain[..., None] * (exposure * tint))
        if bad == "glare" or rng.random() < 0.04:
            out += _glare(rng, size)[..., None]
        return np.clip(out, 0, 255).astype(np.uint8)


def _shadow(rng: np.random.Generator, size: int) -> Numbers:
    mask = np.ones((size, size), np.float32)
    middle = rng.uniform(0, size, 2)
    corners = middle + rng.normal(0, rng.uniform(0.2, 0.8) * size, (int(rng.integers(3, 6)), 2))
    cv2.fillPoly(mask, [corners.astype(np.int32)], float(rng.uniform(0.3, 0.8)))
    soft = int(rng.integers(1, 12))
    return np.asarray(cv2.blur(mask, (soft, soft)), np.float32)


def _glare(rng: np.random.Generator, size: int) -> Numbers:
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    x, y = rng.uniform(0, size, 2)
    wide, tall = rng.uniform(0.05, 0.35, 2) * size
    return np.asarray(
        rng.uniform(50, 200) * np.exp(-(((columns - x) / wide) ** 2) - ((rows - y) / tall) ** 2), np.float32
    )


def _blurred(rng: np.random.Generator, picture: Picture, height: float, bad: bool) -> Picture:
    share = 1.0 if bad else 0.4
    if rng.random() < 0.7:
        most = share * 0.5 * math.sqrt(max((height / _LEAST_LEFT) ** 2 - 1, 0.3))
        sigma = float(np.exp(rng.uniform(math.log(0.4 * most if bad else 0.3), math.log(max(most, 0.4)))))
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)
    length = int(rng.integers(3, max(6, round(share * _MOST_MOTION * height))))
    kernel = np.zeros((length, length), np.float32)
    turn = rng.uniform(0, math.pi)
    middle = (length - 1) / 2
    for step in np.linspace(-middle, middle, 3 * length):
        kernel[round(middle + step * math.sin(turn)), round(middle + step * math.cos(turn))] = 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def _resampled(rng: np.random.Generator, picture: Picture, index: float, bad: bool) -> Picture:
    """Fewer pixels than the picture pretends, in one direction more than in the other: a tilted plane, rectified."""
    height, width = picture.shape[:2]
    least = min(max((1.0 if bad else 1.6) * _LEAST_HEIGHT / index, 0.25), 0.8)
    x, y = rng.uniform(max(least, 0.5), 1.0, 2) * (rng.uniform(least, 1.0) if bad else 1.0)
    way = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_AREA]))
    small = cv2.resize(picture, (int(width * x), int(height * y)), interpolation=way)
    back = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(small, (width, height), interpolation=back), np.uint8)


def _sharpened(rng: np.random.Generator, picture: Picture) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
    strength = rng.uniform(0.3, 1.5)
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.uint8)
