"""The connections of all devices: how many each may hold open, and how long one may take to ask or to listen.

Whoever opens hundreds, and says nothing or a byte a second, loses the own oldest ones, and takes no place of others.
What is being answered, an open page's stream among it, is never ended for somebody else's sake.
"""

from __future__ import annotations

import logging
import math
import socket
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, Protocol, TypeVar

from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from web_ui.doors.addresses import device_of

log = logging.getLogger(__name__)

MOST_WAITING: Final = 16
"""Connections of one device that wait for its next request; a browser has six."""
FRESH_S: Final = 2.0
"""Seconds for which a new one may be on the way to its first request: some more of them are borne,"""
MOST_FRESH: Final = 64
"""so many of one device with all that wait, for a family may come by one address, and all at once."""
MOST_OF_ONE: Final = 128
"""Connections of one device, with those that are being answered."""
MOST: Final = 512
"""Connections of all devices."""
REQUEST_S: Final = 10.0
"""Seconds from the first byte of a request to its last."""
IDLE_S: Final = 30.0
"""Seconds without a request, after which a connection ends; a browser then makes another."""
DEAF_S: Final = 30.0
"""Seconds for which a client may leave unread what it asked for."""
MOST_KEPT: Final = 65536
"""Bytes of an answer that are kept after they were sent, about so many."""
OPTIONS: Final = (
    (socket.SOL_TCP, socket.TCP_NODELAY, 1),
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.SOL_TCP, socket.TCP_KEEPIDLE, 20),
    (socket.SOL_TCP, socket.TCP_KEEPINTVL, 20),
    (socket.SOL_TCP, socket.TCP_USER_TIMEOUT, 60_000),
)
"""A phone that has left the network says no farewell; after a minute its stream ends all the same."""
AT_ONCE: Final = 16
"""New connections taken in one go, between which others are served."""
REST_S: Final = 0.5
"""Seconds without new connections where the system has none left to give."""


class Waiting(Protocol):
    """What is asked of a connection to choose one to end."""

    device: str
    since: float
    """When it began to wait, in seconds of ``time.monotonic``."""

    @property
    def busy(self) -> bool:
        """Whether it is being answered now."""
        ...


AConnection = TypeVar("AConnection", bound=Waiting)


def to_end(
    connections: Collection[AConnection], device: str, most: int = MOST, now: float = math.inf
) -> AConnection | None:
    """The connection to end for a new one of ``device``: its own oldest that waits, where it has too many, else the
    oldest of all that waits, where there are ``most`` of them; None where there is room, or nothing waits."""
    own = [one for one in connections if one.device == device and not one.busy]
    oldest = _oldest(own)
    if oldest and (len(own) >= MOST_FRESH or (len(own) >= MOST_WAITING and now - oldest.since > FRESH_S)):
        return oldest
    return _oldest(one for one in connections if not one.busy) if len(connections) >= most else None


def is_room(connections: Collection[Waiting], device: str, most: int = MOST) -> bool:
    """Whether ``device`` may have one more."""
    return len(connections) < most and sum(one.device == device for one in connections) < MOST_OF_ONE


def _oldest(connections: Iterable[AConnection]) -> AConnection | None:
    return min(connections, key=lambda one: one.since, default=None)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection of waitress that knows since when it waits."""

    current_outbuf_count: int

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.device = device_of(str(addr[0]))
        self.since = self.moved = time.monotonic()
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def busy(self) -> bool:
        """Whether a request of it is being answered."""
        return bool(self.requests)

    def received(self, data: bytes) -> bool:
        """Take what came; the first byte of a request begins its time."""
        begins = self.request is None
        if begins:
            self.since = time.monotonic()
        return bool(super().received(data))

    def service(self) -> None:
        """Answer a request; then the time until the next one begins."""
        try:
            super().service()
        finally:
            self.since = time.monotonic()

    def write_soon(self, data: Any) -> int:
        """Bytes that are to be sent. What was sent of a long answer, as an open page's stream is, is kept no more:
        waitress lets go of it only once the answer is over, or is 16 MB long."""
        with self.outbuf_lock:
            if not self.total_outbufs_len and self.current_outbuf_count >= MOST_KEPT:
                self.outbufs.append(OverflowableBuffer(self.adj.outbuf_overflow))
                self.current_outbuf_count = 0
        return int(super().write_soon(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Bytes that were sent; 0 to a client that has gone, for another thread may close the socket between two."""
        try:
            return int(super().send(data, do_close=do_close))
        except AttributeError:
            if self.socket is None:
                return 0
            raise

    def _flush_some(self, do_close: bool = True) -> bool:
        sent = bool(super()._flush_some(do_close=do_close))
        if sent:
            self.moved = time.monotonic()
        return sent

    def overdue(self, now: float) -> bool:
        """Whether its client has taken too long to ask, or to read what it asked for. To be asked again and again."""
        if not self.total_outbufs_len:
            self.moved = now
        if self.busy:
            return now - self.moved > DEAF_S
        return now - self.since > (IDLE_S if self.request is None else REQUEST_S)


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """waitress's listening socket, which lets in no more than there is room for; ``most`` connections at once."""

    channel_class = Connection
    most = MOST
    rests_until = 0.0
    knocked = False

    def readable(self) -> bool:
        """Whether new connections are to be taken now. (waitress would also look after old ones here, by a clock that
        may be set meanwhile: ``sweep`` does.)"""
        return bool(self.accepting) and time.monotonic() >= self.rests_until

    def handle_accept(self) -> None:
        """Note that there are new connections: while others are looked at none may be ended, nor a new one be given
        its number and be taken for it."""
        self.knocked = True

    def let_in(self) -> None:
        """Take new connections, and for each that there is no room for end one that waits; to be called between looks
        at all of them, by the thread that serves."""
        knocked, self.knocked = self.knocked, False
        for _ in range(AT_ONCE if knocked else 0):
            try:
                found = self.accept()
            except OSError as error:
                self._none_left(error)
                return
            if found is None:
                return
            connection, address = found
            try:
                self.set_socket_options(connection)
            except OSError:  # it has gone already
                connection.close()
                continue
            if self._make_room(device_of(str(address[0]))):
                self.channel_class(self, connection, address, self.adj, map=self._map)
            else:
                connection.close()

    def set_socket_options(self, conn: socket.socket) -> None:
        """Have the system find out when a client is gone."""
        for level, name, value in OPTIONS:
            conn.setsockopt(level, name, value)

    def _make_room(self, device: str) -> bool:
        connection = to_end(self.active_channels.values(), device, self.most, time.monotonic())
        if connection is not None:
            connection.handle_close()
        return is_room(self.active_channels.values(), device, self.most)

    def _none_left(self, error: OSError) -> None:
        """The system has no file for another connection: let one go that waits, and rest, or this would spin."""
        log.warning("No further connection can be taken now (%s); those that are open go on.", error.strerror or error)
        connection = to_end(self.active_channels.values(), "", 0)
        if connection is not None:
            connection.handle_close()
        self.rests_until = time.monotonic() + REST_S

    def sweep(self, clock: Callable[[], float] = time.monotonic) -> None:
        """End what is overdue; to be called every second or so, by the thread that serves."""
        now = clock()
        for connection in list(self.active_channels.values()):
            if connection.overdue(now):
                connection.handle_close()
