"""The corner template: a frame of four printed pieces, into whose corners the marker cards are laid."""

from __future__ import annotations

import math
from typing import Final

from hardware.drawing import MARGIN, Canvas, Point, Sheet, cut_around, hatch, line, paragraph, text
from hardware.marker_sheets import CARD_WIDTH, GLUE
from vision import sizes as g

ARM: Final = 30.0
"""Width of the frame's arms, mm."""
HOLD: Final = 15.0
"""So far the frame reaches up a card's inner side, mm."""
HALF: Final = g.PLAY_AREA / 2
NOTCH: Final = HALF - CARD_WIDTH / 2
"""A card's inner side is so far from the middle of the table, mm."""
_JOINTS: Final = {(0, 1): "A", (1, 0): "B", (0, -1): "C", (-1, 0): "D"}
"""Where two pieces meet: far, right, near, left."""


def corners(sheet: Sheet) -> None:
    """Four pages: the pieces of the frame, in the order of the marker cards."""
    for mark in g.TABLE_MARKERS:
        _piece(sheet, mark)


def outline(right: int, up: int) -> list[Point]:
    """The corners of a piece, mm of the table plane; ``right`` and ``up`` are 1 or -1. Its inner corner takes that of a
    marker card: a card's inner edge lies on the border of the play area."""
    inner = HALF - ARM
    points = (
        (0.0, HALF + HOLD - ARM),
        (inner, HALF + HOLD - ARM),
        (inner, 0.0),
        (HALF, 0.0),
        (HALF, HALF - ARM),
        (HALF + CARD_WIDTH / 2, HALF - ARM),
        (HALF + CARD_WIDTH / 2, HALF),
        (NOTCH, HALF),
        (NOTCH, HALF + HOLD),
        (0.0, HALF + HOLD),
    )
    return [(right * x, up * y) for x, y in points]


def _with_strips(right: int, up: int) -> list[Point]:
    """The same with the strips that go under the pieces beside it: with one at the far or near joint of a right piece,
    and at the right or left joint of a far one."""
    points = outline(right, up)
    low, high, first, last = points[2], points[3], points[0], points[-1]
    if up > 0:
        points[2:4] = [(low[0], low[1] - GLUE), (high[0], high[1] - GLUE)]
    if right > 0:
        points[0], points[-1] = (first[0] - GLUE, first[1]), (last[0] - GLUE, last[1])
    return points


def _piece(sheet: Sheet, mark: g.Marker) -> None:
    say = sheet.say
    canvas = sheet.begin(say("Whist table: corner template, {place}", place=say(g.place_of(mark))))
    right, up = (int(math.copysign(1, value)) for value in (mark.x, mark.y))
    reach = HALF + CARD_WIDTH / 2
    x = (sheet.width - right * (reach - GLUE)) / 2 if right > 0 else (sheet.width + reach) / 2
    low = sheet.height - 27 - 22 - (HALF + HOLD)  # page y of the piece's lower end, room for the card left above it
    y = low if up > 0 else low + HALF + HOLD + 10
    cut_around(canvas, [(x + a, y + b) for a, b in _with_strips(right, up)])
    _joint(canvas, x, y, 0, up, right > 0)
    _joint(canvas, x, y, right, 0, up > 0)
    for a, b in ((NOTCH, HALF + HOLD), (reach, HALF)):
        line(canvas, x + right * a, y + up * b, x + right * a, y + up * (HALF + 20), 0.6)
    number = say("marker card {number}", number=mark.number)
    text(canvas, x + right * HALF, y + up * (HALF + 9) + 0.5, number, 4, align="c", bold=True)
    text(canvas, x + right * HALF, y + up * (HALF + 9) - 4.5, say("its number upright"), 2.9, align="c")
    text(canvas, x + right * HALF, y + up * (HALF - 15) - 1, say(g.place_of(mark)), 3.2, align="c")
    _south(canvas, sheet, x + right * 60, y + up * HALF - 10)
    words = say(
        "Print all four pages, cut along the dashed lines and glue them to a frame, letter beside letter, the hatched "
        "strips underneath, up to the solid line. Lay it on the table, the marker cards into its corners, close "
        "against both edges; tape the cards down and take the frame away. It fits no other way: nothing has to be "
        "measured."
    )
    paragraph(canvas, MARGIN, 46, words, sheet.width - 2 * MARGIN)
    canvas.showPage()


def _joint(canvas: Canvas, x: float, y: float, right: int, up: int, tab: bool) -> None:
    """The end of an arm, which meets another piece; the right and the far pieces go under the others there."""
    letter = _JOINTS[right, up]
    if up:
        base = sorted((y + up * (HALF + HOLD), y + up * (HALF + HOLD - ARM)))
        inwards = 1 if tab else -1
        text(canvas, x + inwards * 8, sum(base) / 2 - 2.5, letter, 7, align="c", bold=True)
        box = (x - GLUE, base[0], x, base[1])
    else:
        base = sorted((x + right * HALF, x + right * (HALF - ARM)))
        inwards = 1 if tab else -1
        text(canvas, sum(base) / 2, y + inwards * 8 - 2.5, letter, 7, align="c", bold=True)
        box = (base[0], y - GLUE, base[1], y)
    if tab:  # the solid line is its foot
        hatch(canvas, *box)
        line(canvas, *(x, base[0], x, base[1]) if up else (base[0], y, base[1], y))


def _south(canvas: Canvas, sheet: Sheet, x: float, y: float) -> None:
    """An arrow to South."""
    line(canvas, x, y + 5, x, y - 3, width=0.4)
    for side in (-1, 1):
        line(canvas, x, y - 3, x + side * 1.2, y - 0.8, width=0.4)
    text(canvas, x + 3, y, sheet.say("South"), 3.2)
