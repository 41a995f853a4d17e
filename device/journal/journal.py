"""The journal: every event of every game in one SQLite file, written down before anyone sees it.

Write-ahead log with ``synchronous=FULL``: a commit is one append to the log and one fsync, so what was reported as
written survives a killed program and a pulled plug, and a page that reads never waits for the table that writes. The
older rollback journal promises the same, for two more fsyncs and a file made and deleted with each event; on the SD
card of a Pi that is slower and wears it more.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from device.journal.errors import DamagedJournal as DamagedJournal
from device.journal.errors import ForeignJournal as ForeignJournal
from device.journal.errors import JournalError as JournalError
from device.journal.errors import journal_error
from device.journal.soundness import header_is_sound, is_sound, json_object, moment, names_in, schema_of, schemas_of
from whist.phrases import phrase

Migration = Callable[[sqlite3.Connection], None]
"""Brings a journal from one version to the next, within a transaction that the caller commits. Each changes the schema,
so that a version that was damaged is told from a newer program's."""

JOURNAL: Final = "journal.sqlite"
"""Its name in the folder for games and settings."""
APPLICATION: Final = 0x77687374
"""SQLite's application_id of a journal ("whst")."""

BEGINNING: Final = 2
"""Events with which a game begins, at most: that it does, and who deals."""


def _first_schema(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE games (id INTEGER PRIMARY KEY, started REAL NOT NULL, options TEXT NOT NULL, finished REAL)"
    )
    db.execute(
        "CREATE TABLE events (game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, t REAL NOT NULL,"
        " json TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID"
    )
    db.execute("CREATE TABLE seats (person TEXT PRIMARY KEY, token_hash TEXT NOT NULL) WITHOUT ROWID")


def _second_schema(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE games ADD COLUMN names TEXT NOT NULL DEFAULT '{}'")
    db.execute("CREATE TABLE deleted (game INTEGER PRIMARY KEY)")  # of which traces may be left (past_games)


MIGRATIONS: Final[tuple[Migration, ...]] = (_first_schema, _second_schema)
"""Migration k brings a journal from schema version k to k + 1; their number is the version that this program writes."""


class Game(NamedTuple):
    """A game: ``started`` and ``finished`` in seconds since 1970 (``finished`` None while it is being played), and the
    ``names`` of people by place, of whoever said theirs."""

    id: int
    started: float
    options: dict[str, Any]
    finished: float | None
    names: dict[str, str]


class JournalEntry(NamedTuple):
    """An event as it was written down: its number in its game (from 0), its time in seconds, and its JSON object."""

    number: int
    t: float
    event: dict[str, Any]


class Journal:
    """One journal file, created with its folder when it is not there.

    Any thread may call any method; one lock lets them in one after another. Every method raises ``JournalError`` when
    the file cannot be read or written, and then nothing of that call has been kept. A file that is to be ``checked`` is
    looked through when it is opened.
    """

    def __init__(self, path: Path, migrations: Sequence[Migration] = MIGRATIONS, checked: bool = True) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # the journal knows every hand, so it is made for its owner's eyes alone; SQLite gives its log the same mode
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            # looked at now: closing the file later would end the locks that SQLite holds on it, and whatever program
            # reads the journal then would take away the log into which this one writes
            sound = header_is_sound(path)
        except OSError as error:
            raise JournalError(
                phrase(
                    "The journal {path} cannot be opened: {why}; check the folder and its owner.",
                    path=path,
                    why=error.strerror,
                )
            ) from None
        try:
            with self._doing(phrase("opened")):
                # autocommit: transactions are begun and ended here, where they can be seen
                self._db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
                self._prepare(self._db, migrations, checked, sound)
        except BaseException:
            self.close()
            raise
        self.seats = SeatTokens(self)

    def _prepare(self, db: sqlite3.Connection, migrations: Sequence[Migration], check: bool, sound: bool) -> None:
        schema, schemas = schema_of(db), schemas_of(tuple(migrations))
        known = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
        version = db.execute("PRAGMA user_version").fetchone()[0]
        # each migration changes the schema, so what the header says of a schema that is known can only be damage
        if schema not in schemas and not known:
            raise ForeignJournal(
                phrase("{path} is a database, but no journal of this program; move it away.", path=self.path)
            )
        if schema not in schemas and version > len(migrations):
            raise ForeignJournal(
                phrase(
                    "The journal {path} was written by a newer program (version {version}, known is up to {count}); "
                    "update this program or move the file away.",
                    path=self.path,
                    version=version,
                    count=len(migrations),
                )
            )
        if version < 0 or schema not in schemas[version : version + 1] or known != (version > 0):
            missing = not {"games", "events", "seats"} <= {row[1] for row in schema}
            raise DamagedJournal(
                phrase("The journal {path} is damaged: tables are missing.", path=self.path)
                if missing and version > 0
                else phrase("The journal {path} is damaged: its tables are not as they should be.", path=self.path)
            )
        if check and version and not (sound and is_sound(db)):
            raise DamagedJournal(phrase("The journal {path} is damaged.", path=self.path))
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        for number in range(version, len(migrations)):
            with self.transaction(phrase("brought up to date")) as changing:
                migrations[number](changing)
                changing.execute(f"PRAGMA application_id = {APPLICATION}")
                changing.execute(f"PRAGMA user_version = {number + 1}")

    @contextmanager
    def _doing(self, what: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise journal_error(self.path, what, error) from None
        except ValueError:  # what it says may quote what is written
            raise DamagedJournal(
                phrase("The journal {path} is damaged: an entry cannot be read.", path=self.path)
            ) from None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database, to read in; raises ``JournalError``."""
        with self._lock, self._doing(phrase("read")):
            if self._db is None:
                raise JournalError(phrase("The journal {path} is closed.", path=self.path))
            yield self._db

    @contextmanager
    def transaction(self, what: str = phrase("written")) -> Iterator[sqlite3.Connection]:
        """The database, to change; raises ``JournalError``, and then nothing has changed."""
        with self._lock, self._doing(what):
            if self._db is None:
                raise JournalError(phrase("The journal {path} is closed.", path=self.path))
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                # a full disk may have rolled back by itself
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def begin_game(self, options: dict[str, Any], started: float | None = None) -> int:
        """Write down that a game begins with ``options`` (at ``started``, now when None); its number, from 1. One that
        has begun there, just so and at the same moment, does not begin twice."""
        text = _json(options)
        at = time.time() if started is None else started
        with self.transaction() as db:
            row = db.execute("SELECT id FROM games WHERE started = ? AND options = ?", (at, text)).fetchone()
            if row is not None:
                return int(row[0])
            game = db.execute("INSERT INTO games (started, options) VALUES (?, ?)", (at, text)).lastrowid
        assert game is not None  # an INSERT that did not raise has a row
        return game

    def append(self, game: int, first_number: int, events: Sequence[dict[str, Any]], t: float) -> None:
        """Write ``events`` of time ``t`` down in one transaction, numbered from ``first_number`` on.

        On return they are on the disk. ``first_number`` must be the number of events that the game has there, so two
        programs on one journal, or an event left out, come to light at once. Events that are there already, just so,
        are not written twice: who was told that they could not be written may try again.
        """
        if not events:
            return
        rows = [(game, first_number + k, t, _json(event)) for k, event in enumerate(events)]
        with self.transaction() as db:
            known = db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone()
            if known is None:
                raise DamagedJournal(
                    phrase("The journal {path} has no game {game}; begin it first.", path=self.path, game=game)
                )
            written = db.execute("SELECT ifnull(max(number) + 1, 0) FROM events WHERE game = ?", (game,)).fetchone()[0]
            there = db.execute(
                "SELECT game, number, t, json FROM events WHERE game = ? AND number >= ? ORDER BY number",
                (game, first_number),
            ).fetchall()
            if written != first_number + len(there) or there != rows[: len(there)]:
                raise DamagedJournal(
                    phrase(
                        "The journal {path} has {written} events of game {game}, but the next is said to be number "
                        "{first_number}; does another program write to it?",
                        path=self.path,
                        written=written,
                        game=game,
                        first_number=first_number,
                    )
                )
            new = rows[len(there) :]
            db.executemany("INSERT INTO events (game, number, t, json) VALUES (?, ?, ?, ?)", new)

    def events(self, game: int) -> list[dict[str, Any]]:
        """The events of ``game`` in order, as they were given to ``append``; empty for a game that is not there."""
        return [entry.event for entry in self.entries(game)]

    def entries(self, game: int) -> list[JournalEntry]:
        """The events of ``game`` in order, with number and time."""
        with self.reading() as db:
            rows = db.execute("SELECT number, t, json FROM events WHERE game = ? ORDER BY number", (game,)).fetchall()
            if [number for number, _, _ in rows] != list(range(len(rows))):
                raise ValueError("an event is missing")
            return [JournalEntry(number, moment(t), json_object(text)) for number, t, text in rows]

    def games(self) -> list[Game]:
        """All games, oldest first."""
        with self.reading() as db:
            return [game_of(row) for row in db.execute(f"{GAMES} ORDER BY id").fetchall()]

    def played(self) -> list[dict[str, Any]]:
        """The options of all games of which more was written than how they begin, oldest first."""
        more = "EXISTS (SELECT 1 FROM events WHERE game = id AND number >= ?)"
        with self.reading() as db:
            rows = db.execute(f"SELECT options FROM games WHERE {more} ORDER BY id", (BEGINNING,)).fetchall()
            return [json_object(options) for (options,) in rows]

    def current_game(self) -> Game | None:
        """The newest game if it is not finished, else None; an older one that was left off does not come back."""
        with self.reading() as db:
            row = db.execute(f"{GAMES} ORDER BY id DESC LIMIT 1").fetchone()
            return None if row is None or row[3] is not None else game_of(row)

    def name_game(self, game: int, names: dict[str, str]) -> None:
        """Write down what the people in the places of ``game`` are called."""
        with self.transaction() as db:
            db.execute("UPDATE games SET names = ? WHERE id = ?", (_json(names), game))

    def finish_game(self, game: int, t: float | None = None) -> None:
        """Write down that ``game`` ended (at ``t``, now when None); a second time changes nothing."""
        at = time.time() if t is None else t
        with self.transaction() as db:
            db.execute("UPDATE games SET finished = ? WHERE id = ? AND finished IS NULL", (at, game))

    def close(self) -> None:
        """Close the file; calling it twice does no harm."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None


class SeatTokens:
    """Who has taken which seat: the hash of each person's token, kept in the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def get(self, person: str) -> str | None:
        """The token hash of ``person``; None when nobody has taken the seat."""
        with self._journal.reading() as db:
            row = db.execute("SELECT token_hash FROM seats WHERE person = ?", (person,)).fetchone()
        return None if row is None else str(row[0])

    def everyone(self) -> dict[str, str]:
        """The token hash of each person who has taken a seat."""
        with self._journal.reading() as db:
            return dict(db.execute("SELECT person, token_hash FROM seats").fetchall())

    def put(self, person: str, token_hash: str) -> None:
        """Give the seat of ``person`` to the holder of the token with this hash, whoever had it before."""
        with self._journal.transaction() as db:
            db.execute("INSERT OR REPLACE INTO seats (person, token_hash) VALUES (?, ?)", (person, token_hash))

    def clear(self, person: str | None = None) -> None:
        """Free the seat of ``person``; all seats when None."""
        with self._journal.transaction() as db:
            if person is None:
                db.execute("DELETE FROM seats")
            else:
                db.execute("DELETE FROM seats WHERE person = ?", (person,))


GAMES: Final = "SELECT id, started, options, finished, names FROM games"
"""Selects games as ``game_of`` takes them."""


def game_of(row: Sequence[Any]) -> Game:
    """The game of a row of ``GAMES``; raises ``ValueError`` for what is none."""
    id, started, options, finished, names = row
    ended = None if finished is None else moment(finished)
    return Game(id, moment(started), json_object(options), ended, names_in(names))


def _json(value: dict[str, Any]) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise JournalError(phrase("This cannot be written to the journal as JSON: {error}.", error=error)) from None


def log_of(path: Path) -> Path:
    """The write-ahead log of the journal at ``path``, there or not."""
    return path.with_name(path.name + "-wal")
