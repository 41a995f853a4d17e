"""Pictures of the guide on the card holder: cut, fold, ribs, faces, pocket, cards, slot lights; and the scale check."""

from __future__ import annotations

import math
from typing import Final

from hardware.drawing import MM, Canvas, Ink, Point, Sheet, hatch, line, marker, polygon, ruler, span, text
from hardware.holder import PANELS, POCKET
from hardware.holder_plan import box_plan, strip_plan
from hardware.marker_sheets import GLUE, JOIN
from hardware.scene import BOARD, METAL, PAPER, RED, SHADE, WOOD, Projection, face_front, ribs_inside
from hardware.words import Words
from vision import sizes as g

ENGLISH: Final = Words("en")
YELLOW: Final = (1.0, 0.85, 0.3)
LAYER: Final = 1.6
"""Thickness of the cardboard of a pizza box, mm."""


def scale_check(canvas: Canvas) -> None:
    """A ruler of steel laid on the printed one (150 × 62 mm)."""
    polygon(canvas, [(4, 2), (146, 2), (146, 40), (4, 40)], PAPER, 0.7)
    ruler(canvas, 18, 16, ENGLISH)
    polygon(canvas, [(12, 27), (138, 27), (138, 46), (12, 46)], METAL)
    for k in range(116):
        length = 5.0 if k % 10 == 0 else 3.5 if k % 5 == 0 else 2.0
        line(canvas, 18 + k, 27, 18 + k, 27 + length, width=0.1)
        if k % 10 == 0:
            text(canvas, 18 + k, 33.5, str(k), 3, align="c")
    for x in (18, 118):
        line(canvas, x, 14, x, 52, 0.0, 0.2)
    text(canvas, 68, 51, "0 on 0, 100 on 100: the scale is right", 4, align="c", bold=True)


def cutting(canvas: Canvas) -> None:
    """Strip of plain cardboard and opened pizza box with the pieces on it, 1 : 5 (200 × 192 mm)."""
    sheet = Sheet(canvas, 200, 196, ENGLISH)
    text(canvas, 10, 184, "from plain cardboard", 4.5, bold=True)
    text(canvas, 96, 184, "from a 33 cm pizza box, opened flat", 4.5, bold=True)
    strip_plan(sheet, 20, 170)
    box_plan(sheet, 96, 180)
    text(canvas, 10, 40, "dashed: cut", 3.6)
    text(canvas, 10, 34, "dash and dot: score on the other side, fold away", 3.6)
    text(canvas, 10, 28, "three ribs a holder: from a second box", 3.6)


def folding(canvas: Canvas) -> None:
    """The strip from its end in three stages, 1 : 3 (262 × 72 mm)."""
    _edge_on(canvas, (8, 36), 0, (0, 0, 0))
    _edge_on(canvas, (182, 28), 120, (120, 75, 80))
    _edge_on(canvas, (236, 20), 180 - g.FACE_TILT, (90 + g.FACE_TILT, 90, 180 - g.FACE_TILT))
    at = 8.0
    for name, length in PANELS:
        text(canvas, at + length / 6, 39, f"{name} {length:.0f}", 3.2, align="c")
        at += length / 3
    for x, words in ((64, "1: score on the inside"), (160, "2: fold"), (220, "3: glue the flap inside the face")):
        text(canvas, x, 7, words, 3.8, align="c")


def _edge_on(canvas: Canvas, start: Point, heading: float, turns: tuple[float, float, float]) -> None:
    """The strip's edge, 1 : 3: face, back, foot and flap one after the other from the lower edge of the face, turned to
    the left at each fold by so many degrees."""
    x, y = start
    for (name, length), turn in zip(PANELS, (*turns, 0), strict=True):
        if name == "flap":
            x -= 1.3 * math.sin(math.radians(heading))
        a = math.radians(heading)
        end = (x + length / 3 * math.cos(a), y + length / 3 * math.sin(a))
        line(canvas, x, y, *end, 0.55 if name == "flap" else 0.2, 1.1)
        (x, y), heading = end, heading + turn


def ribs(canvas: Canvas) -> None:
    """The open holder with its ribs (150 × 82 mm)."""
    view = Projection(canvas, 24, 28, 0.34, 82, 34)
    ribs_inside(view)
    text(canvas, 75, 3, "three ribs, one 20 mm from each end and one in the middle", 3.8, align="c")


def joining(canvas: Canvas) -> None:
    """Both printed parts of a face before they are glued together, 1 : 2.5 (170 × 94 mm)."""
    canvas.saveState()
    canvas.scale(0.4, 0.4)
    for base, tall in ((75.0, g.FACE_HEIGHT), (20.0, g.LIP_HEIGHT)):
        for gap, first, last in ((20.0, 0.0, JOIN), (70.0, JOIN - GLUE, g.FACE_WIDTH)):
            corners = ((first, 0), (last, 0), (last, tall), (first, tall))
            polygon(canvas, [(gap + a, base + b) for a, b in corners], PAPER)
            if first:
                hatch(canvas, gap + first, base, gap + JOIN, base + tall)
            for mark in g.holder_markers(1):
                if first < mark.x < last and (mark.y < g.LIP_HEIGHT) == (tall == g.LIP_HEIGHT):
                    marker(canvas, mark.number, gap + mark.x, base + mark.y)
    text(canvas, 232, 214, "the hatched strip goes under the left part", 10, align="c")
    for y in (60.0, 140.0):
        line(canvas, 240, y, 222, y, width=0.8)
        polygon(canvas, [(218, y), (225, y + 3), (225, y - 3)], 0.0)
    canvas.restoreState()


def pocket(canvas: Canvas) -> None:
    """Section through the lower edge of the face as if it stood upright: thicknesses 4 : 1, heights 2 : 1
    (170 × 104 mm)."""
    x, y, k, wide = 62.0, 14.0, 2.0, 4.0

    def piece(a: float, b: float, c: float, d: float, ink: Ink) -> None:
        polygon(canvas, [(x + p * wide, y + q * k) for p, q in ((a, b), (c, b), (c, d), (a, d))], ink)

    piece(-LAYER, 0, 0, 41, BOARD)
    piece(0, 0, LAYER, g.CARD_BOTTOM, SHADE)
    piece(0.3, g.CARD_BOTTOM, 0.7, 41, RED)
    piece(0.9, g.CARD_BOTTOM, 1.3, 41, RED)
    piece(LAYER, 0, 2 * LAYER, g.LIP_HEIGHT, BOARD)
    piece(2 * LAYER, 0, 2 * LAYER + 0.3, g.LIP_HEIGHT, PAPER)
    span(canvas, x + 24, y, x + 24, y + g.LIP_HEIGHT * k, "")
    text(canvas, x + 27, y + g.LIP_HEIGHT * k / 2, f"lip {g.LIP_HEIGHT:.0f} mm high, its printed part in front", 3.6)
    span(canvas, x - 8, y, x - 8, y + g.CARD_BOTTOM * k, "")
    text(canvas, x - 12, y + 9, f"spacer {g.CARD_BOTTOM:.0f} mm high,", 3.6, align="r")
    text(canvas, x - 12, y + 4, f"{POCKET[0]} to {POCKET[1]:.0f} mm thick", 3.6, align="r")
    text(canvas, x - 12, y + 70, "face", 3.6, align="r")
    text(canvas, x + 27, y + 74, "cards stand on the spacer", 3.6)
    line(canvas, x + 2, y + 75, x + 25, y + 75, 0.4, 0.15)


def racked(canvas: Canvas) -> None:
    """The finished face with 13 cards, 1 : 2 (175 × 76 mm)."""
    canvas.saveState()
    canvas.translate(5 * MM, 6 * MM)
    canvas.scale(0.5, 0.5)
    face_front(canvas, 1)
    canvas.restoreState()


def slot_lights(canvas: Canvas) -> None:
    """The strip over the cards, bowed up between lights that are farther apart than slots, 1 : 2 (175 × 70 mm)."""
    canvas.saveState()
    canvas.translate(5 * MM, -22 * MM)
    canvas.scale(0.5, 0.5)
    face_front(canvas, 1)
    canvas.restoreState()
    y = 46.0
    for slot in range(g.SLOTS):
        x = 5 + (g.slot_left(slot) + 5) / 2
        if slot:
            canvas.setLineWidth(1.4)
            canvas.setStrokeGray(0.3)
            canvas.arc(*(v * MM for v in (x - g.SLOT_PITCH / 2 + 1.5, y - 6, x - 1.5, y + 8)), 0, 180)
        lamp = [(x - 1.5, y - 0.7), (x + 1.5, y - 0.7), (x + 1.5, y + 2), (x - 1.5, y + 2)]
        polygon(canvas, lamp, YELLOW if slot == 6 else WOOD)
    line(canvas, 1, y, 5, y, 0.3, 0.5)
    text(canvas, 88, 60, "one light over the number of each slot", 3.8, align="c")
