"""What systemd is told, read from a real datagram socket."""

from __future__ import annotations

import os
import socket
import threading

import pytest

from device.keeper.eyes import Eyes
from device.keeper.keeper import Keeper
from device.keeper.notify import Notifier
from vision.camera.protocol import CameraError
from whist.rules.options import AndroidOptions


class Manager:
    """The listening end of sd_notify."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(10)

    def next(self) -> str:
        return self.socket.recv(4096).decode()

    def waiting(self) -> list[str]:
        """What lies there now."""
        said = []
        self.socket.setblocking(False)
        try:
            while True:
                said.append(self.next())
        except BlockingIOError:
            return said
        finally:
            self.socket.settimeout(10)


@pytest.fixture
def manager(tmp_path):
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.socket.close()


@pytest.fixture
def environment(tmp_path, manager):
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "4000000"}


def test_ready_status_and_stopping(manager, environment):
    notifier = Notifier(environment)
    notifier.status("Two\nlines.")
    notifier.status("Two\nlines.")
    notifier.ready("http://here:1")
    notifier.status("Looking.")
    notifier.stopping()
    assert manager.waiting() == [
        "STATUS=Two lines.",
        "READY=1\nSTATUS=Two lines. The page: http://here:1",
        "STATUS=Looking. The page: http://here:1",
        "STOPPING=1\nSTATUS=Closing.",
    ]


def test_signs_of_life_come_four_times_as_often_as_they_must(manager, environment):
    now = [100.0]
    notifier = Notifier(environment, lambda: now[0])
    assert notifier.between == 1.0
    for _ in range(25):  # three seconds of looks
        notifier.alive()
        now[0] += 0.125
    assert manager.waiting() == ["WATCHDOG=1"] * 4


@pytest.mark.parametrize("usec", ["", "0", "-5", "soon", "²"])
def test_no_watchdog_no_signs_of_life(manager, environment, usec):
    notifier = Notifier({**environment, "WATCHDOG_USEC": usec})
    notifier.alive()
    assert notifier.between is None
    assert manager.waiting() == []


@pytest.mark.parametrize(("of", "beats"), [("", 1), (str(os.getpid()), 1), ("1", 0)], ids=["none", "own", "other"])
def test_a_watchdog_for_another_process_is_not_fed(manager, environment, of, beats):
    Notifier({**environment, "WATCHDOG_PID": of}).alive()
    assert manager.waiting() == ["WATCHDOG=1"] * beats


def test_an_abstract_socket():
    name = f"whist-test-{os.getpid()}"
    manager = Manager(f"\0{name}")
    Notifier({"NOTIFY_SOCKET": f"@{name}"}).ready("x")
    assert manager.next().startswith("READY=1\n")
    manager.socket.close()


@pytest.mark.parametrize("address", ["", "relative", "vsock:2:1", "/there/is/none"])
def test_where_nobody_listens_nothing_happens(address, caplog):
    notifier = Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000"})
    notifier.ready("x")
    notifier.alive()
    notifier.stopping()
    assert len(caplog.records) == (address == "/there/is/none")  # said once, not with each sign of life


def test_a_manager_that_does_not_read_never_holds_the_program_up(manager, environment):
    notifier = Notifier(environment)
    for k in range(5000):  # far more than a socket keeps
        notifier.status(f"Line {k}.")
    assert manager.next() == "STATUS=Line 0."


class Watcher:
    """Each look does what the list says: None sees nothing, an error is raised, an event is waited for."""

    def __init__(self, looks, counter):
        self.looks = iter(looks)
        self.counter = counter
        self.beats = 0
        self.ended = threading.Event()

    def tick(self, camera):
        look = next(self.looks, "end")
        if (look == "end" or isinstance(look, threading.Event)) and not self.ended.is_set():
            self.beats = self.counter.beats  # of the looks before this one
            self.ended.set()
        if isinstance(look, threading.Event):
            look.wait(60)
        elif isinstance(look, Exception):
            raise look
        return []


class Camera:
    closed = False

    def close(self):
        self.closed = True


class Counter(Notifier):
    """Counts signs of life, of however many looks."""

    beats = 0

    def alive(self):
        self.beats += 1


def watch(looks):
    counter, camera = Counter({}), Camera()
    watcher = Watcher(looks, counter)
    eyes = Eyes(Keeper(AndroidOptions()), watcher, camera, 1000, counter)
    eyes.start()
    assert watcher.ended.wait(20)
    return eyes, camera, watcher.beats


def test_each_look_that_ends_is_a_sign_of_life():
    eyes, camera, beats = watch([None] * 5)
    eyes.stop()
    assert beats == 5
    assert camera.closed


def test_an_unplugged_camera_is_not_a_hanging_one():
    eyes, _, beats = watch([None, CameraError("It is unplugged."), None])
    eyes.stop()
    assert beats == 3


def test_a_look_that_fails_for_no_known_reason_is_no_sign_of_life():
    eyes, _, beats = watch([None, RuntimeError("?"), None])
    eyes.stop()
    assert beats == 2


def test_a_look_that_hangs_is_no_sign_of_life_and_does_not_hold_up_the_end():
    hangs = threading.Event()
    eyes, camera, beats = watch([None, None, hangs])
    eyes.stop()  # PATIENCE seconds
    assert beats == 2
    assert eyes.is_alive()
    assert not camera.closed, "a camera must not be closed under a look that uses it"
    hangs.set()
    eyes.join(10)
