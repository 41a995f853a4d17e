"""Live pages: server-sent events. A message is the newest view whole, so whoever missed some missed nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from web_ui.contracts import TableHost

BEAT_S: Final = 1.0
"""Seconds between looks at whether the client, the place and the program are still there."""
KEEP_ALIVE_S: Final = 15.0
"""Seconds of silence after which a comment is sent."""
OLDEST_S: Final = 600.0
"""Seconds after which a stream ends and the browser opens a new one: a client that stopped reading without
hanging up holds its thread and its unread messages no longer than this."""


class TooMany(Exception):
    """Every stream that the server has a thread for is taken."""


@dataclass
class _Text:
    version: int = -1
    text: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Newest:
    """The newest view of each kind of page as JSON: made once for a version, however many pages show it."""

    def __init__(self) -> None:
        self._texts: dict[Hashable, _Text] = {}
        self._lock = threading.Lock()

    def text(self, page: Hashable, version: int, view: Callable[[], dict[str, Any]]) -> str:
        """``view()`` as JSON, at least as new as ``version``, for pages of the kind ``page``: whatever two of one kind
        may see must be the same."""
        with self._lock:
            kept = self._texts.setdefault(page, _Text())
        with kept.lock:  # whoever comes meanwhile waits for the one who makes it
            if kept.version < version:
                kept.version, kept.text = version, dumps(view())
            return kept.text


class Streams:
    """All open streams: counts them, so that some threads stay free for taps, and ends them with the program."""

    def __init__(self, limit: int = 56) -> None:
        self.limit = limit
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()

    @property
    def open(self) -> int:
        """How many streams are open now."""
        return self._open

    def close(self) -> None:
        """End all streams within ``BEAT_S`` seconds."""
        self._closing.set()

    def follow(
        self,
        host: TableHost,
        text: Callable[[int], str],
        allowed: Callable[[], bool],
        gone: Callable[[], bool] = lambda: False,
    ) -> Iterator[bytes]:
        """Messages ``{"version", "now", "view"}``, the newest at once and then one after every change that the view
        shows: ``text`` gives it as JSON, at least as new as a version; ``now`` in seconds by ``time.monotonic``.

        ``allowed`` is asked before each message, ``gone`` tells that the client has hung up; the stream ends when
        they say so. Raises ``TooMany`` at once when there is no room for another stream.
        """
        with self._lock:
            if self._open >= self.limit:
                raise TooMany
            self._open += 1
        return _Counted(self._messages(host, text, allowed, gone), self._count_down)

    def _count_down(self) -> None:
        with self._lock:
            self._open -= 1

    def _messages(
        self, host: TableHost, text: Callable[[int], str], allowed: Callable[[], bool], gone: Callable[[], bool]
    ) -> Iterator[bytes]:
        started = spoken = time.monotonic()
        version, shown = -1, ""
        yield b"retry: 1000\n\n"
        while not (self._closing.is_set() or gone() or time.monotonic() - started > OLDEST_S):
            newest = host.wait(version, 0.0 if version < 0 else BEAT_S)
            if not allowed():
                return
            if newest != version:
                version = newest
                now = text(version)
                if now != shown:
                    shown, spoken = now, time.monotonic()
                    at = round(time.monotonic(), 1)
                    yield f'id: {version}\ndata: {{"version": {version}, "now": {at}, "view": {now}}}\n\n'.encode()
            if time.monotonic() - spoken > KEEP_ALIVE_S:
                spoken = time.monotonic()
                yield b": still here\n\n"


class _Counted(Iterator[bytes]):
    """An iterator that reports its end exactly once, also when it was never begun."""

    def __init__(self, messages: Iterator[bytes], ended: Callable[[], None]) -> None:
        self._messages = messages
        self._ended: Callable[[], None] | None = ended

    def __next__(self) -> bytes:
        try:
            return next(self._messages)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the stream (called by the server, also when the client has gone)."""
        ended, self._ended = self._ended, None
        if ended is not None:
            ended()


def dumps(value: object) -> str:
    """JSON on one line, with nothing that could close a script element."""
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")
