"""What makes a journal sound: its tables are those of a version of it, and all that stands in them can be read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

LATEST: Final = 2.0**37
"""No moment of a journal is later, seconds since 1970 (the year 6325); calendars end soon after."""
HIGHEST: Final = 2**31
"""No game has this number, nor one above it."""

DatabaseSchema = frozenset[tuple[str, ...]]
"""All tables and whatever else there is in a database: kind, name, table and text of each."""

_LOOKED_THROUGH: Final = """
SELECT 1 FROM events GROUP BY game HAVING min(number) <> 0 OR max(number) <> count(*) - 1
    OR NOT EXISTS (SELECT 1 FROM games WHERE id = game)
    OR sum(typeof(number) <> 'integer' OR typeof(t) NOT IN ('real', 'integer') OR t NOT BETWEEN 0 AND :latest
        OR typeof(json) <> 'text' OR NOT json_valid(json) OR substr(json, 1, 1) <> '{') > 0
UNION ALL SELECT 1 FROM games WHERE id NOT BETWEEN 1 AND :highest
UNION ALL SELECT 1 FROM seats WHERE typeof(person) <> 'text' OR typeof(token_hash) <> 'text'
LIMIT 1
"""


def schema_of(db: sqlite3.Connection) -> DatabaseSchema:
    """What there is in a database; raises ``sqlite3.Error``."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return frozenset(tuple(" ".join(str(part).split()) for part in row) for row in rows)


@lru_cache
def schemas_of(migrations: tuple[Callable[[sqlite3.Connection], None], ...]) -> Sequence[DatabaseSchema]:
    """The schemas of all versions: after no migration, after the first and so on, up to one that cannot be made."""
    with closing(sqlite3.connect(":memory:")) as db:
        schemas = [schema_of(db)]
        with suppress(sqlite3.Error):
            for migration in migrations:
                migration(db)
                schemas.append(schema_of(db))
    return schemas


def header_is_sound(path: Path) -> bool:
    """Whether the file, unless it is new, says that it is of a format that SQLite may write: else everything could be
    read, and nothing written. Raises ``OSError``."""
    with path.open("rb") as file:
        header = file.read(20)
    return len(header) < 20 or set(header[18:20]) <= {1, 2}


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether all that stands in a journal's tables can be read: every event of every game is there, by its number.
    Takes about a third of a second for 100 000 events on a PC. Raises ``sqlite3.Error``."""
    if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        return False
    for _, started, options, finished, *names in db.execute("SELECT * FROM games"):
        try:
            moment(started)
            moment(0 if finished is None else finished)
            json_object(options)
            for text in names:
                names_in(text)
        except ValueError:
            return False
    return db.execute(_LOOKED_THROUGH, {"latest": LATEST, "highest": HIGHEST}).fetchone() is None


def moment(value: object) -> float:
    """A moment as a journal keeps it, seconds since 1970; raises ``ValueError`` for what is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LATEST:
        raise ValueError("this is no moment")  # what it is may be anything, of any length
    return float(value)


def json_object(text: object) -> dict[str, Any]:
    """The JSON object of a text; raises ``ValueError`` for what is none."""
    if not isinstance(text, str):
        raise ValueError("this is no text")
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("this is no object")
    return found


def names_in(text: object) -> dict[str, str]:
    """Names of people by place, of a JSON text; raises ``ValueError`` for what is none."""
    names = json_object(text)
    if not all(isinstance(name, str) for name in names.values()):
        raise ValueError("a name is a text")
    return names
