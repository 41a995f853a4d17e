"""Pictures in depth: parallel projection of the table and of a holder, in millimetres, painted from back to front.

The frame is that of the table plane: x right and y away from South, z up from the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from hardware.drawing import MM, Canvas, Point, Rgb, line, marker, polygon, shape, text
from hardware.holder import BACK, CARDBOARD, FOOT, rib
from hardware.suits import SUIT_NAMES, SUITS
from vision import sizes as g

Point3 = tuple[float, float, float]

WOOD: Final = (0.93, 0.89, 0.82)
CLOTH: Final = (0.80, 0.88, 0.80)
BOARD: Final = (0.87, 0.77, 0.62)
SHADE: Final = (0.78, 0.67, 0.52)
PAPER: Final = (1.0, 1.0, 1.0)
METAL: Final = (0.72, 0.74, 0.78)
GREEN: Final = (0.25, 0.55, 0.35)
RED: Final = (0.75, 0.1, 0.1)

HAND: Final = ("C3", "C9", "CQ", "D2", "D6", "DT", "DK", "H4", "H8", "S5", "S7", "SJ", "SA")
"""A hand to show in a holder."""


@dataclass(frozen=True)
class Projection:
    """Looks along ``azimuth`` (degrees, 0 looks to North, positive from the left) and down by ``elevation``; ``scale``
    mm of the page for one of the table; the table's middle comes to lie at ``x``, ``y``."""

    canvas: Canvas
    azimuth: float
    elevation: float
    scale: float
    x: float
    y: float

    def place(self, point: Point3) -> Point:
        """Where a point of the table's frame lies on the page."""
        a, e = math.radians(self.azimuth), math.radians(self.elevation)
        right = point[0] * math.cos(a) - point[1] * math.sin(a)
        away = point[0] * math.sin(a) + point[1] * math.cos(a)
        up = away * math.sin(e) + point[2] * math.cos(e)
        return self.x + right * self.scale, self.y + up * self.scale

    def face(self, points: Sequence[Point3], fill: Rgb) -> None:
        """A flat piece."""
        polygon(self.canvas, [self.place(point) for point in points], fill)

    def wire(self, start: Point3, end: Point3, width: float = 0.25, grey: float = 0.0) -> None:
        """A line, ``width`` mm of the page."""
        line(self.canvas, *self.place(start), *self.place(end), grey, width)

    def box(self, low: Point3, high: Point3, fill: Rgb) -> None:
        """A block with edges along x, y and z: the three sides that are seen from the front, from above."""
        (x0, y0, z0), (x1, y1, z1) = low, high
        side = x0 if self.azimuth > 0 else x1
        darker = (fill[0] * 0.85, fill[1] * 0.85, fill[2] * 0.85)
        self.face([(side, y0, z0), (side, y1, z0), (side, y1, z1), (side, y0, z1)], darker)
        self.face([(x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1)], fill)
        self.face([(x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)], fill)

    @contextmanager
    def plane(self, origin: Point3, u: Point3, v: Point3) -> Iterator[Canvas]:
        """The canvas, on which mm now count from ``origin`` along the unit vectors ``u`` and ``v``."""
        x, y = self.place(origin)
        ends = [self.place((origin[0] + w[0], origin[1] + w[1], origin[2] + w[2])) for w in (u, v)]
        (a, b), (c, d) = ((end[0] - x, end[1] - y) for end in ends)
        self.canvas.saveState()
        self.canvas.transform(a, b, c, d, x * MM, y * MM)
        yield self.canvas
        self.canvas.restoreState()


def card(canvas: Canvas, code: str, x: float, y: float) -> None:
    """A card face with its lower left corner at ``x``, ``y``, as large as a bridge card."""
    width, height = g.BRIDGE_CARD
    polygon(canvas, [(x, y), (x + width, y), (x + width, y + height), (x, y + height)], PAPER)
    suit = SUITS[SUIT_NAMES[code[0]]]
    ink = RED if code[0] in "DH" else 0.0
    text(canvas, x + 6, y + height - 13, code[1].replace("T", "10"), 10, ink, "c", bold=True)
    shape(canvas, suit, x + 6, y + height - 20, 8, ink)
    shape(canvas, suit, x + width / 2 + 3, y + height / 2, 26, ink)


def face_front(canvas: Canvas, holder: int, cards: Sequence[str] = HAND) -> None:
    """The face of a holder from the front, lower left corner at the origin, cards racked, the lip before them."""
    polygon(canvas, [(0, 0), (g.FACE_WIDTH, 0), (g.FACE_WIDTH, g.FACE_HEIGHT), (0, g.FACE_HEIGHT)], PAPER)
    for slot, code in enumerate(cards):
        card(canvas, code, g.slot_left(slot), g.CARD_BOTTOM)
    for slot in range(g.SLOTS):
        top = g.CARD_BOTTOM + g.BRIDGE_CARD[1]
        text(canvas, g.slot_left(slot) + 1, top + 1.5, str(slot + 1), 4, 0.5)
    polygon(canvas, [(0, 0), (g.FACE_WIDTH, 0), (g.FACE_WIDTH, g.LIP_HEIGHT), (0, g.LIP_HEIGHT)], PAPER)
    for mark in g.holder_markers(holder):
        marker(canvas, mark.number, mark.x, mark.y)


def holder_before_south(view: Projection, x: float, holder: int = 1) -> None:
    """Holder 1, its middle at ``x``, seen from South's side, with its hand."""
    left = x - g.FACE_WIDTH / 2
    side = left + (0 if view.azimuth > 0 else g.FACE_WIDTH)
    view.face([(side, 0, 0), (side, -FOOT, 0), (side, 0, BACK)], SHADE)
    with view.plane((left, -FOOT, 0), (1, 0, 0), _up_the_face()) as canvas:
        face_front(canvas, holder)


def holder_from_behind(view: Projection, x: float) -> None:
    """The holder that turns its back to us, its middle at ``x``: only back and side show."""
    left = x - g.FACE_WIDTH / 2
    side = left + (0 if view.azimuth > 0 else g.FACE_WIDTH)
    view.face([(side, 0, 0), (side, FOOT, 0), (side, 0, BACK)], SHADE)
    view.face([(left, 0, 0), (left + g.FACE_WIDTH, 0, 0), (left + g.FACE_WIDTH, 0, BACK), (left, 0, BACK)], BOARD)


def _up_the_face() -> Point3:
    tilt = math.radians(g.FACE_TILT)
    return (0.0, math.cos(tilt), math.sin(tilt))


def ribs_inside(view: Projection) -> None:
    """A holder open in front, its middle at x 0: foot, back, and the three ribs; the face is only outlined."""
    left, right = -g.FACE_WIDTH / 2, g.FACE_WIDTH / 2
    view.face([(left, 0, 0), (right, 0, 0), (right, 0, BACK), (left, 0, BACK)], BOARD)
    view.face([(left, 0, 0), (right, 0, 0), (right, -FOOT, 0), (left, -FOOT, 0)], SHADE)
    for x in (left + 20, 0.0, right - 20):
        for k in (-CARDBOARD / 2, CARDBOARD / 2):
            view.face([(x + k, -a, b) for a, b in rib()], WOOD)
    corners = [(left, -FOOT, 0), (right, -FOOT, 0), (right, 0, BACK), (left, 0, BACK)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        view.wire(start, end, 0.3, 0.4)
