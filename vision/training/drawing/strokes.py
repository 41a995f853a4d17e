"""Rank glyphs of the project's own, drawn with a broad pen along Bézier skeletons in the shapes printed cards use:
flat-topped or round 3, open or closed 4, 6 and 9 with curled or straight tails, J with or without bar, swash-tailed Q.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Mask
from vision.training.drawing.fonts import tight
from vision.training.drawing.pips import Outline, bezier
from whist.cards import RANKS

_CAP: Final = 360
"""Height of a glyph while it is drawn, px; halved in the end for smooth edges."""


class _Hand:
    """One alphabet's habits: each is chosen once, so all glyphs of a pack agree."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.serifs = rng.random() < 0.55
        self.serif = float(rng.uniform(0.07, 0.14))
        self.balls = self.serifs and rng.random() < 0.5
        self.flat_three = rng.random() < 0.5
        self.open_four = rng.random() < 0.4
        self.straight_tails = rng.random() < 0.4
        self.barred_j = rng.random() < 0.55
        self.swash = rng.random() < 0.6
        self.flagged_one = rng.random() < 0.6
        self.crossed_seven = rng.random() < 0.06
        self.curved_seven = rng.random() < 0.5
        self.narrow_q = float(rng.uniform(0.22, 0.34))
        self.square = rng.random() < 0.4
        self.wide = float(rng.uniform(0.8, 1.25))
        self.across = float(rng.uniform(0.07, 0.2))
        self.down = self.across * float(rng.uniform(0.3, 1.0))

    def pen(self) -> Mask:
        """The pen's nib."""
        size = max(3, round(self.across * _CAP)), max(3, round(self.down * _CAP))
        shape = cv2.MORPH_RECT if self.square else cv2.MORPH_ELLIPSE
        return np.asarray(cv2.getStructuringElement(shape, size), np.uint8)

    def wobble(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] + float(self.rng.normal(0, 0.008)), point[1] + float(self.rng.normal(0, 0.008))

    def curve(self, *points: tuple[float, float]) -> Outline:
        ends = [points[0], *(self.wobble(point) for point in points[1:-1]), points[-1]]
        return bezier(*ends)

    def foot(self, x: float, y: float) -> list[Outline]:
        """A serif lying across the end of a stem."""
        return [_line((x - self.serif, y), (x + self.serif, y))] if self.serifs else []


def _line(*points: tuple[float, float]) -> Outline:
    return np.array(points, dtype=np.float64)


def _ring(x: float, y: float, rx: float, ry: float) -> Outline:
    turn = np.linspace(0, 2 * np.pi, 60)
    return np.column_stack([x + rx * np.cos(turn), y + ry * np.sin(turn)])


def _two(hand: _Hand) -> list[Outline]:
    over = hand.curve((0.03, 0.24), (0.03, -0.08), (0.6, -0.08), (0.57, 0.3))
    down = hand.curve((0.57, 0.3), (0.55, 0.56), (0.1, 0.78), (0.0, 1.0))
    return [over, down, _line((0.0, 1.0), (0.58, 1.0)), *([_line((0.58, 1.0), (0.58, 0.84))] if hand.serifs else [])]


def _three(hand: _Hand) -> list[Outline]:
    bowl = hand.curve((0.24, 0.43), (0.68, 0.4), (0.72, 1.0), (0.28, 1.0))
    tail = hand.curve((0.28, 1.0), (0.12, 1.0), (0.03, 0.92), (0.0, 0.8))
    if hand.flat_three:
        hook = [_line((0.03, 0.0), (0.03, 0.14))] if hand.serifs else []
        return [_line((0.03, 0.0), (0.54, 0.0), (0.24, 0.43)), bowl, tail, *hook]
    top = hand.curve((0.03, 0.2), (0.05, -0.07), (0.57, -0.07), (0.54, 0.22))
    return [top, hand.curve((0.54, 0.22), (0.52, 0.38), (0.36, 0.43), (0.24, 0.43)), bowl, tail]


def _four(hand: _Hand) -> list[Outline]:
    if hand.open_four:
        return [_line((0.22, 0.0), (0.0, 0.66), (0.6, 0.66)), _line((0.44, 0.34), (0.44, 1.0)), *hand.foot(0.44, 1.0)]
    return [_line((0.45, 1.0), (0.45, 0.0), (0.0, 0.7), (0.62, 0.7)), *hand.foot(0.45, 1.0)]


def _five(hand: _Hand) -> list[Outline]:
    bowl = hand.curve((0.07, 0.45), (0.3, 0.28), (0.64, 0.42), (0.6, 0.7))
    tail = hand.curve((0.6, 0.7), (0.58, 1.06), (0.14, 1.08), (0.0, 0.83))
    return [_line((0.54, 0.0), (0.1, 0.0), (0.07, 0.45)), bowl, tail]


def _six(hand: _Hand) -> list[Outline]:
    if hand.straight_tails:
        back = hand.curve((0.46, 0.0), (0.26, 0.16), (0.0, 0.4), (0.0, 0.66))
    else:
        back = hand.curve((0.56, 0.16), (0.48, -0.08), (0.0, -0.14), (0.0, 0.62))
    return [back, _ring(0.3, 0.69, 0.3, 0.31)]


def _seven(hand: _Hand) -> list[Outline]:
    curved = hand.curve((0.58, 0.0), (0.4, 0.34), (0.24, 0.6), (0.23, 1.0))
    leg = curved if hand.curved_seven else _line((0.58, 0), (0.2, 1))
    parts = [_line((0.0, 0.0), (0.58, 0.0)), leg]
    parts += [_line((0.0, 0.0), (0.0, 0.15))] if hand.serifs else []
    return parts + ([_line((0.14, 0.5), (0.5, 0.5))] if hand.crossed_seven else [])


def _eight(hand: _Hand) -> list[Outline]:
    waist = float(np.clip(0.46 + hand.rng.normal(0, 0.015), 0.42, 0.5))
    return [_ring(0.3, waist / 2, 0.25, waist / 2), _ring(0.3, (1 + waist) / 2, 0.3, (1 - waist) / 2)]


def _nine(hand: _Hand) -> list[Outline]:
    return [np.array((0.6, 1.0)) - part for part in _six(hand)]


def _ten(hand: _Hand) -> list[Outline]:
    flag = [_line((0.0, 0.17), (0.16, 0.0))] if hand.flagged_one else []
    gap = 0.16 + max(hand.across * 1.35, hand.serif if hand.serifs else 0.0) + 0.05
    zero = _ring(gap + 0.24, 0.5, 0.24, 0.5)
    return [_line((0.16, 0.0), (0.16, 1.0)), *flag, *hand.foot(0.16, 1.0), zero]


def _jack(hand: _Hand) -> list[Outline]:
    hook = hand.curve((0.44, 0.74), (0.44, 1.09), (0.02, 1.09), (0.0, 0.76))
    bar = [_line((0.2, 0.0), (0.62, 0.0))] if hand.barred_j else hand.foot(0.44, 0.0)
    return [_line((0.44, 0.0), (0.44, 0.74)), hook, *bar]


def _queen(hand: _Hand) -> list[Outline]:
    r = hand.narrow_q
    if hand.swash:
        tail = hand.curve((r - 0.16, 0.97), (r - 0.02, 0.76), (r + 0.14, 1.24), (2 * r + 0.12, 1.06))
    else:
        tail = _line((r + 0.02, 0.7), (2 * r + 0.04, 1.06))
    return [_ring(r, 0.5, r, 0.5), tail]


def _king(hand: _Hand) -> list[Outline]:
    arms = [_line((0.08, 0.0), (0.08, 1.0)), _line((0.56, 0.0), (0.08, 0.6)), _line((0.22, 0.43), (0.6, 1.0))]
    feet = [foot for x, y in ((0.08, 0.0), (0.08, 1.0), (0.56, 0.0), (0.6, 1.0)) for foot in hand.foot(x, y)]
    return arms + feet


def _ace(hand: _Hand) -> list[Outline]:
    feet = [foot for x in (0.0, 0.64) for foot in hand.foot(x, 1.0)]
    return [_line((0.0, 1.0), (0.32, 0.0), (0.64, 1.0)), _line((0.11, 0.66), (0.53, 0.66)), *feet]


_GLYPHS: Final = dict(
    zip(RANKS, (_two, _three, _four, _five, _six, _seven, _eight, _nine, _ten, _jack, _queen, _king, _ace), strict=True)
)
_BALLS: Final = {
    **{"2": (0.06, 0.24), "3": (0.03, 0.8), "5": (0.03, 0.83)},
    **{"6": (0.54, 0.16), "9": (0.06, 0.84), "J": (0.03, 0.76)},
}
"""Where a hand with balls ends a stroke in one."""


def flat_three(rng: np.random.Generator) -> Mask:
    """A three with a flat top, as many packs have and few fonts: easily taken for a five."""
    hand = _Hand(rng)
    hand.flat_three = True
    return _inked(hand, "3", _three(hand), hand.pen())


def pen_glyphs(rng: np.random.Generator) -> dict[str, Mask]:
    """Masks of the 13 ranks in one random hand, each cut tight, capitals about 180 px high; the ten is two digits."""
    hand = _Hand(rng)
    kernel = hand.pen()
    return {rank: _inked(hand, rank, draw(hand), kernel) for rank, draw in _GLYPHS.items()}


def _inked(hand: _Hand, rank: str, parts: list[Outline], kernel: Mask) -> Mask:
    margin, reach = 100, np.array([_CAP * hand.wide, _CAP - kernel.shape[0]])
    canvas = np.zeros((2 * margin + round(1.3 * _CAP), 2 * margin + round(1.4 * _CAP)), np.uint8)
    for part in parts:
        points = np.round((part * reach + margin) * 16).astype(np.int32)
        cv2.polylines(canvas, [points], False, 255, 3, cv2.LINE_AA, shift=4)
    canvas = np.asarray(cv2.dilate(canvas, kernel), dtype=np.uint8)
    if hand.balls and rank in _BALLS and not (hand.straight_tails and rank in "69"):
        x, y = np.round(np.array(_BALLS[rank]) * reach + margin).astype(int)
        cv2.circle(canvas, (int(x), int(y)), round(0.62 * hand.across * _CAP), 255, -1, cv2.LINE_AA)
    return tight(np.asarray(cv2.resize(canvas, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8))
