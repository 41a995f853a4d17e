"""The ranking of a club, and how its tables are named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from device.club.club import tables_of
from device.club.ranking import ToldMatch, people_of, ranking
from device.club.store import Store
from device.settings.errors import CommandError

SEATS = tuple({"person": place, "kind": "human", "side": side} for side, place in enumerate(("south", "north")))


def match(
    names: str, won: int | None, *, table: str = "East", number: int = 1, begun: int = 0, **more: Any
) -> ToldMatch:
    """A match of two, by their names; ``won`` is the side that has won."""
    called = dict(zip(("south", "north"), names.split(), strict=False))
    winners = () if won is None else (won,)
    given = {"seats": SEATS, "computers": (), "scores": (5, 3)} | more
    return ToldMatch(table, number, "android", begun, names=called, winners=winners, **given)


def ranked(matches: Iterable[ToldMatch]) -> list[dict[str, Any]]:
    """The ranking of a club that was told of these matches, in this order."""
    store, at = Store("sqlite://"), dict[str, int]()
    try:
        for one in matches:
            table, at[one.table] = store.table(one.table), at.get(one.table, 0) + 1
            events: list[dict[str, Any]] = [
                {"event": "match_begun", "game": one.game, "begun": one.begun},
                {"event": "hand_scored", "scores": [*one.scores]},
                {"event": "game_over"},
            ]
            store.apply(table, [{"match": at[one.table], "number": n, **event} for n, event in enumerate(events, 1)])
            said = {"seats": [*one.seats], "names": one.names, "computers": [*one.computers]}
            said |= {"scores": [*one.scores], "winners": [*one.winners]}
            store.told(table, at[one.table], said, None, store.at(table))
        return ranking(store.played())
    finally:
        store.close()


CASES: list[tuple[list[ToldMatch], list[tuple[int, str, int, int]]]] = [
    ([], []),
    ([match("Anna Bò", 0)], [(1, "Anna", 1, 1), (2, "Bò", 0, 1)]),
    ([match("Anna Bò", None)], []),  # it goes on, or was broken off
    ([match("Anna Bò", 0), match("bò ANNA", 0, begun=1)], [(1, "ANNA", 1, 2), (1, "bò", 1, 2)]),  # equal ones
    ([match("Anna Bò", 0), match("Anna Carla", 1)], [(1, "Carla", 1, 1), (2, "Anna", 1, 2), (3, "Bò", 0, 1)]),
    ([match("Anna", 1)], [(1, "Anna", 0, 1)]),  # who said no name is in no ranking
    ([match("Anna Ada", 1, computers=("north",))], [(1, "Anna", 0, 1)]),
    ([match("Anna Bò", 0, seats=(SEATS[0], SEATS[1] | {"kind": "android"}))], [(1, "Anna", 1, 1)]),
    ([match("\ud800 A\0da", 0)], [(1, "?", 1, 1), (2, "Ada", 0, 1)]),  # no database takes what stood there
    ([match("Anna anna", 1)], [(1, "Anna", 0, 1)]),  # on both sides: the side named first
]


@pytest.mark.parametrize(("matches", "lines"), CASES)
def test_who_has_won_most_is_first(matches: list[ToldMatch], lines: list[tuple[int, str, int, int]]) -> None:
    told = ranked(matches)
    assert [(one["place"], one["name"], one["won"], one["matches"]) for one in told] == lines
    assert ranked(reversed(matches)) == told


def test_the_tables_at_which_somebody_played() -> None:
    told = ranked([match("Anna Bò", 0), match("Anna Bò", 0, table="West"), match("Anna Bò", 0, number=2)])
    assert told[0]["tables"] == ["East", "West"]
    assert people_of(match("Anna Bò", 0)) == {"anna": ("Anna", 0), "bò": ("Bò", 1)}


def test_tables_are_named_by_what_stands_before_their_address() -> None:
    given = ["East=http://a.local:8080/", "https://b.local", "Big  table=http://c/x"]
    assert tables_of(given) == {
        "East": "http://a.local:8080",
        "b.local": "https://b.local",
        "Big table": "http://c/x",
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "name the tables to follow"),
        (["East"], "'East' is no table; write it as NAME=http://table.local:8080."),
        (["East=ftp://a"], "is no table"),
        (["East=http://user@a"], "is no table"),
        (["East=http://a?x"], "is no table"),
        (["East=http://[a"], "is no table"),
        (["East=http://a:99999"], "is no table"),
        (["E=http://a", "E=http://b"], "two tables are called E; give each a name of its own."),
        (["x" * 70 + "=http://a"], "is no name for a table"),
        ([f"{n}=http://a" for n in range(201)], "at most 200"),
    ],
)
def test_what_is_no_table_is_one_sentence(given: list[str], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        tables_of(given)
    assert sentence in str(refused.value)
