"""A damaged journal: set aside under a name of its own, never deleted."""

from __future__ import annotations

import time
from pathlib import Path

from device.journal_errors import JournalError
from whist.phrases import phrase


def set_aside(path: Path) -> Path:
    """Move a damaged journal out of the way, with its log, to a name of its own beside it; that name. Raises
    ``JournalError``."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    names = (f"{path.stem}.damaged-{stamp}{more}{path.suffix}" for more in ("", *(f"-{k}" for k in range(2, 1000))))
    aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    try:
        for end in ("-wal", "-shm", ""):
            old = path.with_name(path.name + end)
            if old.exists():
                old.rename(aside.with_name(aside.name + end))
    except OSError as error:
        raise JournalError(
            phrase("The journal {path} is damaged and cannot be moved away: {why}.", path=path, why=error.strerror)
        ) from None
    return aside
