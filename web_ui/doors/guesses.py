"""How often a secret may be guessed: each wrong guess makes the next one wait longer, and of all devices together at
most a thousand guesses are looked at within any 24 hours."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from web_ui.doors.addresses import device_of

FREE: Final = 4
"""Wrong guesses of one device that cost no time: fingers slip."""
LONGEST: Final = 300.0
"""Seconds that one device waits at most for its own wrong guesses."""
DAY: Final = 86400.0
"""Seconds after its last wrong guess for which a device is remembered."""


class Wait(Exception):
    """It is too soon to guess again; ``seconds`` (whole, at least 1) must pass first."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds} s too soon")
        self.seconds = seconds


class Purse:
    """So many wrong guesses at once, and as many again in the course of a day."""

    def __init__(self, most: int, a_day: int) -> None:
        self._most, self._each = float(most), DAY / a_day
        self._left, self._at = float(most), -math.inf

    def wait(self, now: float) -> float:
        """Seconds until there is a guess in it."""
        missing = 1.0 - self._now(now)
        return missing * self._each if missing > 1e-9 else 0.0

    def take(self, now: float) -> None:
        """One guess less."""
        self._left, self._at = self._now(now) - 1.0, now

    def _now(self, now: float) -> float:
        return min(self._most, self._left + (now - self._at) / self._each)


@dataclass
class _Tally:
    wrong: int = 0
    last: float = -math.inf
    until: float = -math.inf

    def miss(self, now: float) -> None:
        self.wrong, self.last = self.wrong + 1, now
        if self.wrong > FREE:
            self.until = now + min(LONGEST, 2.0 ** min(self.wrong - FREE - 1, 30))


class Guesses:
    """The wrong guesses at one kind of secret; ``clock`` gives seconds that only grow. Safe for many threads.

    There are three purses: one for the first guess of devices that have missed nothing yet, one for those whose finger
    may have slipped, one for all that guess on. So whoever guesses, from a dozen addresses or from a hundred, uses up
    what is there for those who guess, and an honest device is looked at all the same. The first purse is empty only
    after well over a hundred addresses of this network have missed; IPv6, of which one device can make up as many as it
    likes, has one of its own.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._first = {"IPv4": Purse(140, 140), "IPv6": Purse(60, 60)}
        self._slips, self._later = Purse(100, 100), Purse(40, 350)
        self._missed: dict[str, _Tally] = {}

    def attempt(self, address: str, is_right: Callable[[], bool]) -> bool:
        """Whether a guess from ``address`` is right; raises ``Wait``, without looking at the guess, when it comes too
        soon. One guess at a time: many at once win nothing."""
        device = device_of(address)
        with self._lock:
            now = self._clock()
            tally = self._missed.get(device, _Tally())
            if now - tally.last > DAY:
                tally = _Tally()
            purse = self._purse(device, tally, now)
            wait = max(tally.until - now, purse.wait(now))
            if wait > 0:
                raise Wait(math.ceil(wait))
            if is_right():
                return True
            purse.take(now)
            tally.miss(now)
            self._remember(device, tally)
            return False

    def _purse(self, device: str, tally: _Tally, now: float) -> Purse:
        if not tally.wrong:
            return self._first["IPv6" if ":" in device else "IPv4"]
        return self._slips if tally.wrong <= FREE and not self._slips.wait(now) else self._later

    def _remember(self, device: str, tally: _Tally) -> None:
        """The purses let so few miss that all of a day are remembered; in the order of their last miss."""
        self._missed.pop(device, None)
        self._missed[device] = tally
        while tally.last - self._missed[oldest := next(iter(self._missed))].last > DAY:
            del self._missed[oldest]
