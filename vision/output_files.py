"""Files that a command writes: refused with one sentence before the work begins, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


class OutputError(Exception):
    """A file cannot be written; the text is one sentence: which one, why, what to do."""


def check_output(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Raises `OutputError` unless a file can be written at `path`; one of `inputs` is never written over."""
    if path.is_dir():
        raise OutputError(f"{path} is a folder; name a file to write")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path} is a device or a pipe and is not replaced; name a file to write")
    folder = _led_to(path).parent
    if not folder.is_dir():
        raise OutputError(f"there is no folder {folder} to write {path.name} to; make it first")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise OutputError(f"{path} may not be written; choose a place where you may write, or change its permissions")
    for given in inputs:
        if given.exists() and (path.samefile(given) if path.exists() else path.resolve() == given.resolve()):
            raise OutputError(f"{path} is one of the files to read and is not written over; name another file")


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes the file beside its place and moves it there; raises `OutputError`, and then leaves what was there. A
    link stays one, and the file to which it leads is written."""
    try:
        replace_whole(_led_to(path), data, mode)
    except OSError as error:
        raise OutputError(f"{path} cannot be written ({error.strerror}); choose another place") from error


def _led_to(path: Path) -> Path:
    """Where a link leads; any other path itself. Raises `OutputError` for one that leads nowhere."""
    try:
        return path.resolve() if path.is_symlink() else path
    except (OSError, RuntimeError) as error:
        raise OutputError(f"{path} is a link that leads round in a circle; name a file to write") from error


def replace_whole(path: Path, data: bytes, mode: int = 0o666, *, masked: bool = True) -> None:
    """Written beside its place first, then moved there: after a power cut the old file or the new one is there.

    ``mode`` are the permissions, less the process's mask where they are ``masked``. Raises ``OSError``, and then leaves
    what was there.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            if not masked:
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
