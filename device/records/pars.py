"""Par: the tricks that best play with open cards would have brought, of the hands of matches that are over. It is
worked out in a process of its own, match after match, while nobody waits for it.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from device.records.apart import Apart

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-m", "device.records.par_process")
LIMIT: Final = 60.0
"""Seconds that a hand may take."""

Par = tuple[list[int], list[int]]
"""The tricks that each side took, and its par."""
Pars = Sequence[Par | None]
"""Of each hand of a match; None where there is none."""


class Judge:
    """Works out par in the background, what was asked for first first. Any thread may call ``ask``, which never
    waits."""

    def __init__(self, command: Sequence[str] = COMMAND, limit: float = LIMIT) -> None:
        self._apart, self._limit = Apart("par", command), limit

    def ask(self, key: Hashable, records: list[Any], told: Callable[[Any, Pars], None]) -> None:
        """Have ``told(key, pars)`` called once the par of the hands of ``records`` (None: there is none) is known."""
        self._apart.later(lambda: told(key, self.pars(records)))

    def pars(self, records: list[Any]) -> Pars:
        """The same at once; where it cannot be worked out there is no par."""
        there = [record for record in records if record is not None]
        try:
            lines = iter(self._answer(there) if there else [])
            return [None if record is None else _par(next(lines)) for record in records]
        except (OSError, subprocess.SubprocessError, ValueError, StopIteration) as error:
            log.warning("The par of a match could not be worked out (%s).", type(error).__name__)
            return [None] * len(records)

    def _answer(self, records: list[Any]) -> list[bytes]:
        return self._apart.answer(json.dumps(records).encode(), self._limit * len(records)).splitlines()


def _par(line: bytes) -> Par | None:
    told = json.loads(line)
    if told is None:
        return None
    tricks, par = told
    return [int(one) for one in tricks], [int(one) for one in par]
