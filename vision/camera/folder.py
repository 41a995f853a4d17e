"""A folder of frames as a camera: ``000001.jpg`` and on, in order."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from vision.arrays import Picture
from vision.camera.jpeg import breaks_off, decoded, small, takes_long
from vision.camera.protocol import Camera, CameraError, Look
from vision.camera.video import VideoCamera
from vision.input_files import contents
from whist.phrases import phrase

FRAMES_PER_SECOND: Final = 10.0
"""A frame's time is (its number - 1) / this, seconds."""
MOST_BYTES: Final = 50_000_000
"""Of a frame."""
OTHER_SIZE: Final = 5
"""Frames in a row of another size than before, after which they count as those of another camera."""


def opening(detail: str) -> Callable[[], Camera]:
    """What plays the folder of frames, or the video, at the path ``detail``."""
    path = Path(detail)
    return partial(VideoCamera if path.is_file() else FolderCamera, path)


def is_there(detail: str) -> bool:
    """Whether there is such a folder or file."""
    return Path(detail).exists()


class FolderCamera:
    """Plays the frames of a folder (the ``Camera`` protocol): each look goes on by one frame.

    Only files named by a number are looked at. A frame that cannot be decoded, was not written to its end or is of
    another size than those before is left out, and a sentence about it goes into ``warnings``. Raises ``CameraError``
    when there is no such folder, it may not be read or no frame is in it, and from ``look`` once it is gone.
    """

    noisy = False

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.warnings: list[str] = []
        if not os.path.isdir(self.folder):
            raise CameraError(
                phrase(
                    "{folder} is no folder; give a folder of frames 000001.jpg, 000002.jpg and so on.",
                    folder=self.folder,
                )
            )
        try:
            inside = list(self.folder.iterdir())
        except OSError as error:
            raise CameraError(
                phrase("The folder of frames {folder} cannot be read ({why}).", folder=self.folder, why=error.strerror)
            ) from None
        numbered = (path for path in inside if path.suffix.lower() in (".jpg", ".jpeg"))
        self._frames = sorted((int(path.stem), path) for path in numbered if path.stem.isdecimal())
        if not self._frames:
            raise CameraError(
                phrase(
                    "{folder} holds no frames; they must be named 000001.jpg, 000002.jpg and so on.", folder=self.folder
                )
            )
        self._next = 0
        self._size: tuple[int, ...] | None = None
        self._other = 0
        self._data: bytes | None = None
        self.frame: str | None = None
        """Name of the frame of the last look."""

    def __len__(self) -> int:
        return len(self._frames)

    def look(self) -> Look | None:
        """The next frame's small grey picture; None after the last."""
        while self._next < len(self._frames):
            number, path = self._frames[self._next]
            read = self._read(path)
            self._next += 1
            if read is not None:
                self._data, picture = read
                self.frame = path.name
                return Look(picture, (number - 1) / FRAMES_PER_SECOND)
        self._check_there()
        return None

    def _check_there(self) -> None:
        """Raises ``CameraError`` once the folder has gone away: a stick that was pulled out, a share that is lost."""
        if not os.path.isdir(self.folder):
            raise CameraError(
                phrase(
                    "The folder of frames {folder} is gone; put it back, or start again with another one.",
                    folder=self.folder.name,
                )
            )

    def _read(self, path: Path) -> tuple[bytes, Picture] | None:
        """A frame as bytes and as a small grey picture; None, and a warning, for one of no use."""
        try:
            data = contents(path, MOST_BYTES)
        except OSError as error:
            self._check_there()
            self.warnings.append(f"{path} cannot be opened ({error.strerror}); it was left out.")
            return None
        if breaks_off(data):  # some decoders fill up what is missing, and it would look like a table
            self.warnings.append(f"{path} breaks off before its end; it was left out.")
            return None
        if takes_long(data):
            self.warnings.append(f"{path} is stored in too many passes to be decoded; it was left out.")
            return None
        picture = small(data)
        if picture is None:
            self.warnings.append(f"{path} is no picture that can be decoded; it was left out.")
        elif not self._has_its_size(picture):
            self.warnings.append(f"{path} is of another size than the frames before; it was left out.")
        else:
            return data, picture
        return None

    def _has_its_size(self, picture: Picture) -> bool:
        self._other = 0 if self._size in (None, picture.shape) else self._other + 1
        if 0 < self._other < OTHER_SIZE:
            return False
        self._size, self._other = picture.shape, 0
        return True

    def capture(self) -> Picture:
        """The frame of the last look in full size, BGR; raises ``CameraError`` before the first look."""
        picture = decoded(self._data) if self._data is not None else None
        if picture is None:
            raise CameraError(
                phrase("{folder} has no frame to show yet; look first, then capture.", folder=self.folder)
            )
        return picture

    def close(self) -> None:
        """Forget the frame held; looking goes on with the next all the same."""
        self._data = None
