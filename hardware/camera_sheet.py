"""How the camera goes on, drawn: which side of the module is up, both ends of its ribbon, and how to level it.

On the ribbon's ends see Raspberry Pi's own words (Install a Raspberry Pi camera): the bare contacts always face away
from the connector's latch; at the camera they face its board.
"""

from __future__ import annotations

from typing import Final

from hardware.drawing import MM, Canvas, Ink, Point, Sheet, line, paragraph, polygon, text
from hardware.scene import BOARD, GREEN, METAL, PAPER, SHADE
from hardware.words import Words
from vision import sizes as g

RIBBON: Final = (0.93, 0.93, 0.90)
STIFF: Final = (0.35, 0.55, 0.85)
"""The stiffener behind a ribbon's end: often blue."""
CONTACTS: Final = (0.95, 0.75, 0.25)
BLACK: Final = 0.15
WHITE: Final = 1.0
MODULE: Final = (25.0, 24.0)
"""Width and height of the Camera Module 3's board, mm."""
PI: Final = (85.0, 56.0)
"""Width and depth of a Raspberry Pi's board, mm."""
OFF: Final = 3.0
"""By so many mm a card's long edge and the thread may differ at its lower end: 2°, along the arm and across it."""
ASIDE: Final = {g.CAMERA_HEIGHT: 4.0, g.CAMERA_HEIGHTS[0]: 1.0}
"""With that a lens so high may hang so many cm off the middle, any way: all that is needed stays in the picture."""


def camera_sheet(sheet: Sheet) -> None:
    """One page: module, ribbon and level."""
    canvas = sheet.begin(sheet.say("Whist table: hanging the camera"))
    left, top = (sheet.width - 190) / 2, sheet.height - 22
    for draw, high in ((module_drawing, 58), (ribbon_drawing, 79), (level_drawing, 88)):
        top -= high
        draw(canvas, sheet.say, left, top)
    canvas.showPage()


def _block(canvas: Canvas, x: float, y: float, width: float, height: float, ink: Ink, edge: float = 0.25) -> None:
    polygon(canvas, [(x, y), (x + width, y), (x + width, y + height), (x, y + height)], ink, edge)


def _disc(canvas: Canvas, x: float, y: float, across: float, grey: float) -> None:
    canvas.setDash()
    canvas.setFillGray(grey)
    canvas.setStrokeGray(0.25)
    canvas.setLineWidth(0.2 * MM)
    canvas.circle(x * MM, y * MM, across / 2 * MM, stroke=1, fill=1)


def _pointer(canvas: Canvas, words: str, at: Point, to: Point, align: str = "l") -> None:
    """Words with a thin line from beside them to what they name."""
    line(canvas, *at, *to, 0.4, 0.15)
    text(canvas, at[0] + (1 if align == "l" else -1), at[1] - 1.1, words, 3.2, align=align)


def _heading(canvas: Canvas, say: Words, x: float, y: float, words: str) -> None:
    text(canvas, x, y, say(words), 4, bold=True)


def module_drawing(canvas: Canvas, say: Words, x: float, y: float) -> None:
    """The module from above as it hangs, and the picture that it then gives, 2 : 1 (190 × 60 mm from ``x``, ``y``)."""
    _heading(canvas, say, x, y + 55, "1. Which side is up")
    left, low = x + 30, y + 13
    width, height = (1.5 * side for side in MODULE)
    _block(canvas, left, low, width, height, GREEN)
    for a in (3, width - 3):
        for b in (12, height - 3):
            _disc(canvas, left + a, low + b, 3, WHITE)
    _block(canvas, left + 6, low - 1, width - 12, 6, METAL)
    _block(canvas, left + 7, low - 3.5, width - 14, 2.5, BLACK)
    _block(canvas, left + 8, low - 14, width - 16, 10.5, RIBBON)
    canvas.setDash(1 * MM, 1 * MM)
    canvas.circle((left + width / 2) * MM, (low + 21) * MM, 5.5 * MM, stroke=1, fill=0)
    canvas.setDash()
    middle = left + width / 2
    text(canvas, middle, low + height + 2, say("North"), 3.6, align="c", bold=True)
    text(canvas, left - 2, low - 9, say("South"), 3.6, align="r", bold=True)
    _pointer(
        canvas, say("the lens, on the other side: it looks down"), (left + width + 8, low + 30), (middle + 5, low + 22)
    )
    _pointer(canvas, say("the back of the module is above"), (left + width + 8, low + 23), (left + width - 1, low + 17))
    _pointer(
        canvas, say("connector and ribbon on South's side"), (left + width + 8, low + 4), (left + width - 8, low + 1)
    )
    right = x + 144
    _block(canvas, right, y + 16, 44, 25, PAPER)
    text(canvas, right + 22, y + 36, say("North"), 3.2, align="c")
    text(canvas, right + 22, y + 18, say("South"), 3.2, align="c")
    _block(canvas, right + 17, y + 23.5, 10, 10, (0.80, 0.88, 0.80))
    text(canvas, right + 22, y + 43.5, say("its picture"), 3.2, align="c")
    text(canvas, right + 22, y + 10, say("the other way round:"), 2.9, align="c")
    text(canvas, right + 22, y + 5.5, "upside_down = true", 2.9, align="c")


def ribbon_drawing(canvas: Canvas, say: Words, x: float, y: float) -> None:
    """Both ends of the ribbon: at the camera from its side, on a Pi 4 and on a Pi 5 from above (190 × 77 mm)."""
    _heading(canvas, say, x, y + 72, "2. Both ends of the ribbon, with the power off")
    _camera_end(canvas, say, x, y + 13)
    _pi_end(canvas, say, x + 62, y + 17, "Raspberry Pi 4", 46, -1)
    _pi_end(canvas, say, x + 128, y + 17, "Raspberry Pi 5", 50, 1)
    words = say(
        "At the Pi pull the latch up; at the camera, whose connector lies flat, draw it out towards the ribbon. Bare "
        "contacts away from the latch, ribbon straight and fully in. Then press the latch down again at the Pi, and "
        "push it back in at the camera."
    )
    paragraph(canvas, x, y + 6.5, words, 184, 3.2)


def _camera_end(canvas: Canvas, say: Words, x: float, y: float) -> None:
    """Board, connector and ribbon at the camera, cut through; the lens below."""
    _block(canvas, x + 6, y + 20, 40, 3, GREEN)
    _block(canvas, x + 14, y + 14, 12, 6, METAL)
    _block(canvas, x + 17, y + 11, 6, 3, BLACK)
    _block(canvas, x + 38, y + 23, 8, 5, METAL)
    _block(canvas, x + 40, y + 24.3, 14, 0.9, CONTACTS)
    _block(canvas, x + 40, y + 25.2, 14, 0.9, STIFF)
    _block(canvas, x + 46, y + 26.1, 3.5, 1.9, BLACK)
    text(canvas, x + 28, y + 52, say("at the camera"), 3.6, align="c", bold=True)
    text(canvas, x + 28, y + 47.5, say("15 contacts"), 3, align="c")
    _pointer(canvas, say("latch"), (x + 34, y + 39), (x + 47.5, y + 27.5), "r")
    _pointer(canvas, say("stiffener up"), (x + 34, y + 34), (x + 51, y + 25.8), "r")
    _pointer(canvas, say("contacts to the board"), (x + 34, y + 8), (x + 50, y + 24.4), "r")


def _pi_end(canvas: Canvas, say: Words, x: float, y: float, name: str, socket: float, facing: int) -> None:
    """A Pi from above at 0.62 : 1, its camera socket at ``socket`` mm from the left; its contacts look left (-1) or
    right (1)."""
    k = 0.62
    width, depth = (k * side for side in PI)
    _block(canvas, x, y, width, depth, GREEN)
    _block(canvas, x + k * 7, y + depth - k * 6, k * 51, k * 5, BLACK)
    low, high = (2.0, 22.0) if facing > 0 else (36.0, 20.0)
    _block(canvas, x + k * 66, y + k * low, k * 22, k * 16, METAL)
    text(canvas, x + k * 77, y + k * (low + 6), "Ethernet", 2.2, align="c")
    for b in (high, high + 17) if facing > 0 else (2.0, 19.0):
        _block(canvas, x + k * 70, y + k * b, k * 18, k * 14, METAL)
        text(canvas, x + k * 79, y + k * (b + 5), "USB", 2.2, align="c")
    for a, wide, words in ((7, 9, "USB-C"), (22, 8, "HDMI"), (35, 8, "HDMI")):
        _block(canvas, x + k * a, y - k * 1, k * wide, k * 8, METAL)
        text(canvas, x + k * (a + wide / 2), y - 3.2, words, 2.2, align="c")
    if facing < 0:
        _block(canvas, x + k * 53, y - k * 2, k * 7, k * 14, METAL)
    at = x + k * socket
    _block(canvas, at - k * 1.5, y + k * 2, k * 3, k * 20, WHITE)
    flap = at - facing * k * 2.8
    _block(canvas, flap - k * 0.9, y + k * 2, k * 1.8, k * 20, BLACK)
    if facing > 0:
        _block(canvas, at + k * 6.5, y + k * 2, k * 3, k * 20, WHITE, 0.6)
    line(canvas, at + facing * 1.2, y + k * 3, at + facing * 1.2, y + k * 21, 0.0, 0.1)
    canvas.setFillColorRGB(*CONTACTS)
    canvas.rect(
        (at + facing * 0.2) * MM - (0.6 * MM if facing < 0 else 0), (y + k * 3) * MM, 0.6 * MM, k * 18 * MM, 0, 1
    )
    tip = at + facing * 7
    line(canvas, at + facing * 1.5, y + k * 25, tip, y + k * 25, 0.0, 0.35)
    for b in (-1, 1):
        line(canvas, tip, y + k * 25, tip - facing * 1.8, y + k * 25 + b * 1.1, 0.0, 0.35)
    text(canvas, x + width / 2, y + 48, name, 3.6, align="c", bold=True)
    words = "22 contacts, the narrow end; either socket" if facing > 0 else "15 contacts; socket CAMERA"
    text(canvas, x + width / 2, y + 43.5, say(words), 3, align="c")
    words = "bare contacts face the Ethernet socket" if facing > 0 else "bare contacts face the HDMI sockets"
    text(canvas, x + width / 2, y + 39, say(words), 3, align="c")


def level_drawing(canvas: Canvas, say: Words, x: float, y: float) -> None:
    """The module on its cardboard under the arm, a card at its front and a thread beside it (190 × 87 mm)."""
    _heading(canvas, say, x, y + 81, "3. Level it with a playing card and a thread")
    left, top = x + 8, y + 70
    _block(canvas, left, top, 66, 5, BOARD)
    top -= 1.6
    _block(canvas, left + 3, top, 62, 1.6, SHADE)
    _block(canvas, left + 20, top - 3, 28, 3, GREEN)
    _block(canvas, left + 24, top - 7, 9, 4, METAL)
    wide, high = (0.55 * side for side in g.BRIDGE_CARD)
    corner = left + 36
    _block(canvas, corner, top - 3 - high, wide, high, PAPER)
    text(canvas, corner + 3, top - 10, "7", 5, (0.75, 0.1, 0.1))
    thread = corner - 1.2
    line(canvas, thread, top + 1.6, thread, top - high - 7, 0.0, 0.15)
    _disc(canvas, thread, top - high - 8.5, 4, 0.6)
    low = top - 3 - high
    line(canvas, corner - 9, low, corner - 2, low, 0.4, 0.15)
    text(canvas, corner - 10, low - 1, say("at most {mm:.0f} mm", mm=OFF), 3, align="r")
    text(canvas, left + 68, top + 2.6, say("arm"), 3.2)
    text(canvas, left + 68, top - 1.6, say("cardboard"), 3.2)
    text(canvas, left + 22, top - 11.5, say("lens"), 3.2, align="c")
    words = (
        say(
            "Fasten the module to a piece of cardboard of 6 × 6 cm, its connector in a cut-out, and that under the "
            "arm, lens down."
        ),
        say("Hold the short edge of a playing card against the front of the module, beside the lens."),
        say("Let a thread with a nut hang from the arm, close to the card's long edge."),
        say(
            "Tilt it with folded paper under one edge of the cardboard until thread and edge run side by side: at the "
            "lower end of the card they may be {mm:.0f} mm apart.",
            mm=OFF,
        ),
        say("Do the same with the card turned a quarter: once along the arm, once across it."),
        say(
            "Then hold the thread at the lens: the nut must hang over the middle of the play area, up to {cm:.0f} cm "
            "off where the lens is {high:.0f} mm high, {least:.0f} cm at {low:.0f} mm.",
            cm=ASIDE[g.CAMERA_HEIGHT],
            high=g.CAMERA_HEIGHT,
            least=ASIDE[g.CAMERA_HEIGHTS[0]],
            low=g.CAMERA_HEIGHTS[0],
        ),
    )
    at = y + 73
    for number, one in enumerate(words, 1):
        text(canvas, x + 96, at, f"{number}.", 3.3)
        at = paragraph(canvas, x + 102, at, one, 84, 3.3) - 1.5
