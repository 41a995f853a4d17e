"""The front of the light panel: suit symbols, names, and where to drill."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hardware.drawing import MARGIN, Canvas, Point, Sheet, cut, drill, line, paragraph, shape, text
from hardware.lights.wiring import Wiring
from hardware.suits import SUITS
from hardware.words import Words

WIDTH: Final = 180.0
HEIGHT: Final = 130.0
"""The panel, mm; higher by ``ROW`` where more people than two have lights, lower by ``BAND`` without trump lights."""
ROW: Final = 18.0
BAND: Final = 50.0
LED: Final = 5.0
BUTTON: Final = 12.0
"""Holes for LEDs and buttons, across."""

_TRUMPS: Final = ("clubs", "diamonds", "hearts", "spades", "no_trump")
_MORE: Final = ("southwest", "west", "northwest", "northeast", "east", "southeast")
_PLACES: Final[dict[str, Point]] = {
    **{f"trump_{name}": (22.0 + 34 * k, 88.0) for k, name in enumerate(_TRUMPS)},
    "turn_south": (30.0, 60.0),
    "turn_holder_1": (70.0, 60.0),
    "turn_holder_2": (110.0, 60.0),
    "turn_north": (150.0, 60.0),
    **{f"turn_{name}": (20.0 + 28 * k, 60.0) for k, name in enumerate(_MORE)},
    "error_holder_1": (70.0, 38.0),
    "error_holder_2": (110.0, 38.0),
    "help": (150.0, 38.0),
}
_BUTTONS: Final[dict[str, Point]] = {
    "confirm": (40.0, 15.0),
    "undo": (90.0, 15.0),
    "new_deal": (140.0, 15.0),
    "switch_off": (167.0, 15.0),
}


def panel_height(lights: Collection[str]) -> float:
    """Height of the panel with these lights, mm."""
    return HEIGHT + _rise(lights) - (0 if _has_trumps(lights) else BAND)


def _rise(lights: Collection[str]) -> float:
    return ROW if any(f"turn_{name}" in lights for name in _MORE) else 0


def _has_trumps(lights: Collection[str]) -> bool:
    return any(f"trump_{name}" in lights for name in _TRUMPS)


def holes(names: Collection[str]) -> dict[str, Point]:
    """Holes of these lights and buttons (names of hardware.lights.wiring), mm from the panel's lower left corner."""
    rise = _rise(names)
    places = {**_PLACES, **_BUTTONS}
    raised = {name for name, (_, y) in places.items() if y >= 60} - {f"turn_{name}" for name in _MORE}
    return {name: (x, y + (rise if name in raised else 0)) for name, (x, y) in places.items() if name in names}


_NAMES: Final = {
    "turn_south": "South",
    "turn_holder_1": "Holder 1",
    "turn_holder_2": "Holder 2",
    "turn_north": "North",
    **{f"turn_{name}": name.capitalize() for name in _MORE},
    "error_holder_1": "Error",
    "error_holder_2": "Error",
    "help": "Help",
    "confirm": "Confirm",
    "undo": "Undo",
    "new_deal": "New deal",
    "switch_off": "Switch off",
}
"""What stands beside a hole, in English."""


def light_panel(sheet: Sheet, wiring: Wiring) -> None:
    """One page: the panel, to glue on a board."""
    say = sheet.say
    canvas = sheet.begin(say("Whist table: front of the light panel"))
    height = panel_height(wiring.lights)
    x0, y0 = (sheet.width - WIDTH) / 2, sheet.height - 28 - height
    panel_drawing(canvas, say, wiring, x0, y0)
    words = say(
        "Glue the panel on cardboard, plywood or a box lid and cut it out. Small circles: holes of {led:.0f} mm for "
        "LEDs. Large circles in the lowest row: holes of {button:.0f} mm for buttons; drill them only if you fit "
        "buttons.",
        led=LED,
        button=BUTTON,
    )
    paragraph(canvas, MARGIN, y0 - 10, words, sheet.width - 2 * MARGIN)
    canvas.showPage()


def panel_drawing(canvas: Canvas, say: Words, wiring: Wiring, x0: float, y0: float) -> None:
    """The panel, its lower left corner at ``x0``, ``y0``."""
    height = panel_height(wiring.lights)
    cut(canvas, x0, y0, x0 + WIDTH, y0 + height)
    below = HEIGHT - 54 + _rise(wiring.lights)
    if _has_trumps(wiring.lights):
        text(canvas, x0 + WIDTH / 2, y0 + height - 10, say("Trumps"), 5, align="c")
    for above in (below, 28.0) if _has_trumps(wiring.lights) else (28.0,):
        line(canvas, x0 + 8, y0 + above, x0 + WIDTH - 8, y0 + above, 0.6)
    text(canvas, x0 + 8, y0 + below - 6, say("Turn"), 5)
    for name, (x, y) in holes({**wiring.lights, **wiring.buttons}).items():
        drill(canvas, x0 + x, y0 + y, BUTTON if name in wiring.buttons else LED)
        suit = name.removeprefix("trump_")
        if suit in SUITS:
            shape(canvas, SUITS[suit], x0 + x, y0 + y + 17, 19)
        elif suit == "no_trump":
            text(canvas, x0 + x, y0 + y + 11.5, say("NT"), 14, align="c", bold=True)
        elif name in wiring.buttons:
            text(canvas, x0 + x, y0 + y - 11, say(_NAMES[name]), 3.8, align="c")
        else:
            text(canvas, x0 + x, y0 + y + 4.8, say(_NAMES[name]), 4.2, align="c")
