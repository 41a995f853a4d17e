"""``whist-table lights``: walks through all lights and says what each of them means; then waits for each button."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

from device.lights.buttons import HELD
from device.lights.panel import Panel, meanings
from device.settings.errors import CommandError
from device.settings.settings import Settings, default_file, load
from whist.messages.observations import SLOTS

SLOT_SHARE: Final = 0.2
"""A light of the strip burns for this share of the time of the others: there are 26 of them."""
MOST: Final = 600.0
"""Seconds that a light may burn, or a button may be waited for, at most."""


def try_lights(options: argparse.Namespace) -> int:
    """Light one after the other; exit status 1 if a part cannot be used or a button was not pressed."""
    if not (0 < options.seconds <= MOST and 0 < options.patience <= MOST):
        raise CommandError(f"--seconds and --patience must be more than 0 and at most {MOST:g}.")
    settings = load(options.settings or default_file())
    with closing(Panel(settings)) as panel:
        buttons = Pressed()
        if options.buttons:
            panel.listen(buttons.tell)
        for sentence in panel.warnings:
            print(sentence, flush=True)
        for line in walk(panel, settings, lambda share: time.sleep(share * options.seconds)):
            print(line, flush=True)
        missed = 0
        if options.buttons:
            for line, pressed in ask_for_buttons(panel, settings, buttons, options.patience):
                print(line, flush=True)
                missed += not pressed
        return int(bool(missed or len(panel.warnings) > panel.mock))


def walk(panel: Panel, settings: Settings, wait: Callable[[float], object]) -> Iterator[str]:
    """Light every light that has its pin for ``wait(1.0)``, then the display, then those of the strip for less; what is
    said of each."""
    for part in meanings(settings):
        if part["part"] == "light" and part["name"] in panel.lights.names:
            panel.lights.only(part["name"])
            yield f"GPIO {part['pin']:<3} {part['name']:<16} {part['means']}"
            wait(1.0)
    panel.lights.only(None)
    for part in meanings(settings):
        if part["part"] == "display" and panel.display.there:
            panel.display.light_all(True)
            yield f"{'I²C' if settings.display.kind != 'max7219' else 'SPI0':<8} {'display':<16} {part['means']}"
            wait(1.0)
            panel.display.light_all(False)
    if settings.strip.enabled:
        yield from _walk_strip(panel, wait)


def _walk_strip(panel: Panel, wait: Callable[[float], object]) -> Iterator[str]:
    for holder in (1, 2):
        yield f"SPI0     holder {holder}         Its {SLOTS} lights, from the left as you see them before it."
        for slot in range(SLOTS):
            panel.strip.show({(holder, slot)})
            wait(SLOT_SHARE)
    panel.strip.show(())


def ask_for_buttons(panel: Panel, settings: Settings, pressed: Pressed, patience: float) -> Iterator[tuple[str, bool]]:
    """Ask for each button that has its pin, and wait for it for ``patience`` seconds; what is said, and whether all is
    well so far."""
    for part in meanings(settings):
        if part["part"] != "button" or panel.buttons is None or part["name"] not in panel.buttons.names:
            continue
        how = "Hold" if part["name"] in HELD else "Press"
        yield f"GPIO {part['pin']:<3} {part['name']:<16} {how} it now. {part['means']}", True
        came = pressed.wait_for(part["name"], patience)
        yield f"         {'It was pressed.' if came else 'Nobody pressed it, or its wires are loose.'}", came


class Pressed:
    """Which buttons were pressed."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._changed = threading.Condition()

    def tell(self, name: str) -> None:
        """A button was pressed."""
        with self._changed:
            self._names.add(name)
            self._changed.notify_all()

    def wait_for(self, name: str, seconds: float) -> bool:
        """Wait until that button is pressed; whether it was."""
        with self._changed:
            self._names.discard(name)
            return self._changed.wait_for(lambda: name in self._names, seconds)
