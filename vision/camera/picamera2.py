"""The Raspberry Pi's camera through Picamera2.

Picamera2 gives what it can, not always what it was asked for, so everything is read back from the running camera.
"""

from __future__ import annotations

import gc
import importlib.util
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.camera.protocol import SMALL, Box, CameraError, Look, in_one_line
from vision.camera.settling import Light, Settling
from vision.sizes import CAMERA_SIZE
from whist.phrases import phrase, reason

PATIENCE: Final = 1.5
"""Seconds to wait for one picture before the camera counts as gone."""
FIRST_PATIENCE: Final = 5.0
"""The same while it is being opened: the first pictures come late."""
FRAME_TIME: Final = 70_000
"""Microseconds from picture to picture: a Camera Module 3 gives no more than 14 of its large pictures a second, and a
card is told when it lies still in three of them."""

_BGR: Final = (None, 3)
# Picamera2 names the order of bits, so RGB888 is an array of B, G, R.
_FORMATS: Final[dict[str, tuple[int | None, int]]] = {
    "RGB888": _BGR,
    "BGR888": (cv2.COLOR_RGB2BGR, 3),
    "XRGB8888": (cv2.COLOR_BGRA2BGR, 4),
    "XBGR8888": (cv2.COLOR_RGBA2BGR, 4),
    "YUYV": (cv2.COLOR_YUV2BGR_YUY2, 2),
    "UYVY": (cv2.COLOR_YUV2BGR_UYVY, 2),
    "YUV420": (cv2.COLOR_YUV2BGR_I420, 1),
    "YVU420": (cv2.COLOR_YUV2BGR_YV12, 1),
    "NV12": (cv2.COLOR_YUV2BGR_NV12, 1),
    "NV21": (cv2.COLOR_YUV2BGR_NV21, 1),
}
"""How to come to BGR, and how many values a pixel of the array has: where it is one, the first ``height`` rows are the
grey picture, and colour lies below."""


class Stream(NamedTuple):
    """What a stream of the running camera is: pixels, and Picamera2's name of the format."""

    width: int
    height: int
    format: str


class Picamera2Camera:
    """A Pi camera: small grey pictures of its low-resolution stream, large ones of the same moment of its main stream.

    Focus, exposure and white balance settle when it is opened and are then locked, else the picture breathes; white
    balance, which may take long, while looking goes on. When the light has been another for long, exposure and white
    balance settle again; focus too if it was not found before. Every failure is a ``CameraError``.
    """

    noisy = True

    def __init__(self, size: tuple[int, int] = CAMERA_SIZE) -> None:
        """Opens the first that is no USB camera."""
        self._camera: Any = None
        self._request: Any = None
        self._late: Any = None
        self._settling: Settling | None = None
        self._focused = False
        self._light = Light()
        self._patience = FIRST_PATIENCE
        try:
            with _failing(phrase("cannot be opened")):
                library = _library()
                self._camera = library.Picamera2([*_pi_cameras(library), 0][0])
                self.main, self.lores = self._start(size)
            self.settle()
            self._patience = PATIENCE
        except BaseException:
            self.close()
            raise

    def _start(self, size: tuple[int, int]) -> tuple[Stream, Stream | None]:
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
        main = _stream(given, "main")
        if main is None:
            raise CameraError(phrase("The Pi camera gives no main stream; update python3-picamera2."))
        return main, _stream(given, "lores")

    @property
    def look_size(self) -> tuple[int, int]:
        """Width and height of a look, pixels."""
        return self.main.width // SMALL, self.main.height // SMALL

    def settle(self) -> dict[str, Any]:
        """Let focus and exposure settle, then lock them, and white balance if it has settled by then; what was locked,
        as libcamera names it."""
        with _failing(phrase("cannot be focused and exposed")):
            self._release()
            self._begin_settling(focus=True)
            locked = None
            while locked is None:
                request = self._next()
                try:
                    locked = self._settled(request.get_metadata())
                finally:
                    request.release()
        return locked

    def _begin_settling(self, focus: bool) -> None:
        self._settling = Settling(self._camera.camera_controls, focus)
        self._camera.set_controls(self._settling.controls())

    def _settled(self, metadata: dict[str, Any]) -> dict[str, Any] | None:
        """One step of the settling that goes on; the controls that were locked by it."""
        settling = self._settling
        locked = None if settling is None else settling.step(metadata)
        if settling is None or locked is None:
            return None
        self._focused |= settling.focused
        self._camera.set_controls(locked)
        if settling.done:
            self._settling = None
            self._light = Light()
        return locked

    def _follow_light(self, look: Look, metadata: dict[str, Any]) -> None:
        if self._settling is not None:
            self._settled(metadata)
        elif self._light.step(look.picture, look.t):
            self._begin_settling(focus=not self._focused)

    def _next(self) -> Any:
        # Waiting on the job bounds the wait: a camera whose cable came off never completes a picture. A job that is
        # late is waited for again, else its picture would come later to nobody and its buffer be lost.
        job = self._late or self._camera.capture_request(wait=False)
        self._late = job
        try:
            picture = job.get_result(timeout=self._patience)
        except BaseException as error:
            if not isinstance(error, TimeoutError):
                self._late = None
            raise
        self._late = None
        return picture

    def look(self) -> Look | None:
        """The newest small picture, a quarter of the capture's size; its time is the sensor's clock."""
        with _failing(phrase("gives no picture")):
            self._release()
            self._request = self._next()
            metadata = self._request.get_metadata()
            stamp = metadata.get("SensorTimestamp")
            look = Look(self._grey(), time.monotonic() if stamp is None else float(stamp) / 1e9)
            self._follow_light(look, metadata)
            return look

    def _grey(self) -> Picture:
        stream = self.lores or self.main
        array = self._request.make_array("lores" if self.lores else "main")
        if _FORMATS[stream.format][1] == 1:
            grey = _cut(_checked(array, stream), stream)
        else:
            grey = cv2.cvtColor(_to_bgr(array, stream), cv2.COLOR_BGR2GRAY)
        if grey.shape != self.look_size[::-1]:
            grey = cv2.resize(grey, self.look_size, interpolation=cv2.INTER_AREA)
        # a copy: the buffer goes back to the camera with the next look
        return np.array(grey, dtype=np.uint8)

    def capture(self) -> Picture:
        """The full-size BGR picture of the moment of the last look (of now before the first), cut to multiples of
        ``SMALL``."""
        if self._request is None:
            self.look()
        with _failing(phrase("gives no full-size picture")):
            picture = _to_bgr(self._request.make_array("main"), self.main)
            width, height = (side * SMALL for side in self.look_size)
            # what Picamera2 gives is a copy: where nothing has to be cut off there is no need of another
            return np.ascontiguousarray(picture[:height, :width])

    def capture_part(self, box: Box) -> Picture:
        """What ``box`` shows of the picture of the last look: no more is copied, where Picamera2 lets its memory be
        seen and that is BGR."""
        x0, y0, x1, y1 = box
        mapped = getattr(_library(), "MappedArray", None)
        if self._request is None or mapped is None or _FORMATS[self.main.format] != _BGR:
            return np.ascontiguousarray(self.capture()[y0:y1, x0:x1])
        with _failing(phrase("gives no full-size picture")), mapped(self._request, "main", write=False) as seen:
            whole: Any = seen.array
            if not isinstance(whole, np.ndarray) or whole.dtype != np.uint8 or whole.shape[2:] != (_BGR[1],):
                raise _strange(np.asarray(whole), self.main)
            return np.array(_cut(whole, self.main)[y0:y1, x0:x1])

    def told(self) -> dict[str, Any]:
        """What the camera tells of the last look, as libcamera names it: focus, exposure, gains."""
        with _failing(phrase("gives no picture")):
            return {} if self._request is None else dict(self._request.get_metadata())

    def _release(self) -> None:
        if self._request is not None:
            request, self._request = self._request, None
            request.release()

    def close(self) -> None:
        """Let go of the camera; calling it twice does no harm."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        # not its stop(), which waits behind the picture that is waited for, and so for ever once none comes: close()
        # ends the waiting first
        for last in (self._release, camera.close):
            # a camera that has failed may fail to take its picture back; it must still be let go of
            with suppress(Exception):
                last()
        del camera, last
        gc.collect()  # Picamera2 refers to itself, and keeps some 100 MB of the camera's memory until this


def _stream(given: Any, name: str) -> Stream | None:
    """Stream ``name`` of a configuration read back; None without one. Raises ``CameraError`` for one of no use."""
    part = given.get(name)
    if not part:
        return None
    stream = Stream(int(part["size"][0]), int(part["size"][1]), str(part["format"]))
    if stream.format not in _FORMATS:
        raise CameraError(
            phrase(
                "The Pi camera gives its {name} stream as {format}, known are {join}; update python3-picamera2.",
                name=name,
                format=stream.format,
                join=", ".join(sorted(_FORMATS)),
            )
        )
    if min(stream.width, stream.height) < SMALL:
        raise CameraError(
            phrase(
                "The Pi camera gives its {name} stream in {width} × {height} pixels.",
                name=name,
                width=stream.width,
                height=stream.height,
            )
        )
    return stream


def _to_bgr(array: Any, stream: Stream) -> Picture:
    picture = _checked(array, stream)
    conversion = _FORMATS[stream.format][0]
    return _cut(picture if conversion is None else cv2.cvtColor(picture, conversion), stream)


def _checked(array: Any, stream: Stream) -> Picture:
    """The array of a stream, if it is of its kind; ``CameraError`` otherwise."""
    given = np.ascontiguousarray(array)
    values = _FORMATS[stream.format][1]
    if given.dtype != np.uint8 or given.ndim < 2 or given.shape[2:] != ((values,) if values > 1 else ()):
        raise _strange(given, stream)
    return given


def _cut(picture: Picture, stream: Stream) -> Picture:
    """A picture without the padding that some streams have at the right; ``CameraError`` when it is too small."""
    cut = picture[: stream.height, : stream.width]
    if cut.shape[:2] != (stream.height, stream.width):
        raise _strange(picture, stream)
    return cut


def _strange(given: npt.NDArray[Any], stream: Stream) -> CameraError:
    return CameraError(
        phrase(
            "The Pi camera gives a picture of shape {shape} and type {dtype} in place of {width} × {height} "
            "pixels; update python3-picamera2.",
            shape=given.shape,
            dtype=given.dtype,
            width=stream.width,
            height=stream.height,
        )
    )


def opening(detail: str) -> Callable[[], Picamera2Camera]:
    """What opens the Pi's camera; there is nothing to say of it."""
    return Picamera2Camera


def is_there(detail: str) -> bool:
    """Whether Picamera2 is installed; whether it has a camera shows once that is opened."""
    return importlib.util.find_spec("picamera2") is not None


def pi_camera_is_there() -> bool:
    """Whether Picamera2 is installed and knows of a camera; never raises."""
    return not why_no_pi_camera()


def why_no_pi_camera() -> str:
    """One sentence why there is no Pi camera and what to do; empty when there is one. Never raises."""
    try:
        with _failing(phrase("cannot be asked for")):
            library = _library()
            found, others = _pi_cameras(library), library.Picamera2.global_camera_info()
    except CameraError as error:
        return reason(error)
    if found:
        return ""
    if others:
        return phrase("The only camera here is a USB camera; take it with --camera auto.")
    return phrase("No Pi camera answers; check its ribbon cable, then see what rpicam-hello --list-cameras says.")


def lists_usb_camera() -> bool:
    """Whether Picamera2 is installed and knows of a USB camera, which it cannot open as this project needs it; never
    raises."""
    try:
        with _failing(phrase("cannot be asked for")):
            return any(_is_usb(one) for one in _library().Picamera2.global_camera_info())
    except CameraError:
        return False


def _pi_cameras(library: Any) -> list[int]:
    """Picamera2's numbers of the cameras that are no USB cameras."""
    found = enumerate(library.Picamera2.global_camera_info())
    return [int(one.get("Num", number)) for number, one in found if not _is_usb(one)]


def _is_usb(camera: Mapping[str, Any]) -> bool:
    return "usb" in str(camera.get("Id", "")).lower()


def _library() -> Any:
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraError(
            phrase(
                "Picamera2 is not here ({why}); on a Raspberry Pi: sudo apt install python3-picamera2, and a "
                "virtual environment made with --system-site-packages.",
                why=in_one_line(error),
            )
        ) from None


@contextmanager
def _failing(how: str) -> Iterator[None]:
    try:
        yield
    except CameraError:
        raise
    except TimeoutError:
        raise CameraError(phrase("The Pi camera {how} in time; check its ribbon cable.", how=how)) from None
    except Exception as error:  # libcamera and Picamera2 raise whatever they like
        raise CameraError(
            phrase("The Pi camera {how}: {why}; is another program using it?", how=how, why=in_one_line(error))
        ) from None
