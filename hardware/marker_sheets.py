"""The sheets with markers: the cards of the play area, and face and lip of the holders."""

from __future__ import annotations

import math
from typing import Final

from hardware.drawing import MARGIN, Canvas, Sheet, cut, hatch, line, marker, paragraph, solid, text
from vision import sizes as g

JOIN: Final = g.FACE_JOIN
GLUE: Final = 12.0
"""Width of the strip of the right part that goes under the left part."""

CARD_WIDTH, INNER, OUTER = g.MARKER_CARD

PLAN_SCALE: Final = 8.0


def _marker_card(sheet: Sheet, mark: g.Marker, x: float, y: float) -> None:
    """The card of a play area marker, marker's middle at ``x``, ``y``; the words stand on the far side from play."""
    canvas, say = sheet.canvas, sheet.say
    away = 1 if mark.y > 0 else -1
    low, high = sorted((y - away * INNER, y + away * OUTER))
    cut(canvas, x - CARD_WIDTH / 2, low, x + CARD_WIDTH / 2, high)
    marker(canvas, mark.number, x, y)
    base = y + 21.5 if away > 0 else y - 19.0
    text(
        canvas,
        x,
        base,
        f"{mark.number}: " + say("{place}, seen from South", place=say(g.place_of(mark))),
        2.9,
        align="c",
    )
    text(canvas, x, base - 4.5, say("middle at x {x:+.0f} mm, y {y:+.0f} mm", x=mark.x, y=mark.y), 2.9, align="c")
    # the middle, carried to the edges, for laying the card to measure
    for side in (-1, 1):
        line(canvas, x + side * CARD_WIDTH / 2, y, x + side * (CARD_WIDTH / 2 - 4), y)
    line(canvas, x, y - away * INNER, x, y - away * (INNER - 2))


def _plan(sheet: Sheet, x: float, y: float) -> None:
    """The table from above, 1 : 8, its middle at ``x``, ``y``."""
    canvas, say = sheet.canvas, sheet.say

    def box(x0: float, y0: float, x1: float, y1: float, grey: float) -> None:
        solid(canvas, x + x0 / PLAN_SCALE, y + y0 / PLAN_SCALE, x + x1 / PLAN_SCALE, y + y1 / PLAN_SCALE, grey)

    half = g.PLAY_AREA / 2
    box(-half, -half, half, half, 0.0)
    text(canvas, x, y - 1, say("play area"), 2.8, align="c")
    for mark in g.TABLE_MARKERS:
        box(mark.x - 12, mark.y - 12, mark.x + 12, mark.y + 12, 0.0)
        outward = math.copysign(2.5, mark.x)
        place = (x + mark.x / PLAN_SCALE + outward, y + mark.y / PLAN_SCALE - 1)
        text(canvas, *place, str(mark.number), 2.8, align="lr"[mark.x < 0])
    depth = g.FACE_HEIGHT * math.cos(math.radians(g.FACE_TILT))
    for side, grey in ((-1, 0.0), (1, 0.6)):
        middle = side * g.HOLDER_DISTANCE
        for holder, toward in ((1, -1), (2, 1)):
            box(middle - g.FACE_WIDTH / 2, 0, middle + g.FACE_WIDTH / 2, toward * depth, grey)
            text(
                canvas,
                x + middle / PLAN_SCALE,
                y + toward * depth / 2 / PLAN_SCALE - 1,
                say("holder {number}", number=holder),
                2.8,
                grey,
                "c",
            )
    text(canvas, x, y + 25, say("North"), 3.2, align="c")
    text(canvas, x, y - 28, say("South"), 3.2, align="c")
    text(canvas, x - 62, y - 28, say("holders when South deals"), 2.8)
    text(canvas, x + 62, y - 28, say("when North deals"), 2.8, 0.6, "r")


def play_area(sheet: Sheet) -> None:
    """One page: the four marker cards in the order in which they lie, and a plan of the table."""
    canvas = sheet.begin(sheet.say("Whist table: marker cards of the play area"))
    top = sheet.height - 55
    middle = sheet.width / 2
    for mark in g.TABLE_MARKERS:
        _marker_card(sheet, mark, middle + math.copysign(45, mark.x), top if mark.y > 0 else top - 50)
    across = g.TABLE_MARKERS[1].x - g.TABLE_MARKERS[0].x
    along = g.TABLE_MARKERS[1].y - g.TABLE_MARKERS[2].y
    words = sheet.say(
        "Cut along the dashed lines. Lay the markers upright as South sees them, middle to middle {across:.0f} mm "
        "across and {along:.0f} mm along. The inner edge of each card then lies on the border of the play area, "
        "{side:.0f} mm square, and the camera hangs {height:.0f} mm above its middle, the upper edge of its picture "
        "to North.",
        across=across,
        along=along,
        side=g.PLAY_AREA,
        height=g.CAMERA_HEIGHT,
    )
    paragraph(canvas, MARGIN, top - 90, words, sheet.width - 2 * MARGIN)
    _plan(sheet, middle, top - 142)
    canvas.showPage()


def _holder_part(sheet: Sheet, holder: int, left: bool) -> None:
    """One page: one part of the face of ``holder`` and of its lip."""
    say = sheet.say
    title = "Whist table: holder {number}, left part" if left else "Whist table: holder {number}, right part"
    canvas = sheet.begin(say(title, number=holder))
    first, last = (0.0, JOIN) if left else (JOIN, g.FACE_WIDTH)
    tab = 0.0 if left else GLUE
    origin = (sheet.width - (last - first) - tab) / 2 + tab - first  # page x of u = 0
    floor = sheet.height - 25 - g.FACE_HEIGHT  # page y of the face's v = 0
    lip = floor - 15 - g.LIP_HEIGHT  # page y of the lip's v = 0
    for base, tall in ((floor, g.FACE_HEIGHT), (lip, g.LIP_HEIGHT)):
        cut(canvas, origin + first - tab, base, origin + last, base + tall)
        if tab:
            line(canvas, origin + first, base, origin + first, base + tall)
            hatch(canvas, origin + first - tab, base, origin + first, base + tall)
    for mark in g.holder_markers(holder):
        if first < mark.x < last:
            on_lip = mark.y < g.LIP_HEIGHT
            marker(canvas, mark.number, origin + mark.x, (lip if on_lip else floor) + mark.y)
    _slot_lines(canvas, origin, floor, first, last)
    text(canvas, origin + first + 5, floor + 18, say("The lip covers this part."), 3.2, 0.5)
    spacer = say("Spacer, {height:.0f} mm high: the cards stand on it.", height=g.CARD_BOTTOM)
    text(canvas, origin + first + 5, floor + 2.7, spacer, 3.2, 0.5)
    words = say("Lip of holder {number}, of a computer player", number=holder)
    if holder in (1, 2):
        person = say("South" if holder == 1 else "North")
        words = say("Lip of holder {number}, beside {person}", number=holder, person=person)
    text(canvas, origin + (40 if left else 215), lip + 13.5, words, 3.2, 0.5)
    words = say(
        "Cut along the dashed lines. Glue the hatched strips of the right part under the left part, up to the solid "
        "line: face and lip are then {width:.0f} mm wide. Glue the face on cardboard, and the lip on a strip of "
        "cardboard in front of the spacer. The grey lines are the left edges of cards 1 to 13; each card overlaps "
        "the one on its left.",
        width=g.FACE_WIDTH,
    )
    paragraph(canvas, MARGIN, lip - 10, words, sheet.width - 2 * MARGIN)
    canvas.showPage()


def _slot_lines(canvas: Canvas, origin: float, floor: float, first: float, last: float) -> None:
    """The left edges of the cards, and the upper edges of lip and spacer, between u ``first`` and ``last``."""
    card_top = g.CARD_BOTTOM + g.BRIDGE_CARD[1]
    for slot in range(g.SLOTS):
        u = g.slot_left(slot)
        if first <= u < last:
            line(canvas, origin + u, floor + g.LIP_HEIGHT, origin + u, floor + card_top, grey=0.75)
            text(canvas, origin + u + 1, floor + card_top + 1.5, str(slot + 1), 3, 0.5)
    line(canvas, origin + first, floor + g.LIP_HEIGHT, origin + last, floor + g.LIP_HEIGHT, grey=0.75)
    line(canvas, origin + first, floor + g.CARD_BOTTOM, origin + last, floor + g.CARD_BOTTOM, grey=0.75)


def holder_face(sheet: Sheet, holder: int) -> None:
    """Two pages: left and right part of face and lip of ``holder`` (1 to 3)."""
    _holder_part(sheet, holder, left=True)
    _holder_part(sheet, holder, left=False)
