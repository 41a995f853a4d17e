"""Files that a command is given: read only where they are files, and no larger than they can be, so that nothing hangs
and nothing fills the memory."""

from __future__ import annotations

import errno
import os
import select
import stat
from pathlib import Path
from typing import BinaryIO, Final

PATIENCE: Final = 3.0
"""Seconds in which something must come through a pipe."""


def opened(path: Path, pipes: bool = False) -> BinaryIO:
    """A file, to read in; a link is followed. Raises ``OSError``, whose ``strerror`` says why, also for a device, and
    for a pipe unless ``pipes`` may be read and somebody writes to it."""
    # a pipe to which nobody writes would be waited for
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        kind = os.fstat(number).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if pipes and stat.S_ISFIFO(kind):
            if not select.select([number], [], [], PATIENCE)[0]:
                raise OSError(errno.EINVAL, "nothing comes through this pipe", str(path))
            os.set_blocking(number, True)
        elif not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def contents(path: Path, most: int) -> bytes:
    """The bytes of a file of at most ``most`` bytes; raises ``OSError`` as ``opened``, also for a larger one."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(size) if size <= most else None  # room is made for as many as are asked for
    if data is None:
        raise OSError(errno.EFBIG, f"it has more than {_size(most)}", str(path))
    return data


def _size(count: int) -> str:
    return f"{count / 1e6:g} MB" if count >= 1_000_000 else f"{count / 1e3:g} kB"
