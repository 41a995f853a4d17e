from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import usb_camera
from vision.cameras import CameraError
from vision.usb_camera import BROKEN_READS, UsbCamera


class FakeCapture:
    """Gives ``pictures`` one after the other, the last again and again; None is a read that fails."""

    def __init__(self, pictures, opened=True):
        self.pictures, self.opened, self.released, self.reads = pictures, opened, 0, 0

    def isOpened(self):
        return self.opened

    def set(self, key, value):
        return False

    def read(self):
        picture = self.pictures[min(self.reads, len(self.pictures) - 1)]
        self.reads += 1
        if isinstance(picture, Exception):
            raise picture
        return picture is not None, picture

    def release(self):
        self.released += 1


@pytest.fixture
def plug(monkeypatch):
    def put(*pictures, opened=True):
        fake = FakeCapture(pictures, opened)
        monkeypatch.setattr(usb_camera.cv2, "VideoCapture", lambda number: fake)
        monkeypatch.setattr(usb_camera.sys, "platform", "elsewhere")
        return fake

    return put


def picture(width, height, value=90):
    return np.full((height, width, 3), value, np.uint8)


@pytest.mark.parametrize(
    ("size", "large", "small"), [((64, 48), (48, 64, 3), (12, 16)), ((67, 49), (48, 64, 3), (12, 16))]
)
def test_it_looks_and_captures(plug, size, large, small):
    fake = plug(picture(*size))
    camera = UsbCamera(0)
    look = camera.look()
    assert look.picture.shape == small
    assert look.picture.dtype == np.uint8
    assert camera.capture().shape == large
    assert camera.look().t >= look.t
    camera.close()
    camera.close()
    assert fake.released == 1
    for call in (camera.look, camera.capture):
        with pytest.raises(CameraError, match="is closed"):
            call()


def test_the_capture_is_of_the_last_look(plug):
    plug(picture(64, 48, 1), picture(64, 48, 2), picture(64, 48, 3))
    camera = UsbCamera(0)
    camera.look()
    assert camera.capture()[0, 0, 0] == 2
    assert camera.capture()[0, 0, 0] == 2
    camera.close()


def test_a_dropped_picture_is_borne(plug):
    plug(picture(64, 48), *[None] * (BROKEN_READS - 1), picture(64, 48, 7))
    camera = UsbCamera(0)
    assert camera.look().picture[0, 0] == 7
    camera.close()


@pytest.mark.parametrize(
    ("pictures", "opened", "words"),
    [
        ([None], True, "gives no picture"),
        ([picture(64, 48)], False, "cannot be opened"),
        ([picture(2, 2)], True, "gives no picture"),
        ([cv2.error("select timeout")], True, "gives no picture"),
    ],
)
def test_a_camera_that_fails_is_one_sentence(plug, pictures, opened, words):
    fake = plug(*pictures, opened=opened)
    with pytest.raises(CameraError, match=words):
        UsbCamera(3)
    assert fake.released == 1


def test_a_camera_that_is_not_there():
    with pytest.raises(CameraError, match="no USB camera 63"):
        UsbCamera(63)
