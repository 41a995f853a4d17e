"""Connections that say nothing, a byte at a time, or do not listen: whose they are ended, and when."""

from __future__ import annotations

import errno
import http.client
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from typing import Any

import pytest

from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.test_streams import wait_until
from web_ui import connections
from web_ui.app import create_app
from web_ui.connections import (
    DEAF_S,
    FRESH_S,
    IDLE_S,
    MOST_FRESH,
    MOST_OF_ONE,
    MOST_WAITING,
    REQUEST_S,
    Connection,
    Listener,
    is_room,
    to_end,
)
from web_ui.server import Server


@dataclass(eq=False)
class One:
    device: str
    since: float
    busy: bool = False


def test_a_device_with_too_many_gives_its_own_oldest() -> None:
    own = [One("10.0.0.1", since) for since in range(MOST_WAITING)]
    others = [One("10.0.0.2", -1.0)]
    assert to_end(own[:-1] + others, "10.0.0.1") is None
    assert to_end(own + others, "10.0.0.1") is own[0]
    assert to_end(own + others, "10.0.0.2") is None


def test_those_on_the_way_to_their_first_request_are_borne_for_a_moment() -> None:
    """A family may come by one address, and all at once."""
    own = [One("10.0.0.1", since / 1000) for since in range(MOST_FRESH)]
    assert to_end(own[:-1], "10.0.0.1", now=0.2) is None
    assert to_end(own[:-1], "10.0.0.1", now=FRESH_S + 0.1) is own[0]
    assert to_end(own, "10.0.0.1", now=0.2) is own[0]


def test_what_is_being_answered_is_never_ended() -> None:
    streams = [One("10.0.0.1", since, busy=True) for since in range(100)]
    assert to_end(streams, "10.0.0.1") is None
    assert to_end(streams, "10.0.0.2", most=100) is None


def test_one_device_asks_over_so_many_connections_and_leaves_the_rest_to_others() -> None:
    asking = [One("10.0.0.1", since, busy=True) for since in range(MOST_OF_ONE)]
    assert is_room(asking[:-1], "10.0.0.1")
    assert not is_room(asking, "10.0.0.1")
    assert is_room(asking, "10.0.0.2")
    assert not is_room(asking, "10.0.0.2", most=MOST_OF_ONE)


def test_an_open_page_keeps_nothing_of_what_it_was_sent() -> None:
    """Each phone's page would hold some megabytes more with every hour."""
    keeper, long = FakeKeeper(), "x" * 40_000
    with (
        serving(create_app(keeper, seats_store=MemorySeats())) as server,
        closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as page,
    ):
        page.request("GET", "/events")
        answer = page.getresponse()
        for number in range(30):
            keeper.change("board", notes=[f"{long} {number}."])
            while f" {number}." not in answer.readline().decode():
                pass
        (channel,) = server._server.active_channels.values()
        kept = [len(one.buf.file.getvalue()) for one in channel.outbufs if one.buf is not None]
        assert sum(kept) < 4 * len(long), "of thirty"


def test_when_all_is_full_whoever_waits_longest_gives_way() -> None:
    lines = [One(f"10.0.0.{number}", -number) for number in range(20)]
    assert to_end(lines, "10.0.1.1", most=20) is lines[-1]
    assert to_end(lines, "10.0.1.1", most=21) is None


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(create_app(FakeKeeper(), seats_store=MemorySeats()), "0.0.0.0") as running:
        yield running


def connected(server: Server, source: str = "127.0.0.2") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(source, 0))


def board(server: Server, source: str = "127.0.0.3") -> int:
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(source, 0))
    with closing(link):
        link.request("GET", "/api/board")
        answer = link.getresponse()
        answer.read()
        return answer.status


def lines(server: Server) -> list[Connection]:
    return list(server._server.active_channels.values())


def test_hundreds_of_silent_and_dripping_sockets_keep_nobody_out(server: Server) -> None:
    with ExitStack() as stack:
        for number in range(400):
            one = stack.enter_context(connected(server))
            if number % 2:
                with suppress(OSError):  # it may have been ended already
                    one.send(b"GET / HT")
        assert board(server) == 200
        assert board(server, "127.0.0.2") == 200, "not even others at the same address"
        assert wait_until(lambda: len(lines(server)) <= MOST_FRESH + 1)


def test_idle_dripping_and_deaf_connections_end_in_time(server: Server) -> None:
    with ExitStack() as stack:
        _, dripping, deaf = (stack.enter_context(connected(server, f"127.0.0.{n}")) for n in (2, 3, 4))
        dripping.send(b"GET / HTTP/1.1\r\nX-Slow: ")
        deaf.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        deaf.recv(1)
        found = {}
        assert wait_until(lambda: found.update({line.device: line for line in lines(server)}) or len(found) == 3)
        silent, slow, stream = (found[f"127.0.0.{n}"] for n in (2, 3, 4))
        assert wait_until(lambda: slow.request is not None)
        assert not silent.overdue(silent.since + IDLE_S - 1)
        assert silent.overdue(silent.since + IDLE_S + 1)
        began = slow.since
        dripping.send(b"x")
        assert wait_until(lambda: slow.request.header_plus.endswith(b"x") or slow.since != began)
        assert slow.since == began, "a drop more begins nothing anew"
        assert not slow.overdue(began + REQUEST_S - 1)
        assert slow.overdue(began + REQUEST_S + 1)
        assert wait_until(lambda: not stream.total_outbufs_len), "what is on its way is sent"
        assert not stream.overdue(stream.moved + 10 * DEAF_S), "all was read"
        stream.total_outbufs_len += 1
        moved = stream.moved
        assert not stream.overdue(moved + DEAF_S - 1)
        assert stream.overdue(moved + DEAF_S + 1)
        stream.total_outbufs_len -= 1


def test_what_is_overdue_is_ended_by_the_sweep() -> None:
    class Line(One):
        ended = False

        def overdue(self, now: float) -> bool:
            return now - self.since > 10

        def handle_close(self) -> None:
            self.ended = True

    listener = Listener.__new__(Listener)
    old, new = Line("10.0.0.1", 0.0), Line("10.0.0.1", 95.0)
    listener.active_channels = {1: old, 2: new}
    listener.sweep(lambda: 100.0)
    assert (old.ended, new.ended) == (True, False)


def test_without_files_for_a_connection_it_rests_and_says_so_without_a_traceback(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(connections, "REST_S", 0.05)
    tried: list[int] = []

    def accept(self: Any) -> Any:
        tried.append(1)
        if len(tried) < 4:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return real(self)

    real = Listener.accept
    monkeypatch.setattr(Listener, "accept", accept)
    assert board(server) == 200
    said = [record for record in caplog.records if "connection" in record.getMessage()]
    assert len(said) == 3
    assert not any(record.exc_info for record in said)


def test_none_is_ended_while_all_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number would be the next one's, which would be taken to have something to say."""
    listener = Listener.__new__(Listener)
    monkeypatch.setattr(Listener, "accept", lambda self: pytest.fail("it was let in at once"))
    listener.handle_accept()
    assert listener.knocked


def test_a_browser_that_goes_away_while_it_is_answered_leaves_no_traceback(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """The loop of the server closes the socket while a thread is about to send by it."""
    with closing(connected(server)):
        wait_until(lambda: len(lines(server)) == 1)
        (line,) = lines(server)
        line.outbufs[-1].append(b"what is still to be sent")
        line.handle_close()
        assert line._flush_exception(line._flush_some, do_close=False) == (False, False)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
