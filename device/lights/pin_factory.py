"""The pins of this machine, as gpiozero calls them: a factory. Where there are none, pins that lead nowhere take their
place, and everything else stays the same."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gpiozero import BadPinFactory, Device
from gpiozero.pins import SPI
from gpiozero.pins.mock import MockFactory, MockPin

from whist.phrases import phrase


class _Nowhere(MockPin):  # type: ignore[misc]
    """A pin that leads nowhere and keeps no list of all that it ever was: an evening is long."""

    def _change_state(self, value: Any) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-1]
        return changed


class NowhereSPI(SPI):  # type: ignore[misc]
    """An SPI that leads nowhere: sending the bits one by one to mock pins would take this machine's time."""

    def __init__(self, clock_pin: int, mosi_pin: int, miso_pin: int, select_pin: int, pin_factory: Any) -> None:
        self._open = True
        super().__init__(pin_factory=pin_factory)

    def transfer(self, data: Sequence[int]) -> list[int]:
        """Nobody answers."""
        return [0] * len(data)

    def close(self) -> None:
        """Close it; twice does no harm."""
        self._open = False
        super().close()

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return not self._open


class NoPins(MockFactory):  # type: ignore[misc]
    """The pins of a machine that has none."""

    def __init__(self) -> None:
        super().__init__(pin_class=_Nowhere)

    def _get_spi_class(self, shared: bool, hardware: bool) -> type[SPI]:
        return NowhereSPI


def find_pins() -> tuple[Any, str | None]:
    """gpiozero's pin factory for this machine, and a sentence when it is one of mock pins.

    ``GPIOZERO_PIN_FACTORY`` is obeyed as gpiozero does.
    """
    if Device.pin_factory is not None:
        return Device.pin_factory, None
    with warnings.catch_warnings():
        # gpiozero warns of each library that it tries in vain
        warnings.simplefilter("ignore")
        try:
            # gpiozero has no public way to ask for the default without making it the default
            return Device._default_pin_factory(), None
        except BadPinFactory:
            return NoPins(), phrase("This machine has no GPIO pins, so lights and buttons are on mock pins.")
        except Exception as error:  # a library of pins may fail in its own way, and lights never stop a game
            return NoPins(), phrase(
                "The GPIO pins cannot be used ({why}); lights and buttons are on mock pins.", why=first_line(error)
            )


def open_spi(factory: Any) -> tuple[SPI, str | None]:
    """SPI0 of ``factory``, and a sentence when the Pi does not drive it by itself, so that it is slow. Raises whatever
    the library of pins does when it cannot be had."""
    with _as_default(factory), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        spi = factory.spi(port=0, device=0)
    if isinstance(factory, MockFactory) or not caught:
        return spi, None
    return spi, phrase("SPI is not switched on, so the slot strip is slow; sudo raspi-config switches it on.")


@contextmanager
def _as_default(factory: Any) -> Iterator[None]:
    """gpiozero's SPI by hand takes the default factory for a part of itself, and makes one when there is none."""
    before, Device.pin_factory = Device.pin_factory, factory
    try:
        yield
    finally:
        Device.pin_factory = before


def first_line(error: BaseException) -> str:
    """The first line of what an error says, or its name: libraries say several lines, and people read one."""
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__
