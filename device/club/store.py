"""What a club keeps, in SQLite or PostgreSQL by one URL: every public event of every table, once; how far each table
was read; and of each match what is said of it. An event and how far the table was read by then are one transaction, so
whoever is killed loses nothing and doubles nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from device.club import results
from device.club.ranking import PlayerRecord, ToldMatch
from device.club.results import key
from device.club.schema import EVENTS, MATCHES, META, TABLES
from device.settings.errors import CommandError

BEGUN: Final = "match_begun"
_STALE: Final = frozenset({"hand_scored", "game_over", "scores_corrected", "play_corrected"})
"""Events after which a table is asked again what it says of the match."""


class Gap(Exception):
    """An event is missing before the one that came: it is to be asked for again."""


class At(NamedTuple):
    """How far a table was read: the last event, by match and number; 0.0 for nothing."""

    match: int
    number: int

    def __str__(self) -> str:
        return f"{self.match}.{self.number}"


class Store:
    """The database at ``url``; raises ``CommandError`` with one sentence where it cannot be opened. The methods raise
    ``sqlalchemy.exc.SQLAlchemyError``, and then nothing has changed. Any thread may call any method."""

    def __init__(self, url: str) -> None:
        self._lock = threading.RLock()
        self._one_at_a_time = url.startswith("sqlite")
        try:
            memory = {"poolclass": StaticPool} if url in ("sqlite://", "sqlite:///:memory:") else {}
            wait = {"check_same_thread": False, "timeout": 30} if self._one_at_a_time else {}
            self._engine = sql.create_engine(url, connect_args=wait, pool_pre_ping=True, **memory)
            if self._one_at_a_time:
                sql.event.listen(self._engine, "connect", _prepare_sqlite)
            META.create_all(self._engine)
            with self._writing() as db:
                results.count_missing(db)
        except (SQLAlchemyError, ImportError, OSError, ValueError) as error:
            raise CommandError(f"the club's store cannot be opened ({_why(error)}); see --store.") from None

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        # SQLite lets one write at a time: whoever waits in turn here need not try again and again there
        if self._one_at_a_time:
            with self._lock, self._engine.begin() as db:
                yield db
        else:
            with self._engine.begin() as db:
                yield db

    def table(self, name: str) -> int:
        """The number of the table called ``name``, which is made known if it is not."""
        with self._writing() as db:
            row = db.execute(sql.select(TABLES.c.id).where(TABLES.c.name == name)).first()
            if row is not None:
                return int(row[0])
            made = db.execute(sql.insert(TABLES).values(name=name, life=1, match=0, number=0))
            given = made.inserted_primary_key
            assert given is not None
            return int(given[0])

    def at(self, table: int) -> At:
        """How far a table was read."""
        with self._engine.connect() as db:
            row = db.execute(sql.select(TABLES.c.match, TABLES.c.number).where(TABLES.c.id == table)).one()
        return At(row.match, row.number)

    def apply(self, table: int, events: Sequence[Mapping[str, Any]]) -> int:
        """Keep what follows what was read of a table, each event once; how many were new. Raises ``Gap``, with all
        before it kept, where one is missing."""
        with self._writing() as db:
            row = db.execute(sql.select(TABLES).where(TABLES.c.id == table).with_for_update()).one()
            life, at, gap = row.life, At(row.match, row.number), False
            new: list[dict[str, Any]] = []
            for event in events:
                match, number = event["match"], event["number"]
                if event["event"] == BEGUN and number == 1 and match <= at.match:
                    if self._begun(db, table, life, match) in (None, event["begun"]):
                        continue  # once more what is known
                    life, at = life + 1, At(0, 0)  # another journal is told of there now
                if match < at.match or (match == at.match and number <= at.number):
                    continue
                if number != (at.number + 1 if match == at.match else 1):
                    gap = True
                    break
                self._note(db, table, life, event)
                at = At(match, number)
                new.append({"of_table": table, "life": life, **at._asdict(), "body": json.dumps(event)})
            if new:
                db.execute(sql.insert(EVENTS), new)
                db.execute(
                    sql.update(TABLES).where(TABLES.c.id == table).values(life=life, match=at.match, number=at.number)
                )
        if gap:
            raise Gap
        return len(new)

    def _begun(self, db: sql.Connection, table: int, life: int, match: int) -> int | None:
        row = db.execute(sql.select(MATCHES.c.begun).where(*key(MATCHES, table, life, match))).first()
        return None if row is None else int(row[0])

    def _note(self, db: sql.Connection, table: int, life: int, event: Mapping[str, Any]) -> None:
        match, name = event["match"], event["event"]
        own = {"of_table": table, "life": life, "match": match}
        if name == BEGUN:
            empty = {"over": False, "hands": 0, "scores": "[]", "told": "{}", "pbn": "", "stale": True}
            db.execute(sql.insert(MATCHES).values(**own, game=event["game"], begun=event["begun"], **empty))
        elif name in _STALE:
            now: dict[str, Any] = {"stale": True}
            if "scores" in event:
                now["scores"] = json.dumps(event["scores"])
            if name == "hand_scored":
                now["hands"] = MATCHES.c.hands + 1
            if name == "game_over":
                now["over"] = True
            db.execute(sql.update(MATCHES).where(*key(MATCHES, table, life, match)).values(**now))

    def stale(self, table: int) -> list[tuple[int, bool]]:
        """The matches of which the table is to be asked, oldest first, and whether each is over."""
        with self._engine.connect() as db:
            rows = db.execute(
                sql.select(MATCHES.c.match, MATCHES.c.over)
                .join(TABLES, sql.and_(TABLES.c.id == MATCHES.c.of_table, TABLES.c.life == MATCHES.c.life))
                .where(MATCHES.c.of_table == table, MATCHES.c.stale)
                .order_by(MATCHES.c.match)
            ).all()
        return [(int(row.match), bool(row.over)) for row in rows]

    def told(self, table: int, match: int, said: Mapping[str, Any] | None, pbn: str | None, at: At) -> None:
        """Keep what the table says of a match (None: nothing), and its ``pbn`` (None: as before). It is to be asked
        again if more was read since ``at``."""
        with self._writing() as db:
            row = db.execute(sql.select(TABLES).where(TABLES.c.id == table)).one()
            now: dict[str, Any] = {} if said is None else {"told": json.dumps(said)}
            if pbn is not None:
                now["pbn"] = pbn
            if said is not None and isinstance(said.get("scores"), list):
                now["scores"] = json.dumps(said["scores"])
            if At(row.match, row.number) == at:
                now["stale"] = False
            if now:
                db.execute(sql.update(MATCHES).where(*key(MATCHES, table, row.life, match)).values(**now))
                results.count(db, table, row.life, match)

    def renamed(self, table: int, match: int, said: Mapping[str, Any]) -> bool:
        """Keep what the table says now of a match that is over and about which it was asked; whether that is new."""
        with self._writing() as db:
            life = db.execute(sql.select(TABLES.c.life).where(TABLES.c.id == table)).scalar_one()
            own = key(MATCHES, table, life, match)
            row = db.execute(sql.select(MATCHES.c.told).where(*own, MATCHES.c.over, ~MATCHES.c.stale)).first()
            if row is None or row.told in (text := json.dumps(said), "{}"):
                return False
            db.execute(sql.update(MATCHES).where(*own).values(told=text, scores=json.dumps(said["scores"])))
            results.count(db, table, life, match)
            return True

    def results(self, most: int) -> list[ToldMatch]:
        """The newest matches that were played to their end, ``most`` at most, newest first."""
        with self._engine.connect() as db:
            return results.newest(db, most)

    def over(self) -> int:
        """How many matches were played to their end."""
        with self._engine.connect() as db:
            return results.how_many(db)

    def in_play(self) -> list[ToldMatch]:
        """The match of each table that is in play, as soon as it has a hand."""
        with self._engine.connect() as db:
            return results.in_play(db)

    def played(self) -> list[PlayerRecord]:
        """What each person has played to the end."""
        with self._engine.connect() as db:
            return results.played(db)

    def pbn(self) -> Iterator[str]:
        """The PBN of every match that has one, oldest first."""
        with self._engine.connect() as db:
            yield from results.pbn(db)

    def count(self) -> int:
        """How many events are kept."""
        with self._engine.connect() as db:
            return int(db.execute(sql.select(sql.func.count()).select_from(EVENTS)).scalar_one())


def _prepare_sqlite(connection: Any, record: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _why(error: Exception) -> str:
    """What went wrong, in one line and without the URL, which may hold a password."""
    cause = getattr(error, "orig", None)
    if isinstance(error, ImportError):
        return f"{error.name} is missing"
    return str(cause).strip().split("\n")[0] if cause is not None else type(error).__name__
