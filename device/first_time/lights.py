"""The third step of a first time: each light in turn, what it means, and whether it burns."""

from __future__ import annotations

from typing import Any, Final

from device.first_time.camera import StepWords
from device.lights.panel import SLOT_LIGHTS, Panel, meanings
from device.settings.settings import Settings
from hardware.lights.wiring import header_pin
from whist.phrases import Phrase, counted, phrase

_FIRST_SLOT: Final = {
    "slot_1": phrase("holder 1: the light over its first slot, on the left as South sees it"),
    "slot_2": phrase("holder 2: the light over its first slot, on the left as North sees it"),
}


class LightsTrial:
    """Goes through the lights of ``panel``, which shows the table again after ``stop``. For one thread at a time."""

    def __init__(self, panel: Panel, settings: Settings) -> None:
        self._panel = panel
        told = meanings(settings)
        self._lights = [one for one in told if one["part"] == "light" and one["name"] in panel.lights.names]
        if settings.strip.enabled:
            strip = next(one for one in told if one["part"] == "strip")
            self._lights += [strip | {"name": name, "called": _FIRST_SLOT[name]} for name in SLOT_LIGHTS]
        self._lights += [one for one in told if one["part"] == "display" and panel.display.there]
        self._burns: dict[str, bool] = {}
        self._at = 0
        self.burning = False
        """Whether the lights are tried at this moment, and do not show the table."""

    @property
    def now(self) -> dict[str, Any] | None:
        """The light that is asked about: ``name``, ``called``, ``means`` and ``pin``; None when all were."""
        return self._lights[self._at] if self._at < len(self._lights) else None

    @property
    def tried(self) -> bool:
        """Whether all were asked about, and there are any."""
        return bool(self._burns) and self.now is None

    def show(self) -> None:
        """Light the one that is asked about, and no other."""
        if self.now is None or self._panel.mock:
            self.stop()
        else:
            self.burning = True
            self._panel.try_light(self.now["name"])

    def answer(self, burns: bool) -> None:
        """Whether the light that is asked about burns; the next one is asked about."""
        if self.now is not None:
            self._burns[self.now["name"]] = burns
            self._at += 1

    def again(self) -> None:
        """Begin with the first light."""
        self._at = 0
        self._burns.clear()

    def stop(self) -> None:
        """Let the lights show the table again, from the panel's next ``show`` on."""
        self.burning = False
        self._panel.end_trial()

    def words(self) -> StepWords:
        """What to look at now."""
        if self._panel.mock:
            return StepWords(True, phrase("This machine has no pins for lights; the page shows all that they would."))
        if not self._lights:
            return StepWords(True, phrase("No lights are set up; the page shows all that they would."))
        more = tuple(self._check(one) for one in self._lights if self._burns.get(one["name"]) is False)
        if self.now is None:
            return StepWords(not more, self._result(len(more)), more)
        return StepWords(False, self._question(self.now), more)

    def _question(self, light: dict[str, Any]) -> Phrase:
        if light["name"] in SLOT_LIGHTS:
            return phrase("Only this light should be lit now: {light}. Is it?", light=light["called"])
        if light["part"] == "display":
            return phrase("The whole display should be lit now, and no light beside it. Is it?")
        return phrase(
            "Only this light should be lit now: {light}, on GPIO {pin}. It says: {means} Is it?",
            light=light["called"],
            pin=light["pin"],
            means=light["means"],
        )

    def _result(self, dark: int) -> Phrase:
        if not dark:
            return phrase("All lights burn as they should.")
        return counted("{count} light does not burn as it should.", "{count} lights do not burn as they should.", dark)

    def _check(self, light: dict[str, Any]) -> Phrase:
        if light["name"] in SLOT_LIGHTS:
            return phrase(
                "{light}: check 5 V, ground, data (GPIO 10) and clock (GPIO 11) of the strip, and at which end the "
                "settings say that its data wire comes in.",
                light=light["called"],
            )
        if light["part"] == "display":
            return phrase("The display: check its wires, and its kind and address in the settings.")
        return phrase(
            "{light}: check the wire to GPIO {pin} (pin {place} of the header), the resistor, and that the LED's long "
            "leg goes to it.",
            light=light["called"],
            pin=light["pin"],
            place=header_pin(light["pin"]),
        )
