"""The lights: which are lit follows from the public view alone; gpiozero puts them on their pins."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import Any, Final

from gpiozero import LED

from device.lights.pin_factory import first_line
from whist.phrases import phrase

log = logging.getLogger(__name__)

TRUMP_LIGHTS: Final = {
    "C": "trump_clubs",
    "D": "trump_diamonds",
    "H": "trump_hearts",
    "S": "trump_spades",
    "NT": "trump_no_trump",
}
BLINKS: Final = 4
"""How often an Error light goes off and on again before it settles."""
BLINK: Final = 0.15
"""Seconds that a blinking light is off, and on again."""


LIT_HOLDERS: Final = 2
"""So many holders have a light for their turn."""


def lit(view: Mapping[str, Any]) -> frozenset[str]:
    """Names of the lights that burn for public view ``view``: its trump, whose turn it is, the android whose command
    was an Error (RULES A20) until its turn is over, and ``help`` when the page holds something to be settled."""
    names = set()
    if view["trump"] is not None:
        names.add(TRUMP_LIGHTS[view["trump"]])
    if view["turn"] is not None:
        names.add(f"turn_{_place(view, view['turn'])}")
    if _is_error(view):
        names.add(f"error_{_place(view, view['command']['seat'])}")
    if view["out_of_sight"] or view["questions"] or view["out_of_step"] or view["wrong_card"]:
        names.add("help")
    return frozenset(names)


def _place(view: Mapping[str, Any], seat: int) -> str:
    who = next(entry for entry in view["seats"] if entry["seat"] == seat)
    own = who["kind"] != "human" and who["holder"] <= LIT_HOLDERS  # a third one has no light but that of its place
    return f"holder_{who['holder']}" if own else str(who["person"])


def _is_error(view: Mapping[str, Any]) -> bool:
    command = view.get("command")  # the games without androids have none
    return command is not None and command["answer"] == "error"


def _is_new_error(view: Mapping[str, Any], before: Mapping[str, Any] | None) -> bool:
    """Whether ``view`` tells of an Error that ``before`` did not: the same command tried twice counts twice."""
    if not _is_error(view):
        return False
    if before is None or view["command"] != before.get("command"):
        return True
    # nothing but the count of events has moved: the same command was given again, and failed again
    return bool(view["event"] > before["event"]) and {**view, "event": 0} == {**before, "event": 0}


class Lights:
    """The lights of the table on their ``pins`` of ``factory``; a blinking one is off and on for ``blink`` s each.

    A light whose pin cannot be had is left out and ``warnings`` says so, one sentence each; the others go on. Safe to
    call from several threads.
    """

    def __init__(self, pins: Mapping[str, int], factory: Any, blink: float = BLINK) -> None:
        self.warnings: list[str] = []
        self._blink = blink
        self._leds: dict[str, LED] = {}
        self._blinkers: dict[str, _Blinker] = {}
        self._lock = threading.Lock()
        self._before: dict[str, Any] | None = None
        for name, pin in pins.items():
            try:
                self._leds[name] = LED(pin, pin_factory=factory)
            except Exception as error:  # each library of pins raises errors of its own
                self._warn(
                    phrase(
                        "Light {name} on GPIO {pin} cannot be used ({why}); check wiring and settings.",
                        name=name,
                        pin=pin,
                        why=first_line(error),
                    )
                )

    @property
    def names(self) -> frozenset[str]:
        """The lights that have their pin."""
        return frozenset(self._leds)

    def show(self, view: Mapping[str, Any], trouble: bool = False) -> None:
        """Light what public view ``view`` asks for, and ``help`` in any ``trouble`` beside the game; the Error light
        blinks at each new Error, then stays on."""
        burning = lit(view) | ({"help"} if trouble else set())
        with self._lock:
            fresh = _is_new_error(view, self._before)
            self._before = dict(view)
            for name in sorted(self._leds):
                self._set(name, name in burning, blinks=fresh and name.startswith("error_") and name in burning)

    def _set(self, name: str, on: bool, blinks: bool) -> None:
        blinker = self._blinkers.get(name)
        if blinker is not None and on and not blinks:
            return  # it is blinking, or has settled already
        if blinker is not None:
            blinker.stop()
            del self._blinkers[name]
        led = self._leds[name]
        try:
            if on != led.is_lit:
                led.value = on
        except Exception as error:  # as above
            self._warn(
                phrase("Light {name} does not answer ({why}); check its wiring.", name=name, why=first_line(error))
            )
            return
        if blinks:
            self._blinkers[name] = _Blinker(led, self._blink)

    def only(self, name: str | None) -> None:
        """Light the one light of that name and no other; none at all for None."""
        with self._lock:
            for each in sorted(self._leds):
                self._set(each, each == name, blinks=False)

    def close(self) -> None:
        """Turn all lights off and give their pins back; calling it twice does no harm."""
        with self._lock:
            for blinker in self._blinkers.values():
                blinker.stop()
            self._blinkers.clear()
            for name, led in self._leds.items():
                try:
                    led.off()
                    led.close()
                except Exception as error:  # as above; the others must still go off
                    self._warn(phrase("Light {name} cannot be turned off ({why}).", name=name, why=first_line(error)))
            self._leds.clear()

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)
            log.warning("%s", sentence)


class _Blinker:
    """Turns a lit light off and on ``BLINKS`` times and leaves it on (gpiozero's own blinking would leave it off)."""

    def __init__(self, led: LED, seconds: float) -> None:
        self._led = led
        self._seconds = seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="blink", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            for _ in range(BLINKS):
                self._led.off()
                if self._stop.wait(self._seconds):
                    return
                self._led.on()
                if self._stop.wait(self._seconds):
                    return
        except Exception as error:  # a pin that fails must not end in a thread's traceback
            log.warning("A blinking light does not answer (%s).", first_line(error))

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
