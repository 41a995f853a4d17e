"""Photographs that are noisy, dark or out of focus, made as clear as they can be before they are searched.

Both networks were shown such pictures, but see less in them than in what this makes of them. A picture is judged by a
few strips of rows; one that needs nothing stays as it is.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import scipy.fft

from vision.arrays import Numbers, Picture
from vision.thresholds import Clearing

_LAPLACIANS: Final = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Difference of two Laplacians: noise of deviation 1 becomes 6, edges hardly count (J. Immerkær, Computer Vision and
Image Understanding 64 (1996) 300)."""


def restored(picture: Picture) -> tuple[Picture, float]:
    """A picture (h, w, 3) uint8 BGR smoothed and brightened, or sharpened, or as it is; and its size as a share of what
    it was: of a picture so blurred that more pixels show no more, half as many rows and columns are left, or fewer."""
    light, blur = _judged(picture)
    part = 1.0
    while blur > Clearing.ALL_BLUR and min(picture.shape[:2]) > Clearing.LEAST_SIDE:
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
        smooth = cv2.GaussianBlur(picture, (0, 0), Clearing.SMOOTH)
        return np.asarray(cv2.convertScaleAbs(smooth, alpha=Clearing.BRIGHT / light), np.uint8)
    # what is so narrow shows no card, and may be a million pixels long
    if blur <= Clearing.OUT_OF_FOCUS or min(picture.shape[:2]) < Clearing.LEAST_SIDE:
        return picture
    return _sharpened(picture, Clearing.OF_LENS * blur)


def _judged(picture: Picture) -> tuple[float, float]:
    """The light in a picture that is dark and noisy, else 0; and how far the edges of one that is not are blurred."""
    strips = _strips(picture)
    light = float(np.percentile(np.concatenate([strip[::4, ::4].max(2).ravel() for strip in strips]), Clearing.LIGHT))
    greys = [np.asarray(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY), np.uint8) for strip in strips]
    if light < Clearing.DARK and _noise(greys, Clearing.PAPER * light) > Clearing.NOISY * light:
        return light, 0.0
    return 0.0, _blur(greys)


def _strips(picture: Picture) -> list[Picture]:
    count, rows = Clearing.STRIPS
    every = max(rows, picture.shape[0] // count)
    return [picture[top : top + rows] for top in range(0, max(1, picture.shape[0] - rows // 2), every)]


def _noise(greys: list[Picture], paper: float) -> float:
    """Standard deviation of the noise on what is brighter than `paper`, grey levels; 0 where nothing is."""
    found = []
    for grey in greys:
        bright = cv2.boxFilter(grey, -1, (5, 5)) > paper
        found.append(np.abs(cv2.filter2D(grey, cv2.CV_32F, _LAPLACIANS))[bright])
    every = np.concatenate(found)
    return float(np.percentile(every, Clearing.FLAT[0])) / Clearing.FLAT[1] / 6 if len(every) else 0.0


def _blur(greys: list[Picture]) -> float:
    """How far edges are blurred: a Gaussian's standard deviation, pixels; 0 where there is no edge.

    An edge blurred by s and again by 1 is less steep by sqrt(s² + 1) / s (S. Zhuo, T. Sim, Pattern Recognition 44
    (2011) 1852).
    """
    steep = np.concatenate([_steepness(grey) for grey in greys])
    again = np.concatenate([_steepness(np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.uint8)) for grey in greys])
    # a Sobel operator adds eight differences
    edges = steep >= max(8 * Clearing.STEEP, float(np.percentile(steep[::4], Clearing.EDGES)))
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
    side = cv2.getOptimalDFTSize(Clearing.TILE + 2 * margin)
    up, across = np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side)[None, :]
    spread = np.exp(-2 * np.pi**2 * blur**2 * (up**2 + across**2))
    undo = (spread / (spread**2 + Clearing.NOISE_POWER) * (1 + Clearing.NOISE_POWER)).astype(np.float32)
    # beyond its edges the picture goes on, mirrored, so that none of them rings
    ends = (-height % Clearing.TILE + side, -width % Clearing.TILE + side)
    large = cv2.copyMakeBorder(picture, margin, ends[0], margin, ends[1], cv2.BORDER_REFLECT_101)
    out = np.empty_like(picture)
    for top in range(0, height, Clearing.TILE):
        for left in range(0, width, Clearing.TILE):
            part = large[top : top + side, left : left + side].astype(np.float32)
            clear = scipy.fft.irfft2(scipy.fft.rfft2(part, axes=(0, 1)) * undo[:, :, None], s=(side, side), axes=(0, 1))
            rows, columns = min(Clearing.TILE, height - top), min(Clearing.TILE, width - left)
            inside = clear[margin : margin + rows, margin : margin + columns]
            out[top : top + rows, left : left + columns] = np.clip(np.rint(inside), 0, 255)
    return out
