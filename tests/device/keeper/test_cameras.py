from __future__ import annotations

import sys
import types

import cv2
import numpy as np
import pytest

from device.keeper.cameras import open_camera, resolve
from device.settings.settings import CameraSettings
from vision.camera.guarded import GuardedCamera
from vision.camera.protocol import CameraError, Look

CAPTURE = np.random.default_rng(1).integers(40, 220, (80, 120, 3), np.uint8)
LOOK = cv2.cvtColor(cv2.resize(CAPTURE, (30, 20), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)


class Still:
    noisy = False

    def __init__(self):
        self.closed = False

    def look(self):
        return Look(LOOK, 4.5)

    def capture(self):
        return cv2.resize(cv2.cvtColor(LOOK, cv2.COLOR_GRAY2BGR), None, fx=4, fy=4)

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


class RefusingPicamera2:
    """As Picamera2 with a USB camera alone: it lists it, opens it, and does not know its exposure."""

    def __init__(self, number=0):
        assert number == 0

    @staticmethod
    def global_camera_info():
        return [{"Model": "HD Webcam", "Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825", "Num": 0}]

    def create_video_configuration(self, **wanted):
        raise RuntimeError(f"Control {next(iter(wanted['controls']))} is not advertised by libcamera")

    def close(self):
        pass


@pytest.mark.parametrize("plugged_in", [True, False])
def test_auto_with_a_usb_camera_alone_takes_that(monkeypatch, tmp_path, plugged_in):
    """A Pi has other video devices, which are no cameras of the USB."""
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=RefusingPicamera2))
    monkeypatch.setattr("vision.camera.usb._SYSFS", tmp_path / "class")
    (tmp_path / "class").mkdir()
    for number, where in ((10, "platform/bcm2835-codec"), (11, "platform/bcm2835-isp"), (12, "pci/usb1/1-1.3")):
        if where.startswith("pci") and not plugged_in:
            continue
        device = tmp_path / "devices" / where / f"video{number}"
        device.mkdir(parents=True)
        (device / "index").write_text("0\n")
        (tmp_path / "class" / f"video{number}").symlink_to(device)
    assert resolve("auto") == (("usb", "12") if plugged_in else ("sim", ""))
    opened = []
    monkeypatch.setattr("vision.camera.usb.UsbCamera", lambda number: opened.append(number) or Still())
    camera = open_camera(CameraSettings())
    assert (camera is not None) == plugged_in
    assert opened == [12] * plugged_in
    if camera is not None:
        camera.close()


@pytest.mark.parametrize(
    ("kind", "words"),
    [("picamera2", "python3-picamera2"), ("usb:63", "no USB camera 63"), ("webcam", "names no camera")],
)
def test_a_camera_that_is_not_there_is_one_sentence(no_library, kind, words):
    with pytest.raises(CameraError, match=words):
        open_camera(CameraSettings(kind=kind))


@pytest.mark.parametrize("upside_down", [False, True])
def test_upside_down(monkeypatch, upside_down):
    still = Still()
    monkeypatch.setattr("vision.camera.usb.UsbCamera", lambda number: still)
    camera = open_camera(CameraSettings(kind="usb:0", upside_down=upside_down))
    assert camera.told() == {}
    monkeypatch.setattr(still, "told", lambda: {"AfState": 2}, raising=False)
    assert camera.told() == {"AfState": 2}
    look, capture = camera.look(), camera.capture()
    assert look.t == 4.5
    assert np.array_equal(look.picture, LOOK[::-1, ::-1] if upside_down else LOOK)
    assert np.array_equal(capture, still.capture()[::-1, ::-1] if upside_down else still.capture())
    assert look.picture.flags.c_contiguous
    assert capture.flags.c_contiguous
    assert camera.noisy is False
    monkeypatch.setattr(still, "look", lambda: None)
    assert camera.look() is None
    camera.close()
    assert still.closed


def test_every_real_camera_is_guarded(tmp_path):
    cv2.imwrite(str(tmp_path / "000001.jpg"), CAPTURE)
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (120, 80))
    writer.write(CAPTURE)
    writer.release()
    for kind in (f"files:{tmp_path}", f"files:{tmp_path / 'film.avi'}"):
        camera = open_camera(CameraSettings(kind=kind))
        assert isinstance(camera, GuardedCamera)
        camera._patience = 60.0  # however busy this machine is
        assert camera.look().picture.shape == LOOK.shape
        assert camera.capture().shape == CAPTURE.shape
        assert camera.look() is None
        camera.close()
