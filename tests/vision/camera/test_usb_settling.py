"""Exposure, white balance and focus of USB cameras whose drivers refuse, ignore, or report other values."""

import cv2
import numpy as np
import pytest

from vision.camera import usb
from vision.camera.settling import AT_LEAST, AT_MOST, LONG
from vision.camera.usb import UsbCamera
from vision.camera.usb_settling import EXPOSURE, FOCUS, WHITE, UsbSettling

ALL = (EXPOSURE, WHITE, FOCUS)


class Driver:
    """A camera that exposes for ``light``: while exposure is automatic it comes a third nearer with each picture.

    ``lacks`` are properties that it has not, ``ignored`` those that it says to have set and has not, ``lies`` values
    that it reports whatever was set.
    """

    def __init__(self, light=1.0, lacks=(), ignored=(), lies=()):
        self.light, self.lacks, self.ignored, self.lies = light, set(lacks), set(ignored), dict(lies)
        self.now = {EXPOSURE.automatic: 1.0, WHITE.automatic: 0.0, FOCUS.automatic: 0.0}
        self.now |= {cv2.CAP_PROP_EXPOSURE: 50.0, cv2.CAP_PROP_GAIN: 4.0}
        self.now |= {cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_FOCUS: 30.0}
        self.clock, self.released, self.detail = 0.0, False, np.random.default_rng(0).integers(0, 30, (48, 64))

    def getBackendName(self):
        return "V4L2"

    def isOpened(self):
        return True

    def set(self, number, value):
        if number in self.lacks:
            return False
        if number not in self.ignored:
            self.now[number] = value
        return True

    def get(self, number):
        return -1.0 if number in self.lacks else self.lies.get(number, self.now.get(number, -1.0))

    def grab(self):
        self.clock += 0.1
        if self.now[EXPOSURE.automatic] == EXPOSURE.on:
            self.now[cv2.CAP_PROP_EXPOSURE] += (100.0 / self.light - self.now[cv2.CAP_PROP_EXPOSURE]) / 3
        return True

    def retrieve(self):
        level = 100.0 * self.light * self.now[cv2.CAP_PROP_EXPOSURE] / 100.0
        return True, np.clip(level + self.detail, 0, 255).astype(np.uint8)[:, :, None].repeat(3, axis=2)

    def release(self):
        self.released = True

    def monotonic(self):
        return self.clock


def settle(driver, focus=True):
    settling = UsbSettling(driver, focus)
    for looks in range(2 * AT_MOST):
        driver.grab()
        if settling.step(driver.retrieve()[1][:, :, 0]):
            return settling.locked, looks
    raise AssertionError("it never ends")


def test_what_has_settled_is_locked():
    driver = Driver()
    locked, looks = settle(driver)
    assert set(locked) == {control.name for control in ALL}
    assert locked["exposure"][cv2.CAP_PROP_EXPOSURE] == pytest.approx(100.0, rel=0.05)
    assert [driver.now[control.automatic] for control in ALL] == [control.off for control in ALL]
    assert AT_LEAST <= looks < AT_MOST


@pytest.mark.parametrize(
    ("driver", "locked", "automatic"),
    [
        # it has none of it
        (Driver(lacks=[control.automatic for control in ALL]), set(), set()),
        (Driver(lacks=[FOCUS.automatic]), {"exposure", "white balance"}, set()),
        # it does not say what it has come to
        (Driver(lacks=FOCUS.values), {"exposure", "white balance"}, {FOCUS}),
        # a camera may have no gain to set
        (Driver(lacks=[cv2.CAP_PROP_GAIN]), {"exposure", "white balance", "focus"}, set()),
        # it says that it does what it does not
        (Driver(ignored=[EXPOSURE.automatic]), {"white balance", "focus"}, set()),
        (Driver(lies={WHITE.automatic: WHITE.on}), {"exposure", "focus"}, {WHITE}),
        # it reports 100 all the time: locked at that, the picture is as bright by chance, or another
        (Driver(lies={cv2.CAP_PROP_EXPOSURE: 100.0}), {"exposure", "white balance", "focus"}, set()),
        (Driver(lies={cv2.CAP_PROP_EXPOSURE: 20.0}), {"white balance", "focus"}, {EXPOSURE}),
    ],
)
def test_what_a_driver_does_not_hold_is_left_to_the_camera(driver, locked, automatic):
    assert set(settle(driver)[0]) == locked
    assert {control for control in ALL if driver.now[control.automatic] == control.on} == automatic


def test_focus_stays_when_only_the_light_has_changed():
    driver = Driver()
    assert set(settle(driver, focus=False)[0]) == {"exposure", "white balance"}
    assert driver.now[FOCUS.automatic] == FOCUS.off


def test_a_picture_that_never_comes_to_rest_is_taken_as_it_is():
    driver = Driver()
    settling = UsbSettling(driver)
    looks = 0
    while not settling.locked:
        settling.step(np.full((48, 64), 90 + 60 * (looks % 2), np.uint8))
        looks += 1
    assert looks == AT_MOST


@pytest.fixture
def plugged(monkeypatch):
    def put(driver):
        monkeypatch.setattr(usb, "time", driver)
        monkeypatch.setattr(usb.cv2, "VideoCapture", lambda number, api: driver)
        monkeypatch.setattr(usb.sys, "platform", "elsewhere")
        return UsbCamera(0)

    return put


def test_a_camera_is_opened_with_everything_locked_and_follows_the_light_when_it_stays_another(plugged):
    driver = Driver()
    camera = plugged(driver)
    assert driver.now[EXPOSURE.automatic] == EXPOSURE.off
    before = camera.look().picture.mean()
    driver.light = 0.5
    assert camera.look().picture.mean() < 0.8 * before
    for _ in range(2 * AT_LEAST):
        camera.look()
    driver.light = 0.25
    until = driver.clock + LONG + 10.0
    while driver.clock < until:
        camera.look()
    assert camera.look().picture.mean() == pytest.approx(before, rel=0.1)
    assert driver.now[EXPOSURE.automatic] == EXPOSURE.off
    camera.close()
    assert driver.released


def test_opening_does_not_wait_for_ever(plugged):
    driver = Driver()
    driver.detail = np.random.default_rng(0).integers(0, 2, (48, 64))
    flicker, steady = iter(range(10**6)), driver.retrieve

    def flickering():
        picture = steady()[1].astype(int) + 40 * (next(flicker) % 2)
        return True, np.clip(picture, 0, 255).astype(np.uint8)

    driver.retrieve = flickering
    camera = plugged(driver)
    assert driver.clock < usb.SETTLING + 2.0
    for _ in range(AT_MOST + AT_LEAST):
        camera.look()
    assert driver.now[EXPOSURE.automatic] == EXPOSURE.off
    camera.close()
