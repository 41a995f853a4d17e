"""Unpacks pictures: in little memory, or in a process of its own, which ends where it takes long or much memory.

``python -m vision.camera.unpacking HOW`` reads the data of a picture file and writes its shape, its kind of numbers and
its pixels.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

SECONDS: Final = 3
"""Of processor time that the process may take, beside what it takes to begin."""
PATIENCE: Final = 30.0
"""Seconds after which it is ended even if it only waits."""
ROOM: Final = 400_000_000
"""Bytes of memory that it may take, beside what it takes to begin."""
_PAGE: Final = resource.getpagesize()


def unpacked(data: list[bytes], how: int) -> npt.NDArray[Any] | None:
    """The picture in the data of a file, which is taken out of its list so that it need not be kept, as
    ``cv2.imdecode`` gives it; None for one that cannot be unpacked.

    What OpenCV returns it copies, and a large picture twice is more than a Pi has to spare. What it reads from a file
    into an array of the caller's it does not (from version 4.11 on): so the data becomes a file in memory.
    """
    if not hasattr(os, "memfd_create"):
        return _decoded(data.pop(), how)
    with open(os.memfd_create("picture"), "w+b") as file:
        file.write(data.pop())
        file.flush()
        try:
            picture = cv2.imread(f"/proc/self/fd/{file.fileno()}", None, how)
        except MemoryError:
            return None
        except cv2.error:  # broken, or an older OpenCV
            file.seek(0)
            return _decoded(file.read(), how)
    return None if picture is None or not picture.size else np.asarray(picture)


def _decoded(data: bytes, how: int) -> npt.NDArray[Any] | None:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except (cv2.error, MemoryError):
        return None
    return None if picture is None else np.asarray(picture)


def unpacked_apart(data: bytes, how: int) -> npt.NDArray[Any] | None:
    """The picture in the data of a file, as ``cv2.imdecode`` gives it; None for one that cannot be unpacked, or not
    within bounds."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "vision.camera.unpacking", str(how)],
            input=data,
            capture_output=True,
            timeout=PATIENCE,
        )
    except (subprocess.TimeoutExpired, OSError, MemoryError):
        return None
    head, _, pixels = done.stdout.partition(b"\n")
    if done.returncode != 0 or not head:
        return None
    kind, *shape = head.decode().split()
    # a copy of one's own may be written into
    return np.frombuffer(bytearray(pixels), np.dtype(kind)).reshape([int(side) for side in shape])


def _bound() -> None:
    """Let this process take so much more and no more."""
    with open("/proc/self/statm", encoding="ascii") as file:
        taken = int(file.read().split()[0]) * _PAGE
    resource.setrlimit(resource.RLIMIT_AS, (taken + ROOM, taken + ROOM))
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> int:
    """Unpack what comes in; status 1 for what cannot be unpacked."""
    data = np.frombuffer(sys.stdin.buffer.read(), np.uint8)
    cv2.setNumThreads(1)
    _bound()
    try:
        picture = cv2.imdecode(data, int(sys.argv[1]))
    except (cv2.error, MemoryError):
        return 1
    if picture is None:
        return 1
    print(picture.dtype.str, *picture.shape, flush=True)
    sys.stdout.buffer.write(np.ascontiguousarray(picture).data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
