"""Photographs from files: read whole or refused with one sentence, before a broken or huge one can do harm."""

from __future__ import annotations

import errno
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera.jpeg import START, head_of, passes_of, takes_long
from vision.camera.unpacking import unpacked, unpacked_apart
from vision.input_files import contents

MOST_PIXELS: Final = 50_000_000
MOST_BYTES: Final = 100_000_000
LEAST_SIDE: Final = 32
"""A picture with a shorter side shows no card; pixels."""
_MOST_CHUNKS: Final = 50_000
"""Parts of a PNG: some programs write a part for each 8 kB."""
_MOST_NOTE: Final = 70_000
_PIXELS: Final = (b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"eXIf", b"IDAT", b"IEND")
"""Parts of a PNG that say what its pixels are and which way up it is, and how many bytes all but IDAT may have."""
_HARMLESS: Final = 1_000_000
"""Bytes of packed pixels that unpack within a second, whatever they are."""
_AT_ONCE: Final = 1_000_000
_MOVING: Final = 0x02
"""The flag of a WebP of several pictures."""
_TIFF: Final = (b"II*\0", b"MM\0*")
"""How TIFF begins: its ways of packing are so many that it is unpacked in a process that can be ended."""
_KINDS: Final = "JPEG, PNG, WebP, BMP or TIFF"


class PictureError(Exception):
    """A file gives no picture; the text is one sentence: what is wrong, with which file, what to do."""


class _BrokenOff(Exception):
    """The file ends before its picture does."""


def load_photograph(path: Path | str) -> npt.NDArray[np.uint8]:
    """The picture in a file, (h, w, 3) uint8 BGR, turned upright as its EXIF note says; grey and 16-bit ones too.

    Raises `PictureError` for what is no whole picture of `LEAST_SIDE` pixels a side up to `MOST_PIXELS` in all, or one
    that would take long or much memory to unpack. All that is taken from the file's heads, so that such a picture is
    refused without being unpacked.
    """
    return np.asarray(load_as(Path(path), cv2.IMREAD_COLOR), np.uint8)


def photograph_in(data: bytes, most: int = MOST_PIXELS) -> npt.NDArray[np.uint8]:
    """As `load_photograph`, of the bytes of a file with at most ``most`` pixels, which lie on no disk."""
    return np.asarray(_picture(data, Path("the photograph"), cv2.IMREAD_COLOR, most), np.uint8)


def load_as(path: Path, how: int, most: int = MOST_PIXELS) -> npt.NDArray[Any]:
    """The picture in a file of at most ``most`` pixels, read as OpenCV's ``how`` says and refused as `load_photograph`
    says."""
    return _picture(_contents(path), path, how, most)


def _picture(data: bytes, path: Path, how: int, most: int) -> npt.NDArray[Any]:
    try:
        width, height = _size(data, path)
        if width * height > most:
            raise PictureError(
                f"{path} has {width} × {height} pixels, more than {most // 1_000_000} million; make it smaller first"
            )
        if min(width, height) < LEAST_SIDE:
            raise PictureError(
                f"{path} has only {width} × {height} pixels, too few to show a card; give a picture of at least "
                f"{LEAST_SIDE} × {LEAST_SIDE}"
            )
        data = _checked(data, path)
    except (_BrokenOff, struct.error, IndexError, ValueError):
        raise PictureError(f"{path} is cut short; copy it again from where it came") from None
    if data[:4] in _TIFF:
        picture = unpacked_apart(data, how)
    else:
        kept = [data]
        del data
        picture = unpacked(kept, how)
    if picture is None:
        raise PictureError(f"{path} is damaged and cannot be unpacked; copy it again from where it came")
    return np.asarray(picture)


def _contents(path: Path) -> bytes:
    try:
        data = contents(path, MOST_BYTES)
    except IsADirectoryError:
        raise PictureError(f"{path} is a folder; name the pictures in it, as in {path / '*.jpg'}") from None
    except FileNotFoundError:
        raise PictureError(f"there is no file {path}; check its name") from None
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == errno.EFBIG:
            raise PictureError(
                f"{path} is too large for a photograph ({error.strerror}); make it smaller first"  # type: ignore[union-attr]
            ) from None
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


def _jpeg_size(data: bytes) -> tuple[int, int]:
    return head_of(data)[:2]


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


def _checked(data: bytes, path: Path) -> bytes:
    """The data, a PNG's without what says nothing of its pixels. Raises `_BrokenOff` when it ends too early, for OpenCV
    would fill up with grey and only warn, and `PictureError` where unpacking would take long or much memory."""
    if data.startswith(START):
        passes = passes_of(data)
        if takes_long(data):
            raise PictureError(
                f"{path} is a JPEG of {passes} passes, which would take too long to unpack; save it as a plain one"
            )
    elif data.startswith(b"\x89PNG"):
        return _plain_png(data, path)
    elif data.startswith(b"RIFF"):
        if len(data) < 8 + struct.unpack_from("<I", data, 4)[0]:
            raise _BrokenOff
        if data[12:16] == b"VP8X" and data[20] & _MOVING:
            raise PictureError(f"{path} is a moving picture; give a still one")
    elif data.startswith(b"BM") and len(data) < struct.unpack_from("<I", data, 10)[0]:
        raise _BrokenOff
    return data


def _plain_png(data: bytes, path: Path) -> bytes:
    """A PNG without texts, profiles and further pictures, which may be many and unpack to any size."""
    place, count, kind = 8, 0, b""
    parts, packed = [data[:8]], []
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, place)
        end = place + 12 + length
        count += 1
        if end > len(data):
            raise _BrokenOff
        if count > _MOST_CHUNKS:
            raise PictureError(f"{path} is a PNG of more than {_MOST_CHUNKS} parts; save it anew with another program")
        if kind == b"IDAT":
            packed.append(data[place + 8 : end - 4])
        if kind in _PIXELS and (kind == b"IDAT" or length <= _MOST_NOTE):
            parts.append(data[place:end])
        place = end
    if sum(map(len, packed)) > _HARMLESS and _unpacks_to_more(packed, _png_bytes(data)):
        raise PictureError(f"{path} is a PNG that holds more than its pixels; save it anew with another program")
    return data if len(parts) == count + 1 else b"".join(parts)


def _png_bytes(data: bytes) -> int:
    """How many bytes the rows of a PNG have at most before they are packed, whatever their order."""
    width, height = _png_size(data)
    bits = data[24] * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(data[25], 4)
    return (width * bits // 8 + 2) * height + 8 * (width + height)


def _unpacks_to_more(packed: Sequence[bytes], most: int) -> bool:
    """Whether zlib's data in pieces unpacks to more than ``most`` bytes; what is damaged does not."""
    unpacker = zlib.decompressobj()
    try:
        for piece in packed:
            while piece and most >= 0:
                most -= len(unpacker.decompress(piece, _AT_ONCE))
                piece = unpacker.unconsumed_tail
    except zlib.error:
        return False
    return most < 0
