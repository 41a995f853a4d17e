"""The slot strip: 26 APA102 lights, one over each slot of the two holders; the one over the card to be moved burns.

The frames are those of the APA102 data sheet (Shenzhen LED Color, "APA102": 32 zero bits to begin with, then for each
light 111, five bits of brightness and a byte each of blue, green and red). At the end more clocks are needed than it
says, half a clock per light, and for the SK9822, which is sold as APA102, another 32 zero bits (measured in
https://cpldcpu.wordpress.com/2014/11/30/understanding-the-apa102-superled/ and its sequel on the SK9822).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from device.lights.pin_factory import NoPins, first_line, open_spi
from device.settings.pins import SlotStrip
from whist.messages.observations import SLOTS, HolderSlot
from whist.phrases import phrase

log = logging.getLogger(__name__)

LIGHTS: Final = 2 * SLOTS
"""Lights on the strip: holder 1, then holder 2."""
DIM: Final = 1
"""The brightness of a dimmed light, of 31."""
_BEGIN: Final = (0,) * 4
_END: Final = (0,) * (4 + (LIGHTS + 15) // 16)
_WHITE: Final = (255, 255, 255)
_DARK: Final = (0, 0, 0)


def frame(levels: Sequence[int]) -> list[int]:
    """The bytes that give each light of the strip its brightness, 0 (dark) to 31."""
    sent = list(_BEGIN)
    for level in levels:
        sent += (0xE0 | level, *(_WHITE if level else _DARK))
    return [*sent, *_END]


def light_of(place: HolderSlot, settings: SlotStrip) -> int:
    """Which light of the strip, counted from its data wire (0…25), is over a slot."""
    holder, slot = place
    side = settings.holder_1_from if holder == 1 else settings.holder_2_from
    return (holder - 1) * SLOTS + (slot if side == "left" else SLOTS - 1 - slot)


class Strip:
    """The slot strip on SPI0 of ``factory``; without it, or where it cannot be had, nothing burns.

    ``warnings`` says in one sentence each what is wrong. Safe to call from several threads.
    """

    def __init__(self, settings: SlotStrip, factory: Any) -> None:
        self.warnings: list[str] = []
        self._settings = settings
        self._spi: Any = None
        self._wired = False
        self._lit: frozenset[HolderSlot] = frozenset()
        self._shaded: frozenset[int] = frozenset()
        self._sent: list[int] = []
        self._lock = threading.RLock()
        if not settings.enabled:
            return
        try:
            self._spi, slow = open_spi(factory)
            if slow:
                self._warn(slow)
        except Exception as error:  # each library of pins raises errors of its own
            self._warn(
                phrase(
                    "The slot strip on SPI0 (GPIO 10 and 11) cannot be used ({why}); check its wiring and settings.",
                    why=first_line(error),
                )
            )
        self._wired = self._spi is not None and not isinstance(factory, NoPins)
        self._send()

    @property
    def wired(self) -> bool:
        """Whether there is a strip to light: the settings say so, for pins alone tell nothing of what hangs on them."""
        return self._wired

    def show(self, places: Collection[HolderSlot]) -> None:
        """Light exactly the lights over ``places``; a third holder has none."""
        with self._lock:
            self._lit = frozenset(place for place in places if place[0] * SLOTS <= LIGHTS)
            self._send()

    @property
    def lit(self) -> frozenset[HolderSlot]:
        """Where a light burns that goes off, or dims, for pictures of its holder."""
        with self._lock:
            return self._lit if self._wired and self._settings.for_pictures != "same" else frozenset()

    @contextmanager
    def shaded(self, holders: Collection[int] = (1, 2)) -> Iterator[bool]:
        """While a picture of ``holders`` is taken: the lights over them go off or dim, as the settings say; whether any
        light changes by it."""
        with self._lock:
            shaded = self._shaded = frozenset(holder for holder, _ in self.lit if holder in holders)
            self._send()
        try:
            yield bool(shaded)
        finally:
            with self._lock:
                self._shaded = frozenset()
                self._send()

    def close(self) -> None:
        """Turn all lights off and let go of the SPI; calling it twice does no harm."""
        with self._lock:
            self.show(())
            spi, self._spi = self._spi, None
            try:
                if spi is not None:
                    spi.close()
            except Exception as error:  # as above; the others must still be closed
                self._warn(phrase("The slot strip cannot be let go of ({why}).", why=first_line(error)))

    def _send(self) -> None:
        """Send the strip what it is to show, unless it shows that already."""
        if self._spi is None:
            return
        shaded = DIM if self._settings.for_pictures == "dim" else 0
        levels = [0] * LIGHTS
        for place in self._lit:
            levels[light_of(place, self._settings)] = shaded if place[0] in self._shaded else self._settings.brightness
        if levels == self._sent:
            return
        try:
            self._spi.write(frame(levels))
            self._sent = levels
        except Exception as error:  # as above
            self._warn(phrase("The slot strip does not answer ({why}); check its wiring.", why=first_line(error)))

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)
            log.warning("%s", sentence)
