"""A video file as a camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera.protocol import SMALL, CameraError, Look
from whist.phrases import phrase

LOOKS_PER_SECOND: Final = 10.0
"""Looks a second of the video's time; the frames in between are passed over."""
_USUAL_RATE: Final = 30.0
"""Frames a second of a file that does not say."""


class VideoCamera:
    """Plays a video file (the ``Camera`` protocol), ten looks to each second of it, whatever its own rate.

    Time counts from the video's beginning. Raises ``CameraError`` for a file that holds no video that can be played.
    """

    noisy = False

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._last: Picture | None = None
        self._device: Any = None
        if not self.path.is_file():
            raise CameraError(
                phrase("There is no video {path}; name a folder of frames or a video file.", path=self.path)
            )
        self._device = cv2.VideoCapture(str(self.path))
        rate = float(self._device.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 0 < rate < 1000 else _USUAL_RATE
        self._frame = self._looks = 0
        if not self._device.isOpened() or not self._device.grab():
            self.close()
            raise CameraError(
                phrase("{path} holds no video that can be played; an MP4 or AVI file should do.", path=self.path)
            )

    def look(self) -> Look | None:
        """The next small grey picture; None after the last."""
        if self._device is None:
            raise CameraError(phrase("{path} is closed.", path=self.path))
        while self._go_on():
            t = self._looks / LOOKS_PER_SECOND
            self._looks += 1
            good, picture = self._device.retrieve()
            if not good or picture is None or picture.shape[2:] != (3,) or min(picture.shape[:2]) < SMALL:
                continue
            self._last = picture
            height, width = picture.shape[:2]
            small = cv2.resize(picture, (width // SMALL, height // SMALL), interpolation=cv2.INTER_AREA)
            return Look(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8), t)
        return None

    def _go_on(self) -> bool:
        """Go on to the frame of the next look; False at the end."""
        wanted = round(self._looks / LOOKS_PER_SECOND * self._rate)
        while self._frame < wanted:
            if not self._device.grab():
                return False
            self._frame += 1
        return True

    def capture(self) -> Picture:
        """The frame of the last look in full size, BGR, cut to multiples of ``SMALL``."""
        if self._last is None:
            raise CameraError(phrase("{path} has no frame to show yet; look first, then capture.", path=self.path))
        height, width = (side - side % SMALL for side in self._last.shape[:2])
        return np.array(self._last[:height, :width], np.uint8)

    def close(self) -> None:
        """Let go of the file; calling it twice does no harm."""
        device, self._device, self._last = self._device, None, None
        if device is not None:
            device.release()
