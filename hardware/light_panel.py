"""The front of the light panel: suit symbols, names, and where to drill."""

from __future__ import annotations

from typing import Final

from hardware.drawing import MARGIN, Sheet, cut, drill, line, paragraph, shape, text
from hardware.suits import SUITS

WIDTH: Final = 180.0
HEIGHT: Final = 130.0
"""The panel, mm."""
LED: Final = 5.0
BUTTON: Final = 12.0
"""Holes for LEDs and buttons, across."""

LIGHTS: Final = {
    "trump_clubs": (22.0, 88.0),
    "trump_diamonds": (56.0, 88.0),
    "trump_hearts": (90.0, 88.0),
    "trump_spades": (124.0, 88.0),
    "trump_no_trump": (158.0, 88.0),
    "turn_south": (30.0, 60.0),
    "turn_holder_1": (70.0, 60.0),
    "turn_holder_2": (110.0, 60.0),
    "turn_north": (150.0, 60.0),
    "error_holder_1": (70.0, 38.0),
    "error_holder_2": (110.0, 38.0),
    "help": (150.0, 38.0),
}
"""Hole of each light of the settings, mm from the panel's lower left corner."""

BUTTONS: Final = {"confirm": (40.0, 15.0), "undo": (90.0, 15.0), "new_deal": (140.0, 15.0)}
"""Hole of each button, likewise."""

_NAMES: Final = {
    "turn_south": "South",
    "turn_holder_1": "Holder 1",
    "turn_holder_2": "Holder 2",
    "turn_north": "North",
    "error_holder_1": "Error",
    "error_holder_2": "Error",
    "help": "Help",
    "confirm": "Confirm",
    "undo": "Undo",
    "new_deal": "New deal",
}
"""What stands beside a hole, in English."""


def light_panel(sheet: Sheet) -> None:
    """One page: the panel, to glue on a board."""
    say = sheet.say
    canvas = sheet.begin(say("Whist table: front of the light panel"))
    x0, y0 = (sheet.width - WIDTH) / 2, sheet.height - 28 - HEIGHT
    cut(canvas, x0, y0, x0 + WIDTH, y0 + HEIGHT)
    for suit, outline in SUITS.items():
        x, y = LIGHTS[f"trump_{suit}"]
        shape(canvas, outline, x0 + x, y0 + y + 17, 19)
    x, y = LIGHTS["trump_no_trump"]
    text(canvas, x0 + x, y0 + y + 11.5, say("NT"), 14, align="c", bold=True)
    text(canvas, x0 + WIDTH / 2, y0 + 120, say("Trumps"), 5, align="c")
    for height in (76.0, 28.0):
        line(canvas, x0 + 8, y0 + height, x0 + WIDTH - 8, y0 + height, 0.6)
    text(canvas, x0 + 8, y0 + 70, say("Turn"), 5)
    for name, (x, y) in LIGHTS.items():
        drill(canvas, x0 + x, y0 + y, LED)
        if name in _NAMES:
            text(canvas, x0 + x, y0 + y + 4.8, say(_NAMES[name]), 4.2, align="c")
    for name, (x, y) in BUTTONS.items():
        drill(canvas, x0 + x, y0 + y, BUTTON)
        text(canvas, x0 + x, y0 + y - 11, say(_NAMES[name]), 3.8, align="c")
    words = say(
        "Glue the panel on cardboard, plywood or a box lid and cut it out. Small circles: holes of {led:.0f} mm for "
        "LEDs. Large circles in the lowest row: holes of {button:.0f} mm for buttons; drill them only if you fit "
        "buttons.",
        led=LED,
        button=BUTTON,
    )
    paragraph(canvas, MARGIN, y0 - 10, words, sheet.width - 2 * MARGIN)
    canvas.showPage()
