"""What is wired to the Raspberry Pi: parts, places on its header, resistors and currents.

The pins come from the caller, who reads them from the settings; so drawing and program cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

HEADER: Final = tuple(
    """3.3 V,5 V,GPIO 2,5 V,GPIO 3,ground,GPIO 4,GPIO 14,ground,GPIO 15,GPIO 17,GPIO 18,GPIO 27,ground,GPIO 22,GPIO 23,
    3.3 V,GPIO 24,GPIO 10,ground,GPIO 9,GPIO 25,GPIO 11,GPIO 8,ground,GPIO 7,GPIO 0,GPIO 1,GPIO 5,ground,GPIO 6,GPIO 12,
    GPIO 13,ground,GPIO 19,GPIO 16,GPIO 26,GPIO 20,ground,GPIO 21""".replace("\n    ", "").split(",")
)
"""Names of pins 1 to 40 of the header, the same on every Pi with 40."""

STRIP_SUPPLY: Final = {"5 V": 2, "ground": 6}
"""Header pins that feed the slot strip."""

OLED_SUPPLY: Final = {"3.3 V": 1, "ground": 9}
MATRIX_SUPPLY: Final = {"5 V": 4, "ground": 9}
"""Header pins that feed the display."""

VOLTS: Final = 3.3
"""What a GPIO pin gives."""
FORWARD: Final = {"red": 2.0, "yellow": 2.1, "green": 2.2}
"""Volts that remain across a plain LED of 3 or 5 mm at a few mA (makers' data sheets, ± 0.2). Blue, white and bright
green ones take 3 V, which leaves nothing for the resistor."""
GPIO_TOTAL: Final = 50.0
"""mA that all GPIO pins may give together: the limit of the first Pi, which is safe on all."""
LIGHT_CURRENT: Final = 4.0
"""mA that a light needs at most: it stands in a room, not in the sun."""
E12: Final = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)

STRIP_LIGHTS: Final = 26
STRIP_LIT: Final = 60.0
"""mA of an APA102 that shines white at full brightness: 20 for each colour (APA102 data sheet)."""
STRIP_DARK: Final = 1.0
"""mA of one that is dark."""
STRIP_STEPS: Final = 31
"""Brightness steps of an APA102."""

BOARD: Final = {"Raspberry Pi 4, working hard": 1200.0, "camera": 250.0}
"""mA at 5 V of what else hangs on the supply."""
SUPPLY: Final = 3000.0
"""mA of the Pi 4's own power supply at 5 V."""

LIGHT_NAMES: Final = {
    "trump_clubs": "trump clubs",
    "trump_diamonds": "trump diamonds",
    "trump_hearts": "trump hearts",
    "trump_spades": "trump spades",
    "trump_no_trump": "no trump",
    "turn_south": "turn South",
    "turn_north": "turn North",
    "turn_holder_1": "turn holder 1",
    "turn_holder_2": "turn holder 2",
    "turn_southwest": "turn Southwest",
    "turn_west": "turn West",
    "turn_northwest": "turn Northwest",
    "turn_northeast": "turn Northeast",
    "turn_east": "turn East",
    "turn_southeast": "turn Southeast",
    "error_holder_1": "error holder 1",
    "error_holder_2": "error holder 2",
    "help": "help",
}
"""Lights of the settings, in words."""
BUTTON_NAMES: Final = {"confirm": "confirm", "undo": "undo", "new_deal": "new deal", "switch_off": "switch off"}

_COLOURS: Final = {"trump": "yellow", "turn": "green", "error": "red", "help": "yellow"}


@dataclass(frozen=True, slots=True)
class Wiring:
    """GPIO numbers of the parts that are there: lights (keys of ``LIGHT_NAMES``), buttons (of ``BUTTON_NAMES``), the
    strip's ``data`` and ``clock`` (empty: no strip), whose lights burn at ``brightness`` of ``STRIP_STEPS``, and the
    display's ``data``, ``clock`` and, of an LED matrix, ``select`` (empty: no display)."""

    lights: Mapping[str, int]
    buttons: Mapping[str, int]
    strip: Mapping[str, int]
    brightness: int
    display: Mapping[str, int] = field(default_factory=dict)


def wires(wiring: Wiring) -> dict[int, str]:
    """Place on the header to the wire of strip or display that goes there: ``"strip: data"``, ``"display: 3.3 V"``."""
    found = {header_pin(pin): f"strip: {wire}" for wire, pin in wiring.strip.items()}
    found |= {pin: f"strip: {wire}" for wire, pin in STRIP_SUPPLY.items() if wiring.strip}
    found |= {header_pin(pin): f"display: {wire}" for wire, pin in wiring.display.items()}
    supply = MATRIX_SUPPLY if "select" in wiring.display else OLED_SUPPLY
    return found | {pin: f"display: {wire}" for wire, pin in supply.items() if wiring.display}


def header_pin(gpio: int) -> int:
    """Place of a GPIO number on the header, 1…40; ValueError when it has none."""
    return HEADER.index(f"GPIO {gpio}") + 1


def colour(light: str) -> str:
    """Colour of a light's LED: a key of ``FORWARD``."""
    return _COLOURS[light.split("_")[0]]


def resistor(lights: int) -> int:
    """Ohms before each of so many LEDs: the least common value (E12) with which one stays within ``LIGHT_CURRENT`` and
    all together within ``GPIO_TOTAL``, reckoned for red, which takes most."""
    least = (VOLTS - min(FORWARD.values())) / min(LIGHT_CURRENT, GPIO_TOTAL / max(lights, 1)) * 1000
    return next(value * ten for ten in (10, 100, 1000) for value in E12 if value * ten >= least)


def light_current(light: str, lights: int) -> float:
    """mA of a light when there are so many."""
    return (VOLTS - FORWARD[colour(light)]) / resistor(lights) * 1000


def lights_current(wiring: Wiring) -> float:
    """mA at 3.3 V with all lights on at once, as no game has them."""
    return sum(light_current(light, len(wiring.lights)) for light in wiring.lights)


def strip_current(lit: int, brightness: int) -> float:
    """mA at 5 V of the strip when so many of its lights shine white."""
    return STRIP_LIGHTS * STRIP_DARK + lit * STRIP_LIT * brightness / STRIP_STEPS


def budget(wiring: Wiring) -> dict[str, float]:
    """mA at 5 V by part: what the power supply has to give while a game is played."""
    parts = {**BOARD, "all lights": lights_current(wiring)}
    if wiring.strip:
        parts["slot strip, one light lit"] = strip_current(1, wiring.brightness)
    return parts
