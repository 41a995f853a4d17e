"""Whether a picture that a camera gave can be believed at all: the right kind and size, not black, not cut short."""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.camera.protocol import SMALL, Box, Look
from whist.phrases import phrase

BLACK: Final = 32
"""A look is black when all but a few of its pixels are darker than this; video's own black is 16."""
_FEW: Final = 0.005
_BAND: Final = 32
"""A picture was cut short when its lowest 1/32 is of one single colour, and should not be. Full white is none of them:
a lamp may do that."""
_WHITE: Final = 255
_COARSE: Final = 4
"""Look and capture are compared in cells of so many pixels of the look, each way."""
_SAMPLES: Final = 4
"""So many pixels of a capture are taken for a cell, each way: fewer would differ by fine print."""
_DIFFERENT: Final = 48.0
"""Grey levels by which a cell of look and capture must differ to count: their ways to grey differ a little."""
_MOST_DIFFERENT: Final = 0.02
"""Share of the cells that may differ: sharp edges do."""
_LEAST_SIDE: Final = 4 * _COARSE
"""A look with a shorter side is no picture, pixels."""


def fault_of_look(look: Look, before: Look | None) -> str:
    """What is wrong with a look, as "black", or "" when it can be used; ``before`` is the last that could be."""
    picture: Any = look.picture
    if not _is_grey(picture) or min(picture.shape) < _LEAST_SIDE or not _is_time(look.t):
        return phrase("empty or of a strange kind")
    if is_black(picture):
        return "black"
    if before is None:
        return ""
    if picture.shape != before.picture.shape:
        return phrase("of another size than before")
    if _ends_flat(picture) and not _ends_flat(before.picture):
        return phrase("cut short")
    return ""


def fault_of_capture(capture: Picture, look: Look, box: Box | None = None) -> str:
    """What is wrong with a capture of the moment of ``look``, or "" when it can be used; ``capture`` is what
    ``box`` shows of it, where one is given."""
    picture: Any = capture
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        return phrase("empty or of a strange kind")
    x0, y0, x1, y1 = (0, 0, *look.picture.shape[::-1]) if box is None else (side // SMALL for side in box)
    small = look.picture[y0:y1, x0:x1]
    if any(not 0 <= side - its * SMALL < SMALL for side, its in zip(picture.shape[:2], small.shape, strict=True)):
        return phrase("of another size than before")
    if _ends_flat(picture) and not _ends_flat(small):
        return phrase("cut short")
    return phrase("torn") if _differ(picture, small) else ""


def is_black(look: Picture) -> bool:
    """Whether a grey picture shows nothing but black and its noise."""
    sample = look[::2, ::2]
    few = _FEW * sample.size
    # every look is asked this, and of one that is not black a few pixels tell it
    return all(np.count_nonzero(part >= BLACK) <= few for part in (sample[::4, ::4], sample))


def _is_grey(picture: Any) -> bool:
    return isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.ndim == 2


def _is_time(t: Any) -> bool:
    return isinstance(t, int | float | np.floating) and math.isfinite(t)


def _ends_flat(picture: Picture) -> bool:
    band = picture[-max(1, picture.shape[0] // _BAND) :, ::2]
    return bool((band == band[0, 0]).all() and band.min() < _WHITE)


def _differ(picture: Picture, look: Picture) -> bool:
    """Whether a capture shows something else than its look."""
    height, width = look.shape
    size = (width // _COARSE, height // _COARSE)
    # some pixels, not the mean of all: this is done with each capture, and has to be cheap
    some = (size[0] * _SAMPLES, size[1] * _SAMPLES)
    sampled = cv2.cvtColor(cv2.resize(picture, some, interpolation=cv2.INTER_NEAREST), cv2.COLOR_BGR2GRAY)
    large, small = (
        np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32) for grey in (sampled, look)
    )
    # a look out of a video stream has its black at 16 and its white at 235
    return min(_share(large, small), _share(large, (small - 16.0) * (255.0 / 219.0))) > _MOST_DIFFERENT


def _share(a: Numbers, b: Numbers) -> float:
    return float(np.count_nonzero(np.abs(a - b) > _DIFFERENT)) / a.size
