"""Simulated persons, who act by themselves in the chairs that are left to them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol

from device.keeper.keeper import Keeper
from whist.quoting import where_from
from whist.rules.refusals import Refused

log = logging.getLogger(__name__)

GATHER_AFTER: Final = 2.0
"""Seconds for which a complete trick lies before it is gathered, at speed 1."""
THINK: Final = 1.0
"""Seconds between two acts of a simulated person, at speed 1."""


class Desk(Protocol):
    """A simulated table whose people can be left to themselves."""

    def think(self) -> None:
        """Let simulated persons begin to think about what they do next; nothing is done yet."""
        ...

    def step(self, wait: Callable[[], object]) -> None:
        """Let a simulated person do one thing; a trick is gathered after ``wait``."""
        ...


class SimulatedPersons(threading.Thread):
    """Moves for the chairs left to simulated persons, and gathers tricks, in human time divided by ``speed``. At speed
    1 an act never shows by its time how long somebody thought: ``THINK`` is longer than anybody may think."""

    def __init__(self, keeper: Keeper, desk: Desk, speed: float) -> None:
        super().__init__(name="simulated persons", daemon=True)
        self._keeper = keeper
        self._desk = desk
        self._speed = speed
        self._halt = threading.Event()

    def run(self) -> None:
        """Act until ``stop``."""
        seen = -1
        while not self._halt.wait(THINK / self._speed):
            # a version seen twice: the camera has had its time to see the last move
            version = self._keeper.version
            moved, seen = version != seen, version
            try:
                if moved:
                    self._desk.think()
                else:
                    self._desk.step(lambda: self._halt.wait(GATHER_AFTER / self._speed))
            except (Refused, ValueError) as refused:
                log.info("a simulated person was refused: %s", where_from(refused))
            except Exception as error:
                # one that stumbles must not leave all chairs empty
                log.error("a simulated person stumbled: %s", where_from(error))

    def stop(self) -> None:
        """Stop acting."""
        self._halt.set()
        self.join(5.0)
