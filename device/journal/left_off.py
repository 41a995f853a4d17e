"""Where a journal left off: the game that was going on, and who sat where."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from device.journal.journal import Game, Journal, JournalEntry, JournalError, log_of
from whist.phrases import phrase


class LeftOff(NamedTuple):
    """What was going on when a journal was written last: the game with its entries, None between games, who sat where,
    and the options of all games that were played, oldest first."""

    game: Game | None
    entries: list[JournalEntry]
    seats: dict[str, str]
    played: Sequence[dict[str, Any]] = ()


def left_off(journal: Journal) -> LeftOff:
    """Where ``journal`` left off; raises ``JournalError``."""
    game = journal.current_game()
    entries = [] if game is None else journal.entries(game.id)
    seats, played = journal.seats.everyone(), []
    with suppress(JournalError):  # old games may be damaged, and are a comfort only
        played = journal.played()
    return LeftOff(game, entries, seats, played)


def read_left_off(path: Path) -> LeftOff:
    """Where the journal in ``path`` left off, read from a copy: for one that cannot be written, or is damaged, perhaps
    elsewhere. Raises ``JournalError``."""
    try:
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / path.name
            shutil.copyfile(path, copy)
            if log_of(path).exists():
                shutil.copyfile(log_of(path), log_of(copy))
            with closing(Journal(copy, checked=False)) as journal:
                return left_off(journal)
    except OSError as error:
        raise JournalError(phrase("The journal {path} cannot be read: {why}.", path=path, why=error.strerror)) from None
