"""How often a secret may be guessed: each wrong guess makes the next one wait longer."""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FREE: Final = 4
"""Wrong guesses of one device that cost no time: fingers slip."""
LONGEST: Final = 300.0
"""Seconds that one device waits at most."""
FREE_OF_ALL: Final = 20
"""Wrong guesses of all devices together that cost no time."""
LONGEST_OF_ALL: Final = 30.0
"""Seconds that everybody waits at most, however many addresses the guesses come from."""
FORGET: Final = 3600.0
"""Seconds without a wrong guess after which all is forgotten."""
MOST: Final = 512
"""Devices that are remembered; the oldest is forgotten first, and the count of all holds it back still."""


class Wait(Exception):
    """It is too soon to guess again; ``seconds`` (whole, at least 1) must pass first."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} s too soon")
        self.seconds = seconds


@dataclass
class _Tally:
    wrong: int = 0
    last: float = -math.inf
    until: float = -math.inf

    def miss(self, now: float, free: int, longest: float) -> None:
        self.wrong = 1 if now - self.last > FORGET else self.wrong + 1
        self.last = now
        if self.wrong > free:
            self.until = now + min(longest, 2.0 ** min(self.wrong - free - 1, 30))


class Guesses:
    """The wrong guesses at one kind of secret; ``clock`` gives seconds that only grow. Safe for many threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._of_all = _Tally()
        self._devices: dict[str, _Tally] = {}

    def attempt(self, address: str, is_right: Callable[[], bool]) -> bool:
        """Whether a guess from ``address`` is right; raises ``Wait``, without looking at the guess, when it comes too
        soon. One guess at a time: many at once win nothing."""
        with self._lock:
            now, device = self._clock(), self._device(address)
            wait = max(device.until, self._of_all.until) - now
            if wait > 0:
                raise Wait(math.ceil(wait))
            if is_right():
                return True
            device.miss(now, FREE, LONGEST)
            self._of_all.miss(now, FREE_OF_ALL, LONGEST_OF_ALL)
            return False

    def _device(self, address: str) -> _Tally:
        key = network_of(address)
        tally = self._devices.pop(key, None) or _Tally()
        self._devices[key] = tally
        while len(self._devices) > MOST:
            del self._devices[next(iter(self._devices))]
        return tally


def network_of(address: str) -> str:
    """What counts as one device: an IPv4 address, or the /64 of which an IPv6 device has all addresses."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
