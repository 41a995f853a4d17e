"""A camera at the USB port, through OpenCV."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.cameras import SMALL, CameraError, Look, Picture

WANTED: Final = (3840, 2160)
"""Pixels asked for; a camera that has fewer gives its most."""
BROKEN_READS: Final = 5
"""A USB camera may drop a picture; so many in a row and it is gone."""


class UsbCamera:
    """USB camera ``number``. Its picture is as large as the camera makes it, cut to multiples of ``SMALL``."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._last: Picture | None = None
        self._device: Any = None
        if sys.platform == "linux" and not Path(f"/dev/video{number}").exists():
            raise CameraError(f"There is no USB camera {number}; plug it in, or name another with --camera usb:N.")
        try:
            self._device = cv2.VideoCapture(number)
            if not self._device.isOpened():
                raise CameraError(f"USB camera {number} cannot be opened; is another program using it?")
            # many cameras give their large pictures as MJPEG only
            self._device.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
            self._device.set(cv2.CAP_PROP_FRAME_WIDTH, float(WANTED[0]))
            self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, float(WANTED[1]))
            self._device.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
            self.look()
        except BaseException as error:
            self.close()
            if isinstance(error, cv2.error):
                raise CameraError(f"USB camera {number} cannot be opened: {error.err}.") from None
            raise

    def look(self) -> Look | None:
        """The newest picture, grey and small, at the time of this machine's monotonic clock."""
        self._last = self._read()
        height, width = self._last.shape[:2]
        small = cv2.resize(self._last, (width // SMALL, height // SMALL), interpolation=cv2.INTER_AREA)
        return Look(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8), time.monotonic())

    def capture(self) -> Picture:
        """The full-size BGR picture of the last look."""
        if self._last is None:
            raise CameraError(f"USB camera {self.number} is closed.")
        return self._last.copy()

    def _read(self) -> Picture:
        if self._device is None:
            raise CameraError(f"USB camera {self.number} is closed.")
        for _ in range(BROKEN_READS):
            try:
                good, picture = self._device.read()
            except cv2.error as error:
                raise CameraError(f"USB camera {self.number} gives no picture: {error.err}.") from None
            if good and picture is not None and picture.ndim == 3 and min(picture.shape[:2]) >= SMALL:
                height, width = (side - side % SMALL for side in picture.shape[:2])
                return np.asarray(picture[:height, :width], dtype=np.uint8)
        raise CameraError(f"USB camera {self.number} gives no picture; unplug it and plug it in again.")

    def close(self) -> None:
        """Let go of the camera; calling it twice does no harm."""
        device, self._device, self._last = self._device, None, None
        if device is not None:
            device.release()
