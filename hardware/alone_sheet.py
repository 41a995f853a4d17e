"""Android Whist alone against the Pi: where three holders stand, and how a deal goes, in a picture and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hardware.drawing import Canvas, Point, Sheet, cut, line, paragraph, polygon, span, text
from hardware.holder import FOOT
from hardware.scene import BOARD, CLOTH, PAPER
from hardware.words import Words
from vision import sizes as g

SCALE: Final = 7.0
"""The plan is drawn 1 : 7."""
PLAN: Final = (190.0, 106.0)
"""Width and height of the plan, mm."""
BEHIND: Final = (190.0, 36.0)
"""Those of the holder from behind."""
LIP: Final = 14.0
"""Of a holder's face in the plan, so many mm are the lip: that side the cards look to."""
EXAMPLE: Final = 8
"""The slot that is shown from before and from behind."""

STEPS: Final = (
    "Print the sheets holder-1, holder-2 and holder-3 and fold three holders. Behind the gear of your own page open "
    "Play another game, choose Android Whist, open Computer players with card holders and give North to the Pi, as "
    "good as you like.",
    "Holder 1 stands beside you and faces you. Holder 2 stands behind it, back to back, and faces North: you command "
    "its cards and must not see them. Holder 3 is North's own hand: it stands in North's place and faces outwards.",
    "Deal four piles of 13, face down: one for you, one for each holder. Put the pile of holder 1 into it as always. "
    "For holders 2 and 3 stand behind the holder, take one card after the other off the pile, its back towards you, "
    "and set it in over the top edge, from the right end on. When you deal, turn up your own last card; when North "
    "deals, keep North's last card and turn it up: it goes into holder 3 after North's first card, unless that was it.",
    "Play as always. What North decides the page says, and for holder 1 the light over the slot shows: “South, move "
    "the marked card from holder 3 to the table: slot 8.” Draw that card out by its top edge and lay it face up. "
    "Nobody is to look at the others.",
    "Your command goes to holder 2, North commands holder 1. Whichever holder it is, you move the card.",
    "You gather for all. With the deal holders 1 and 2 cross to the other side of the table; holder 3 stays.",
)


def alone_sheet(sheet: Sheet) -> None:
    """One page: the plan, a holder from behind, and the steps of a deal."""
    canvas, say = sheet.begin(sheet.say("Whist table: Android Whist alone against the Pi")), sheet.say
    left, top = (sheet.width - PLAN[0]) / 2, sheet.height - 24
    plan_alone(canvas, say, left, top - PLAN[1])
    y = top - PLAN[1] - 5
    for number, step in enumerate(STEPS, 1):
        text(canvas, left, y, f"{number}.", 3.4, bold=True)
        y = paragraph(canvas, left + 7, y, say(step), PLAN[0] - 7) - 1.2
    from_behind(canvas, say, left, y - BEHIND[1] + 4)
    canvas.showPage()


def plan_alone(canvas: Canvas, say: Words, x: float, y: float) -> None:
    """The table from above with three holders, 1 : 7 (190 × 106 mm from ``x``, ``y``)."""
    half = g.PLAY_AREA / 2

    def at(a: float, b: float) -> Point:
        return x + PLAN[0] / 2 + a / SCALE, y + 44 + b / SCALE

    polygon(canvas, [at(-half, -half), at(half, -half), at(half, half), at(-half, half)], CLOTH)
    text(canvas, *at(0, -10), say("play area"), 3.4, 0.35, "c")
    across = g.FACE_WIDTH / 2
    for number, toward in ((1, -1.0), (2, 1.0)):
        middle = -g.HOLDER_DISTANCE
        _holder(canvas, at, (middle - across, middle + across), (0.0, toward * FOOT))
        words = say("holder {number}", number=number)
        text(canvas, *at(middle, toward * FOOT / 2 - 8), words, 3.6, align="c", bold=True)
        low, high = sorted((0.0, toward * FOOT))
        cut(canvas, *at(g.HOLDER_DISTANCE - across, low), *at(g.HOLDER_DISTANCE + across, high))
    _holder(canvas, at, (-across, across), (g.OUTWARD, g.OUTWARD + FOOT))
    words = say("holder {number}", number=3)
    text(canvas, *at(0, g.OUTWARD + FOOT / 2 - 8), words, 3.6, align="c", bold=True)
    text(canvas, *at(0, g.OUTWARD + FOOT + 34), say("North: the Pi, nobody sits here"), 4.2, align="c", bold=True)
    text(canvas, *at(0, -half - 85), say("South: you"), 4.2, align="c", bold=True)
    text(canvas, *at(-g.HOLDER_DISTANCE, -FOOT - 52), say("you see these cards and move them"), 3.0, 0.3, "c")
    text(canvas, *at(-g.HOLDER_DISTANCE, FOOT + 32), say("you command these, unseen"), 3.0, 0.3, "c")
    text(canvas, *at(across + 12, g.OUTWARD + FOOT / 2 - 8), say("North's own hand, unseen"), 3.0, 0.3)
    text(canvas, *at(g.HOLDER_DISTANCE, FOOT + 12), say("here when North deals"), 3.0, 0.5, "c")
    span(canvas, *at(-g.HOLDER_DISTANCE, -half - 38), *at(0, -half - 38), f"{g.HOLDER_DISTANCE:.0f} mm")
    span(canvas, *at(half + 10, 0), *at(half + 10, g.OUTWARD), "")
    text(canvas, *at(half + 18, g.OUTWARD - 32), f"{g.OUTWARD:.0f} mm", 2.8)


def _holder(canvas: Canvas, at: Callable[[float, float], Point], wide: Point, deep: Point) -> None:
    """A holder from above: from its back to the lip of its face, an arrow where the cards look to."""
    (left, right), (back, front) = wide, deep
    polygon(canvas, [at(left, back), at(right, back), at(right, front), at(left, front)], BOARD)
    lip = front - LIP if front > back else front + LIP
    polygon(canvas, [at(left, lip), at(right, lip), at(right, front), at(left, front)], PAPER)
    middle, away = (left + right) / 2, 1 if front > back else -1
    for side in (-1, 1):
        tip = at(middle + side * 110, front + away * 26)
        line(canvas, *at(middle + side * 110, front), *tip, width=0.4)
        polygon(canvas, [tip, (tip[0] - 1.2, tip[1] - 2 * away), (tip[0] + 1.2, tip[1] - 2 * away)], 0.0, None)


def from_behind(canvas: Canvas, say: Words, x: float, y: float) -> None:
    """How slots are counted, from before and from behind (190 × 36 mm from ``x``, ``y``)."""
    wide, high = 84.0, 18.0
    pitch = wide / g.SLOTS
    for left, words, order in (
        (x + 3, say("who faces the cards counts from the left"), range(g.SLOTS)),
        (x + PLAN[0] - wide - 3, say("from behind count from the right"), range(g.SLOTS - 1, -1, -1)),
    ):
        front = order[0] == 0
        polygon(canvas, [(left, y + 6), (left + wide, y + 6), (left + wide, y + high), (left, y + high)], BOARD)
        for place, slot in enumerate(order):
            middle = left + (place + 0.5) * pitch
            marked = slot + 1 == EXAMPLE
            if front:
                corners = [(middle - 2.6, y + 8), (middle + 2.6, y + 8), (middle + 2.6, y + 20), (middle - 2.6, y + 20)]
                polygon(canvas, corners, PAPER)
            else:
                corners = [(middle - 2.6, y + high), (middle + 2.6, y + high), (middle + 2.6, y + 20)]
                polygon(canvas, [*corners, (middle - 2.6, y + 20)], PAPER)
            text(canvas, middle, y + 22, str(slot + 1), 4.2 if marked else 2.8, 0.0 if marked else 0.5, "c", marked)
            if marked:
                tip = [(middle, y + 27), (middle - 1.5, y + 30), (middle + 1.5, y + 30)]
                polygon(canvas, tip, (0.9, 0.6, 0.1))
        text(canvas, left + wide / 2, y, words, 3.2, align="c")
