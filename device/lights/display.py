"""The display, in place of the trump lights or beside them: an OLED on I²C or an LED matrix on SPI0, driven by luma."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from device.lights.pin_factory import first_line
from device.settings.pins import TrumpDisplay
from hardware.lights.display import Bitmap, picture
from whist.phrases import phrase

log = logging.getLogger(__name__)

OLED: Final = (128, 64)
"""Width and height of an OLED, in pixels."""
MATRIX: Final = (8, 8)
BUS: Final = 1
"""The I²C of the header's pins 3 and 5."""


def open_display(settings: TrumpDisplay) -> Any:
    """luma's device of that kind. Raises whatever luma and the libraries below it do where it cannot be had,
    ``ImportError`` where luma is not installed."""
    if settings.kind == "max7219":
        from luma.core.interface.serial import noop, spi
        from luma.led_matrix.device import max7219

        return max7219(spi(port=0, device=0, gpio=noop()), width=MATRIX[0], height=MATRIX[1], rotate=settings.turned)
    from luma.core.interface.serial import i2c
    from luma.oled import device

    kind = {"ssd1306": device.ssd1306, "sh1106": device.sh1106}[settings.kind]
    return kind(i2c(port=BUS, address=settings.address), width=OLED[0], height=OLED[1], rotate=settings.turned)


class Display:
    """The display that ``settings`` name; nothing where they name none.

    What cannot be used is left out, and ``warnings`` says so in one sentence. A picture takes an OLED a tenth of a
    second, so a thread of its own shows it, always the latest. Safe to call from several threads.
    """

    def __init__(self, settings: TrumpDisplay, opened: Callable[[TrumpDisplay], Any] = open_display) -> None:
        self.warnings: list[str] = []
        self._device: Any = None
        self._wanted: Bitmap | None = None
        self._changed = threading.Condition()
        self._ends = False
        self._thread: threading.Thread | None = None
        if settings.kind == "none":
            return
        try:
            self._device = opened(settings)
            self._device.contrast(settings.brightness)
        except ImportError:
            self._warn(
                phrase(
                    "The display cannot be used, for luma is not installed; sudo apt install python3-luma.oled "
                    "python3-luma.led-matrix."
                )
            )
        except Exception as error:  # each library below luma raises errors of its own
            self._device = None
            self._warn(
                phrase("The display cannot be used ({why}); check its wiring and settings.", why=first_line(error))
            )
        if self._device is not None:
            self._thread = threading.Thread(target=self._run, name="display", daemon=True)
            self._thread.start()

    @property
    def there(self) -> bool:
        """Whether there is a display that answers."""
        return self._device is not None

    def show(self, view: Mapping[str, Any]) -> None:
        """Show what public view ``view`` says."""
        if self._device is not None:
            self._want(picture(view, self._device.width, self._device.height))

    def light_all(self, lit: bool) -> None:
        """Light all of it, or nothing: so it is tried."""
        if self._device is not None:
            self._want(np.full((self._device.height, self._device.width), 255 if lit else 0, np.uint8))

    def close(self) -> None:
        """Turn it off; calling it twice does no harm."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        device, self._device = self._device, None
        if device is not None:
            try:
                device.cleanup()
            except Exception as error:  # as above
                self._warn(phrase("The display cannot be turned off ({why}).", why=first_line(error)))

    def _want(self, wanted: Bitmap) -> None:
        with self._changed:
            self._wanted = wanted
            self._changed.notify_all()

    def _run(self) -> None:
        from PIL import Image

        shown: Bitmap | None = None
        while True:
            with self._changed:
                while not self._ends and self._wanted is shown:
                    self._changed.wait()
                if self._ends:
                    return
                wanted = self._wanted
            if wanted is not None and (shown is None or not np.array_equal(wanted, shown)):
                try:
                    self._device.display(Image.fromarray(wanted).convert(self._device.mode))
                except Exception as error:  # as above; the next picture may come through again
                    self._warn(phrase("The display does not answer ({why}); check its wiring.", why=first_line(error)))
            shown = wanted

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)
            log.warning("%s", sentence)
