"""The slot strip, drawn: its level shifter, its wires, and what the power supply has to give."""

from __future__ import annotations

from typing import Final

from hardware.drawing import MARGIN, MM, Canvas, Sheet, line, paragraph, solid, text
from hardware.lights.wiring import (
    STRIP_LIGHTS,
    STRIP_LIT,
    STRIP_SUPPLY,
    SUPPLY,
    Wiring,
    budget,
    header_pin,
    resistor,
)
from hardware.lights.wiring_sheet import Outwards
from hardware.words import Words

LOW, HIGH = "ground", "5 V"

CHIP: Final = (
    ("1OE", LOW),
    ("1A", "data"),
    ("1Y", "data out"),
    ("2OE", LOW),
    ("2A", "clock"),
    ("2Y", "clock out"),
    ("GND", LOW),
    ("3Y", ""),
    ("3A", LOW),
    ("3OE", HIGH),
    ("4Y", ""),
    ("4A", LOW),
    ("4OE", HIGH),
    ("VCC", HIGH),
)
"""Pins 1 to 14 of the 74AHCT125 and where they go: two of its four gates work, the others are shut (data sheet: an
output is on while its OE is low; no input may be left open)."""


def strip_sheet(sheet: Sheet, wiring: Wiring) -> None:
    """One page: the slot strip and its level shifter, and the currents of all parts."""
    canvas = sheet.begin(sheet.say("Whist table: wiring of the slot strip"))
    low = strip_drawing(canvas, sheet.say, wiring, sheet.width / 2, sheet.height - 30)
    currents(canvas, sheet.say, wiring, MARGIN + 20, low - 12)
    canvas.showPage()


def strip_drawing(canvas: Canvas, say: Words, wiring: Wiring, x: float, top: float) -> float:
    """The 74AHCT125 seen from above, its middle at ``x``, what goes to each of its pins, and the strip's beginning;
    returns y below it."""
    half, step = 13.0, 9.4
    solid(canvas, x - half, top - 7 * step - 4, x + half, top)
    canvas.arc((x - 2.5) * MM, (top - 2.5) * MM, (x + 2.5) * MM, (top + 2.5) * MM, 180, 180)
    text(canvas, x, top + 2.5, "74AHCT125", 4, align="c", bold=True)
    ohms = resistor(len(wiring.lights))
    for number, (name, net) in enumerate(CHIP, 1):
        side = -1 if number <= 7 else 1
        y = top - step * (number if side < 0 else 15 - number) + 2.5
        out = Outwards(canvas, x, side)
        out.wire(half, half + 8, y)
        out.words(half + 1, y + 0.8, str(number), 3.2)
        text(canvas, x + side * (half - 1.5), y - 1, name, 2.8, align="l" if side < 0 else "r")
        out.words(half + 9.5, y - 1.1, _net(say, net, wiring, ohms), 3.4)
    y = top - 7 * step - 14
    return _strip(canvas, say, x, y)


def _net(say: Words, net: str, wiring: Wiring, ohms: int) -> str:
    if not net:
        return say("stays free")
    name, _, out = net.partition(" ")
    if name in wiring.strip and out:
        return say("through {ohms} Ω to {end} of the strip", ohms=ohms, end={"data": "DI", "clock": "CI"}[name])
    if name in wiring.strip:
        pin = wiring.strip[name]
        return say("from pin {pin} of the Pi (GPIO {gpio})", pin=header_pin(pin), gpio=pin)
    return _supply(say, net)


def _supply(say: Words, net: str) -> str:
    return say("ground: pin {pin} of the Pi" if net == LOW else "5 V: pin {pin} of the Pi", pin=STRIP_SUPPLY[net])


def _strip(canvas: Canvas, say: Words, x: float, top: float) -> float:
    """The four wires of the strip and the way through both holders."""
    ends = (
        ("5 V", _supply(say, HIGH)),
        ("DI", say("data, from pin 3 of the 74AHCT125")),
        ("CI", say("clock, from pin 6 of the 74AHCT125")),
        ("GND", _supply(say, LOW)),
    )
    left = x - 12
    solid(canvas, left, top - 26, x + 84, top)
    for k, (name, words) in enumerate(ends):
        y = top - 5 - 5.4 * k
        text(canvas, left + 1.5, y - 1, name, 3.0)
        line(canvas, left, y, left - 8, y, width=0.3)
        text(canvas, left - 9.5, y - 1, words, 3.4, align="r")
    for k, holder in enumerate((1, 2)):
        text(canvas, x + 22 + 36 * k, top - 8, say("holder {number}", number=holder), 3.4, align="c")
        first = 1 + 13 * k
        text(canvas, x + 22 + 36 * k, top - 14, say("lights {a} to {b}", a=first, b=first + 12), 3.4, align="c")
    text(canvas, x + 40, top - 22, "DO, CO → DI, CI", 3.0, align="c")
    line(canvas, x + 40, top, x + 40, top - 18, 0.5)
    words = say(
        "100 nF across pins 7 and 14 of the 74AHCT125, and 470 µF (6.3 V or more, mind its poles) between 5 V and "
        "ground where the strip begins. The strip asks for 3.5 V on DI and CI and the Pi gives 3.3: hence the "
        "74AHCT125, which takes 2 V for high. An HCT will do, an HC or AHC will not."
    )
    return paragraph(canvas, x - 92, top - 34, words, 184, 3.2)


def currents(canvas: Canvas, say: Words, wiring: Wiring, x: float, top: float) -> None:
    """The table of what the power supply has to give."""
    parts = {name: round(mA) for name, mA in budget(wiring).items()}  # so that what is printed adds up
    text(canvas, x, top, say("Current at 5 V"), 4, bold=True)
    rows = [*((say(name), f"{mA} mA") for name, mA in parts.items())]
    rows += [(say("together"), f"{sum(parts.values())} mA"), (say("power supply of the Pi 4"), f"{SUPPLY:.0f} mA")]
    for k, (name, value) in enumerate(rows):
        y = top - 7 - 5.5 * k
        text(canvas, x, y, name, 3.4)
        text(canvas, x + 90, y, value, 3.4, align="r")
        if k == len(parts) - 1:
            line(canvas, x, y - 1.7, x + 90, y - 1.7)
    words = say(
        "The program lights one of the {count} at a time. All white at full brightness would take {most:.0f} mA more.",
        count=STRIP_LIGHTS,
        most=STRIP_LIGHTS * STRIP_LIT,
    )
    paragraph(canvas, x, top - 12 - 5.5 * len(rows), words, 150, 3.2)
