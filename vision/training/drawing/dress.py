"""How indices are dressed up: rims, hollow letters and shadows, and the tabs, circles and lines about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np

from vision.arrays import Colour, Mask, Picture
from vision.training.drawing.inks import brightness, legible
from vision.training.drawing.labels import IndexBox

Paint = Colour | Picture
"""One BGR colour, or (H, W, 3) a colour for each pixel of a mask."""
Backing = Literal["none", "tab", "circle", "box"]
Lines = Literal["none", "column", "frame", "bracket"]

PLAIN: Final = (0.81, 0.055, 0.085, 0.05)


@dataclass(frozen=True)
class Dress:
    """Chosen once for a pack; px on the face."""

    kind: Literal["plain", "rim", "hollow", "shadow"]
    thick: int
    """of the rim or outline, or how far the shadow falls"""
    other: Colour
    """of rim, shadow or what fills hollow letters"""
    backing: Backing
    reverse: bool
    """the backing is in the suit's ink and the index in that of the paper"""
    tint: Colour
    lines: Lines
    line: Colour
    pad: int
    """from the index to its backing's or line's edge"""


def choose_dress(rng: np.random.Generator, paper: Colour, cap: float) -> Dress:
    """A way to dress the indices of a pack on `paper`, its ranks `cap` px high: mostly none at all."""
    kinds: tuple[Literal["plain", "rim", "hollow", "shadow"], ...] = ("plain", "rim", "hollow", "shadow")
    kind = kinds[int(rng.choice(4, p=PLAIN))]
    thick = max(3 if kind == "hollow" else 2, round(float(rng.uniform(0.025, 0.055)) * cap))
    grey = int(rng.integers(0, 60))
    gold = (int(rng.integers(20, 80)), int(rng.integers(120, 180)), int(rng.integers(160, 220)))
    other = (grey, grey, grey) if brightness(paper) > 110 else (230, 230, 230)
    if kind == "rim" and rng.random() < 0.4:
        other = legible(gold, paper, 45)
    elif kind == "hollow":
        other = paper if rng.random() < 0.6 else _pastel(rng, paper)
    elif kind == "shadow":
        b, g, r = (int(0.6 * part + 0.4 * (128 - 40)) for part in paper)
        other = b, g, r
    backings: tuple[Backing, ...] = ("none", "tab", "circle", "box")
    lines: tuple[Lines, ...] = ("none", "column", "frame", "bracket")
    return Dress(
        kind,
        thick,
        other,
        backings[int(rng.choice(4, p=(0.93, 0.025, 0.02, 0.025)))],
        rng.random() < 0.5,
        _pastel(rng, paper),
        lines[int(rng.choice(4, p=(0.85, 0.06, 0.04, 0.05)))],
        gold if rng.random() < 0.3 else (grey, grey // 2, int(rng.integers(0, 200))),
        int(rng.integers(4, 12)),
    )


def _pastel(rng: np.random.Generator, paper: Colour) -> Colour:
    b, g, r = (int(np.clip(part - rng.uniform(0, 70), 0, 255)) for part in paper)
    return b, g, r


def dressed(dress: Dress, mask: Mask, colour: Colour) -> tuple[Mask, Paint]:
    """The index's mask and its ink: with a rim or outline the mask grows by `dress.thick` on each side."""
    if dress.kind in ("plain", "shadow"):
        return mask, colour
    around = dress.thick
    inner = cv2.copyMakeBorder(mask, around, around, around, around, cv2.BORDER_CONSTANT, value=0)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * around + 1,) * 2)
    grown = np.asarray(cv2.dilate(inner, kernel), np.uint8)
    fill, rim = (colour, dress.other) if dress.kind == "rim" else (dress.other, colour)
    share = inner[:, :, None] / 255.0
    ink = (share * np.array(fill) + (1 - share) * np.array(rim)).astype(np.uint8)
    return grown, np.asarray(ink, np.uint8)


def index_ink(dress: Dress, colour: Colour, paper: Colour) -> Colour:
    """What the index is printed in when its suit's ink is `colour`."""
    if dress.backing == "none":
        return colour
    return legible(paper, colour) if dress.reverse else legible(colour, dress.tint)


def draw_backing(dress: Dress, face: Picture, box: IndexBox, colour: Colour) -> None:
    """The tab, circle or lines about the index at `box`, drawn on the face before the index."""
    x0, y0 = round(box.x - box.width / 2) - dress.pad, round(box.y - box.height / 2) - dress.pad
    x1, y1 = round(box.x + box.width / 2) + dress.pad, round(box.y + box.height / 2) + dress.pad
    high, wide = face.shape[:2]
    fill = colour if dress.reverse else dress.tint
    if dress.backing == "box":
        cv2.rectangle(face, (x0, y0), (x1, y1), fill, -1, cv2.LINE_AA)
    elif dress.backing == "circle":
        axes = round(0.75 * (x1 - x0)), round(0.62 * (y1 - y0))
        cv2.ellipse(face, (round(box.x), round(box.y)), axes, 0, 0, 360, fill, -1, cv2.LINE_AA)
    elif dress.backing == "tab":
        x0, x1 = (0, x1) if box.x < wide / 2 else (x0, wide)
        y0, y1 = (0, y1) if box.y < high / 2 else (y0, high)
        cv2.rectangle(face, (x0, y0), (x1, y1), fill, -1, cv2.LINE_AA)
    inner = x1 if box.x < wide / 2 else x0
    lower = y1 if box.y < high / 2 else y0
    if dress.lines == "frame":
        cv2.rectangle(face, (x0, y0), (x1, y1), dress.line, 2, cv2.LINE_AA)
    elif dress.lines == "column":
        cv2.line(face, (inner, 0 if box.y < high / 2 else high), (inner, lower), dress.line, 2, cv2.LINE_AA)
    elif dress.lines == "bracket":
        cv2.line(face, (inner, y0), (inner, y1), dress.line, 2, cv2.LINE_AA)
        cv2.line(face, (x0, lower), (x1, lower), dress.line, 2, cv2.LINE_AA)
