"""A folder of frames as a camera: ``000001.jpg`` and on, in order."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.cameras import CameraError, Look, Picture

FRAMES_PER_SECOND: Final = 10.0
"""A frame's time is (its number - 1) / this, seconds."""


class FolderCamera:
    """Plays the frames of a folder (the ``Camera`` protocol): each look goes on by one frame.

    Only files named by a number are looked at. A frame that cannot be decoded is left out, and a sentence about it
    goes into ``warnings``. Raises ``CameraError`` when there is no such folder or no frame in it.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.warnings: list[str] = []
        if not self.folder.is_dir():
            raise CameraError(f"{self.folder} is no folder; give a folder of frames 000001.jpg, 000002.jpg and so on.")
        numbered = (path for path in self.folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg"))
        self._frames = sorted((int(path.stem), path) for path in numbered if path.stem.isdecimal())
        if not self._frames:
            raise CameraError(f"{self.folder} holds no frames; they must be named 000001.jpg, 000002.jpg and so on.")
        self._next = 0
        self._data: bytes | None = None
        self.frame: str | None = None
        """Name of the frame of the last look."""

    def __len__(self) -> int:
        return len(self._frames)

    def look(self) -> Look | None:
        """The next frame's small grey picture; None after the last."""
        while self._next < len(self._frames):
            number, path = self._frames[self._next]
            self._next += 1
            try:
                data = path.read_bytes()
            except OSError as error:
                self.warnings.append(f"{path} cannot be opened ({error.strerror}); it was left out.")
                continue
            picture = _decoded(data, cv2.IMREAD_REDUCED_GRAYSCALE_4)
            if picture is None:
                self.warnings.append(f"{path} is no picture that can be decoded; it was left out.")
                continue
            self._data, self.frame = data, path.name
            return Look(picture, (number - 1) / FRAMES_PER_SECOND)
        return None

    def capture(self) -> Picture:
        """The frame of the last look in full size, BGR; raises ``CameraError`` before the first look."""
        picture = _decoded(self._data, cv2.IMREAD_COLOR) if self._data is not None else None
        if picture is None:
            raise CameraError(f"{self.folder} has no frame to show yet; look first, then capture.")
        return picture

    def close(self) -> None:
        """Forget the frame held; looking goes on with the next all the same."""
        self._data = None


def _decoded(data: bytes, how: int) -> Picture | None:
    if not data:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)
