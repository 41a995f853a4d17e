from __future__ import annotations

import sys
import types

import numpy as np
import pytest

from device.cameras import HalfTurned, open_camera, resolve
from device.settings import Camera as CameraSettings
from vision.cameras import CameraError, Look


class Still:
    def __init__(self):
        self.closed = False

    def look(self):
        return Look(np.arange(6, dtype=np.uint8).reshape(2, 3), 4.5)

    def capture(self):
        return np.arange(18, dtype=np.uint8).reshape(2, 3, 3)

    def close(self):
        self.closed = True


@pytest.fixture
def no_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)


@pytest.fixture
def pi_camera(monkeypatch):
    found = types.SimpleNamespace(global_camera_info=lambda: [{"Model": "imx708"}])
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=found))


def test_auto_without_a_pi_camera_is_the_simulated_table(no_library):
    assert resolve("auto").kind == "sim"
    assert open_camera(CameraSettings()) is None
    assert open_camera(CameraSettings(kind="sim", upside_down=True)) is None


def test_auto_with_a_pi_camera(pi_camera):
    assert resolve("auto").kind == "picamera2"


@pytest.mark.parametrize(
    ("kind", "words"),
    [("picamera2", "python3-picamera2"), ("usb:63", "no USB camera 63"), ("webcam", "names no camera")],
)
def test_a_camera_that_is_not_there_is_one_sentence(no_library, kind, words):
    with pytest.raises(CameraError, match=words):
        open_camera(CameraSettings(kind=kind))


def test_upside_down(monkeypatch):
    still = Still()
    monkeypatch.setattr("vision.usb_camera.UsbCamera", lambda number: still)
    camera = open_camera(CameraSettings(kind="usb:0", upside_down=True))
    assert isinstance(camera, HalfTurned)
    look = camera.look()
    assert look.t == 4.5
    assert look.picture.tolist() == [[5, 4, 3], [2, 1, 0]]
    assert look.picture.flags.c_contiguous
    assert camera.capture()[0, 0].tolist() == [15, 16, 17]
    camera.close()
    assert still.closed
    monkeypatch.setattr(still, "look", lambda: None)
    assert camera.look() is None
    assert open_camera(CameraSettings(kind="usb:0")) is still
