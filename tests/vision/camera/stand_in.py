"""A module that stands in for Picamera2, and gives other things than it was asked for where a test says so."""

from __future__ import annotations

import cv2
import numpy as np

from vision.camera import picamera2

ALL_CONTROLS = (
    "AfMode",
    "AfTrigger",
    "LensPosition",
    "AeEnable",
    "AwbEnable",
    "ExposureTime",
    "AnalogueGain",
    "ColourGains",
)
BLUE, GREEN, RED = 200, 120, 40
"""Colour of the left half of every picture; the right half is black."""


def scene(width, height):
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = BLUE, GREEN, RED
    return picture


def encoded(width, height, name, padding):
    """``scene`` as Picamera2 lays it out in an array, with ``padding`` more pixels a row."""
    bgr = cv2.copyMakeBorder(scene(width, height), 0, 0, 0, padding, cv2.BORDER_CONSTANT)
    if name == "RGB888":
        return bgr
    if name == "BGR888":
        return cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB)
    if name == "XRGB8888":
        return cv2.cvtColor(bgr, cv2.COLOR_BGR2BGRA)
    if name == "XBGR8888":
        return cv2.cvtColor(bgr, cv2.COLOR_BGR2RGBA)
    planar = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)
    if name == "YUV420":
        return planar
    grey, chroma = planar[:height], planar[height:].reshape(2, -1)
    if name in ("YVU420", "NV21"):
        chroma = chroma[::-1]
    if name == "YVU420":
        return np.vstack([grey, chroma.reshape(height // 2, -1)])
    if name in ("NV12", "NV21"):
        return np.vstack([grey, chroma.T.reshape(height // 2, -1)])
    both = np.repeat(np.repeat(chroma.reshape(2, height // 2, -1), 2, axis=1), 2, axis=2)
    both[:, :, 1::2] = both[::-1, :, 1::2]  # U V U V along each row
    return np.dstack([grey, both[0]] if name == "YUYV" else [both[0], grey])


class Request:
    def __init__(self, camera, number):
        self.camera, self.number, self.released = camera, number, False
        camera.held.append(self)

    def get_metadata(self):
        camera = self.camera
        if "metadata" in camera.fails:
            raise camera.fails["metadata"]
        exposure = camera.exposures[min(self.number, len(camera.exposures) - 1)]
        told = {
            "SensorTimestamp": 1_000_000_000 * (self.number + 1),
            "ExposureTime": exposure,
            "AnalogueGain": 2.0,
            "ColourGains": camera.gains[min(self.number, len(camera.gains) - 1)],
            "LensPosition": 1.2,
        }
        if camera.states:
            told["AfState"] = camera.states.pop(0) if len(camera.states) > 1 else camera.states[0]
        return told

    def make_array(self, name):
        assert not self.released
        if name in self.camera.rubbish:
            return self.camera.rubbish[name]
        stream = self.camera.given[name]
        array = encoded(*stream["size"], stream["format"], self.camera.padding)
        self.camera.copied.append(np.full_like(array, 255) if self.camera.glaring else array)
        return self.camera.copied[-1]

    def release(self):
        assert not self.released, "released twice"
        self.released = True
        self.camera.held.remove(self)


class MappedArray:
    """The memory of a picture, which Picamera2 takes back when the picture is released."""

    def __init__(self, request, name, reshape=True, write=True):
        assert reshape
        assert not write, "all of it would have to be written back"
        self.request, self.name = request, name

    def __enter__(self):
        assert not self.request.released
        camera = self.request.camera
        stream = camera.given[self.name]
        rubbish = camera.rubbish.get(self.name)
        self.array = encoded(*stream["size"], stream["format"], camera.padding) if rubbish is None else rubbish
        return self

    def __exit__(self, *_):
        self.array[:] = 0


class Job:
    """Done when its result is asked for, unless the camera fails as ``name``."""

    def __init__(self, camera, name, result):
        self.camera, self.name, self.result = camera, name, result

    def get_result(self, timeout):
        assert timeout in (picamera2.PATIENCE, picamera2.FIRST_PATIENCE)
        error = self.camera.fails.get(self.name)
        if not isinstance(error, TimeoutError):
            self.camera.waiting.remove(self)
        if error is not None:
            raise error
        return self.result()


class FakePicamera2:
    """What it is told to give in place of what is asked for; ``fails`` names calls and what they raise."""

    given: dict = {}  # noqa: RUF012
    fails: dict = {}  # noqa: RUF012
    controls = ALL_CONTROLS
    exposures = (1000, 5000, 9000, 10_000, 10_000, 10_000, 10_000, 10_000)
    states: list = []  # noqa: RUF012
    gains = ((1.5, 2.5),)
    cameras = ({"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0},)
    rubbish: dict = {}  # noqa: RUF012
    glaring = False
    padding = 0
    hangs = ""
    """A call that does not come back until ``goes_on``."""
    made: list = []  # noqa: RUF012

    def __init__(self, number=0):
        self.calls, self.sent, self.held, self.waiting, self.pictures = [], [], [], [], 0
        self.number, self.copied = number, []
        self.made.append(self)
        self._call("open")

    @classmethod
    def global_camera_info(cls):
        if "info" in cls.fails:
            raise cls.fails["info"]
        return [*cls.cameras]

    def _call(self, name):
        self.calls.append(name)
        if name == self.hangs:
            self.goes_on.wait()
        if name in self.fails:
            raise self.fails[name]

    @property
    def camera_controls(self):
        return dict.fromkeys(self.controls)

    def create_video_configuration(self, **wanted):
        self._call("create")
        assert wanted["buffer_count"] >= 3
        return wanted

    def configure(self, wanted):
        self._call("configure")
        asked = {name: dict(wanted[name]) for name in ("main", "lores")}
        self.given = {
            name: None if self.given.get(name, {}) is None else part | self.given.get(name, {})
            for name, part in asked.items()
        }

    def camera_configuration(self):
        return self.given

    def start(self):
        self._call("start")

    def _job(self, name, result):
        job = Job(self, name, result)
        self.waiting.append(job)
        return job

    def set_controls(self, controls):
        self._call("controls")
        assert set(controls) <= set(self.controls)
        self.sent.append(controls)

    def capture_request(self, wait):
        assert wait is False
        assert len(self.held) < 2, "no buffer is left"
        assert not self.waiting, "a picture is on its way already"
        return self._job("capture", self._picture)

    def _picture(self):
        self.pictures += 1
        return Request(self, self.pictures - 1)

    def stop(self):
        """Waits behind the pictures that are waited for, as Picamera2's does."""
        assert not self.waiting, "hangs"
        self._call("stop")

    def close(self):
        """Gives up waiting, and stops first."""
        self._call("close")
