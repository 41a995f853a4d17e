"""The Raspberry Pi's camera through Picamera2.

Picamera2 gives what it can, not always what it was asked for, so everything is read back from the running camera.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from vision.cameras import SMALL, CameraError, Look, Picture
from vision.geometry import CAMERA_SIZE

PATIENCE: Final = 5.0
"""Seconds to wait for one picture before the camera counts as gone."""
FRAME_TIME: Final = 100_000
"""Microseconds from picture to picture: ten a second are plenty for people's hands, and keep the Pi cool."""
SETTLING_FRAMES: Final = 60
"""At most so many pictures are waited for until the exposure is steady."""
STEADY_FRAMES: Final = 5
STEADY: Final = 0.02
"""Exposure is steady when it changed by less than this part over ``STEADY_FRAMES`` pictures."""
MANUAL_FOCUS: Final = 0
AUTO_FOCUS: Final = 1
"""libcamera's values of AfMode."""

# Picamera2 names the order of bits, so RGB888 is an array of B, G, R; the value says how to come to BGR.
_TO_BGR: Final[dict[str, int | None]] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}
_WITH_GREY_FIRST: Final = frozenset({"YUV420", "NV12"})
"""Formats whose first ``height`` rows are the grey picture."""


class Stream(NamedTuple):
    """What a stream of the running camera is: pixels, and Picamera2's name of the format."""

    width: int
    height: int
    format: str


class Picamera2Camera:
    """A Pi camera: small grey pictures of its low-resolution stream, large ones of the same moment of its main stream.

    Focus and exposure settle when it is opened and are then locked, else the picture breathes; ``settle`` does it
    again. Every failure is a ``CameraError``.
    """

    def __init__(self, size: tuple[int, int] = CAMERA_SIZE, number: int = 0) -> None:
        self._camera: Any = None
        self._request: Any = None
        self._late: Any = None
        try:
            with _failing("cannot be opened"):
                self._camera = _library().Picamera2(number)
                self.main, self.lores = self._start(size)
            self.settle()
        except BaseException:
            self.close()
            raise

    def _start(self, size: tuple[int, int]) -> tuple[Stream, Stream]:
        width, height = size
        wanted = self._camera.create_video_configuration(
            main={"size": (width, height), "format": "RGB888"},
            lores={"size": (width // SMALL, height // SMALL), "format": "YUV420"},
            # one is kept since the last look, one is being exposed, one waits; each takes some 36 MB at full size
            buffer_count=3,
            # no picture from before it was asked for
            queue=False,
            controls={"FrameDurationLimits": (FRAME_TIME, FRAME_TIME)},
        )
        self._camera.configure(wanted)
        self._camera.start()
        given = self._camera.camera_configuration()
        streams = []
        for name, formats in (("main", _TO_BGR.keys()), ("lores", _WITH_GREY_FIRST)):
            part = given.get(name)
            if not part:
                raise CameraError(f"The Pi camera gives no {name} stream; update python3-picamera2.")
            if part["format"] not in formats:
                raise CameraError(
                    f"The Pi camera gives its {name} stream as {part['format']}, known are "
                    f"{', '.join(sorted(formats))}; update python3-picamera2."
                )
            streams.append(Stream(int(part["size"][0]), int(part["size"][1]), part["format"]))
        return streams[0], streams[1]

    def settle(self) -> dict[str, Any]:
        """Let focus and exposure settle, then lock them; the values that were locked, as libcamera names them."""
        with _failing("cannot be focused and exposed"):
            self._release()
            known = self._camera.camera_controls
            if "AfMode" in known:
                self._camera.set_controls({"AfMode": AUTO_FOCUS})
                self._camera.autofocus_cycle(wait=False).get_result(timeout=PATIENCE)
            self._camera.set_controls({name: True for name in ("AeEnable", "AwbEnable") if name in known})
            seen = self._steady()
            locked: dict[str, Any] = {name: False for name in ("AeEnable", "AwbEnable") if name in known}
            for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
                if name in known and name in seen:
                    locked[name] = seen[name]
            if "AfMode" in known and "LensPosition" in seen:
                locked |= {"AfMode": MANUAL_FOCUS, "LensPosition": seen["LensPosition"]}
            self._camera.set_controls(locked)
        return locked

    def _steady(self) -> dict[str, Any]:
        """Metadata of the first picture whose exposure is steady, or of the last that was waited for."""
        past: list[float] = []
        seen: dict[str, Any] = {}
        for _ in range(SETTLING_FRAMES):
            request = self._next()
            try:
                seen = request.get_metadata()
            finally:
                request.release()
            past.append(float(seen.get("ExposureTime", 0)) * float(seen.get("AnalogueGain", 1)))
            recent = past[-STEADY_FRAMES:]
            if len(recent) == STEADY_FRAMES and max(recent) - min(recent) <= STEADY * max(recent):
                break
        return seen

    def _next(self) -> Any:
        # Waiting on the job bounds the wait: a camera whose cable came off never completes a picture. A job that is
        # late is waited for again, else its picture would come later to nobody and its buffer be lost.
        job = self._late or self._camera.capture_request(wait=False)
        self._late = job
        try:
            picture = job.get_result(timeout=PATIENCE)
        except BaseException as error:
            if not isinstance(error, TimeoutError):
                self._late = None
            raise
        self._late = None
        return picture

    def look(self) -> Look | None:
        """The newest small picture, a quarter of the capture's size; its time is the sensor's clock."""
        with _failing("gives no picture"):
            self._release()
            self._request = self._next()
            t = float(self._request.get_metadata()["SensorTimestamp"]) / 1e9
            grey = self._request.make_array("lores")[: self.lores.height, : self.lores.width]
            size = (self.main.width // SMALL, self.main.height // SMALL)
            if (self.lores.width, self.lores.height) != size:
                grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
            # a copy: the buffer goes back to the camera with the next look
            return Look(np.array(grey, dtype=np.uint8), t)

    def capture(self) -> Picture:
        """The full-size BGR picture of the moment of the last look (of now before the first)."""
        if self._request is None:
            self.look()
        with _failing("gives no full-size picture"):
            width, height, name = self.main
            array = self._request.make_array("main")
            conversion = _TO_BGR[name]
            if conversion is not None:
                array = cv2.cvtColor(np.ascontiguousarray(array), conversion)
            # some streams come with padding at the right
            picture = np.array(array[:height, :width], dtype=np.uint8)
            if picture.shape != (height, width, 3):
                raise CameraError(f"The Pi camera gives pictures of shape {picture.shape}; update python3-picamera2.")
            return picture

    def _release(self) -> None:
        if self._request is not None:
            request, self._request = self._request, None
            request.release()

    def close(self) -> None:
        """Let go of the camera; calling it twice does no harm."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        for last in (self._release, camera.stop, camera.close):
            # a camera that has failed may fail to stop too; it must still be let go of
            with suppress(Exception):
                last()


def pi_camera_is_there() -> bool:
    """Whether Picamera2 is installed and knows of a camera; never raises."""
    return not why_no_pi_camera()


def why_no_pi_camera() -> str:
    """One sentence why there is no Pi camera and what to do; empty when there is one. Never raises."""
    try:
        with _failing("cannot be asked for"):
            found = _library().Picamera2.global_camera_info()
    except CameraError as error:
        return str(error)
    return (
        "" if found else "No Pi camera answers; check its ribbon cable, then see what rpicam-hello --list-cameras says."
    )


def _library() -> Any:
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraError(
            f"Picamera2 is not here ({_first_line(error)}); on a Raspberry Pi: sudo apt install python3-picamera2, and "
            "a virtual environment made with --system-site-packages."
        ) from None


@contextmanager
def _failing(how: str) -> Iterator[None]:
    try:
        yield
    except CameraError:
        raise
    except TimeoutError:
        raise CameraError(
            f"The Pi camera {how} within {PATIENCE:g} seconds; check its ribbon cable and start again."
        ) from None
    except Exception as error:  # libcamera and Picamera2 raise whatever they like
        raise CameraError(f"The Pi camera {how}: {_first_line(error)}; is another program using it?") from None


def _first_line(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__
