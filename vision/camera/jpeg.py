"""JPEG data: whether it is whole, what unpacking it costs, and what it shows."""

from __future__ import annotations

import re
import struct
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.arrays import Picture

START: Final = b"\xff\xd8"
_SCAN: Final = 0xDA
"""JPEG's marker of the pictures' own data, which ``_END`` follows; within it those two bytes never stand together."""
_END: Final = b"\xff\xd9"
_MARKER: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
_BEHIND_FILLING: Final = re.compile(rb"[^\xff]", re.DOTALL)
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_USUAL_PASSES: Final = 2
_MOST_WORK: Final = 1_000_000_000
"""Pixels times passes: unpacking them takes two seconds on a PC."""
_MOST_PASSES: Final = 1000
_MOST_COEFFICIENTS: Final = 200_000_000
"""Bytes that a picture of several passes takes in memory while it is unpacked."""
_MOST_SEGMENTS: Final = 5_000
"""Of a file; cameras write some dozens, those that keep depth beside the picture some hundreds."""


class JpegError(ValueError):
    """The data breaks off or makes no sense."""


class Head(NamedTuple):
    """What the head of a JPEG says: width and height in pixels, and the bytes of its coefficients in memory."""

    width: int
    height: int
    coefficients: int


def head_of(data: bytes) -> Head:
    """The head of JPEG data; raises ``JpegError``."""
    try:
        for marker, place in _segments(data):
            if marker in _FRAMES:
                height, width, parts = struct.unpack_from(">HHB", data, place + 1)
                sampling = [data[place + 7 + 3 * k] for k in range(parts)]
                wide = max((one >> 4 for one in sampling), default=1) or 1
                high = max((one & 15 for one in sampling), default=1) or 1
                share = sum((one >> 4) * (one & 15) for one in sampling) / (wide * high)
                return Head(width, height, round(2 * width * height * share))
    except (IndexError, struct.error):
        pass
    raise JpegError("it breaks off")


def passes_of(data: bytes) -> int:
    """In how many passes the picture is stored: 1 for most, about ten for a progressive one. Looks at all of it, and
    raises ``JpegError`` where it breaks off before its end."""
    # The end of the picture, not of the file: phones put things behind it, and a preview inside has an end of its own.
    passes = segments = 0
    try:
        place = _segments(data)[-1][1] - 4
        while True:
            found = _MARKER.search(data, place)
            if found is None or segments > _MOST_SEGMENTS:
                raise JpegError("it breaks off")
            if found.group()[1] == 0xD9:
                return passes
            segments += 1
            passes += found.group()[1] == _SCAN
            place = found.start() + 2 + struct.unpack_from(">H", data, found.start() + 2)[0]
    except (IndexError, struct.error):
        raise JpegError("it breaks off") from None


def takes_long(data: bytes) -> bool:
    """Whether unpacking JPEG data would take seconds, or hundreds of megabytes beside the picture; False for what
    breaks off. Costs next to nothing for a plain one."""
    if data.count(b"\xff\xda") < _USUAL_PASSES:
        return False
    try:
        head, passes = head_of(data), passes_of(data)
    except JpegError:
        return False
    work = passes * head.width * head.height
    return work > _MOST_WORK or passes > _MOST_PASSES or (passes > 1 and head.coefficients > _MOST_COEFFICIENTS)


def _segments(data: bytes) -> list[tuple[int, int]]:
    """(marker, place of its contents) up to and with the first scan."""
    found: list[tuple[int, int]] = []
    place = 2
    while len(found) < _MOST_SEGMENTS:
        place = data.find(b"\xff", place)
        filled = _BEHIND_FILLING.search(data, place) if place >= 0 else None
        if filled is None:
            break
        place = filled.start()
        found.append((data[place], place + 3))
        if data[place] in (_SCAN, 0xD9):
            return found
        place += 1 + struct.unpack_from(">H", data, place + 1)[0]
    raise JpegError("it breaks off")


def breaks_off(data: bytes) -> bool:
    """Whether JPEG data was not written to its end; phones append things of their own, and put small pictures before.

    False for what is no JPEG at all.
    """
    if not data.startswith(START):
        return False
    at = len(START)
    while data[at : at + 1] == b"\xff" and at + 4 <= len(data):
        if data[at + 1] == _SCAN:
            return data.find(_END, at) < 0
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return True


def decoded(data: bytes, how: int = cv2.IMREAD_COLOR) -> Picture | None:
    """What the data of a picture file shows, read as OpenCV's ``how`` says; None where it shows nothing."""
    if not data:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def small(data: bytes) -> Picture | None:
    """The grey picture, smaller by ``SMALL`` = 4 (rounded up), which is decoded in a quarter of the time."""
    return decoded(data, cv2.IMREAD_REDUCED_GRAYSCALE_4)
