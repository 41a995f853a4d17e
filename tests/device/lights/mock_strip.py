"""A strip of APA102 lights at the other end of gpiozero's mock SPI, which knows the data sheet and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from gpiozero.pins.mock import MockFactory, MockSPIDevice

from device.settings.settings import Settings, SlotStrip

WITH_STRIP = Settings(strip=SlotStrip(enabled=True))
"""The usual settings, and a strip."""


class Light(NamedTuple):
    """What a light of the strip was told last: brightness 0 to 31, and its colours 0 to 255."""

    brightness: int
    blue: int
    green: int
    red: int

    @property
    def burns(self) -> bool:
        return self.brightness > 0 and self.blue + self.green + self.red > 0


class MockStrip(MockSPIDevice):
    """``count`` lights in a row at data GPIO 10 and clock GPIO 11.

    A frame begins with 32 zero bits; each light takes the first 32 bits that begin with 111 and passes on the rest,
    half a clock late; so the last one has its bits only when as many more clocks have come as there are lights, halved.
    """

    def __init__(self, factory: MockFactory, count: int = 26) -> None:
        super().__init__(11, 10, 9, 8, pin_factory=factory)
        self.lights = [Light(0, 0, 0, 0)] * count
        self.frames = 0

    def on_select(self) -> None:
        if self.select_pin.state != self.select_high and self.rx_buf:
            self._take([int(bit) for bit in self.rx_buf])
        super().on_select()

    def _take(self, bits: list[int]) -> None:
        count = len(self.lights)
        assert bits[:32] == [0] * 32, "no start frame"
        words = [bits[32 + 32 * k : 64 + 32 * k] for k in range(count)]
        assert all(word[:3] == [1, 1, 1] for word in words), "a light has no frame of its own"
        rest = bits[32 + 32 * count :]
        assert len(rest) >= 32 + count / 2, "the last lights of an SK9822 never get their frame"
        assert not any(rest), "a light behind the last one would burn"
        self.lights = [Light(_number(word[3:8]), *(_number(word[k : k + 8]) for k in (8, 16, 24))) for word in words]
        self.frames += 1

    @property
    def burning(self) -> list[int]:
        """Which lights burn, counted from the data wire."""
        return [number for number, light in enumerate(self.lights) if light.burns]


def _number(bits: list[int]) -> int:
    return int("".join(map(str, bits)), 2)
