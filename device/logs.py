"""The program's log, which tells of the same thing only so often."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

BURST: Final = 5
"""So often the same is said at once;"""
PAUSE_S: Final = 60.0
"""then once in so many seconds."""


@dataclass
class _Said:
    many: int = 0
    left_out: int = 0
    last: float = float("-inf")


class Sparing(logging.Filter):
    """Lets through what is said for the first few times, and then now and then, with how often it was left out. The
    same is what one place in the program says, whatever it says it of. ``clock`` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[str, int], _Said] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written."""
        said = self._said.setdefault((record.pathname, record.lineno), _Said())
        now = self._clock()
        if now - said.last >= PAUSE_S:
            said.many = min(said.many, BURST - 1)
        if said.many >= BURST:
            said.left_out += 1
            return False
        said.many, said.last = said.many + 1, now
        if said.left_out:
            record.msg = f"{record.getMessage()} (and {said.left_out} times more)"
            record.args = ()
            said.left_out = 0
        return True


def log_to_stderr(level: int) -> None:
    """Write what is said, from ``level`` on, to standard error."""
    others = list(logging.getLogger().handlers)
    logging.basicConfig(level=level, format="%(levelname)s: %(message)s")
    for handler in logging.getLogger().handlers:
        if handler not in others:
            handler.addFilter(Sparing())
