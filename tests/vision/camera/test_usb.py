from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera import usb
from vision.camera.protocol import CameraError
from vision.camera.usb import BROKEN_READS, UsbCamera, UsbPort


class FakeCapture:
    """Gives ``pictures`` one after the other, the last again and again; None is a read that fails. Each comes after
    ``wait`` seconds on ``clock``, as from a camera, or at once, having lain there."""

    def __init__(self, pictures, opened=True, clock=None):
        self.pictures, self.opened, self.released, self.reads = pictures, opened, 0, 0
        self.clock, self.waits, self.asked, self.jpeg = clock, [], {}, 0.0

    def isOpened(self):
        return self.opened

    def getBackendName(self):
        return "ANOTHER"

    def set(self, key, value):
        self.asked[key] = value
        return True

    def get(self, key):
        return self.jpeg if key == cv2.CAP_PROP_FOURCC else 0.0

    def grab(self):
        self.picture = self.pictures[min(self.reads, len(self.pictures) - 1)]
        self.reads += 1
        self.clock.now += self.waits.pop(0) if self.waits else 0.1
        return self.picture is not None

    def retrieve(self):
        if isinstance(self.picture, Exception):
            raise self.picture
        return self.picture is not None, self.picture

    def release(self):
        self.released += 1


class Clock:
    now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def plug(monkeypatch):
    def put(*pictures, opened=True):
        clock = Clock()
        fake = FakeCapture(pictures, opened, clock)
        monkeypatch.setattr(usb, "time", clock)
        monkeypatch.setattr(usb.cv2, "VideoCapture", lambda number, api: fake)
        monkeypatch.setattr(usb.sys, "platform", "elsewhere")
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


def jpeg(width, height, value=90):
    """As OpenCV gives the data of a JPEG picture, with what is left over of its buffer."""
    data = cv2.imencode(".jpg", picture(width, height, value))[1].ravel()
    return np.concatenate([data, np.zeros(100, np.uint8)])[None]


@pytest.mark.parametrize("size", [(64, 48), (67, 49)])
def test_of_jpeg_data_only_what_is_needed_is_decoded(plug, size, monkeypatch):
    fake = plug(jpeg(*size), jpeg(*size, 40), jpeg(*size, 200))
    fake.jpeg = float(cv2.VideoWriter.fourcc(*"MJPG"))
    camera = UsbCamera(0)
    assert fake.asked[cv2.CAP_PROP_CONVERT_RGB] == 0.0
    with monkeypatch.context() as patched:
        patched.setattr(usb, "decoded", None)
        look = camera.look()
    assert look.picture.shape == (12, 16)
    assert abs(int(look.picture[3, 3]) - 40) < 3
    assert camera.capture().shape == (48, 64, 3)
    assert abs(int(camera.capture()[30, 30, 1]) - 40) < 3
    camera.close()


def test_broken_jpeg_data_is_passed_over(plug):
    whole = jpeg(64, 48)
    broken = [whole[:, :200], whole[:, :2], np.zeros((1, 500), np.uint8), jpeg(80, 48), whole[:, : whole.size - 110]]
    for one in broken:
        plug(whole, *[one] * (BROKEN_READS - 1), jpeg(64, 48, 7))
        camera = UsbCamera(0)
        assert abs(int(camera.look().picture[0, 0]) - 7) < 3
        camera.close()
    plug(*broken)
    camera = UsbCamera(0)
    with pytest.raises(CameraError, match="gives no picture"):
        camera.look()


def test_a_camera_that_converts_what_it_should_not_is_taken_as_it_is(plug):
    fake = plug(picture(64, 48, 9))
    fake.jpeg = float(cv2.VideoWriter.fourcc(*"MJPG"))
    camera = UsbCamera(0)
    assert camera.look().picture[0, 0] == 9
    assert camera.capture()[0, 0, 0] == 9
    camera.close()


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
        ([np.zeros((48, 64, 2), np.uint8)], True, "gives no picture"),
        ([np.zeros((48, 64), np.uint8)], True, "gives no picture"),
        ([np.zeros((1, 4096), np.uint8)], True, "gives no picture"),
        ([np.zeros((48, 64, 3), np.uint16)], True, "gives no picture"),
        ([np.zeros((0, 0, 3), np.uint8)], True, "gives no picture"),
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


def test_pictures_that_lay_waiting_are_passed_over(plug):
    fake = plug(*(picture(64, 48, n) for n in range(20)))
    camera = UsbCamera(0)
    fake.waits = [0.0, 0.001, 0.0, 0.05]
    assert camera.look().picture[0, 0] == 4  # 1, 2 and 3 lay there, 4 was waited for
    fake.waits = [0.0] * 10
    assert camera.look().picture[0, 0] == 4 + usb.BUFFERED + 1  # it never ends, so the last is taken
    camera.close()


@pytest.fixture
def ports(tmp_path, monkeypatch):
    """Video devices by number, with names; a second device of each gives no pictures."""

    def plug_in(**cameras):
        for folder in tmp_path.glob("video*"):
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
        for key, name in cameras.items():
            number = int(key[1:])
            for index in (0, 1):
                folder = tmp_path / f"video{number + index}"
                folder.mkdir()
                (folder / "name").write_text(name + "\n")
                (folder / "index").write_text(f"{index}\n")

    monkeypatch.setattr(usb, "_SYSFS", tmp_path)
    opened = []

    def open_number(number):
        if not (tmp_path / f"video{number}").is_dir():
            raise CameraError(f"There is no USB camera {number}.")
        opened.append(number)
        return number

    monkeypatch.setattr(usb, "UsbCamera", open_number)
    return plug_in, opened


def test_a_camera_that_comes_back_under_another_number_is_known_by_its_name(ports):
    plug_in, opened = ports
    plug_in(n0="Table", n2="Laptop")
    port = UsbPort(0)
    port()
    for others in ({"n2": "Laptop"}, {"n0": "Laptop"}):
        plug_in(**others)
        with pytest.raises(CameraError, match="The USB camera Table is gone"):
            port()
    plug_in(n0="Laptop", n4="Table")
    port()
    plug_in(n2="Table", n4="Laptop")
    port()
    assert opened == [0, 4, 2]


def test_a_camera_that_is_not_there():
    with pytest.raises(CameraError, match="no USB camera 63"):
        UsbCamera(63)
