"""The results of a club: what is counted of each match that was played to its end, and read for the page. The database
does the counting, so that a page needs no more memory after a season than after an evening."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql

from device.club.ranking import PlayerRecord, ToldMatch, people_of
from device.club.schema import MATCHES, PEOPLE, RESULTS, TABLES

_SHOWN = (TABLES.c.name, *(MATCHES.c[one] for one in ("match", "game", "begun", "over", "scores", "told")))


def key(of: sql.Table, table: int, life: int, match: int) -> tuple[sql.ColumnElement[bool], ...]:
    """Which rows of ``of`` are of that match."""
    return of.c.of_table == table, of.c.life == life, of.c.match == match


def count(db: sql.Connection, table: int, life: int, match: int) -> None:
    """Count that match as it stands now, and no more as it stood before."""
    for of in (PEOPLE, RESULTS):
        db.execute(sql.delete(of).where(*key(of, table, life, match)))
    row = db.execute(_shown().where(*key(MATCHES, table, life, match), MATCHES.c.hands > 0)).first()
    if row is None or not (said := _match(row)).winners:
        return
    own = {"of_table": table, "life": life, "match": match}
    db.execute(sql.insert(RESULTS).values(**own, begun=said.begun))
    people = [
        {**own, "folded": folded, "name": name, "won": side in said.winners}
        for folded, (name, side) in people_of(said).items()
    ]
    if people:
        db.execute(sql.insert(PEOPLE), people)


def count_missing(db: sql.Connection) -> None:
    """Count the matches of a store that was kept before there were results."""
    over = sql.select(MATCHES.c.of_table, MATCHES.c.life, MATCHES.c.match).where(
        MATCHES.c.over, MATCHES.c.hands > 0, MATCHES.c.told != "{}", ~_counted()
    )
    for row in db.execute(over).all():
        count(db, *row)


def how_many(db: sql.Connection) -> int:
    """The matches that were played to their end."""
    return int(db.execute(sql.select(sql.func.count()).select_from(RESULTS)).scalar_one())


def newest(db: sql.Connection, most: int) -> list[ToldMatch]:
    """The newest of them, ``most`` at most, newest first."""
    same = sql.and_(*(MATCHES.c[one] == RESULTS.c[one] for one in ("of_table", "life", "match")))
    rows = db.execute(
        sql.select(*_SHOWN)
        .select_from(RESULTS)
        .join(MATCHES, same)
        .join(TABLES, TABLES.c.id == RESULTS.c.of_table)
        .order_by(RESULTS.c.begun.desc(), RESULTS.c.of_table.desc(), RESULTS.c.match.desc())
        .limit(most)
    )
    return [_match(row) for row in rows]


def in_play(db: sql.Connection) -> list[ToldMatch]:
    """The match of each table that is in play, as soon as it has a hand."""
    now = sql.and_(MATCHES.c.life == TABLES.c.life, MATCHES.c.match == TABLES.c.match)
    rows = db.execute(_shown().where(now, MATCHES.c.hands > 0, ~_counted()).order_by(TABLES.c.id))
    return [_match(row) for row in rows]


def played(db: sql.Connection) -> list[PlayerRecord]:
    """What each person has played to the end."""
    tables: dict[str, list[str]] = {}
    where = sql.select(PEOPLE.c.folded, TABLES.c.name).join(TABLES, TABLES.c.id == PEOPLE.c.of_table).distinct()
    for folded, table in db.execute(where):
        tables.setdefault(folded, []).append(table)
    return [
        PlayerRecord(folded, name, int(won), int(matches), tuple(sorted(tables.get(folded, ()))))
        for folded, name, won, matches in db.execute(_sums())
    ]


def _sums() -> sql.Select[Any]:
    """Name, won and played of each person."""
    same = sql.and_(*(PEOPLE.c[one] == RESULTS.c[one] for one in ("of_table", "life", "match")))
    latest = (RESULTS.c.begun.desc(), TABLES.c.name.desc(), PEOPLE.c.match.desc(), PEOPLE.c.life.desc())
    of = PEOPLE.c.folded
    each = (
        sql.select(
            PEOPLE.c.folded,
            PEOPLE.c.name,
            sql.func.sum(sql.case((PEOPLE.c.won, 1), else_=0)).over(partition_by=of).label("won"),
            sql.func.count().over(partition_by=of).label("matches"),
            sql.func.row_number().over(partition_by=of, order_by=latest).label("place"),
        )
        .join(RESULTS, same)
        .join(TABLES, TABLES.c.id == PEOPLE.c.of_table)
        .subquery()
    )
    return sql.select(each.c.folded, each.c.name, each.c.won, each.c.matches).where(each.c.place == 1)


def pbn(db: sql.Connection) -> Iterator[str]:
    """The PBN of every match that has one, oldest first."""
    found = sql.select(MATCHES.c.pbn).where(MATCHES.c.pbn != "")
    order = found.order_by(MATCHES.c.begun, MATCHES.c.of_table, MATCHES.c.match)
    for row in db.execution_options(yield_per=20).execute(order):
        yield str(row[0])


def _shown() -> sql.Select[Any]:
    return sql.select(*_SHOWN).select_from(MATCHES).join(TABLES, TABLES.c.id == MATCHES.c.of_table)


def _counted() -> sql.ColumnElement[bool]:
    """Whether a row of ``MATCHES`` has a result."""
    same = (MATCHES.c[one] == RESULTS.c[one] for one in ("of_table", "life", "match"))
    return sql.exists().where(*same).correlate(MATCHES)


def _match(row: Any) -> ToldMatch:
    said = json.loads(row.told)
    winners = said.get("winners", []) if row.over else []
    seats, names, computers = said.get("seats", []), said.get("names", {}), said.get("computers", [])
    scores = tuple(json.loads(row.scores))
    return ToldMatch(
        row.name, row.match, row.game, row.begun, tuple(seats), names, tuple(computers), scores, tuple(winners)
    )
