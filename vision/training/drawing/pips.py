"""Suit pips drawn from Bézier curves, with random proportions: fat, thin, pointed, round, stems of several kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask
from vision.training.drawing.fonts import tight

Outline = NDArray[np.float64]
"""(N, 2) x, y of a closed outline; y down, the pip about 1 high around (0, 0)."""

_STEPS: Final = np.linspace(0.0, 1.0, 24)[:, None]


def bezier(*points: tuple[float, float]) -> Outline:
    """Points along a quadratic (3 points) or cubic (4 points) Bézier curve, (24, 2)."""
    p = [np.array(point, dtype=np.float64) for point in points]
    while len(p) > 1:
        p = [a + (b - a) * _STEPS for a, b in pairwise(p)]
    return p[0]


def mirrored(half: Outline) -> Outline:
    """The right half of an outline, top to bottom, closed by its mirror image on the left."""
    return np.vstack([half, (half * (-1.0, 1.0))[::-1]])


def heart(rng: np.random.Generator) -> list[Outline]:
    """A heart: pointed or round below, shallow or deep notch, narrow or wide."""
    half_wide = rng.uniform(0.40, 0.56)
    notch = rng.uniform(-0.38, -0.2)
    bulge = rng.uniform(-0.28, -0.08)
    belly = rng.uniform(0.02, 0.24)
    lobe = (0.0, notch), (rng.uniform(0.02, 0.12), -0.62), (half_wide, -0.62), (half_wide, bulge)
    waist = (half_wide, bulge), (half_wide, belly), (rng.uniform(0.03, 0.26), rng.uniform(0.16, 0.34)), (0.0, 0.5)
    return [mirrored(np.vstack([bezier(*lobe), bezier(*waist)]))]


def diamond(rng: np.random.Generator) -> list[Outline]:
    """A diamond with straight, hollow or slightly full sides."""
    half_wide = rng.uniform(0.30, 0.50)
    hollow = rng.choice([0.0, rng.uniform(0.0, 0.32), rng.uniform(-0.1, 0.0)])
    middle = half_wide / 2 * (1 - hollow), 0.25 * (1 - hollow)
    upper = bezier((0.0, -0.5), (middle[0], -middle[1]), (half_wide, 0.0))
    lower = bezier((half_wide, 0.0), middle, (0.0, 0.5))
    return [mirrored(np.vstack([upper, lower]))]


def _stem(rng: np.random.Generator, top: float) -> Outline:
    """The stem of a spade or a club: a flared trumpet, a straight wedge, a plain bar, a bar on a foot, or a foot that
    curls up on both sides."""
    kind = rng.integers(5)
    neck = rng.uniform(0.015, 0.07)
    foot = rng.uniform(0.1, 0.3)
    rise = rng.uniform(-0.02, 0.06)
    if kind == 0:
        side = bezier((neck, top), (neck, 0.32), (foot, 0.5))
    elif kind == 1:
        side = np.array([(neck, top), (foot, 0.5)])
    elif kind == 2:
        side = np.array([(neck + 0.03, top), (neck + 0.03, 0.5)])
    elif kind == 4:
        foot = rng.uniform(0.16, 0.3)
        tip = foot + rng.uniform(0.0, 0.06), 0.5 - rng.uniform(0.1, 0.18)
        inner = bezier((neck, top), (neck, 0.4), (0.6 * foot, 0.46), tip)
        side = np.vstack([inner, bezier(tip, (foot + 0.03, 0.5), (0.5 * foot, 0.5))])
    else:
        bar = rng.uniform(0.03, 0.08)
        side = np.array([(neck + 0.01, top), (neck + 0.01, 0.5 - bar), (foot, 0.5 - bar), (foot, 0.5)])
    return mirrored(np.vstack([side, [(0.0, 0.5 - rise)]]))


def spade(rng: np.random.Generator) -> list[Outline]:
    """A spade: slim or broad leaf, round or drooping lobes, any stem."""
    half_wide = rng.uniform(0.36, 0.54)
    lowest = rng.uniform(0.2, 0.37)
    widest = rng.uniform(-0.02, 0.16)
    tip = rng.uniform(0.02, 0.2), rng.uniform(-0.36, -0.2)
    shoulder = half_wide, widest - rng.uniform(0.1, 0.3)
    side = bezier((0.0, -0.5), tip, shoulder, (half_wide, widest))
    crotch = rng.uniform(0.04, lowest - 0.12)
    inward = rng.uniform(0.05, 0.2), lowest + 0.1
    lobe = bezier((half_wide, widest), (half_wide, lowest + 0.14), inward, (0.0, crotch))
    return [mirrored(np.vstack([side, lobe])), _stem(rng, crotch - 0.15)]


def club(rng: np.random.Generator) -> list[Outline]:
    """A club: three leaves, apart or grown together, round, or at times pointed or like hearts, and any stem."""
    radius = rng.uniform(0.19, 0.27)
    stretch = rng.uniform(0.92, 1.12)
    aside = rng.uniform(0.85, 1.2) * radius
    low = rng.uniform(0.05, 0.16)
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    shape = rng.random()
    # 1 on the whole circle but near its outer end, where a leaf comes to a point (or, below 0, has a dent)
    point = rng.uniform(0.1, 0.25) if shape < 0.08 else -rng.uniform(0.12, 0.25) if shape < 0.16 else 0.0
    if point > 0:
        # pointed leaves grown together would be a spade
        radius, aside = min(radius, 0.22), 1.25 * min(radius, 0.22)
    reach = 1 + point * np.exp(-((np.minimum(turn, 2 * np.pi - turn) / 0.35) ** 2))

    def leaf_towards(angle: float) -> Outline:
        grown = np.column_stack([np.cos(turn + angle) * stretch, np.sin(turn + angle)])
        return np.asarray(radius * grown * reach[:, None])

    leaf, mirror = leaf_towards(0.1), leaf_towards(0.1) * (-1.0, 1.0)
    top = leaf_towards(-np.pi / 2) + np.array((0.0, -0.5 + radius))
    heart_size = rng.uniform(0.3, 0.9) * radius
    core = np.array([(0.0, -0.5 + radius), (heart_size, low), (0.0, low + heart_size / 2), (-heart_size, low)])
    return [top, leaf + np.array((aside, low)), mirror + np.array((-aside, low)), core, _stem(rng, low - 0.05)]


SHAPES: Final[Mapping[str, Callable[[np.random.Generator], list[Outline]]]] = {
    "C": club,
    "D": diamond,
    "H": heart,
    "S": spade,
}


def pip_mask(outlines: list[Outline], size: int = 256) -> Mask:
    """The outlines filled, cut tight; a pip of height 1 becomes `size` px high."""
    around = 1.6
    canvas = np.zeros((round(size * around),) * 2, np.uint8)
    for outline in outlines:
        points = np.round((outline + around / 2) * size * 16).astype(np.int32)
        cv2.fillPoly(canvas, [points], 255, cv2.LINE_AA, shift=4)
    return tight(canvas)
