"""Whatever a camera does, the guard answers: with a sound picture, or with one sentence."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from vision.camera import guarded
from vision.camera.guarded import FROZEN, MOST_STUCK, OPENING, PAUSE, PAUSE_FROZEN, REPEATS, TRIES, GuardedCamera
from vision.camera.protocol import CameraError, Look, PictureDropped
from whist.phrases import Phrase, reason

HEIGHT, WIDTH = 64, 96
SHORT = 0.1
"""Seconds that the guard waits where the camera hangs on purpose."""


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Plug:
    """A port with a camera that does what ``fault`` says; ``tried``, ``opened`` and ``closed`` count."""

    def __init__(self, clock):
        self.clock = clock
        self.fault = ""
        self.tried = self.opened = self.closed = 0
        self.free = threading.Event()
        """Set, and what hangs goes on."""
        self.before = []
        """Looks to give before all others."""
        self.started = clock.now

    def __call__(self):
        self.tried += 1
        if self.fault == "hangs on opening":
            self.free.wait()
        if self.fault == "unplugged":
            raise CameraError("There is no camera.")
        self.opened += 1
        self.started = self.clock.now
        return Wired(self)

    def hangs(self, where):
        if self.fault == where:
            self.free.wait()


class Wired:
    def __init__(self, plug):
        self.plug = plug
        self.noisy = True
        self.rng = np.random.default_rng(plug.opened)
        self.last = None

    def look(self):
        self.plug.hangs("hangs")
        fault = self.plug.fault
        if fault == "unplugged":
            raise CameraError("The camera is gone.")
        if fault == "raises":
            raise RuntimeError("bad luck\nand more of it")
        if fault == "ends":
            return None
        if fault != "frozen" or self.last is None:
            blocks = self.rng.integers(40, 220, (HEIGHT // 8, WIDTH // 8), np.uint8)
            self.last = blocks.repeat(8, 0).repeat(8, 1)
        picture = self.last
        if self.plug.before:
            picture = self.plug.before.pop(0)
        elif fault == "black":
            picture = np.zeros_like(self.last)
        elif fault == "another size":
            picture = picture[:-16]
        elif fault == "two channels":
            picture = np.dstack([picture] * 2)
        elif fault == "cut short":
            picture = picture.copy()
            picture[-20:] = 128
        return Look(picture, self.plug.clock.now - self.plug.started)

    def capture(self):
        self.plug.hangs("hangs on capture")
        picture = self.last.repeat(4, 0).repeat(4, 1)[:, :, None].repeat(3, 2)
        if self.plug.fault == "torn":
            return picture[::-1, ::-1]
        if self.plug.fault == "16 bits":
            return picture.astype(np.uint16)
        return picture

    def close(self):
        self.plug.hangs("hangs on closing")
        self.plug.closed += 1


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def plug(clock):
    made = Plug(clock)
    yield made
    made.free.set()


@pytest.fixture
def guard(plug, clock):
    before = threading.active_count()
    made = GuardedCamera(plug, patience=60.0, clock=clock)
    yield made
    plug.free.set()
    plug.fault = ""
    made._patience = 60.0
    made.close()
    wait_until(lambda: threading.active_count() == before)
    assert plug.closed == plug.opened


def stuck(guard):
    """How many threads hang in a call to the camera."""
    return sum(worker.is_alive() for worker in guard._given_up)


def wait_until(holds):
    while not holds():
        time.sleep(0.005)


def look_again(guard, clock):
    """Look until there is something to be seen; the sentences on the way there."""
    said = []
    guard._patience = 60.0
    while True:
        try:
            return said, guard.look()
        except CameraError as error:
            said.append(str(error))
            clock.now += PAUSE
            time.sleep(0.005)


def test_it_looks_and_captures(guard, plug, clock):
    assert guard.noisy
    assert stuck(guard) == 0
    with pytest.raises(CameraError, match="look first"):
        guard.capture()
    look = guard.look()
    assert guard.capture().shape == (HEIGHT * 4, WIDTH * 4, 3)
    clock.now += 0.1
    assert guard.look().t > look.t
    plug.fault = "ends"
    assert guard.look() is None
    guard.close()
    guard.close()
    for call in (guard.look, guard.capture):
        with pytest.raises(CameraError):
            call()
    assert plug.opened == plug.closed == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("unplugged", "The camera is gone."),
        ("raises", "The camera has failed (bad luck); check its cable."),
        ("another size", "The camera's pictures come broken (of another size than before); check its cable."),
        ("two channels", "The camera's pictures come broken (empty or of a strange kind); check its cable."),
        ("cut short", "The camera's pictures come broken (cut short); check its cable."),
        ("black", "The camera's picture is black; is there light, and is its lens free?"),
    ],
)
def test_a_fault_is_said_at_once_and_over_when_it_ends(guard, plug, clock, fault, words):
    first = guard.look()
    for _ in range(3):
        plug.fault = fault
        with pytest.raises(CameraError) as caught:
            guard.look()
        assert str(caught.value) == words
        if fault in ("another size", "two channels", "cut short"):
            said = reason(caught.value)
            assert isinstance(said, Phrase), "each language says it"
            assert isinstance(said.values["fault"], Phrase)
        if fault != "black":
            with pytest.raises(CameraError):
                guard.capture()
        plug.fault = ""
        said, look = look_again(guard, clock)
        assert set(said) <= {words}
        assert look.t >= first.t  # though the camera counts from its own beginning
        assert guard.capture().shape == (HEIGHT * 4, WIDTH * 4, 3)
    assert plug.tried == (1 if fault == "black" else 4)


def test_a_few_broken_looks_are_passed_over(guard, plug):
    first = guard.look()
    size = np.full((HEIGHT + 16, WIDTH), 90, np.uint8)
    size[::2] = 100
    plug.before = [np.zeros((HEIGHT, WIDTH), np.uint8), np.zeros(4, np.uint8), size, np.zeros((0, 0), np.float32)]
    assert len(plug.before) == TRIES - 1
    assert not np.array_equal(guard.look().picture, first.picture)
    assert plug.opened == 1


@pytest.mark.parametrize("fault", ["torn", "16 bits"])
def test_broken_captures_are_dropped_and_then_a_fault(guard, plug, clock, fault):
    plug.fault = fault
    for _ in range(TRIES - 1):
        guard.look()
        with pytest.raises(PictureDropped):
            guard.capture()
    guard.look()
    with pytest.raises(CameraError, match="come broken") as caught:
        guard.capture()
    assert not isinstance(caught.value, PictureDropped)
    plug.fault = ""
    look_again(guard, clock)
    assert guard.capture().shape == (HEIGHT * 4, WIDTH * 4, 3)


def test_a_camera_that_repeats_its_picture_is_frozen_and_opened_anew(guard, plug, clock):
    guard.look()
    plug.fault = "frozen"
    since = clock.now
    with pytest.raises(CameraError, match="same picture again and again"):  # noqa: PT012
        while clock.now < since + 3:
            clock.now += 0.1
            guard.look()
    assert FROZEN <= clock.now - since < 3
    plug.fault = ""
    clock.now += PAUSE_FROZEN
    look_again(guard, clock)
    assert plug.opened == 2


def test_slow_looks_at_a_still_picture_are_not_frozen_before_there_are_some(guard, plug, clock):
    guard.look()
    plug.fault = "frozen"
    for _ in range(REPEATS - 1):
        clock.now += 10.0
        guard.look()
    with pytest.raises(CameraError):
        guard.look()


def test_a_camera_without_noise_may_repeat_its_picture(plug, clock):
    def quiet():
        camera = plug()
        camera.noisy = False
        return camera

    guard = GuardedCamera(quiet, patience=60.0, clock=clock)
    plug.fault = "frozen"
    for _ in range(30):
        clock.now += 1.0
        assert guard.look() is not None
    guard.close()


@pytest.mark.parametrize("fault", ["hangs", "hangs on capture"])
def test_a_camera_that_hangs_is_given_up_and_let_go_when_it_goes_on(guard, plug, clock, fault):
    guard.look()
    plug.fault, guard._patience = fault, SHORT
    with pytest.raises(CameraError, match="does not answer"):
        guard.capture() if fault == "hangs on capture" else guard.look()
    assert stuck(guard) == 1
    plug.fault = ""
    look_again(guard, clock)
    plug.free.set()
    wait_until(lambda: stuck(guard) == 0 and plug.closed == plug.opened - 1)


def test_no_more_than_a_few_threads_ever_hang(guard, plug, clock):
    plug.fault, guard._patience = "hangs", SHORT
    while stuck(guard) < MOST_STUCK:
        with pytest.raises(CameraError, match="does not answer"):
            guard.look()
        clock.now += PAUSE
    for _ in range(4):
        with pytest.raises(CameraError, match="does not answer"):
            guard.look()
        clock.now += PAUSE
    assert stuck(guard) == MOST_STUCK
    assert plug.opened == MOST_STUCK
    plug.fault = ""
    plug.free.set()
    wait_until(lambda: stuck(guard) == 0)
    look_again(guard, clock)


def test_a_camera_that_hangs_on_opening_keeps_nobody_waiting(guard, plug, clock):
    guard.look()
    plug.fault = "unplugged"
    with pytest.raises(CameraError):
        guard.look()
    plug.fault, guard._patience = "hangs on opening", SHORT
    opened = plug.tried
    clock.now += PAUSE
    for _ in range(3):
        with pytest.raises(CameraError, match="The camera is gone"):
            guard.look()
        clock.now += PAUSE
    assert plug.tried == opened + 1  # it is waited for: a camera focuses while it is opened
    clock.now += OPENING
    with pytest.raises(CameraError, match="does not answer"):
        guard.look()
    plug.fault = ""
    look_again(guard, clock)


def test_a_camera_that_hangs_on_closing_keeps_nobody_waiting(plug, clock):
    guard = GuardedCamera(plug, patience=SHORT, clock=clock)
    plug.fault = "hangs on closing"
    guard.close()
    assert plug.closed == 0
    plug.free.set()
    wait_until(lambda: plug.closed == plug.opened)


@pytest.mark.parametrize(
    ("fault", "words"), [("unplugged", "There is no camera."), ("hangs on opening", "does not answer")]
)
def test_a_camera_that_cannot_be_opened_at_first_is_one_sentence(plug, clock, fault, words):
    before = threading.active_count()
    plug.fault = fault
    with pytest.raises(CameraError, match=words):
        GuardedCamera(plug, opening_patience=SHORT, clock=clock)
    plug.free.set()
    wait_until(lambda: threading.active_count() == before)
    assert plug.closed == plug.opened


def test_it_is_opened_again_once_a_second_at_most(guard, plug, clock):
    plug.fault = "unplugged"
    for _ in range(50):
        with pytest.raises(CameraError, match=r"is gone|no camera"):
            guard.look()
        clock.now += PAUSE / 10
    assert plug.tried <= 1 + 5 + 1


def test_faults_of_all_kinds_one_after_the_other_leave_nothing_behind(guard, plug, clock):
    guard.look()
    rng = np.random.default_rng(1)
    said = set()
    kinds = ["unplugged", "raises", "black", "another size", "two channels", "cut short", "frozen", "torn", "ends"]
    for _ in range(100):
        plug.fault = str(rng.choice(kinds))
        for _ in range(int(rng.integers(1, 30))):
            clock.now += 0.1
            try:
                guard.look() and guard.capture()
            except CameraError as error:
                said.add(str(error))
        plug.fault = ""
        clock.now += PAUSE_FROZEN
        look_again(guard, clock)
        guard.capture()
    wait_until(lambda: stuck(guard) == 0)
    assert plug.closed == plug.opened - 1
    assert 6 <= len(said) <= 12
    assert not any("\n" in sentence for sentence in said)


def test_patience_is_less_than_the_three_seconds_in_which_a_fault_is_to_be_said():
    assert guarded.PATIENCE < 3
    assert guarded.FROZEN < 3


@pytest.mark.parametrize("can", [True, False])
def test_a_part_of_the_picture_is_asked_for_where_the_camera_can(plug, can, monkeypatch):
    box, asked = (16, 32, 96, 112), []

    def capture_part(camera, box):
        asked.append(box)
        return camera.capture()[box[1] : box[3], box[0] : box[2]]

    if can:
        monkeypatch.setattr(Wired, "capture_part", capture_part, raising=False)
    guard = GuardedCamera(plug, clock=plug.clock)
    guard.look()
    part = guard.capture_part(box)
    assert np.array_equal(part, guard.capture()[32:112, 16:96])
    assert asked == [box] * can
    plug.fault = "torn"
    with pytest.raises(PictureDropped):
        guard.capture_part(box)
    guard.close()
