"""The production server: waitress, one thread per open page and some to spare."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher
from waitress.trigger import trigger

from web_ui.connections import MOST, Listener
from web_ui.doors.doors import MAX_PHOTOGRAPH
from web_ui.streams import Streams

THREADS: Final = 128
SPARE: Final = 16
"""Threads that streams never take, so that a tap is always answered."""
SWEEP_S: Final = 1.0
"""Seconds between looks at connections that are overdue."""


class Server:
    """A server that can be closed from another thread. The port is bound when it is made.

    Raises ``OSError`` with one sentence when the address cannot be had. Port 0 takes a free one; see ``port``.
    """

    def __init__(self, app: Flask, host: str, port: int, *, threads: int = THREADS, connections: int = MOST) -> None:
        if threads <= SPARE:
            raise ValueError(f"{threads} threads are too few; give the server at least {SPARE + 1}, better {THREADS}.")
        self._streams: Streams = app.extensions["streams"]
        self._streams.share(min(threads - SPARE, connections // 2))
        self._map: dict[int, Any] = {}
        bound = _bind(host, port)
        self.port: int = bound.getsockname()[1]
        settings = Adjustments(
            sockets=[bound],
            threads=threads,
            ident="whist-table",
            channel_request_lookahead=1,  # tells a stream that its client has hung up
            max_request_body_size=MAX_PHOTOGRAPH,
            max_request_header_size=16 * 1024,
            clear_untrusted_proxy_headers=False,  # they are never believed, but tell that a proxy passed a request on
        )
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(threads)
        at = (bound.family, bound.type, bound.proto, bound.getsockname())
        self._server = Listener(
            app, self._map, _sock=bound, dispatcher=dispatcher, adj=settings, sockinfo=at, bind_socket=False
        )
        self._server.most = connections
        self._closed = False
        """No event: whoever is told to end while it ends, by a signal, would wait for its own lock."""

    def run(self) -> None:
        """Serve until ``close`` is called or Ctrl-C is pressed; all streams have ended when it returns."""
        swept = time.monotonic()
        try:
            while self._map and not self._closed:
                wasyncore.loop(timeout=SWEEP_S, map=self._map, use_poll=True, count=1)
                self._server.let_in()
                if time.monotonic() - swept >= SWEEP_S:
                    self._server.sweep()
                    swept = time.monotonic()
        except KeyboardInterrupt:
            pass
        finally:
            self._closed = True
            self._streams.close()
            self._server.task_dispatcher.shutdown(timeout=5)
            wasyncore.close_all(self._map, ignore_all=True)

    def close(self) -> None:
        """Make ``run`` return; may be called from any thread, by a signal, and more than once."""
        self._closed = True
        for waker in list(self._map.values()):
            if isinstance(waker, trigger):
                with contextlib.suppress(OSError):
                    waker.pull_trigger()


def _bind(host: str, port: int) -> socket.socket:
    """A socket bound to the address, IPv4 before IPv6; raises ``OSError`` with one sentence when it cannot be had."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = min(found, key=lambda info: info[0] != socket.AF_INET)
        bound = socket.socket(family, kind, protocol)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError:
            bound.close()
            raise
    except (OSError, OverflowError) as error:
        raise OSError(
            f"The page cannot be served at {host}:{port} ({getattr(error, 'strerror', None) or error}); choose another "
            "address or port, or end the program that has it."
        ) from error
    return bound


def serve(
    app: Flask,
    host: str,
    port: int,
    *,
    threads: int = THREADS,
    connections: int = MOST,
    ready: Callable[[Server], None] | None = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM; ``ready`` is called when the address is bound.

    Raises ``OSError`` with one sentence when the address is not to be had.
    """
    server = Server(app, host, port, threads=threads, connections=connections)
    before = None
    in_main = threading.current_thread() is threading.main_thread()
    if in_main:
        before = signal.signal(signal.SIGTERM, lambda *_: server.close())
    try:
        if ready is not None:
            ready(server)
        server.run()
    finally:
        if in_main:
            signal.signal(signal.SIGTERM, before)
