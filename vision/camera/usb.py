"""A camera at the USB port, through OpenCV."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera.jpeg import START, breaks_off, decoded, small
from vision.camera.protocol import SMALL, CameraError, Look
from vision.camera.settling import Light
from vision.camera.usb_settling import EXPOSURE, V4L2, UsbSettling
from whist.phrases import phrase

WANTED: Final = (3840, 2160)
"""Pixels asked for; a camera that has fewer gives its most."""
BROKEN_READS: Final = 5
"""A USB camera may drop a picture; so many in a row and it is gone."""
BUFFERED: Final = 4
"""The driver keeps up to so many pictures that nobody asked for; they are old and passed over."""
AT_ONCE: Final = 0.004
"""A picture that comes within so many seconds had been lying there."""
SETTLING: Final = 3.0
"""Seconds for which opening waits for exposure, white balance and focus; then they settle while looking goes on."""
_JPEG: Final = float(cv2.VideoWriter.fourcc(*"MJPG"))
_SYSFS: Final = Path("/sys/class/video4linux")


class UsbPort:
    """Opens the USB camera ``number``, again and again: one that was pulled out may come back under another number, and
    is then known by its name."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._name: str | None = None

    def __call__(self) -> UsbCamera:
        """The camera, opened; raises ``CameraError``."""
        number = self._number
        if self._name is not None and _name_of(number) != self._name:
            number = self._found_again(self._name)
        camera = UsbCamera(number)
        self._name = self._name or _name_of(number)
        return camera

    def _found_again(self, name: str) -> int:
        for other in _numbers():
            if _name_of(other) == name:
                return other
        raise CameraError(phrase("The USB camera {name} is gone; plug it in again.", name=name))


def opening(detail: str) -> UsbPort:
    """What opens the USB camera of the number ``detail``."""
    return UsbPort(int(detail))


def is_there(detail: str) -> bool:
    """Whether there is a video device of that number."""
    return Path(f"/dev/video{detail}").exists()


def _numbers() -> list[int]:
    """The video devices that give pictures; a camera's others give only data about them."""
    found = (path for path in _SYSFS.glob("video*") if path.name[5:].isdecimal() and _line(path / "index") == "0")
    return sorted(int(path.name[5:]) for path in found)


def first_usb_camera() -> int | None:
    """The number of the first camera that hangs on a USB port; None where there is none. A Pi has video devices of
    other kinds, too."""
    return next((number for number in _numbers() if "/usb" in str((_SYSFS / f"video{number}").resolve())), None)


def _name_of(number: int) -> str | None:
    return _line(_SYSFS / f"video{number}" / "name")


def _line(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        return None


class UsbCamera:
    """USB camera ``number``. Its picture is as large as the camera makes it, cut to multiples of ``SMALL``.

    Most give JPEG data, of which a look decodes only a small picture, and a capture all. Exposure, white balance and
    focus settle when it is opened and are then locked as far as its driver lets them (`vision.camera.usb_settling`);
    when the light has been another for long, the first two settle again while looking goes on.
    """

    noisy = True

    def __init__(self, number: int) -> None:
        self.number = number
        self._last: Picture | bytes | None = None
        self._size: tuple[int, ...] | None = None
        """Height and width of its pictures, pixels, once there was one."""
        self._device: Any = None
        self._settling: UsbSettling | None = None
        self._light: Light | None = None
        if sys.platform == "linux" and not Path(f"/dev/video{number}").exists():
            raise CameraError(
                phrase(
                    "There is no USB camera {number}; plug it in, or name another with --camera usb:N.", number=number
                )
            )
        try:
            self._device = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
            if not self._device.isOpened():
                raise CameraError(
                    phrase("USB camera {number} cannot be opened; is another program using it?", number=number)
                )
            # many cameras give their large pictures as JPEG only
            self._device.set(cv2.CAP_PROP_FOURCC, _JPEG)
            self._device.set(cv2.CAP_PROP_FRAME_WIDTH, float(WANTED[0]))
            self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, float(WANTED[1]))
            self._device.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
            if self._device.get(cv2.CAP_PROP_FOURCC) == _JPEG:
                self._device.set(cv2.CAP_PROP_CONVERT_RGB, 0.0)
            self._last = self._read()
            self._size = self.capture().shape[:2]
            self._settle()
        except BaseException as error:
            self.close()
            if isinstance(error, cv2.error):
                raise CameraError(
                    phrase("USB camera {number} cannot be opened: {why}.", number=number, why=error.err)
                ) from None
            raise

    def look(self) -> Look | None:
        """The newest picture, grey and small, at the time of this machine's monotonic clock."""
        for _ in range(BROKEN_READS):
            self._last = self._read()
            picture = self._small(self._last)
            if picture is not None:
                look = Look(picture, time.monotonic())
                self._follow(look)
                return look
        raise self._gives_none()

    def _settle(self) -> None:
        if self._device.getBackendName() != V4L2:
            return  # its values mean other things
        self._settling = UsbSettling(self._device)
        until = time.monotonic() + SETTLING
        while self._settling is not None and time.monotonic() < until:
            self.look()

    def _follow(self, look: Look) -> None:
        """One step of the settling that goes on, or a new one where the light has long been another."""
        if self._settling is not None:
            if self._settling.step(look.picture):
                self._light = Light() if EXPOSURE.name in self._settling.locked else None
                self._settling = None
        elif self._light is not None and self._light.step(look.picture, look.t):
            self._settling = UsbSettling(self._device, focus=False)

    def _small(self, frame: Picture | bytes) -> Picture | None:
        """A frame, small and grey; None for one that shows nothing, or is of another size than the others."""
        height, width = (side // SMALL for side in self._size or (0, 0))
        if isinstance(frame, bytes):
            grey = small(frame)
        else:
            resized = cv2.resize(
                frame, (frame.shape[1] // SMALL, frame.shape[0] // SMALL), interpolation=cv2.INTER_AREA
            )
            grey = np.asarray(cv2.cvtColor(resized, cv2.COLOR_BGR2GRAY), np.uint8)
        if grey is None or not (0 <= grey.shape[0] - height <= 1 and 0 <= grey.shape[1] - width <= 1):
            return None
        return np.ascontiguousarray(grey[:height, :width])

    def capture(self) -> Picture:
        """The full-size BGR picture of the last look."""
        if self._last is None:
            raise CameraError(phrase("USB camera {number} is closed.", number=self.number))
        picture = decoded(self._last) if isinstance(self._last, bytes) else self._last
        if picture is None:
            raise self._gives_none()
        height, width = (side - side % SMALL for side in picture.shape[:2])
        return np.array(picture[:height, :width], np.uint8)

    def _read(self) -> Picture | bytes:
        """The newest frame: BGR, or whole JPEG data."""
        if self._device is None:
            raise CameraError(phrase("USB camera {number} is closed.", number=self.number))
        for _ in range(BROKEN_READS):
            try:
                self._grab_newest()
                good, given = self._device.retrieve()
            except cv2.error as error:
                raise CameraError(
                    phrase("USB camera {number} gives no picture: {why}.", number=self.number, why=error.err)
                ) from None
            frame = _frame(given) if good else None
            if frame is not None:
                return frame
        raise self._gives_none()

    def _gives_none(self) -> CameraError:
        return CameraError(
            phrase("USB camera {number} gives no picture; unplug it and plug it in again.", number=self.number)
        )

    def _grab_newest(self) -> None:
        for _ in range(BUFFERED + 1):
            began = time.monotonic()
            if not self._device.grab() or time.monotonic() - began > AT_ONCE:
                return

    def close(self) -> None:
        """Let go of the camera; calling it twice does no harm."""
        device, self._device, self._last = self._device, None, None
        if device is not None:
            device.release()


def _frame(given: Any) -> Picture | bytes | None:
    """What OpenCV gives, if it is BGR or whole JPEG data; a format that it cannot decode has two channels, one, or 16
    bits."""
    if not isinstance(given, np.ndarray) or given.dtype != np.uint8:
        return None
    if given.shape[2:] == (3,):
        return given if min(given.shape[:2]) >= SMALL else None
    data = given.tobytes() if min(given.shape, default=0) == 1 else b""
    return data if data.startswith(START) and not breaks_off(data) else None
