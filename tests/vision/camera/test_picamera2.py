"""The adapter against a module that stands in for Picamera2 and gives other things than it was asked for."""

from __future__ import annotations

import sys
import threading
import types

import cv2
import numpy as np
import pytest

from tests.vision.camera.stand_in import (
    ALL_CONTROLS,
    BLUE,
    GREEN,
    RED,
    FakePicamera2,
    MappedArray,
    scene,
)
from vision.camera import picamera2
from vision.camera.guarded import GuardedCamera
from vision.camera.picamera2 import Picamera2Camera, lists_usb_camera, pi_camera_is_there, why_no_pi_camera
from vision.camera.protocol import CameraError
from vision.camera.settling import (
    AT_MOST,
    AUTO_FOCUS,
    FAILED,
    FOCUS_START,
    FOCUSED,
    LONG,
    MANUAL_FOCUS,
    SCANNING,
    TABLE_LENS,
)
from vision.sizes import CAMERA_SIZE


@pytest.fixture
def fake(monkeypatch):
    class Fake(FakePicamera2):
        given: dict = {}  # noqa: RUF012
        fails: dict = {}  # noqa: RUF012
        made: list = []  # noqa: RUF012
        states = [0, SCANNING, SCANNING, FOCUSED]  # noqa: RUF012
        rubbish: dict = {}  # noqa: RUF012
        goes_on = threading.Event()

    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=Fake))
    return Fake


SMALL_SIZE = (64, 32)


def test_it_looks_small_and_captures_large_the_same_moment(fake):
    camera = Picamera2Camera()
    look = camera.look()
    assert look.picture.shape == (CAMERA_SIZE[1] // 4, CAMERA_SIZE[0] // 4)
    picture = camera.capture()
    assert picture.shape == (CAMERA_SIZE[1], CAMERA_SIZE[0], 3)
    assert tuple(picture[5, 5]) == (BLUE, GREEN, RED)
    (device,) = fake.made
    held = device.held
    assert [request.number for request in held] == [device.pictures - 1]
    assert look.t == float(device.pictures)
    later = camera.look()
    assert later.t > look.t
    assert len(device.held) == 1
    camera.close()
    camera.close()
    assert device.held == []
    assert device.calls[-1] == "close"


def test_what_the_camera_tells_of_its_last_look_comes_through_the_guard(fake):
    guard = GuardedCamera(lambda: Picamera2Camera(), patience=60.0)
    assert guard.told() == {}
    guard.look()
    told = guard.told()
    assert (told["AfState"], told["LensPosition"], told["AnalogueGain"]) == (FOCUSED, 1.2, 2.0)
    guard.close()


def test_a_large_picture_is_not_copied_once_more(fake):
    camera = Picamera2Camera()
    (device,) = fake.made
    camera.look()
    picture = camera.capture()
    assert np.shares_memory(picture, device.copied[-1])
    camera.close()


@pytest.mark.parametrize("padding", [0, 16])
@pytest.mark.parametrize("name", ["RGB888", "XRGB8888"])
def test_a_part_of_the_large_picture(fake, monkeypatch, name, padding):
    """Picamera2's own copy of the whole is not asked for, where its memory can be taken as it is."""
    fake.given, fake.padding = {"main": {"format": name}}, padding
    monkeypatch.setattr(sys.modules["picamera2"], "MappedArray", MappedArray, raising=False)
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    camera.look()
    whole, before = camera.capture(), len(device.copied)
    part = camera.capture_part((16, 8, 48, 24))
    assert np.array_equal(part, whole[8:24, 16:48])
    assert (len(device.copied) == before) == (name == "RGB888")
    for array in (None, np.zeros((32, 60, 3), np.uint8), np.zeros((32, 64), np.uint8), np.zeros((32, 64, 3))):
        device.rubbish = {"main": array}
        if array is not None:
            with pytest.raises(CameraError, match="The Pi camera gives"):
                camera.capture_part((16, 8, 48, 24))
    camera.close()


def test_white_balance_goes_on_settling_while_looking_goes_on(fake):
    fake.gains = tuple((1.0 + 0.95**n, 2.5) for n in range(200))
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    assert "AwbEnable" not in device.sent[-1]
    assert device.sent[-1]["AeEnable"] is False
    for _ in range(100):
        camera.look()
    assert device.sent[-1].keys() == {"AwbEnable", "ColourGains"}
    assert device.sent[-1]["ColourGains"][0] < 1.03
    before = len(device.sent)
    camera.look()
    assert len(device.sent) == before
    camera.close()


FORMATS = tuple(picamera2._FORMATS)


@pytest.mark.parametrize(
    ("main", "lores"),
    [*((main, "YUV420") for main in FORMATS), *(("RGB888", lores) for lores in FORMATS), ("NV12", None)],
)
@pytest.mark.parametrize("padding", [0, 16])
def test_formats_and_sizes_other_than_asked(fake, main, lores, padding):
    fake.given = {
        "main": {"size": (128, 64), "format": main},
        "lores": lores and {"size": (48, 24), "format": lores},
    }
    fake.padding = padding
    camera = Picamera2Camera(SMALL_SIZE)
    look = camera.look()
    assert look.picture.shape == (16, 32)
    assert look.picture.dtype == np.uint8
    grey = cv2.cvtColor(scene(8, 8), cv2.COLOR_BGR2GRAY)[0, 0]
    # YUV is of studio range: its grey is not OpenCV's grey, but near it
    assert abs(int(look.picture[8, 4]) - int(grey)) < 20
    assert look.picture[8, 28] < 20
    picture = camera.capture()
    assert picture.shape == (64, 128, 3)
    assert np.abs(picture[30, 20].astype(int) - (BLUE, GREEN, RED)).max() < 6
    assert picture[30, 100].max() < 6
    assert picture.flags.c_contiguous
    camera.close()


LOCKED = {
    "AeEnable": False,
    "AwbEnable": False,
    "ExposureTime": 10_000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.5, 2.5),
    "AfMode": MANUAL_FOCUS,
    "LensPosition": 1.2,
}


def test_focus_and_exposure_settle_and_are_locked(fake):
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    begin = {"AeEnable": True, "AwbEnable": True, "AfMode": AUTO_FOCUS, "AfTrigger": FOCUS_START}
    assert device.sent == [begin, LOCKED]
    assert device.held == []
    camera.look()
    assert camera.settle() == LOCKED
    assert device.sent == [begin, LOCKED, begin, LOCKED]
    camera.close()


@pytest.mark.parametrize(
    ("controls", "states", "locked"),
    [
        (
            ("AeEnable", "ExposureTime", "AnalogueGain"),
            [],
            {"AeEnable": False, "ExposureTime": 10_000, "AnalogueGain": 2.0},
        ),
        ((), [], {}),
        (ALL_CONTROLS, [], LOCKED),
        (ALL_CONTROLS, [0], LOCKED | {"LensPosition": TABLE_LENS}),
        (ALL_CONTROLS, [SCANNING, FAILED], LOCKED | {"LensPosition": TABLE_LENS}),
    ],
    ids=["no focus", "no controls", "tells no focus", "never focuses", "fails to focus"],
)
def test_cameras_that_have_less(fake, controls, states, locked):
    fake.controls, fake.states = controls, states
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    assert device.sent[-1] == locked
    camera.close()


def test_light_that_never_settles_does_not_hang(fake):
    fake.exposures = tuple(range(1000, 1_000_000, 5000))
    Picamera2Camera(SMALL_SIZE).close()
    assert fake.made[0].pictures == AT_MOST


@pytest.mark.parametrize(("states", "focused_again"), [([0, SCANNING, FOCUSED], False), ([0], True)])
def test_light_that_changes_for_good_is_settled_anew_while_looking_goes_on(fake, states, focused_again):
    fake.states = list(states)
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    before = len(device.sent)
    for _ in range(30):
        camera.look()
    device.glaring = True
    for _ in range(int(LONG) - 2):
        camera.look()
    assert len(device.sent) == before  # somebody may only have leant over the table
    for _ in range(AT_MOST + 4):
        assert camera.look().picture.min() == 255
    begun, locked = device.sent[before:]
    assert begun["AeEnable"] is begun["AwbEnable"] is True
    assert ("AfTrigger" in begun) is focused_again
    assert locked["AeEnable"] is locked["AwbEnable"] is False
    camera.close()


@pytest.mark.parametrize(
    ("given", "fails", "words"),
    [
        ({}, {"open": IndexError("list index out of range")}, "cannot be opened: list index out of range"),
        ({}, {"open": RuntimeError("")}, "cannot be opened: RuntimeError"),
        ({}, {"create": TypeError("queue")}, "cannot be opened: queue"),
        ({}, {"configure": RuntimeError("no\nmemory")}, "cannot be opened: no;"),
        ({}, {"start": OSError(12, "Cannot allocate memory")}, "Cannot allocate memory"),
        ({}, {"controls": RuntimeError("no such control")}, "no such control"),
        ({}, {"capture": TimeoutError()}, "cannot be focused and exposed in time"),
        ({}, {"capture": RuntimeError("lens stuck")}, "cannot be focused and exposed: lens stuck"),
        ({}, {"metadata": KeyError("SensorTimestamp")}, "cannot be focused and exposed: 'SensorTimestamp'"),
        ({"main": {"format": "SRGGB10"}}, {}, "gives its main stream as SRGGB10"),
        ({"main": {"format": "MJPEG"}}, {}, "gives its main stream as MJPEG"),
        ({"main": {"size": (2, 2)}}, {}, "gives its main stream in 2 × 2 pixels"),
        ({"lores": {"format": "R8"}}, {}, "gives its lores stream as R8"),
        ({"main": None}, {}, "gives no main stream"),
    ],
)
def test_what_fails_on_opening_is_one_sentence_and_the_camera_is_let_go(fake, given, fails, words):
    fake.given, fake.fails = given, fails
    with pytest.raises(CameraError) as caught:
        Picamera2Camera(SMALL_SIZE)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    if "open" not in fails:
        (device,) = fake.made
        assert device.calls[-1] == "close"
        assert device.held == []


RUBBISH = {
    "too few rows": np.zeros((20, 64, 3), np.uint8),
    "too short rows": np.zeros((32, 60, 3), np.uint8),
    "two channels": np.zeros((32, 64, 2), np.uint8),
    "four channels": np.zeros((32, 64, 4), np.uint8),
    "grey": np.zeros((32, 64), np.uint8),
    "one row": np.zeros(32 * 64 * 3, np.uint8),
    "16 bits": np.zeros((32, 64, 3), np.uint16),
    "floats": np.zeros((32, 64, 3), np.float32),
    "empty": np.zeros((0, 0, 3), np.uint8),
    "nothing": None,
    "text": "picture",
}


PICTURES = {("XRGB8888", "four channels"), ("YUYV", "two channels"), ("YUV420", "grey")}
"""These are pictures of their formats, or grey at least."""


@pytest.mark.parametrize("stream", ["main", "lores"])
@pytest.mark.parametrize(
    ("name", "array"),
    [
        pytest.param(name, array, id=f"{name}, {kind}")
        for name in ("RGB888", "XRGB8888", "YUYV", "YUV420")
        for kind, array in RUBBISH.items()
        if (name, kind) not in PICTURES
    ],
)
def test_arrays_that_are_no_pictures_are_one_sentence(fake, name, array, stream):
    fake.given = {"main": {"format": name}, "lores": {"size": (64, 32), "format": name}}
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    device.rubbish = {stream: array}
    with pytest.raises(CameraError, match="The Pi camera gives"):
        camera.look() and camera.capture()
    device.rubbish = {}
    assert camera.look().picture.shape == (8, 16)
    assert camera.capture().shape == (32, 64, 3)
    camera.close()
    assert device.held == []


@pytest.mark.parametrize("error", [TimeoutError(), RuntimeError("gone"), OSError(5, "Input/output error")])
def test_a_camera_that_goes_while_playing(fake, error):
    camera = Picamera2Camera(SMALL_SIZE)
    (device,) = fake.made
    camera.look()
    fake.fails = {"capture": error}
    for _ in range(3):
        with pytest.raises(CameraError):
            camera.look()
        with pytest.raises(CameraError):
            camera.capture()
    fake.fails = {"close": error}
    assert camera.look() is not None
    camera.close()
    assert device.calls[-1] == "close"
    with pytest.raises(CameraError):
        camera.look()


@pytest.mark.parametrize("call", ["open", "create", "configure", "start", "controls"])
def test_one_that_hangs_on_opening_keeps_nobody_waiting_and_is_let_go_when_it_goes_on(fake, call):
    fake.hangs = call
    others = set(threading.enumerate())
    with pytest.raises(CameraError, match="does not answer"):
        GuardedCamera(lambda: Picamera2Camera(SMALL_SIZE), opening_patience=0.1)
    (worker,) = (thread for thread in threading.enumerate() if thread.name == "camera" and thread not in others)
    fake.goes_on.set()
    worker.join()
    (device,) = fake.made
    assert device.calls[-1] == "close"
    assert device.held == []


def test_one_that_hangs_on_closing_is_opened_anew_all_the_same(fake):
    guard = GuardedCamera(lambda: Picamera2Camera(), patience=60.0)
    guard._patience = 0.1
    fake.hangs = "close"
    guard.close()
    fake.hangs = ""
    other = Picamera2Camera(SMALL_SIZE)
    assert other.look() is not None
    other.close()
    fake.goes_on.set()
    assert [device.calls[-1] for device in fake.made] == ["close", "close"]


def test_whether_there_is_one(fake):
    assert pi_camera_is_there()
    assert why_no_pi_camera() == ""
    fake.global_camera_info = classmethod(lambda cls: [])
    assert not pi_camera_is_there()
    assert "ribbon cable" in why_no_pi_camera()


USB_CAMERA = {"Model": "HD Webcam", "Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825", "Num": 0}


def test_a_usb_camera_is_none_of_the_pi(fake):
    """Picamera2 lists it, and then refuses ``FrameDurationLimits``."""
    fake.cameras = (USB_CAMERA,)
    assert lists_usb_camera()
    assert not pi_camera_is_there()
    assert "--camera auto" in why_no_pi_camera()
    fake.cameras = (USB_CAMERA, {"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 1})
    assert pi_camera_is_there()
    camera = Picamera2Camera(SMALL_SIZE)
    assert fake.made[-1].number == 1
    camera.close()
    fake.fails = {"info": RuntimeError("no")}
    assert not lists_usb_camera()


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (None, "sudo apt install python3-picamera2"),
        (types.SimpleNamespace(), "cannot be asked for"),
    ],
)
def test_without_the_library(monkeypatch, module, words):
    monkeypatch.setitem(sys.modules, "picamera2", module)
    assert not pi_camera_is_there()
    assert words in why_no_pi_camera()
    with pytest.raises(CameraError):
        Picamera2Camera()


@pytest.mark.pi
def test_on_a_pi():
    why = why_no_pi_camera()
    if why:
        pytest.skip(why)
    camera = Picamera2Camera()
    try:
        look = camera.look()
        assert look.picture.shape == (camera.main.height // 4, camera.main.width // 4)
        assert camera.capture().shape == (camera.main.height, camera.main.width, 3)
    finally:
        camera.close()
