"""Computer players think in a process of their own (``device.company.player_process``): it is started when it is first
needed, ended with the program, and started again when it dies or thinks too long. Nothing of what it is told is ever
logged, for that would tell of cards.
"""

from __future__ import annotations

import json
import logging
import select
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

log = logging.getLogger(__name__)

LIMIT: Final = 0.8
"""Seconds after which a decision is not waited for any more; then a beginner's is taken, or a simpler one."""
PATIENCE: Final = 5.0
"""Seconds more after which the process is started anew, if it still thinks."""
START: Final = 20.0
"""Seconds that the process may take to begin."""
TRIES: Final = 3
"""So often in a row it is tried to start it; then it is left alone for"""
REST: Final = 30.0
"""so many seconds."""
LONGEST: Final = 4096
"""Bytes of an answer at most."""
COMMAND: Final = (sys.executable, "-m", "device.company.player_process")


class Thought:
    """What was asked, and the answer once it is there: the JSON of an action, None where there is none."""

    def __init__(self, asked: bytes) -> None:
        self.asked = asked
        self.answer: Any = None
        self.done = threading.Event()


class Thinker:
    """Asks the process of the computer players, one thing at a time. Safe to call from several threads; no call holds
    anybody up for longer than ``limit`` seconds."""

    def __init__(self, command: Sequence[str] = COMMAND, limit: float = LIMIT) -> None:
        self._command, self._limit = command, limit
        self._changed = threading.Condition()
        self._thought: Thought | None = None
        self._next: Thought | None = None
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._told = b""
        """What the process has said of its next line."""
        self._not_before = 0.0
        self._failed = 0
        """Starts in a row that have failed."""
        self._closed = False

    @property
    def process(self) -> int | None:
        """The number of the process while it runs, else None."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def warm(self) -> None:
        """Somebody will have to decide something before long."""
        with self._changed:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="thinking", daemon=True)
                self._thread.start()

    def begin(self, asked: dict[str, Any]) -> Thought:
        """Begin to think about what is ``asked``, unless that has begun already."""
        line = json.dumps(asked, separators=(",", ":")).encode() + b"\n"
        self.warm()
        with self._changed:
            if self._thought is None or self._thought.asked != line:
                self._thought = self._next = Thought(line)
                self._changed.notify_all()
            return self._thought

    def answer(self, asked: dict[str, Any]) -> Any:
        """The JSON of an action; None where nothing can be decided, or not in time."""
        thought = self.begin(asked)
        thought.done.wait(self._limit)
        return thought.answer

    def close(self) -> None:
        """End the process; nothing is answered any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(self._limit + 1.0)
        self._end()

    # -- the thread that talks with the process ------------------------------------------------------------------------

    def _work(self) -> None:
        self._start()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._next is not None)
                if self._closed:
                    return
                thought, self._next = self._next, None
            assert thought is not None
            try:
                self._ask(thought)
            except Exception:  # whatever fails here, people play on; what failed may tell of cards
                log.warning("A computer player cannot think; simple ones play.")
                self._end()
            thought.done.set()
            if self.process is None:
                self._start()

    def _start(self) -> None:
        """Start the process, unless it could not be started a short while ago."""
        if time.monotonic() < self._not_before or self._closed:
            return
        self._end()
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
        except OSError as error:
            self._not_started(error.strerror or "no reason is known")
            return
        if self._line(time.monotonic() + START) is None:
            self._end()
            self._not_started("it says nothing")
        else:
            self._failed = 0

    def _not_started(self, why: str) -> None:
        self._failed += 1
        if self._failed % TRIES == 0:
            log.warning("Computer players cannot be started (%s); simple ones play.", why)
            self._not_before = time.monotonic() + REST

    def _ask(self, thought: Thought) -> None:
        """Take the two answers of the process: the second where it comes in time. For one that is late it is waited,
        but nobody else waits with it."""
        if self.process is None:
            self._start()
        process = self._process
        if process is None or process.stdin is None:
            return
        until = time.monotonic() + self._limit
        process.stdin.write(thought.asked)
        if (simple := self._line(until)) is not None:
            thought.answer = json.loads(simple)
            best = self._line(until)
            if best is None and self.process is not None:
                thought.done.set()
                if self._line(time.monotonic() + PATIENCE) is not None:
                    return
            elif best is not None:
                thought.answer = json.loads(best)
                return
        log.info("A computer player gave no answer; it is started anew.")
        self._end()

    def _line(self, until: float) -> bytes | None:
        """The next line of the process; None where it ends, or says none until then."""
        process = self._process
        if process is None or process.stdout is None or process.stdout.closed:
            return None  # whoever ends the program has ended it
        while b"\n" not in self._told:
            left = until - time.monotonic()
            if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                return None
            more = process.stdout.read(LONGEST)
            if not more or len(self._told) > LONGEST:
                return None
            self._told += more
        line, self._told = self._told.split(b"\n", 1)
        return line

    def _end(self) -> None:
        process, self._process, self._told = self._process, None, b""
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
        process.wait()
