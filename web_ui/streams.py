"""Live pages: server-sent events. A message is the newest view whole, so whoever missed some missed nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

BEAT_S: Final = 1.0
"""Seconds between looks at whether the client, the place and the program are still there."""
KEEP_ALIVE_S: Final = 15.0
"""Seconds of silence after which a comment is sent."""
EACH: Final = 12
"""Streams of one place, or of one device that watches."""
OLDEST_S: Final = 600.0
"""Seconds after which a stream ends and the browser opens a new one: a client that stopped reading without
hanging up holds its thread and its unread messages no longer than this."""


class Waits(Protocol):
    """What is followed: a table (``web_ui.contracts.Keeper``), or a club."""

    def wait(self, after: int, timeout: float) -> int:
        """Block until the version exceeds ``after`` or ``timeout`` seconds have passed; the version then."""
        ...


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


@dataclass(eq=False)
class _Stream:
    """One open page; ``owner`` is a device or a place, ``kept`` says that nobody else may take its room."""

    owner: Hashable
    kept: bool
    ends: bool = False


class Streams:
    """All open streams: counts them, so that some threads stay free for taps, and ends them with the program.

    There is room for two kinds: for those who sit at the table and the host, and for anybody who watches. No owner has
    more than ``EACH``: the newest of them stay, for the older ones may be of a page that has gone without a word.
    """

    def __init__(self, limit: int = 112) -> None:
        self.share(limit)
        self._open: list[_Stream] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def share(self, limit: int) -> None:
        """At most ``limit`` streams: three sevenths for anybody, the rest for those who sit and the host."""
        watching = limit * 3 // 7
        self._room = {True: limit - watching, False: watching}

    @property
    def open(self) -> int:
        """How many streams are open now."""
        return len(self._open)

    def of(self, owner: Hashable) -> int:
        """How many of a device, or a place, are open now."""
        with self._lock:
            return sum(one.owner == owner for one in self._open)

    def close(self) -> None:
        """End all streams within ``BEAT_S`` seconds."""
        self._closing.set()

    def among_first(self, owner: Hashable, number: int) -> bool:
        """Whether the device ``owner`` is one of the first ``number`` that watch, or would be."""
        with self._lock:
            watching = list(dict.fromkeys(one.owner for one in self._open if not one.kept))
        return owner in watching[:number] or (owner not in watching and len(watching) < number)

    def follow(
        self,
        followed: Waits,
        text: Callable[[int], str],
        allowed: Callable[[], bool],
        gone: Callable[[], bool] = lambda: False,
        *,
        owner: Hashable = None,
        kept: bool = False,
    ) -> Iterator[bytes]:
        """Messages ``{"version", "now", "view"}``, the newest at once and then one after every change that the view
        shows: ``text`` gives it as JSON, at least as new as a version; ``now`` in seconds by ``time.monotonic``.

        ``allowed`` is asked before each message, ``gone`` tells that the client has hung up; the stream ends when
        they say so. ``owner`` is whose it is, ``kept`` whether that is somebody who sits, or the host. Raises
        ``TooMany`` at once when there is no room for another stream.
        """
        stream = self._let_in(owner, kept)
        ended = partial(self._let_out, stream)
        return _Counted(self._messages(followed, _views(text), allowed, lambda: stream.ends or gone()), ended)

    def numbered(
        self,
        followed: Waits,
        more: Callable[[], list[tuple[str, str]]],
        allowed: Callable[[], bool],
        gone: Callable[[], bool] = lambda: False,
        *,
        owner: Hashable = None,
        kept: bool = False,
    ) -> Iterator[bytes]:
        """Messages with an id, each once: ``more`` gives id and JSON of those that follow what it gave before, and is
        asked after every change of the table until it has none. All else as in ``follow``."""
        stream = self._let_in(owner, kept)
        ended = partial(self._let_out, stream)
        return _Counted(self._messages(followed, _numbered(more), allowed, lambda: stream.ends or gone()), ended)

    def _let_in(self, owner: Hashable, kept: bool) -> _Stream:
        with self._lock:
            own = [stream for stream in self._open if stream.owner == owner]
            # what is to end still has its thread for up to BEAT_S
            if len(own) >= 2 * EACH or sum(one.kept == kept for one in self._open) >= self._room[kept]:
                raise TooMany
            staying = [stream for stream in own if not stream.ends]
            if len(staying) >= EACH:
                staying[0].ends = True
            stream = _Stream(owner, kept)
            self._open.append(stream)
            return stream

    def _let_out(self, stream: _Stream) -> None:
        with self._lock:
            self._open.remove(stream)

    def _messages(
        self,
        followed: Waits,
        news: Callable[[int], tuple[list[bytes], bool]],
        allowed: Callable[[], bool],
        gone: Callable[[], bool],
    ) -> Iterator[bytes]:
        """Tell ``news`` of each version, and with them whether these are all that there are of it."""
        started = spoken = time.monotonic()
        version = -1
        yield b"retry: 1000\n\n"
        while not (self._closing.is_set() or gone() or time.monotonic() - started > OLDEST_S):
            newest = followed.wait(version, 0.0 if version < 0 else BEAT_S)
            if not allowed():
                return
            if newest != version:
                messages, whole = news(newest)
                version = newest if whole else version
                for message in messages:
                    spoken = time.monotonic()
                    yield message
            if time.monotonic() - spoken > KEEP_ALIVE_S:
                spoken = time.monotonic()
                yield b": still here\n\n"


def _views(text: Callable[[int], str]) -> Callable[[int], tuple[list[bytes], bool]]:
    """What is new of ``text``, by version, where it differs from what was told before."""
    shown = ""

    def news(version: int) -> tuple[list[bytes], bool]:
        nonlocal shown
        now = text(version)
        if now == shown:
            return [], True
        shown, at = now, round(time.monotonic(), 1)
        return [f'id: {version}\ndata: {{"version": {version}, "now": {at}, "view": {now}}}\n\n'.encode()], True

    return news


def _numbered(more: Callable[[], list[tuple[str, str]]]) -> Callable[[int], tuple[list[bytes], bool]]:
    """What ``more`` gives, until it gives nothing."""

    def news(version: int) -> tuple[list[bytes], bool]:
        told = more()
        return [f"id: {id}\ndata: {text}\n\n".encode() for id, text in told], not told

    return news


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
