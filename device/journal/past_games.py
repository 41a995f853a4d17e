"""Games that were played, in the journal: some at a time, newest first, and each deleted for good.

To be deleted is more than not to be listed: SQLite leaves what was deleted in its file, and in pages that it moved
about. So a deletion writes the whole file anew and brings the write-ahead log into it. Until that is done the game's
number, and nothing else of it, stands in the table ``deleted``; whoever opens the journal after a power cut in between
finishes it.
"""

from __future__ import annotations

import logging
import shutil
from typing import Final, NamedTuple

from device.journal.journal import GAMES, Game, Journal, JournalError, game_of
from whist.phrases import phrase

log = logging.getLogger(__name__)

ROOM: Final = 3
"""Times the size of the journal that must be free to write it anew: beside it, and in its log."""
_LARGEST: Final = 2**63 - 1


class PastGame(NamedTuple):
    """A game and how many events it has."""

    game: Game
    events: int


def past_games(journal: Journal, before: int | None, most: int) -> list[PastGame]:
    """Up to ``most`` games with numbers below ``before`` (None: all), newest first; raises ``JournalError``."""
    below = _LARGEST if before is None else min(before, _LARGEST)
    with journal.reading() as db:
        rows = db.execute(f"{GAMES} WHERE id < ? ORDER BY id DESC LIMIT ?", (below, most)).fetchall()
        count = "SELECT ifnull(max(number) + 1, 0) FROM events WHERE game = ?"
        return [PastGame(game_of(row), db.execute(count, row[:1]).fetchone()[0]) for row in rows]


def past_game(journal: Journal, number: int) -> PastGame | None:
    """The game of that number; None when there is none. Raises ``JournalError``."""
    found = past_games(journal, number + 1, 1) if 0 < number < _LARGEST else []
    return found[0] if found and found[0].game.id == number else None


def next_game(journal: Journal, after: int) -> int | None:
    """The number of the oldest game with a number above ``after``; None when there is none. Raises ``JournalError``."""
    with journal.reading() as db:
        row = db.execute("SELECT min(id) FROM games WHERE id > ?", (min(after, _LARGEST),)).fetchone()
        return None if row[0] is None else int(row[0])


def count_games(journal: Journal) -> int:
    """How many games there are; raises ``JournalError``."""
    with journal.reading() as db:
        return int(db.execute("SELECT count(*) FROM games").fetchone()[0])


def delete_game(journal: Journal, number: int) -> bool:
    """Delete a game; on return that is on the disk, and whether no trace of it is left in the file, either: else what
    is left goes when the journal is opened next. The newest game, which may go on after a restart, is not deleted.
    Raises ``JournalError``, with nothing changed, and ``KeyError`` for a game that is not there."""
    if past_game(journal, number) is None:
        raise KeyError(number)
    need_room(journal)
    with journal.reading() as db:
        db.execute("PRAGMA secure_delete = ON")
    with journal.transaction(phrase("written")) as db:
        if db.execute("SELECT max(id) FROM games").fetchone()[0] == number:
            raise JournalError(phrase("This match is still on the table; begin another one first."))
        db.execute("INSERT INTO deleted (game) VALUES (?)", (number,))
        db.execute("DELETE FROM events WHERE game = ?", (number,))
        db.execute("DELETE FROM games WHERE id = ?", (number,))
    return wipe_traces(journal)


def wipe_traces(journal: Journal) -> bool:
    """Write the journal anew without the traces of deleted games, if there may be any; whether none are left."""
    try:
        with journal.reading() as db:
            if db.execute("SELECT 1 FROM deleted").fetchone() is None:
                return True
            db.execute("VACUUM")
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            return False
        with journal.transaction(phrase("written")) as db:
            db.execute("DELETE FROM deleted")
        return True
    except JournalError as error:
        log.warning("Traces of a deleted game may be left: %s", error)
        return False


def need_room(journal: Journal) -> None:
    """Raise ``JournalError`` where there is no room to write the journal anew."""
    try:
        size = journal.path.stat().st_size
        free = shutil.disk_usage(journal.path.parent).free
    except OSError:
        return  # whoever writes finds out
    if free < ROOM * size:
        need = f"{ROOM * size / 1e6:.1f}"
        raise JournalError(
            phrase(
                "The journal {path} is written anew for that, so that no trace is left; it needs {need} MB on the disk:"
                " make room first.",
                path=journal.path,
                need=need,
            )
        )
