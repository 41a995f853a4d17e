"""The tables of a club's database, for SQLite and PostgreSQL alike."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sql

META: Final = sql.MetaData()


def _of_a_match() -> tuple[sql.Column[int], ...]:
    """The columns that say of which match a row is."""
    return (
        sql.Column("of_table", sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("life", sql.Integer, primary_key=True),
        sql.Column("match", sql.BigInteger, primary_key=True, autoincrement=False),
    )


TABLES: Final = sql.Table(
    "tables",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(60), nullable=False, unique=True),
    sql.Column("life", sql.Integer, nullable=False),  # grows when its journal is another one
    sql.Column("match", sql.BigInteger, nullable=False),
    sql.Column("number", sql.BigInteger, nullable=False),
)
EVENTS: Final = sql.Table(
    "events",
    META,
    *_of_a_match(),
    sql.Column("number", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("body", sql.Text, nullable=False),
)
MATCHES: Final = sql.Table(
    "matches",
    META,
    *_of_a_match(),
    sql.Column("game", sql.String(20), nullable=False),
    sql.Column("begun", sql.BigInteger, nullable=False),
    sql.Column("over", sql.Boolean, nullable=False),
    sql.Column("hands", sql.Integer, nullable=False),
    sql.Column("scores", sql.Text, nullable=False),
    sql.Column("told", sql.Text, nullable=False),  # what its table says of it: names, seats, winners
    sql.Column("pbn", sql.Text, nullable=False),
    sql.Column("stale", sql.Boolean, nullable=False),  # something happened since its table was asked
)
RESULTS: Final = sql.Table(
    "results",  # matches that were played to their end, once their table has said who won
    META,
    *_of_a_match(),
    sql.Column("begun", sql.BigInteger, nullable=False, index=True),
)
PEOPLE: Final = sql.Table(
    "people",  # who has played in them under a name
    META,
    *_of_a_match(),
    sql.Column("folded", sql.String(240), primary_key=True),
    sql.Column("name", sql.String(60), nullable=False),
    sql.Column("won", sql.Boolean, nullable=False),
)
