"""What hangs on the pins of the Raspberry Pi: settings of lights, buttons and slot strip, and who gets which pin.

A part on a pin that cannot be is left out with one sentence, and the others go on: ``allot``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

from device.settings.typed_toml import about, option
from whist.phrases import Phrase, phrase

PINS: Final = (2, 27)
"""First and last GPIO number that a part may name; 0 and 1 belong to the HAT EEPROM."""

NONE: Final = 0
"""In place of a pin: the part is not there."""

STRIP_PINS: Final = {"data": 10, "clock": 11}
"""Where the slot strip hangs: the data and the clock of SPI0, which the Pi drives by itself."""

WAKE_PIN: Final = 3
"""The pin of I²C that wakes a Pi 4 which was shut down, when it is joined to ground: *switch off* may have it (the
documentation of the Raspberry Pi's bootloader, WAKE_ON_GPIO)."""

I2C_PINS: Final = {"data": 2, "clock": 3}
"""Where an OLED hangs."""

MATRIX_PINS: Final = {**STRIP_PINS, "select": 8}
"""Where an LED matrix hangs: SPI0 and its first chip select."""

RESERVED: Final = {
    **dict.fromkeys((2, 3), "I²C"),
    4: "one-wire",
    **dict.fromkeys(range(7, 12), "SPI0"),
    **dict.fromkeys((14, 15), phrase("the serial port")),
}
"""GPIO numbers with a use of their own."""


def _pin(default: int, note: str) -> int:
    pin: int = option(default, note)
    return pin


@dataclass(frozen=True, slots=True)
class TrumpPins:
    """One light per trump suit, one for no-trump."""

    clubs: int = _pin(5, phrase("Clubs are trumps."))
    diamonds: int = _pin(6, phrase("Diamonds are trumps."))
    hearts: int = _pin(13, phrase("Hearts are trumps."))
    spades: int = _pin(19, phrase("Spades are trumps."))
    no_trump: int = _pin(26, phrase("There are no trumps."))


@dataclass(frozen=True, slots=True)
class TurnPins:
    """One light per place at the table; games of more than two people use more places."""

    south: int = _pin(16, phrase("South's turn."))
    north: int = _pin(20, phrase("North's turn."))
    holder_1: int = _pin(21, phrase("The android in holder 1, beside South, is to play."))
    holder_2: int = _pin(12, phrase("The android in holder 2, beside North, is to play."))
    southwest: int = _pin(NONE, phrase("Southwest's turn."))
    west: int = _pin(NONE, phrase("West's turn."))
    northwest: int = _pin(NONE, phrase("Northwest's turn."))
    northeast: int = _pin(NONE, phrase("Northeast's turn."))
    east: int = _pin(NONE, phrase("East's turn."))
    southeast: int = _pin(NONE, phrase("Southeast's turn."))


@dataclass(frozen=True, slots=True)
class ErrorPins:
    """The red light of each android."""

    holder_1: int = _pin(
        23, phrase("Error Message of the android in holder 1: blinks, then stays until its turn is over.")
    )
    holder_2: int = _pin(
        24, phrase("Error Message of the android in holder 2: blinks, then stays until its turn is over.")
    )


@dataclass(frozen=True, slots=True)
class LightPins:
    """Lights of the table and the pins they are on."""

    enabled: bool = option(True, phrase("false leaves their pins alone."))
    help: int = _pin(
        25,
        phrase(
            "The table needs a hand: a question, something out of sight, a card to take back, no room on the disk; the "
            "page says which."
        ),
    )
    trump: TrumpPins = field(default_factory=TrumpPins, metadata=about("Trump lights."))
    turn: TurnPins = field(default_factory=TurnPins, metadata=about("Turn lights, one per place."))
    error: ErrorPins = field(default_factory=ErrorPins, metadata=about("Error Message lights."))


@dataclass(frozen=True, slots=True)
class ButtonPins:
    """Buttons of the table, each between its pin and ground."""

    enabled: bool = option(True, phrase("false leaves their pins alone."))
    confirm: int = _pin(17, phrase("Confirm: the card that the table takes to be likeliest is the right one."))
    undo: int = _pin(22, phrase("Undo: takes back what was said last, while nobody has acted after it."))
    new_deal: int = _pin(
        27, phrase("New deal, held for two seconds: a misdeal, before the first trick is complete; or the next game.")
    )
    switch_off: int = _pin(
        NONE,
        phrase(
            "Switch off, held for two seconds: the machine shuts down, and every game is kept. On GPIO 3 the same "
            "button starts a Pi 4 again."
        ),
    )


@dataclass(frozen=True, slots=True)
class SlotStrip:
    """26 APA102 lights, one over each slot of the holders: the one over the card to be moved burns."""

    enabled: bool = option(False, phrase("true where there is one; false leaves SPI0 alone."))
    brightness: int = option(8, phrase("How bright a light burns."), low=1, high=31)
    for_pictures: str = option(
        "off",
        phrase("What becomes of the light while its holder is read, once nothing else is to be seen."),
        choices=("off", "dim", "same"),
    )
    holder_1_from: str = option(
        "left",
        phrase("At which end of holder 1, seen by the person before it, the data wire comes in."),
        choices=("left", "right"),
    )
    holder_2_from: str = option(
        "left", phrase("The same of holder 2, whose lights follow those of holder 1."), choices=("left", "right")
    )


@dataclass(frozen=True, slots=True)
class TrumpDisplay:
    """A display that shows the trump, and whose turn it is where there is room."""

    kind: str = option(
        "none",
        phrase(
            "none; ssd1306 or sh1106, an OLED of 128 × 64 on I²C (GPIO 2 and 3); max7219, an LED matrix of 8 × 8 on "
            "SPI0 (GPIO 8, 10 and 11), for the trump alone."
        ),
        choices=("none", "ssd1306", "sh1106", "max7219"),
    )
    address: int = option(60, phrase("I²C address of the OLED: 60 is 3C, 61 is 3D."), low=3, high=119)
    brightness: int = option(128, phrase("How bright it is."), low=0, high=255)
    turned: int = option(0, phrase("Quarter turns by which its picture is turned."), low=0, high=3)


def display_pins(display: TrumpDisplay) -> Mapping[str, int]:
    """Wire of the display to GPIO number; empty where there is none."""
    return {"none": {}, "max7219": MATRIX_PINS}.get(display.kind, I2C_PINS)


class Allotted(NamedTuple):
    """Pins of the parts that may have theirs, and a sentence for each part that may not."""

    pins: dict[str, int]
    refused: list[str]


def light_fields(lights: LightPins) -> dict[str, tuple[int, str]]:
    """Light name (``trump_clubs`` … ``turn_south`` … ``error_holder_2``, ``help``) to its pin and what it means."""
    groups = (("trump", lights.trump), ("turn", lights.turn), ("error", lights.error))
    found = {f"{name}_{part}": told for name, group in groups for part, told in _told(group).items()}
    return found | {"help": _told(lights)["help"]}


def button_fields(buttons: ButtonPins) -> dict[str, tuple[int, str]]:
    """Button name (``confirm``, ``undo``, ``new_deal``) to its pin and what it means."""
    return _told(buttons)


def _told(group: Any) -> dict[str, tuple[int, str]]:
    pins = (f for f in fields(group) if type(getattr(group, f.name)) is int)
    return {f.name: (getattr(group, f.name), f.metadata["note"]) for f in pins}


def pins_by_light(lights: LightPins) -> dict[str, int]:
    """Light name to GPIO number, of those that are there."""
    return _there(light_fields(lights))


def pins_by_button(buttons: ButtonPins) -> dict[str, int]:
    """Button name to GPIO number, of those that are there."""
    return _there(button_fields(buttons))


def _there(told: Mapping[str, tuple[int, str]]) -> dict[str, int]:
    return {name: pin for name, (pin, _) in told.items() if pin != NONE}


def allot(lights: LightPins, buttons: ButtonPins) -> Allotted:
    """Who gets which pin: of two parts on one pin the first. Parts are named ``light help`` and ``button undo``."""
    wanted = {f"light {name}": pin for name, pin in pins_by_light(lights).items() if lights.enabled}
    wanted |= {f"button {name}": pin for name, pin in pins_by_button(buttons).items() if buttons.enabled}
    given: dict[str, int] = {}
    refused: list[str] = []
    for part, pin in wanted.items():
        why = _why_not(part, pin, given)
        if why:
            refused.append(phrase("{part} is left out: {why}.", part=part.capitalize(), why=why))
        else:
            given[part] = pin
    return Allotted(given, refused)


def shared_pins(display: TrumpDisplay, strip: SlotStrip, buttons: ButtonPins) -> Phrase | None:
    """Why the display must be left out, one sentence: another part has its pins. None where it may be used."""
    if display.kind == "max7219" and strip.enabled:
        return phrase(
            "The display is left out: an LED matrix and the slot strip cannot both hang on SPI0; switch one of them "
            "off in the settings, or take an OLED."
        )
    if display.kind in ("ssd1306", "sh1106") and buttons.enabled and buttons.switch_off in I2C_PINS.values():
        return phrase(
            "The display is left out: the button Switch off has GPIO {pin}, which belongs to I²C; give the button "
            "another pin.",
            pin=buttons.switch_off,
        )
    return None


def _why_not(part: str, pin: int, given: Mapping[str, int]) -> str:
    if not PINS[0] <= pin <= PINS[1]:
        return phrase("there is no GPIO {pin} for it; take a free one from 5, 6, 12, 13 and 16 to 27", pin=_short(pin))
    if pin in RESERVED and (part, pin) != ("button switch_off", WAKE_PIN):
        return phrase(
            "GPIO {pin} belongs to {owner}; take a free one from 5, 6, 12, 13 and 16 to 27",
            pin=pin,
            owner=RESERVED[pin],
        )
    other = next((part for part, taken in given.items() if taken == pin), None)
    return phrase("GPIO {pin} is that of {other}; give each a pin of its own", pin=pin, other=other) if other else ""


def _short(pin: int) -> str:
    return str(pin) if abs(pin) < 10**9 else "of that length"
