"""All that hangs on the pins, as one: lights, display, slot strip and buttons; and what each of them means."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from gpiozero import Device

from device.lights.buttons import Buttons
from device.lights.display import Display
from device.lights.lights import TRUMP_LIGHTS, Lights
from device.lights.pin_factory import NoPins, find_pins
from device.lights.strip import Strip
from device.settings.pins import (
    STRIP_PINS,
    TrumpDisplay,
    allot,
    button_fields,
    display_pins,
    light_fields,
    shared_pins,
)
from device.settings.settings import Settings
from whist.names import holder_name, place_name, suit_name
from whist.phrases import Phrase, phrase
from whist.tables import TableInPlay, hand_is_open

log = logging.getLogger(__name__)

_CALLED: Final[Mapping[str, Phrase]] = {
    "help": phrase("help light"),
    "confirm": phrase("button Confirm"),
    "undo": phrase("button Undo"),
    "new_deal": phrase("button New deal"),
    "switch_off": phrase("button Switch off"),
    "slot": phrase("slot strip"),
    "display": phrase("display"),
}
SLOT_LIGHTS: Final = ("slot_1", "slot_2")
"""The slot strip as it is tried: the light over the first slot of each holder."""


class Panel:
    """Lights, display, slot strip and buttons on the pins of this machine, or of ``factory``.

    What cannot be had is left out; ``warnings`` says in one sentence each what, and begins with the reason where there
    are no pins at all (``mock``). Safe to call from several threads.
    """

    def __init__(self, settings: Settings, factory: Any = None) -> None:
        found, sentence = (factory, None) if factory is not None else find_pins()
        self._own_factory = found if factory is None and found is not Device.pin_factory else None
        self._factory = found
        self._allotted = allot(settings.lights, settings.buttons)
        self.mock = isinstance(found, NoPins)
        used = settings.lights.enabled or settings.buttons.enabled or settings.strip.enabled
        self._said = [sentence] if sentence and used else []
        self._said += self._allotted.refused
        in_the_way = shared_pins(settings.display, settings.strip, settings.buttons)
        self._said += [in_the_way] if in_the_way else []
        for said in self._said:
            log.info("%s", said)
        self.lights = Lights(self._pins("light "), found)
        self.display = Display(TrumpDisplay() if in_the_way else settings.display)
        self.strip = Strip(settings.strip, found)
        self.buttons: Buttons | None = None
        self._lock = threading.RLock()
        self._trying = False

    def _pins(self, kind: str) -> dict[str, int]:
        pins = self._allotted.pins.items()
        return {part.removeprefix(kind): pin for part, pin in pins if part.startswith(kind)}

    @property
    def warnings(self) -> list[str]:
        """What is wrong, one sentence each."""
        pressed = self.buttons.warnings if self.buttons else []
        return [*self._said, *self.lights.warnings, *self.display.warnings, *self.strip.warnings, *pressed]

    def show(self, table: TableInPlay, trouble: bool = False) -> None:
        """Show how things stand at ``table``; ``trouble`` is anything beside the game that wants a hand. While lights
        are tried they stay as they are, unless a hand is in play, which ends the trial."""
        with self._lock:
            self._trying = self._trying and not hand_is_open(table)
            if not self._trying:
                view = table.public_view()
                self.lights.show(view, trouble)
                self.display.show(view)
                self.strip.show(set(table.to_move))

    def try_light(self, name: str) -> None:
        """Light the one light of that name, the first of a holder's slots (``slot_1``, ``slot_2``) or all of the
        ``display``, and nothing else, until ``end_trial``."""
        with self._lock:
            self._trying = True
            self.lights.only(name)
            self.display.light_all(name == "display")
            self.strip.show({(int(name[-1]), 0)} if name in SLOT_LIGHTS else set())

    def end_trial(self) -> None:
        """From the next ``show`` on the lights show the table again."""
        with self._lock:
            self._trying = False

    def listen(self, pressed: Callable[[str], object]) -> None:
        """From now on call ``pressed`` with the name of each button that is pressed."""
        if self.buttons is None:
            self.buttons = Buttons(self._pins("button "), self._factory, pressed)

    def close(self) -> None:
        """Turn everything off and give the pins back; calling it twice does no harm."""
        if self.buttons is not None:
            self.buttons.close()
        self.strip.close()
        self.display.close()
        self.lights.close()
        factory, self._own_factory = self._own_factory, None
        if factory is not None:
            factory.close()


def meanings(settings: Settings) -> list[dict[str, Any]]:
    """Every light and button there can be, for people, and slot strip and display where there is one: ``part`` (light,
    button, strip, display), ``name`` in the settings, what it is ``called``, ``pin`` (None where it is not there) and
    ``means``, one sentence."""
    pins = allot(settings.lights, settings.buttons).pins
    told = [("light", name, means) for name, (_, means) in light_fields(settings.lights).items()]
    told += [("button", name, means) for name, (_, means) in button_fields(settings.buttons).items()]
    listed = [
        {"part": part, "name": name, "called": _called(name), "pin": pins.get(f"{part} {name}"), "means": means}
        for part, name, means in told
    ]
    if settings.strip.enabled:
        means = phrase("The light over a card in a holder: this card is to be moved to the table.")
        pin = STRIP_PINS["data"]
        listed.append({"part": "strip", "name": "slot", "called": _called("slot"), "pin": pin, "means": means})
    if settings.display.kind != "none":
        means = (
            phrase("The suit is trumps; a bar: there are no trumps.")
            if settings.display.kind == "max7219"
            else phrase("The suit is trumps; a barred ring: there are no trumps. The disc is whose turn it is.")
        )
        pin = display_pins(settings.display)["data"]
        listed.append({"part": "display", "name": "display", "called": _called("display"), "pin": pin, "means": means})
    return listed


def _called(name: str) -> Phrase:
    """What people call a light or a button."""
    kind, _, of = name.partition("_")
    if kind == "trump":
        suit = next(suit for suit, light in TRUMP_LIGHTS.items() if light == name)
        return phrase("trump light: {suit}", suit=phrase("no trumps") if suit == "NT" else suit_name(suit))
    if kind in ("turn", "error"):
        whose = holder_name(int(of[-1])) if of.startswith("holder") else place_name(of)
        return (
            phrase("turn light: {whose}", whose=whose) if kind == "turn" else phrase("red light: {whose}", whose=whose)
        )
    return _CALLED[name]
