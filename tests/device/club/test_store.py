"""What a club keeps: each event once, in order, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from sqlalchemy import event

from device.club.schema import PEOPLE, RESULTS
from device.club.store import At, Gap, Store
from device.settings.errors import CommandError
from tests.device.club.databases import postgresql


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgresql":
        with postgresql() as found:
            yield found
    else:
        yield "sqlite://" if request.param == "memory" else f"sqlite:///{tmp_path / 'club.sqlite'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    one = Store(url)
    yield one
    one.close()


def begins(match: int, begun: int = 5) -> dict[str, Any]:
    return {"match": match, "number": 1, "event": "match_begun", "game": "classic", "begun": begun}


def happens(match: int, number: int, event: str = "played", **more: Any) -> dict[str, Any]:
    return {"match": match, "number": number, "event": event, **more}


SCORED = happens(1, 2, "hand_scored", scores=[3, 1])
OVER = happens(1, 3, "game_over")


def test_each_event_is_kept_once(store: Store) -> None:
    table = store.table("East")
    assert store.table("East") == table != store.table("West")
    assert store.at(table) == At(0, 0)
    assert store.apply(table, [begins(1), SCORED]) == 2
    assert store.apply(table, [begins(1), SCORED, OVER]) == 1
    assert store.apply(table, [OVER, OVER]) == 0
    assert store.apply(table, [begins(4, 9)]) == 1, "matches between were deleted"
    assert (store.at(table), store.count()) == (At(4, 1), 4)
    assert str(store.at(table)) == "4.1"


@pytest.mark.parametrize(
    ("events", "kept"),
    [
        ([happens(1, 4)], 2),
        ([OVER, happens(1, 5)], 3),
        ([happens(2, 2)], 2),
        ([OVER, begins(2, 9), happens(2, 3)], 4),
    ],
)
def test_where_one_is_missing_what_came_before_is_kept(store: Store, events: list[dict[str, Any]], kept: int) -> None:
    table = store.table("East")
    store.apply(table, [begins(1), SCORED])
    with pytest.raises(Gap):
        store.apply(table, events)
    assert store.count() == kept


def test_another_journal_at_a_table_is_another_life_of_it(store: Store) -> None:
    table = store.table("East")
    store.apply(table, [begins(1), SCORED, OVER, begins(2, 7), happens(2, 2)])
    store.told(table, 1, {"winners": [0], "scores": [5, 1]}, "[Event]", store.at(table))
    assert store.apply(table, [begins(1, 99), SCORED]) == 2
    assert (store.at(table), store.count()) == (At(1, 2), 7)
    assert [(match.begun, match.winners) for match in store.results(9)] == [(5, (0,))]
    assert [(match.begun, match.winners) for match in store.in_play()] == [(99, ())]
    assert store.apply(table, [begins(1, 99), SCORED]) == 0


def test_a_match_is_asked_about_until_its_table_has_said_what_there_is(store: Store) -> None:
    table = store.table("East")
    store.apply(table, [begins(1), SCORED])
    at = store.at(table)
    assert store.stale(table) == [(1, False)]
    store.apply(table, [OVER])
    store.told(table, 1, {"names": {}}, None, at)
    assert store.stale(table) == [(1, True)], "more has happened since"
    said = {"winners": [0], "scores": [5, 1], "names": {"south": "Anna"}, "seats": [], "computers": []}
    store.told(table, 1, said, "[Event]", store.at(table))
    assert store.stale(table) == []
    (match,) = store.results(9)
    assert (match.scores, match.winners, match.names) == ((5, 1), (0,), {"south": "Anna"})
    assert store.in_play() == []
    assert [*store.pbn()] == ["[Event]"]
    assert not store.renamed(table, 1, said)
    assert store.renamed(table, 1, {**said, "names": {}}), "somebody is forgotten"
    assert store.results(9)[0].names == {}
    assert not store.renamed(table, 2, said)


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path / 'club.sqlite'}"
    store = Store(where)
    store.apply(store.table("East"), [begins(1), SCORED])
    store.close()
    again = Store(where)
    assert again.at(again.table("East")) == At(1, 2)
    again.close()


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////nowhere/at/all.sqlite",
        "nonsense",
        "postgresql+psycopg://club:SECRET@127.0.0.1:1/club",
        "postgresql+nodriver://club:SECRET@h/c",
        "mysql+nodriver://club:SECRET@h/c",
    ],
)
def test_a_store_that_cannot_be_opened_is_one_sentence_without_its_password(url: str) -> None:
    with pytest.raises(CommandError) as refused:
        Store(url)
    told = str(refused.value)
    assert told.startswith("the club's store cannot be opened (")
    assert "SECRET" not in told
    assert "\n" not in told


SEATS = [{"person": place, "kind": "human", "side": side} for side, place in enumerate(("south", "north"))]


def play(store: Store, name: str, match: int, names: str, winner: int) -> None:
    """A whole match at a table."""
    table = store.table(name)
    store.apply(table, [begins(match, match), happens(match, 2, "hand_scored", scores=[5, 1])])
    store.apply(table, [happens(match, 3, "game_over")])
    tell(store, table, match, names, winner)


def tell(store: Store, table: int, match: int, names: str, winner: int) -> None:
    called = dict(zip(("south", "north"), names.split(), strict=False))
    said = {"winners": [winner], "scores": [5, 1], "names": called, "seats": SEATS, "computers": []}
    store.told(table, match, said, "[Event]", store.at(table))


def standing(store: Store) -> set[tuple[str, int, int]]:
    return {(one.name, one.won, one.matches) for one in store.played()}


def test_a_correction_counts_in_the_stead_of_what_it_corrects(store: Store) -> None:
    play(store, "East", 1, "Anna Carla", 0)
    play(store, "East", 2, "Anna Carla", 0)
    play(store, "West", 1, "ANNA Carla", 0)
    assert standing(store) == {("Anna", 3, 3), ("Carla", 0, 3)}
    table = store.table("East")
    store.apply(table, [happens(2, 4, "scores_corrected", scores=[1, 5])])
    tell(store, table, 2, "Dario Carla", 1)
    assert standing(store) == {("ANNA", 2, 2), ("Carla", 1, 3), ("Dario", 0, 1)}
    said = {"winners": [1], "scores": [1, 5], "names": {"north": "Carla"}, "seats": SEATS, "computers": []}
    assert store.renamed(table, 2, said)
    assert standing(store) == {("ANNA", 2, 2), ("Carla", 1, 3)}
    assert (store.over(), [one.number for one in store.results(2)]) == (3, [2, 1])


def test_a_store_that_was_kept_before_there_were_results_has_them(tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path / 'club.sqlite'}"
    store = Store(where)
    play(store, "East", 1, "Anna Carla", 0)
    play(store, "East", 2, "Anna Carla", 1)
    before = standing(store)
    with store._engine.begin() as db:
        for table in (PEOPLE, RESULTS):
            table.drop(db)
    store.close()
    again = Store(where)
    assert (standing(again), again.over()) == (before, 2)
    again.close()


def test_what_the_page_needs_is_no_more_with_every_match(tmp_path: Path) -> None:
    """What is kept of all matches of a season would be read, and held, anew at every event."""
    store, rows = Store(f"sqlite:///{tmp_path / 'club.sqlite'}"), list[int]()
    for match in range(1, 60):
        play(store, "East", match, "Anna Carla", match % 2)
        rows.append(len(store.results(5)) + len(store.in_play()) + len(store.played()))
    assert rows[8:] == [rows[8]] * len(rows[8:])
    assert standing(store) == {("Anna", 29, 59), ("Carla", 30, 59)}
    store.close()


def test_no_pbn_is_read_for_the_ranking(tmp_path: Path) -> None:
    """The record of every match of a season would be read anew at every event."""
    store = Store(f"sqlite:///{tmp_path / 'club.sqlite'}")
    said: list[str] = []
    event.listen(store._engine, "before_cursor_execute", lambda _1, _2, text, *_: said.append(text))
    assert (store.results(9), store.in_play(), store.played()) == ([], [], [])
    assert "matches.told" in said[0]
    assert not any("pbn" in text for text in said)
    store.close()
