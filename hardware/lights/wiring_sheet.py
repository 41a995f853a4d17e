"""The wiring, drawn: what hangs on each pin of the header."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hardware.drawing import Canvas, Sheet, line, paragraph, solid, text
from hardware.lights.wiring import (
    BUTTON_NAMES,
    GPIO_TOTAL,
    HEADER,
    LIGHT_NAMES,
    Wiring,
    colour,
    header_pin,
    lights_current,
    resistor,
    wires,
)
from hardware.words import Words

PITCH: Final = 9.4
"""Between two rows of the header, as drawn."""
PAD: Final = 4.0
"""From the middle of the header to the pins of either column."""
RESISTOR: Final = 26.0
PART: Final = 37.0
BUS: Final = 46.0
"""From the middle of the header to the resistors, to LEDs and buttons, and to the wire that joins all grounds."""
GROUND: Final = "ground"


class Outwards:
    """Draws to the left (``side`` -1) or the right (1) of a middle at ``x``, from which distances count."""

    def __init__(self, canvas: Canvas, x: float, side: int) -> None:
        self._canvas, self._x, self._side = canvas, x, side

    def wire(self, start: float, end: float, y: float, width: float = 0.3) -> None:
        """A level line between two distances."""
        self.stroke(start, y, end, y, width)

    def stroke(self, x0: float, y0: float, x1: float, y1: float, width: float = 0.3) -> None:
        """Any line; ``x0`` and ``x1`` are distances."""
        line(self._canvas, self._x + self._side * x0, y0, self._x + self._side * x1, y1, width=width)

    def words(self, at: float, y: float, words: str, size: float, grey: float = 0.0) -> None:
        """Words whose inner end is at a distance."""
        text(self._canvas, self._x + self._side * at, y, words, size, grey, "l" if self._side > 0 else "r")


def wiring_sheet(sheet: Sheet, wiring: Wiring) -> None:
    """One page: the header with lights and buttons."""
    canvas = sheet.begin(sheet.say("Whist table: wiring of lights and buttons"))
    lights_drawing(canvas, sheet.say, wiring, sheet.width / 2, sheet.height - 27)
    canvas.showPage()


def lights_drawing(canvas: Canvas, say: Words, wiring: Wiring, x: float, top: float) -> float:
    """The header, its middle at ``x`` and its upper edge at ``top``, with lights and buttons; returns y below it."""
    solid(canvas, x - 2 * PAD, top - 20 * PITCH - 1, x + 2 * PAD, top)
    parts = _parts(wiring)
    joined = [_ground_pin(odd) for odd in (1, 0) if any(number % 2 == odd for number in parts)]
    for number in range(1, len(HEADER) + 1):
        out, y = _pin(canvas, number, x, top)
        if number in parts:
            _part(out, y, say, HEADER[number - 1], *parts[number])
        elif number not in joined:
            _name(out, y, say, number, wiring)
    for number in joined:
        _ground(canvas, x, top, number, parts)
    words = say(
        "The header seen from above, pin 1 beside the card slot. Every resistor: {ohms} Ω. The long leg of an LED goes "
        "to its resistor. With all lights on, the pins give {now:.0f} mA together; {most:.0f} mA are safe.",
        ohms=resistor(len(wiring.lights)),
        now=lights_current(wiring),
        most=GPIO_TOTAL,
    )
    if len(joined) > 1:
        both = say(
            "Both grounds are one: with them joined, one wire to pin {a} or {b} is enough.", a=joined[0], b=joined[1]
        )
        words = f"{words} {both}"
    return paragraph(canvas, x - 90, top - 20 * PITCH - 8, words, 180, 3.2)


def _parts(wiring: Wiring) -> dict[int, tuple[str, str]]:
    """Lights and buttons by header pin: name and colour, which is empty for a button."""
    parts = {header_pin(pin): (LIGHT_NAMES[name], colour(name)) for name, pin in wiring.lights.items()}
    return parts | {header_pin(pin): (BUTTON_NAMES[name], "") for name, pin in wiring.buttons.items()}


def _row(number: int, top: float) -> float:
    return top - ((number - 1) // 2 + 0.5) * PITCH - 0.5


def _pin(canvas: Canvas, number: int, x: float, top: float) -> tuple[Outwards, float]:
    """Draws a pin with its number; returns what draws outwards from it, and its y."""
    side, y = (-1 if number % 2 else 1), _row(number, top)
    solid(canvas, x + side * PAD - 3, y - 2.6, x + side * PAD + 3, y + 2.6, 0.4)
    text(canvas, x + side * PAD, y - 1.2, str(number), 3.4, align="c", bold=True)
    return Outwards(canvas, x, side), y


def _name(out: Outwards, y: float, say: Words, number: int, wiring: Wiring) -> None:
    """The name of a pin without light or button, and which wire of strip or display it takes."""
    name = HEADER[number - 1]
    taken = wires(wiring)
    words = say(name) if name in (GROUND, "3.3 V") else name
    if number in taken:
        out.wire(PAD + 3, RESISTOR - 4, y)
        out.words(2 * PAD + 1, y + 0.8, words, 2.3)
        out.words(RESISTOR - 3, y - 1, say(taken[number]), 3.0)
    else:
        out.words(2 * PAD + 1, y - 0.8, words, 2.3, 0.55)


def _part(out: Outwards, y: float, say: Words, pin: str, name: str, led: str) -> None:
    """Resistor and LED, or button, on the pin of this name; ``led`` is its colour, empty for a button."""
    out.words(2 * PAD + 1, y + 0.8, pin, 2.3)
    out.wire(PAD + 3, RESISTOR - 4, y)
    for a, b, c, d in ((-4, -1.4, 4, -1.4), (4, -1.4, 4, 1.4), (4, 1.4, -4, 1.4), (-4, 1.4, -4, -1.4)):
        out.stroke(RESISTOR + a, y + b, RESISTOR + c, y + d)
    out.wire(RESISTOR + 4, PART - 2, y)
    out.wire(PART + 2, BUS, y)
    if led:
        _led(out, y)
    else:
        _button(out, y)
    out.words(BUS + 2, y - 1.1, say(name) + (f", {say(led)}" if led else f" ({say('button')})"), 3.2)


def _led(out: Outwards, y: float) -> None:
    """An arrow from the resistor to ground, a bar at its point, and two rays."""
    for a, b, c, d in ((-2, 2, -2, -2), (-2, 2, 2, 0), (-2, -2, 2, 0), (2, 2, 2, -2)):
        out.stroke(PART + a, y + b, PART + c, y + d)
    for k in (-1.2, 0.6):
        out.stroke(PART + k, y + 2.2, PART + k + 1.6, y + 3.8, 0.15)


def _button(out: Outwards, y: float) -> None:
    out.stroke(PART - 2, y, PART + 1.8, y + 2)
    for k in (-2, 2):
        out.stroke(PART + k - 0.3, y - 0.3, PART + k + 0.3, y + 0.3, 0.6)


def _ground_pin(odd: int) -> int:
    """The last ground on the side of the odd pins (1) or of the even ones (0)."""
    return max(number for number, name in enumerate(HEADER, 1) if name == GROUND and number % 2 == odd)


def _ground(canvas: Canvas, x: float, top: float, place: int, parts: Iterable[int]) -> None:
    """The wire that joins the parts on the side of ground pin ``place`` and goes into it."""
    out = Outwards(canvas, x, -1 if place % 2 else 1)
    rows = [_row(number, top) for number in (*parts, place) if number % 2 == place % 2]
    out.stroke(BUS, min(rows), BUS, max(rows), 0.5)
    out.wire(PAD + 3, BUS, _row(place, top), 0.5)
