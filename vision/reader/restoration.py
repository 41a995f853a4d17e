"""Photographs that are noisy, dark or out of focus, made as clear as they can be before they are searched.

Both networks were shown such pictures, but see less in them than in what this makes of them. A picture is judged by a
few strips of rows; one that needs nothing stays as it is.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import scipy.fft

Picture = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

_STRIPS: Final = (6, 16)
"""A picture is judged by so many strips of so many rows, spread over its height."""
_LIGHT: Final = 95.0
"""The light in a picture is its brightest channel's value at this percentile."""
_PAPER: Final = 0.5
"""Brighter than this share of the light is the paper of cards, and what is as bright."""
_NOISY: Final = 0.04
"""Standard deviation of the noise on paper, as a share of the light, from which on a dark picture is smoothed."""
_SMOOTH: Final = 1.0
"""Standard deviation of the Gaussian that smoothes it, pixels."""
_DARK, _BRIGHT = 125.0, 155.0
"""A picture with less light than the first is brightened to the second, if it is noisy."""
_LAPLACIANS: Final = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Difference of two Laplacians: noise of deviation 1 becomes 6, edges hardly count (J. Immerkær, Computer Vision and
Image Understanding 64 (1996) 300)."""
_FLAT: Final = (25.0, 0.3186)
"""A percentile, and how many standard deviations normal noise has there: below it is paper without print."""
_EDGES: Final = 98.0
"""Edges are what is as steep as this percentile of all pixels, and..."""
_STEEP: Final = 2
"""... no less than this, grey levels on a pixel."""
_OUT_OF_FOCUS: Final = 1.5
"""Edges blurred by more than this are sharpened: a Gaussian's standard deviation, pixels."""
_ALL_BLUR: Final = 4.0
"""Edges blurred by more than this are as well seen in a picture of half the size."""
_LEAST_SIDE: Final = 64
"""A picture with a shorter side is not made smaller, nor sharpened, pixels."""
_OF_LENS: Final = 0.75
"""So much of the blur of edges is undone: in a sharp picture, too, edges are not of one pixel's width."""
_NOISE_POWER: Final = 0.01
"""Power of noise as a share of that of the picture, at every frequency."""
_TILE: Final = 512
"""Sharpened in squares of this side, so that a huge picture takes no more memory, pixels."""


def restored(picture: Picture) -> tuple[Picture, float]:
    """A picture (h, w, 3) uint8 BGR smoothed and brightened, or sharpened, or as it is; and its size as a share of what
    it was: of a picture so blurred that more pixels show no more, half as many rows and columns are left, or fewer."""
    light, blur = _judged(picture)
    part = 1.0
    while blur > _ALL_BLUR and min(picture.shape[:2]) > _LEAST_SIDE:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture, part = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8), part / 2
        light, blur = _judged(picture)
    return _cleared(picture, light, blur), part


def brightened(picture: Picture) -> Picture:
    """A picture (h, w, 3) smoothed and brightened where it is dark and noisy; else as it is."""
    light, _ = _judged(picture)
    return _cleared(picture, light, 0.0)


def _cleared(picture: Picture, light: float, blur: float) -> Picture:
    if light:
        smooth = cv2.GaussianBlur(picture, (0, 0), _SMOOTH)
        return np.asarray(cv2.convertScaleAbs(smooth, alpha=_BRIGHT / light), np.uint8)
    # what is so narrow shows no card, and may be a million pixels long
    if blur <= _OUT_OF_FOCUS or min(picture.shape[:2]) < _LEAST_SIDE:
        return picture
    return _sharpened(picture, _OF_LENS * blur)


def _judged(picture: Picture) -> tuple[float, float]:
    """The light in a picture that is dark and noisy, else 0; and how far the edges of one that is not are blurred."""
    strips = _strips(picture)
    light = float(np.percentile(np.concatenate([strip[::4, ::4].max(2).ravel() for strip in strips]), _LIGHT))
    greys = [np.asarray(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY), np.uint8) for strip in strips]
    if light < _DARK and _noise(greys, _PAPER * light) > _NOISY * light:
        return light, 0.0
    return 0.0, _blur(greys)


def _strips(picture: Picture) -> list[Picture]:
    count, rows = _STRIPS
    every = max(rows, picture.shape[0] // count)
    return [picture[top : top + rows] for top in range(0, max(1, picture.shape[0] - rows // 2), every)]


def _noise(greys: list[Picture], paper: float) -> float:
    """Standard deviation of the noise on what is brighter than `paper`, grey levels; 0 where nothing is."""
    found = []
    for grey in greys:
        bright = cv2.boxFilter(grey, -1, (5, 5)) > paper
        found.append(np.abs(cv2.filter2D(grey, cv2.CV_32F, _LAPLACIANS))[bright])
    every = np.concatenate(found)
    return float(np.percentile(every, _FLAT[0])) / _FLAT[1] / 6 if len(every) else 0.0


def _blur(greys: list[Picture]) -> float:
    """How far edges are blurred: a Gaussian's standard deviation, pixels; 0 where there is no edge.

    An edge blurred by s and again by 1 is less steep by sqrt(s² + 1) / s (S. Zhuo, T. Sim, Pattern Recognition 44
    (2011) 1852).
    """
    steep = np.concatenate([_steepness(grey) for grey in greys])
    again = np.concatenate([_steepness(np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8)) for grey in greys])
    # a Sobel operator adds eight differences
    edges = steep >= max(8 * _STEEP, float(np.percentile(steep[::4], _EDGES)))
    if not edges.any():
        return 0.0
    ratio = float(np.median(steep[edges] / np.maximum(again[edges], 1.0)))
    return 1 / float(np.sqrt(max(ratio * ratio - 1, 1e-3)))


def _steepness(grey: Picture) -> Numbers:
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32).ravel()


def _sharpened(picture: Picture, blur: float) -> Picture:
    """What a Gaussian of `blur` pixels did to the picture undone, by a Wiener filter."""
    height, width = picture.shape[:2]
    margin = round(4 * blur) + 1
    side = cv2.getOptimalDFTSize(_TILE + 2 * margin)
    up, across = np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side)[None, :]
    spread = np.exp(-2 * np.pi**2 * blur**2 * (up**2 + across**2))
    undo = (spread / (spread**2 + _NOISE_POWER) * (1 + _NOISE_POWER)).astype(np.float32)
    # beyond its edges the picture goes on, mirrored, so that none of them rings
    ends = (-height % _TILE + side, -width % _TILE + side)
    large = cv2.copyMakeBorder(picture, margin, ends[0], margin, ends[1], cv2.BORDER_REFLECT_101)
    out = np.empty_like(picture)
    for top in range(0, height, _TILE):
        for left in range(0, width, _TILE):
            part = large[top : top + side, left : left + side].astype(np.float32)
            clear = scipy.fft.irfft2(scipy.fft.rfft2(part, axes=(0, 1)) * undo[:, :, None], s=(side, side), axes=(0, 1))
            rows, columns = min(_TILE, height - top), min(_TILE, width - left)
            inside = clear[margin : margin + rows, margin : margin + columns]
            out[top : top + rows, left : left + columns] = np.clip(np.rint(inside), 0, 255)
    return out
