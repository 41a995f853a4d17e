"""The simulated table's camera fails as the page says, and the table notices it within three seconds, as of any."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.keeper.eyes import Eyes
from device.keeper.keeper import Keeper
from device.simulated.camera import simulated_camera
from device.simulated.fault_switches import FaultSwitches
from vision.camera.guarded import GuardedCamera
from vision.camera.protocol import CameraError
from vision.packs.faces import Pack
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from whist.rules.options import AndroidOptions


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Blind:
    """A reader to which nothing is a card."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError("nothing is to be read")


@pytest.fixture(scope="module")
def camera() -> Iterator[tuple[GuardedCamera, SimulatedTable, Clock]]:
    clock, table = Clock(), SimulatedTable(1)
    looks = simulated_camera(table, Pack.drawn("standard"), 1, clock)
    yield looks, table, clock
    looks.close()


def noticed_after(camera: GuardedCamera, clock: Clock, most: float = 10.0) -> tuple[float, str]:
    """So many seconds of ten looks each until the camera fails, and what is said of it."""
    began = clock.now
    while clock.now - began < most:
        clock.now += 0.1
        try:
            camera.look()
        except CameraError as error:
            return clock.now - began, str(error)
    return most, ""


@pytest.mark.parametrize(
    ("name", "said"),
    [("camera-unplugged", "unplugged"), ("camera-black", "black"), ("camera-frozen", "same picture")],
)
def test_a_failing_simulated_camera_is_noticed_within_three_seconds_and_returns(camera, name, said):
    looks, table, clock = camera
    switches = FaultSwitches(table, 1)
    assert noticed_after(looks, clock, 3.0) == (pytest.approx(3.0, abs=0.2), ""), "it does not fail by itself"
    switches.switch_fault(name, True)
    seconds, why = noticed_after(looks, clock)
    assert seconds <= 3.0
    assert said in why
    switches.switch_fault(name, False)
    clock.now += 10.0
    assert noticed_after(looks, clock, 3.0)[1] == ""


def test_the_page_says_that_the_simulated_camera_fails():
    clock, table = Clock(), SimulatedTable(1)
    keeper = Keeper(AndroidOptions())
    looks = simulated_camera(table, Pack.drawn("standard"), 1, clock)
    eyes = Eyes(keeper, Watcher(Blind()), looks)
    table.fail("unplugged")
    assert not eyes.look()
    assert any("unplugged" in note for note in keeper.public_view()["notes"])
    assert keeper.public_view()["out_of_sight"]
    looks.close()
