"""Pictures of the guide on lights: one LED, the panel, the wiring."""

from __future__ import annotations

from typing import Any, Final

from hardware.drawing import MM, Canvas, line, polygon, text
from hardware.guide.holder import ENGLISH, YELLOW
from hardware.lights.display import picture
from hardware.lights.light_panel import panel_drawing
from hardware.lights.strip_sheet import strip_drawing
from hardware.lights.wiring import Wiring, resistor
from hardware.lights.wiring_sheet import PITCH, lights_drawing
from hardware.scene import SHADE


def led(canvas: Canvas, wiring: Wiring) -> None:
    """One LED with its resistor and both wires (160 × 62 mm)."""
    canvas.setFillColorRGB(*YELLOW)
    canvas.setStrokeGray(0.25)
    canvas.setLineWidth(0.3 * MM)
    path = canvas.beginPath()
    path.moveTo(70 * MM, 38 * MM)
    path.lineTo(70 * MM, 47 * MM)
    path.curveTo(70 * MM, 56 * MM, 84 * MM, 56 * MM, 84 * MM, 47 * MM)
    path.lineTo(84 * MM, 38 * MM)
    path.close()
    canvas.drawPath(path, stroke=1, fill=1)
    polygon(canvas, [(68.5, 36), (84, 36), (84, 38.5), (68.5, 38.5)], YELLOW)
    line(canvas, 73, 36, 73, 12, width=0.6)
    line(canvas, 81, 36, 81, 20, width=0.6)
    line(canvas, 73, 12, 56, 12, width=0.6)
    polygon(canvas, [(40, 9.5), (56, 9.5), (56, 14.5), (40, 14.5)], SHADE)
    line(canvas, 40, 12, 32, 12, width=0.6)
    line(canvas, 81, 20, 112, 20, width=0.6)
    text(canvas, 30, 11, "to its GPIO pin", 3.6, align="r")
    text(canvas, 48, 17, f"{resistor(len(wiring.lights))} Ω", 3.8, align="c", bold=True)
    text(canvas, 64, 25, "long leg", 3.6, align="c")
    text(canvas, 92, 27, "short leg,", 3.6)
    text(canvas, 92, 23, "flat side", 3.6)
    text(canvas, 114, 19, "to ground, with all the others", 3.6)


def panel(canvas: Canvas, wiring: Wiring) -> None:
    """The front of the light panel (190 × 140 mm with the usual lights)."""
    panel_drawing(canvas, ENGLISH, wiring, 5, 5)


def lights(canvas: Canvas, wiring: Wiring) -> None:
    """The header with lights and buttons (190 × 210 mm)."""
    lights_drawing(canvas, ENGLISH, wiring, 95, 20 * PITCH + 19)


_SEATS: Final[list[dict[str, Any]]] = [
    {"seat": seat, "person": place} for seat, place in enumerate(("south", "west", "north", "east"))
]


def display(canvas: Canvas) -> None:
    """The OLED on the left, the LED matrix with each of the five trumps on the right (190 × 52 mm)."""
    text(canvas, 34, 46, "OLED: hearts are trumps, West's turn", 3.6, align="c")
    _dots(canvas, {"trump": "H", "seats": _SEATS, "turn": 1}, 128, 64, 2, 8, 0.5)
    text(canvas, 130, 46, "LED matrix", 3.6, align="c")
    for place, (trump, named) in enumerate(
        {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no trumps"}.items()
    ):
        _dots(canvas, {"trump": trump, "seats": _SEATS, "turn": None}, 8, 8, 76 + 23 * place, 18, 2.4)
        text(canvas, 85.5 + 23 * place, 10, named, 3.2, align="c")


def _dots(canvas: Canvas, view: dict[str, Any], width: int, height: int, x: float, y: float, pitch: float) -> None:
    """A display's lights, its lower left corner at ``x``, ``y``, one every ``pitch`` mm."""
    canvas.setFillGray(0.12)
    canvas.rect(x * MM, y * MM, width * pitch * MM, height * pitch * MM, stroke=0, fill=1)
    canvas.setFillColorRGB(1.0, 0.85, 0.35)
    for row, lights_of in enumerate(picture(view, width, height)):
        for column, light in enumerate(lights_of):
            if light:
                low = y + (height - 1 - row) * pitch
                canvas.rect((x + column * pitch) * MM, low * MM, 0.86 * pitch * MM, 0.86 * pitch * MM, stroke=0, fill=1)
    canvas.setFillGray(0)


def strip(canvas: Canvas, wiring: Wiring) -> None:
    """The level shifter and the strip (200 × 138 mm)."""
    strip_drawing(canvas, ENGLISH, wiring, 98, 126)
