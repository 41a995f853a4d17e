"""What can be wrong with a journal, and what to do about it, in one sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from whist.phrases import phrase


class JournalError(Exception):
    """The journal cannot be read or written; the text is one sentence that says what to do."""


class DamagedJournal(JournalError):
    """What the file holds is no journal that can be used; nothing in it was changed."""


class ForeignJournal(JournalError):
    """The file belongs to a newer version or to another program: nobody but its owner may touch it."""


_ADVICE: Final = {
    sqlite3.SQLITE_FULL: phrase("the disk is full; make room, then go on"),
    sqlite3.SQLITE_READONLY: phrase("it may not be written; check the owner of the file and of its folder"),
    sqlite3.SQLITE_CANTOPEN: phrase("it cannot be opened; check that the folder is there and may be written"),
    sqlite3.SQLITE_BUSY: phrase("another program is using it; close that one"),
    sqlite3.SQLITE_NOTADB: phrase("it is no database; bring it back from a backup, or move it away"),
    sqlite3.SQLITE_CORRUPT: phrase("it is damaged; bring it back from a backup, or move it away"),
    sqlite3.SQLITE_IOERR: phrase("the disk refuses; check that it has room and is sound"),
}
# SQLite finds an error in this program's own fixed statements only where the tables are not what they were
_DAMAGED: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)


def journal_error(path: Path, what: str, error: sqlite3.Error) -> JournalError:
    """What to tell of an ``error`` of SQLite in the journal at ``path``, which cannot be ``what`` ("read")."""
    # the low byte of an extended error code is the plain one; text that is none has no code
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    kind = DamagedJournal if code in _DAMAGED else JournalError
    # what SQLite says in other cases may quote what is written, and nobody may read that
    other = phrase("SQLite refuses ({name})", name=getattr(error, "sqlite_errorname", type(error).__name__))
    advice = _ADVICE.get(code, other)
    return kind(phrase("The journal {path} cannot be {what}: {advice}.", path=path, what=what, advice=advice))
