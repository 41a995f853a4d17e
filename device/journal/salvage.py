"""What can still be read of a damaged journal, in a new one.

Rows come from SQLite where it finds the file's structure sound, else from the pages themselves. Of each game all events
are kept up to the first that is missing or makes no sense: nobody can know what followed from it.
"""

from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from device.journal.journal import Journal, JournalError, log_of
from device.journal.soundness import HIGHEST, LATEST, json_object, moment, names_in
from device.journal.sqlite_pages import StoredRow, rows_of
from whist.phrases import phrase

_STORE: Final = """
PRAGMA journal_mode = OFF;
CREATE TABLE events (game, number, t, json, PRIMARY KEY (game, number)) WITHOUT ROWID;
"""
_GAP: Final = """
SELECT game, number + 1, t FROM events AS e
WHERE NOT EXISTS (SELECT 1 FROM events WHERE game = e.game AND number = e.number + 1)
    AND EXISTS (SELECT 1 FROM events WHERE game = e.game AND number = e.number + 2)
UNION ALL SELECT game, 0, 0 FROM events AS e WHERE number = 1
    AND NOT EXISTS (SELECT 1 FROM events WHERE game = e.game AND number = 0)
    AND EXISTS (SELECT 1 FROM events WHERE game = e.game AND number = 2)
LIMIT 2
"""
_LOOSE: Final = """
SELECT game, number, t FROM events AS e
WHERE (number <> 0 OR game < 0)
    AND NOT EXISTS (SELECT 1 FROM events WHERE game = e.game AND number IN (e.number - 1, e.number + 1))
LIMIT 3
"""

_ENDS: Final = """
SELECT game, max(number) + 1, t FROM events
WHERE number >= 0 AND NOT (game = :game AND number = :number)
GROUP BY game
HAVING game = :game OR (max(number) + 1 = :number AND NOT EXISTS (
    SELECT 1 FROM events WHERE game = :game AND number <> :number))
LIMIT 2
"""


class Salvaged(NamedTuple):
    """How many games a new journal has of a damaged one, and how many of them are not whole."""

    games: int
    broken: int


@dataclass
class _Found:
    """What was found: the columns of games by number, seats, numbers of deleted games; events are in ``db``."""

    db: sqlite3.Connection
    games: dict[int, Sequence[Any]] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    loose: Iterator[int] = field(default_factory=lambda: itertools.count(-1000, -3))
    """Numbers for events that have none, or no game: none of them beside another."""


class _Game(NamedTuple):
    """A game as it is to be written: its number, and what a journal keeps of it, with its events."""

    number: int
    started: float
    options: str
    finished: float | None
    names: str
    events: list[tuple[float, str]]
    whole: bool


def salvage(damaged: Path, mended: Path, known: Collection[float] = (), seats: bool = True) -> Salvaged:
    """Write a new journal at ``mended``, where there is no file, with all that can be read of the one at ``damaged``,
    which is not touched. Games that began at a moment in ``known`` are left out, without ``seats`` those are, too.
    Leaves files of its own beside ``mended``. Raises ``JournalError`` where something cannot be read or written."""
    try:
        with closing(sqlite3.connect(mended.with_name("found.sqlite"), isolation_level=None)) as store:
            store.executescript(_STORE)
            store.execute("BEGIN")
            found = _Found(store)
            _read(damaged, mended.with_name("damaged.sqlite"), found)
            if not seats:
                found.seats.clear()
            with closing(Journal(mended)) as journal:
                return _write(journal, found, known)
    except OSError as error:
        why: object = error.strerror
    except sqlite3.Error as error:
        why = type(error).__name__
    raise JournalError(phrase("The journal {path} cannot be read: {why}.", path=damaged, why=why))


# -- reading -----------------------------------------------------------------------------------------------------------


def _read(damaged: Path, copy: Path, found: _Found) -> None:
    shutil.copyfile(damaged, copy)
    if log_of(damaged).exists():
        shutil.copyfile(log_of(damaged), log_of(copy))
    # what SQLite says of damage may be no text itself
    with suppress(sqlite3.Error, UnicodeDecodeError), closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.text_factory = bytes
        if _by_sqlite(db, found):
            return
    if damaged.stat().st_size:
        _by_pages(rows_of(damaged), found)


def _by_sqlite(db: sqlite3.Connection, found: _Found) -> bool:
    """Take all that SQLite reads; whether it finds the file sound, and all tables there."""
    if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != b"ok":
        return False
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {b"games", b"events", b"seats"} <= there:
        return False
    # what is a number of its own may be none by a damaged text of the tables
    games = [row[:1] + row[2:] for row in db.execute("SELECT rowid, * FROM games")]
    deleted = {row[0] for row in db.execute("SELECT rowid FROM deleted")} if b"deleted" in there else set()
    if any(row[1] is None and row[2] is None for row in games) or deleted & {number for number, *_ in games}:
        return False  # these are rows of another table
    if not games and db.execute("SELECT 1 FROM events").fetchone():
        return False
    for number, *columns in games:
        found.games[number] = [_text(value) for value in columns]
    for row in db.execute("SELECT * FROM events"):
        _take_event([_text(value) for value in row], found)
    for row in db.execute("SELECT * FROM seats"):
        _take_seat([_text(value) for value in row], found)
    found.deleted = deleted
    return True


def _by_pages(rows: Iterable[StoredRow], found: _Found) -> None:
    """Take what lies on the pages: what a row is can be seen from its columns."""
    for number, values in rows:
        if number is None and len(values) == 4:
            _take_event(values, found)
        elif number is None and len(values) == 2:
            _take_seat(values, found)
        elif number is not None and values == (None,):
            found.deleted.add(number)
        elif number is not None and len(values) in (4, 5) and values[0] is None:
            found.games.setdefault(number, values[1:])
    found.deleted -= found.games.keys()


def _text(value: Any) -> Any:
    """Text of a row, None where it is none."""
    try:
        return value.decode() if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return None


def _take_seat(values: Sequence[Any], found: _Found) -> None:
    person, token_hash = values[:2]
    if isinstance(person, str) and isinstance(token_hash, str):
        found.seats.setdefault(person, token_hash)


def _take_event(values: Sequence[Any], found: _Found) -> None:
    game, number, t, text = values[:4]
    if not isinstance(text, str):
        return
    if not isinstance(game, int):
        game = next(found.loose)
    if not isinstance(number, int):
        number = next(found.loose)
    found.db.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?)", (game, number, t, text))


# -- writing -----------------------------------------------------------------------------------------------------------


def _write(journal: Journal, found: _Found, known: Collection[float]) -> Salvaged:
    _put_back(found.db)
    games = [game for game in _games(found) if game.started not in known]
    broken = 0
    with journal.transaction() as db:
        for place, game in enumerate(games):
            last = place == len(games) - 1
            ended = game.events[-1][0] if game.events else game.started
            finished = game.finished if game.finished is not None or last else ended
            row = (game.number, game.started, game.options, finished, game.names)
            db.execute("INSERT INTO games (id, started, options, finished, names) VALUES (?, ?, ?, ?, ?)", row)
            events = [(game.number, number, *event) for number, event in enumerate(game.events)]
            db.executemany("INSERT INTO events (game, number, t, json) VALUES (?, ?, ?, ?)", events)
            broken += not game.whole
        db.executemany("INSERT INTO seats (person, token_hash) VALUES (?, ?)", found.seats.items())
    return Salvaged(len(games), broken)


def _put_back(db: sqlite3.Connection) -> None:
    """Where one event is missing, and one stands where none can, at a moment that fits, it is that one."""
    gaps = db.execute(_GAP).fetchall()
    behind = [(game, number + 1) for game, number, _ in gaps]  # it may be the last, and then stands alone
    loose = [row for row in db.execute(_LOOSE).fetchall() if row[:2] not in behind]
    if len(loose) != 1:
        return
    own_game, own_number, t = loose[0]
    # where nothing is missing in between it was the last of its game
    places = gaps or db.execute(_ENDS, {"game": own_game, "number": own_number}).fetchall()
    if len(places) != 1:
        return
    game, number, before = places[0]
    after = db.execute("SELECT t FROM events WHERE game = ? AND number = ?", (game, number + 1)).fetchone()
    with suppress(ValueError):
        if moment(before) <= moment(t) <= (moment(after[0]) if after else LATEST):
            moved = (game, number, own_game, own_number)
            db.execute("UPDATE events SET game = ?, number = ? WHERE game = ? AND number = ?", moved)


def _games(found: _Found) -> list[_Game]:
    """The games in the order in which they began; those whose number was lost get another."""
    groups = {game for (game,) in found.db.execute("SELECT game FROM events WHERE number = 0")} - found.deleted
    alone = groups - found.games.keys()
    empty = [number for number in found.games if not _has_events(found.db, number)]
    if len(alone) == len(empty) == 1:  # its number was lost
        found.games[min(alone)] = found.games.pop(empty[0])
    for number in set(empty) - {max(found.games, default=0)}:
        found.games.pop(number, None)  # of a game of which nothing else is left there is nothing to tell
    numbers = sorted((groups | found.games.keys()) - found.deleted, key=lambda number: (not _is_number(number), number))
    highest = max(filter(_is_number, numbers), default=0)
    fresh = itertools.count(highest + 1)
    return [_game(n if _is_number(n) else next(fresh), found.games.get(n, ()), *_events(found.db, n)) for n in numbers]


def _is_number(number: int) -> bool:
    return 0 < number < HIGHEST


def _has_events(db: sqlite3.Connection, number: int) -> bool:
    return db.execute("SELECT 1 FROM events WHERE game = ?", (number,)).fetchone() is not None


def _events(db: sqlite3.Connection, game: int) -> tuple[list[tuple[float, str]], bool]:
    """The events of a game up to the first that cannot be read, and whether that are all."""
    events: list[tuple[float, str]] = []
    for number, t, text in db.execute("SELECT number, t, json FROM events WHERE game = ? ORDER BY number", (game,)):
        try:
            json_object(text)
        except ValueError:
            return events, False
        if number != len(events):
            return events, False
        before = events[-1][0] if events else 0.0
        events.append((_or(moment, t, before), text))  # when it was is a comfort
    return events, True


def _game(number: int, columns: Sequence[Any], events: list[tuple[float, str]], whole: bool) -> _Game:
    """A game of its columns; what these do not say follows from its events, or is as usual."""
    started, options, finished, names = (*columns, None, None, None, None)[:4]
    first = json_object(events[0][1]) if events else {}
    usual = {key: first[key] for key in ("game", "options", "players", "dealer", "seed") if key in first}
    return _Game(
        number,
        _or(moment, started, events[0][0] if events else 0.0),
        options if _or(json_object, options, None) is not None else json.dumps(usual if "game" in usual else {}),
        _or(moment, finished, None),
        names if _or(names_in, names, None) is not None else "{}",
        events,
        whole,
    )


def _or(read: Any, value: Any, otherwise: Any) -> Any:
    try:
        return read(value)
    except ValueError:
        return otherwise
