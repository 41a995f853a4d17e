"""Live pages through the real server: newest view at once, every change after it, and nobody harmed by a bad client."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web_ui.devices import Device
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui import streams
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from web_ui.server import Server


@pytest.fixture
def keeper() -> FakeKeeper:
    return FakeKeeper()


@pytest.fixture
def server(keeper: FakeKeeper, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(streams, "BEAT_S", 0.1)
    with serving(create_app(keeper, seats_store=MemorySeats())) as running:
        yield running


class Follower:
    """A client that reads a stream."""

    def __init__(self, server: Server, path: str = "/events") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def message(self) -> dict[str, Any]:
        """The next message."""
        found: dict[str, str] = {}
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            assert line or not self.answer.isclosed(), "the stream has ended"
            if not line and "data" in found:
                message: dict[str, Any] = json.loads(found["data"])
                assert found["id"] == str(message["version"])
                return message
            name, _, value = line.partition(": ")
            found[name] = value

    def until(self, event: int) -> dict[str, Any]:
        """The message in which the view has come to ``event``."""
        while True:
            message = self.message()
            if message["view"]["event"] >= event:
                return message

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def streams_of(server: Server) -> streams.Streams:
    return server._streams


def wait_until(what: Any, seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.02)
    return False


def test_the_newest_view_comes_at_once_and_every_change_after_it(keeper: FakeKeeper, server: Server) -> None:
    follower = Follower(server)
    assert follower.answer.headers["Content-Type"].startswith("text/event-stream")
    first = follower.message()
    assert first["view"] == keeper.public_view()
    for turn in (3, 0, 1):
        keeper.change(turn=turn)
        assert follower.message()["view"]["turn"] == turn
    follower.close()


def test_who_comes_back_gets_the_newest_view(keeper: FakeKeeper, server: Server) -> None:
    follower = Follower(server)
    follower.message()
    follower.close()
    for trump in "CDS":
        keeper.change(trump=trump)
    again = Follower(server)
    assert again.message()["view"]["trump"] == "S"
    again.close()


def test_a_view_is_made_once_however_many_pages_show_it(
    keeper: FakeKeeper, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    view = keeper.public_view
    monkeypatch.setattr(keeper, "public_view", lambda: made.append(1) or view())
    followers = [Follower(server) for _ in range(6)]
    for follower in followers:
        follower.message()
    made.clear()
    for trump in "CDS":
        keeper.change(trump=trump)
        assert [follower.message()["view"]["trump"] for follower in followers] == [trump] * 6
    assert len(made) == 3
    for follower in followers:
        follower.close()


def test_silence_is_broken_by_comments(keeper: FakeKeeper, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE_S", 0.1)
    follower = Follower(server)
    follower.message()
    lines = [follower.answer.readline() for _ in range(4)]
    assert lines.count(b": still here\n") == 2
    follower.close()


def test_a_client_that_stops_reading_harms_nobody(keeper: FakeKeeper, server: Server) -> None:
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", server.port))
    deaf.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    followers = [Follower(server) for _ in range(8)]
    delays: list[float] = []
    note = "x" * 20_000
    started = keeper.public_view()["event"]
    for step in range(1, 61):
        before = time.monotonic()
        keeper.change("board", notes=[f"{note}{step}"])
        for follower in followers:
            assert follower.until(started + step)["view"]["notes"] == [f"{note}{step}"]
        delays.append(time.monotonic() - before)
    assert sorted(delays)[int(len(delays) * 0.95)] < 0.5
    for follower in followers:
        follower.close()
    deaf.close()
    assert wait_until(lambda: streams_of(server).open == 0), "threads of clients that have gone are free again"


def test_there_is_always_room_for_a_tap(keeper: FakeKeeper, server: Server) -> None:
    streams_of(server).share(5)  # three of them for the host, as whom this very machine counts
    followers = [Follower(server) for _ in range(3)]
    for follower in followers:
        follower.message()
    late = Follower(server)
    assert late.answer.status == 503
    assert "Too many pages" in json.loads(late.answer.read())["error"]
    tap = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    tap.request("POST", "/seats/south", "{}", {"Content-Type": "application/json"})
    assert tap.getresponse().status == 200
    for follower in (*followers, late):
        follower.close()
    tap.close()


def follow(all_of_them: streams.Streams, keeper: FakeKeeper, owner: str, *, kept: bool = False) -> Iterator[bytes]:
    return all_of_them.follow(keeper, lambda version: "{}", lambda: True, owner=owner, kept=kept)


def test_whoever_watches_takes_no_room_of_those_who_sit(keeper: FakeKeeper) -> None:
    every = streams.Streams(70)
    watching = [follow(every, keeper, f"10.0.0.{number}") for number in range(30)]
    with pytest.raises(streams.TooMany):
        follow(every, keeper, "10.0.0.99")
    places = [follow(every, keeper, "south", kept=True) for _ in range(12)]
    places += [follow(every, keeper, "north", kept=True) for _ in range(12)]
    assert len(watching) + len(places) == every.open == 54


def test_a_device_keeps_its_newest_streams_and_no_more_than_its_share(keeper: FakeKeeper) -> None:
    every = streams.Streams()
    opened = [follow(every, keeper, "10.0.0.1") for _ in range(streams.EACH)]
    for stream in opened:
        assert [next(stream), next(stream)]
    newest = follow(every, keeper, "10.0.0.1")
    assert list(opened[0]) == [], "the oldest ends"
    assert [next(newest), next(newest)]
    for _ in range(500):
        with contextlib.suppress(streams.TooMany):
            follow(every, keeper, "10.0.0.1")
    assert every.open == 2 * streams.EACH, "those that end have their threads a little longer"
    follow(every, keeper, "10.0.0.2")


def test_the_pages_of_those_who_sit_are_kept_from_those_who_watch(keeper: FakeKeeper) -> None:
    app = create_app(keeper, seats_store=MemorySeats(), key=HostKey("271828", trust_this_machine=False))
    app.extensions["streams"].share(7)
    tablet, phone = Device(app, "192.168.1.20"), Device(app)
    assert tablet.post("/host", {"pin": "271828"}).status_code == 200
    assert phone.sit("south", tablet.get("/api/host").get_json()["code"]).status_code == 200
    strangers = [Device(app, f"10.0.0.{number}") for number in range(20)]
    opened = [stranger.get("/events") for stranger in strangers]
    assert [answer.status_code for answer in opened] == [200] * 3 + [503] * 17
    opened += [phone.get("/events/south"), phone.get("/events"), tablet.get("/events"), phone.get("/events/south")]
    assert [answer.status_code for answer in opened[20:]] == [200] * 4
    for answer in opened:
        answer.close()
    assert app.extensions["streams"].open == 0


def test_asking_for_the_head_of_a_stream_takes_no_room(keeper: FakeKeeper, server: Server) -> None:
    for _ in range(3):
        head = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        head.request("HEAD", "/events")
        answer = head.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
        head.close()
    assert streams_of(server).open == 0


def test_an_old_stream_ends_so_that_a_deaf_client_cannot_stay(
    keeper: FakeKeeper, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "OLDEST_S", 0.3)
    follower = Follower(server)
    follower.message()
    assert follower.answer.read() == b""
    follower.close()


def test_closing_the_server_ends_streams_and_threads(keeper: FakeKeeper) -> None:
    before = threading.active_count()
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        follower = Follower(server)
        follower.message()
        started = time.monotonic()
    assert time.monotonic() - started < 4.0
    assert wait_until(lambda: threading.active_count() == before)
    follower.close()


def test_a_taken_port_is_said_in_one_sentence(keeper: FakeKeeper, server: Server) -> None:
    app = create_app(keeper, seats_store=MemorySeats())
    with pytest.raises(OSError, match=r"cannot be served at 127\.0\.0\.1:\d+ .* choose another address or port"):
        Server(app, "127.0.0.1", server.port)


def test_too_few_threads_are_refused(keeper: FakeKeeper) -> None:
    with pytest.raises(ValueError, match="too few"):
        Server(create_app(keeper, seats_store=MemorySeats()), "127.0.0.1", 0, threads=8)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_the_program_ends_cleanly_when_told(name: str) -> None:
    program = (
        # started in the background of a script, a program would ignore Ctrl-C
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from tests.web_ui.fakes import FakeKeeper\n"
        "from web_ui.app import create_app; from web_ui.server import serve\n"
        "from tests.web_ui.seats import MemorySeats\n"
        "serve(create_app(FakeKeeper(), seats_store=MemorySeats()), '127.0.0.1', 0,\n"
        "      ready=lambda server: print(server.port, flush=True))\n"
        "print('closed', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        port = int(running.stdout.readline())
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", "/events")
        assert connection.getresponse().status == 200
        running.send_signal(getattr(signal, name))
        assert running.stdout.readline() == "closed\n"
        assert running.wait(timeout=10) == 0
        connection.close()


def test_the_program_ends_though_it_is_told_again_while_it_ends() -> None:
    """make and a terminal, or systemd, may each tell it: here whenever the main thread holds an event's lock."""
    program = (
        "import signal, sys, threading, os\n"
        "from tests.web_ui.fakes import FakeKeeper\n"
        "from web_ui.app import create_app; from web_ui.server import serve\n"
        "from tests.web_ui.seats import MemorySeats\n"
        "def again(frame, event, arg):\n"
        "    if frame.f_code.co_name == 'notify_all': signal.raise_signal(signal.SIGTERM)\n"
        "def ready(server):\n"
        "    sys.settrace(again)\n"
        "    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()\n"
        "serve(create_app(FakeKeeper(), seats_store=MemorySeats()), '127.0.0.1', 0, ready=ready)\n"
        "sys.settrace(None)\n"
        "print('closed', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.communicate(timeout=60)[0] == "closed\n"
        finally:
            running.kill()
