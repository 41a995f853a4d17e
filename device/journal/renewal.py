"""A damaged journal: set aside under a name of its own, never deleted, and a new one put in its place."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from device.journal.errors import JournalError
from device.journal.salvage import Salvaged, salvage
from whist.phrases import phrase

_READY: Final = "mended"
"""Part of the name of a new journal that waits for its place, which it takes even if the power is cut meanwhile."""


@contextmanager
def salvaged(damaged: Path, known: Collection[float], seats: bool) -> Iterator[tuple[Path, Salvaged]]:
    """A journal with what can be read of the one at ``damaged`` (see ``salvage``), which is gone afterwards. Raises
    ``JournalError``."""
    with ExitStack() as stack:
        failed: Exception | None = None
        for folder in (None, damaged.parent):  # either may have no room
            try:
                mended = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder))) / damaged.name
                saved = salvage(damaged, mended, known, seats)
                break
            except (OSError, JournalError, MemoryError) as error:
                failed = error
        else:
            raise JournalError(
                phrase("The journal {path} cannot be read: {why}.", path=damaged, why=type(failed).__name__)
            )
        yield mended, saved


def renew(path: Path, mended: Path) -> Path:
    """Set the damaged journal at ``path`` aside and put a copy of that at ``mended`` in its place; the name of what was
    set aside. Raises ``JournalError``, and then the damaged one lies where it lay."""
    ready = path.with_name(f"{path.stem}.{_READY}{path.suffix}")
    part = ready.with_suffix(".part")
    try:
        with (
            os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as to,
            mended.open("rb") as new,
        ):
            shutil.copyfileobj(new, to)
            to.flush()
            os.fsync(to.fileno())
        part.replace(ready)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise JournalError(
            phrase("The journal {path} is damaged and cannot be written anew: {why}.", path=path, why=error.strerror)
        ) from None
    try:
        aside = set_aside(path)
        try:
            _take_its_place(ready, path)
        except JournalError:
            _move(aside, path)
            raise
    except JournalError:
        with suppress(OSError):
            ready.unlink(missing_ok=True)
        raise
    return aside


def _take_its_place(ready: Path, path: Path) -> None:
    try:
        ready.replace(path)
    except OSError as error:
        raise JournalError(
            phrase("The journal {path} is damaged and cannot be written anew: {why}.", path=path, why=error.strerror)
        ) from None


def finish_renewal(path: Path) -> None:
    """Put a new journal in its place where the power was cut before it took it. Raises ``JournalError``."""
    ready = path.with_name(f"{path.stem}.{_READY}{path.suffix}")
    if os.path.isfile(ready):
        set_aside(path)
        _take_its_place(ready, path)


def set_aside(path: Path) -> Path:
    """Move a damaged journal out of the way, with its log, to a name of its own beside it; that name. Raises
    ``JournalError``."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    names = (f"{path.stem}.damaged-{stamp}{more}{path.suffix}" for more in ("", *(f"-{k}" for k in range(2, 1000))))
    aside = next(path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
    _move(path, aside)
    return aside


def _move(path: Path, to: Path) -> None:
    """Move a damaged journal, with its log; raises ``JournalError``."""
    try:
        for end in ("-wal", "-shm", ""):
            old = path.with_name(path.name + end)
            if old.exists():
                old.rename(to.with_name(to.name + end))
    except OSError as error:
        raise JournalError(
            phrase("The journal {path} is damaged and cannot be moved away: {why}.", path=path, why=error.strerror)
        ) from None
