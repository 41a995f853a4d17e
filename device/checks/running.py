"""The check of the table that is open, for its page."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, Final

from device.checks.check import Running, run_checks, verdict
from device.checks.findings import Finding
from device.settings.settings import Settings
from whist.phrases import phrase

FRESH: Final = 10.0
"""Seconds for which findings are shown again: looking costs a large picture and some writes, and anyone may ask."""
_AT_WORK: Final = Finding("look at this", phrase("Another check is at work."), phrase("Ask again in some seconds."))


class TableCheck:
    """The findings on the open table with ``settings`` (from ``file``), as plain data: ``verdict``, one sentence, and
    ``lines`` with ``state``, ``what`` and ``do``. To be called from any thread; one looks, the others do not wait."""

    def __init__(self, settings: Settings, file: Path | None, running: Running) -> None:
        self._ask = settings, file, running
        self._lock = threading.Lock()
        self._lines: list[Finding] = [_AT_WORK]
        self._until = 0.0

    def __call__(self) -> dict[str, Any]:
        """The findings of now, or of some seconds ago."""
        if self._lock.acquire(blocking=False):
            try:
                if time.monotonic() >= self._until:
                    self._lines = run_checks(*self._ask)
                    self._until = time.monotonic() + FRESH
            finally:
                self._lock.release()
        lines = self._lines
        return {"verdict": verdict(lines), "lines": [line._asdict() for line in lines]}
