"""Work on played hands that takes long: it is done in the background, one piece after the other, each in a
process of its own, while nobody waits for it."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue


class Apart:
    """Keeps a ``command`` busy with what is asked of it, what was asked for first first. Any thread may call
    ``later``, which never waits."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self._name, self._command = name, command
        self._due: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def later(self, work: Callable[[], None]) -> None:
        """Have ``work`` done once all is done that was asked for before; it raises nothing."""
        self._due.put(work)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            self._due.get()()

    def answer(self, asked: bytes, limit: float) -> bytes:
        """What the command answers to what it is ``asked`` on its standard input, within ``limit`` seconds. Raises
        ``subprocess.SubprocessError`` or ``OSError``."""
        done = subprocess.run(self._command, input=asked, capture_output=True, timeout=limit, check=True)
        return done.stdout
