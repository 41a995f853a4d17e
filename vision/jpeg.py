"""JPEG data: whether it is whole, and what it shows."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.cameras import Picture

START: Final = b"\xff\xd8"
_SCAN: Final = 0xDA
"""JPEG's marker of the pictures' own data, which ``_END`` follows; within it those two bytes never stand together."""
_END: Final = b"\xff\xd9"


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
