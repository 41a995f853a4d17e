"""What the display draws: the trump as large as it goes, and beside it, where there is room, whose turn it is.

Nothing is written, so that it is read in every language and from across the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.suits import SUIT_NAMES, SUITS, Stroke

Bitmap = npt.NDArray[np.uint8]

_STEPS: Final = 12
"""Straight pieces that a curve is drawn in."""
_FINE: Final = 4
"""Bits of a pixel's fraction in OpenCV's drawing."""
_SMALL: Final = {
    "C": ("..####..", "..####..", "..####..", "########", "########", "##.##.##", "...##...", "..####.."),
    "D": ("...##...", "..####..", ".######.", "########", "########", ".######.", "..####..", "...##..."),
    "H": (".##..##.", "########", "########", "########", ".######.", "..####..", "...##...", "........"),
    "S": ("...##...", "..####..", ".######.", "########", "########", "##.##.##", "...##...", "..####.."),
    "NT": ("........", "........", "........", ".######.", ".######.", "........", "........", "........"),
}
"""Each trump on 8 × 8 lights, drawn light by light: outlines this small would be blots."""


def picture(view: Mapping[str, Any], width: int, height: int) -> Bitmap:
    """What public view ``view`` says, as a picture (height, width) of 0 (dark) and 255 (lit).

    On a square one the trump alone; on a wide one the trump on the left, the seats on the right, seen from above with
    South below: rings, a disc where it is somebody's turn. Dark where there is no trump yet.
    """
    drawn = np.zeros((height, width), np.uint8)
    trump = view["trump"]
    if trump is not None and height <= len(_SMALL[trump]):
        small = _small(trump)
        drawn[: small.shape[0], : small.shape[1]] = small[:height, :width]
    elif trump is not None:
        _draw_trump(drawn[:, :height], trump)
    if width >= 2 * height:
        _draw_seats(drawn[:, -height:], view["seats"], view["turn"])
    return drawn


def _small(trump: str) -> Bitmap:
    return np.array([[255 if light == "#" else 0 for light in row] for row in _SMALL[trump]], np.uint8)


def _draw_trump(drawn: Bitmap, trump: str) -> None:
    side = drawn.shape[0]
    if trump not in SUIT_NAMES:
        middle, thick = side // 2, max(1, side // 12)
        cv2.circle(drawn, (middle, middle), side * 3 // 8, 255, thick)
        cv2.line(drawn, (side // 4, side * 3 // 4), (side * 3 // 4, side // 4), 255, thick)
        return
    for outline in _outlines(SUITS[SUIT_NAMES[trump]]):
        at = (outline * (0.94, -0.94) + 0.5) * (side - 1)
        cv2.fillPoly(drawn, [np.round(at * 2**_FINE).astype(np.int32)], 255, shift=_FINE)


def _outlines(strokes: Sequence[Stroke]) -> Iterator[npt.NDArray[np.float64]]:
    """Each closed outline as points (n, 2), in the unit of ``strokes``, y up."""
    points: list[tuple[float, float]] = []
    for kind, *numbers in strokes:
        if kind == "M":
            points = [(numbers[0], numbers[1])]
        elif kind == "L":
            points.append((numbers[0], numbers[1]))
        elif kind == "C":
            points += _curve(points[-1], numbers)
        else:
            yield np.array(points)


def _curve(start: tuple[float, float], numbers: Sequence[float]) -> list[tuple[float, float]]:
    ends = np.array([start, numbers[0:2], numbers[2:4], numbers[4:6]])
    along = np.linspace(0, 1, _STEPS + 1)[1:, None]
    weights = np.hstack([math.comb(3, k) * along**k * (1 - along) ** (3 - k) for k in range(4)])
    return [(float(x), float(y)) for x, y in weights @ ends]


def _draw_seats(drawn: Bitmap, seats: Sequence[Mapping[str, Any]], turn: int | None) -> None:
    side, south = drawn.shape[0], next((k for k, one in enumerate(seats) if one.get("person") == "south"), 0)
    radius = max(2, min(side // 8, int(side * 1.1 / max(len(seats), 1))))
    for place, seat in enumerate(seats):
        angle = 2 * math.pi * (place - south) / len(seats)  # play goes clockwise (RULES C2), from South to the left
        x = round((side - 1) / 2 - math.sin(angle) * (side / 2 - radius - 2))
        y = round((side - 1) / 2 + math.cos(angle) * (side / 2 - radius - 2))
        cv2.circle(drawn, (x, y), radius, 255, cv2.FILLED if seat["seat"] == turn else 1)
