"""Photographs from files: read whole or refused with one sentence, before a broken or huge one can do harm."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

MOST_PIXELS: Final = 50_000_000
MOST_BYTES: Final = 200_000_000
LEAST_SIDE: Final = 32
"""A picture with a shorter side shows no card; pixels."""
_KINDS: Final = "JPEG, PNG, WebP, BMP or TIFF"


class PictureError(Exception):
    """A file gives no picture; the text is one sentence: what is wrong, with which file, what to do."""


class _BrokenOff(Exception):
    """The file ends before its picture does."""


def load_photograph(path: Path | str) -> npt.NDArray[np.uint8]:
    """The picture in a file, (h, w, 3) uint8 BGR, turned upright as its EXIF note says; grey and 16-bit ones too.

    Raises `PictureError` for what is no whole picture of `LEAST_SIDE` pixels a side up to `MOST_PIXELS` in all. The
    size is taken from the file's head, so that a huge picture is refused without being unpacked.
    """
    path = Path(path)
    data = _contents(path)
    try:
        width, height = _size(data, path)
        if width * height > MOST_PIXELS:
            raise PictureError(
                f"{path} has {width} × {height} pixels, more than {MOST_PIXELS // 1_000_000} million; "
                "make it smaller first"
            )
        if min(width, height) < LEAST_SIDE:
            raise PictureError(
                f"{path} has only {width} × {height} pixels, too few to show a card; give a picture of at least "
                f"{LEAST_SIDE} × {LEAST_SIDE}"
            )
        _check_whole(data)
    except (_BrokenOff, struct.error, IndexError, ValueError):
        raise PictureError(f"{path} is broken off before its end; copy it again from where it came") from None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        picture = None
    if picture is None:
        raise PictureError(f"{path} is damaged and cannot be unpacked; copy it again from where it came")
    return np.asarray(picture, np.uint8)


def _contents(path: Path) -> bytes:
    if path.is_dir():
        raise PictureError(f"{path} is a folder; name the pictures in it, as in {path / '*.jpg'}")
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise PictureError(f"{path} has {size // 1_000_000} MB, too many for a photograph; make it smaller first")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"there is no file {path}; check its name") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PictureError(f"{path} cannot be read ({why}); check the file and its permissions") from None
    if not data:
        raise PictureError(f"{path} is empty; copy it again from where it came")
    return data


def _size(data: bytes, path: Path) -> tuple[int, int]:
    """Width and height from the file's head."""
    if data[4:8] == b"ftyp":
        raise PictureError(f"{path} is a HEIC or AVIF picture, which is not read; save it as JPEG")
    for start, size in _SIZES:
        if re.match(start, data[:16], re.DOTALL):
            return size(data)
    raise PictureError(f"{path} is no picture that can be read; give a {_KINDS} file")


def _jpeg_segments(data: bytes) -> list[tuple[int, int]]:
    """(marker, place of its contents) up to and with the first scan."""
    found, place = [], 2
    while True:
        while data[place] != 0xFF:
            place += 1
        while data[place] == 0xFF:
            place += 1
        marker = data[place]
        found.append((marker, place + 3))
        if marker in (0xDA, 0xD9):
            return found
        place += 1 + struct.unpack_from(">H", data, place + 1)[0]


def _jpeg_size(data: bytes) -> tuple[int, int]:
    for marker, place in _jpeg_segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, place + 1)
            return width, height
    raise _BrokenOff


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _bmp_size(data: bytes) -> tuple[int, int]:
    if struct.unpack_from("<I", data, 14)[0] == 12:
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff_size(data: bytes) -> tuple[int, int]:
    order = "<" if data[:2] == b"II" else ">"
    place = struct.unpack_from(order + "I", data, 4)[0]
    sides = {}
    for k in range(struct.unpack_from(order + "H", data, place)[0]):
        tag, kind = struct.unpack_from(order + "HH", data, place + 2 + 12 * k)
        if tag in (256, 257):
            sides[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, place + 10 + 12 * k)[0]
    if len(sides) < 2:
        raise _BrokenOff
    return sides[256], sides[257]


_SIZES: Final[tuple[tuple[bytes, Callable[[bytes], tuple[int, int]]], ...]] = (
    (rb"\xff\xd8\xff", _jpeg_size),
    (rb"\x89PNG\r\n\x1a\n", _png_size),
    (rb"BM", _bmp_size),
    (rb"RIFF....WEBP", _webp_size),
    (rb"II\*\0|MM\0\*", _tiff_size),
)


def _check_whole(data: bytes) -> None:
    """Raises `_BrokenOff` when the file ends too early: OpenCV would fill up with grey and only warn."""
    if data.startswith(b"\xff\xd8"):
        _check_jpeg(data)
    elif data.startswith(b"\x89PNG"):
        place = 8
        while data[place + 4 : place + 8] != b"IEND":
            place += 12 + struct.unpack_from(">I", data, place)[0]
            if place >= len(data):
                raise _BrokenOff
    elif (data.startswith(b"RIFF") and len(data) < 8 + struct.unpack_from("<I", data, 4)[0]) or (
        data.startswith(b"BM") and len(data) < struct.unpack_from("<I", data, 10)[0]
    ):
        raise _BrokenOff


def _check_jpeg(data: bytes) -> None:
    # The end of the picture, not of the file: phones put things behind it, and a preview inside has an end of its own.
    place = _jpeg_segments(data)[-1][1]
    marker = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
    while True:
        found = marker.search(data, place)
        if found is None:
            raise _BrokenOff
        if found.group()[1] == 0xD9:
            return
        place = found.start() + 2 + struct.unpack_from(">H", data, found.start() + 2)[0]
