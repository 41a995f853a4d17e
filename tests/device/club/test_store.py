"""What a club keeps: each event once, in order, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")

from sqlalchemy import event

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
    assert [(match.begun, match.winners) for match in store.matches()] == [(5, (0,)), (99, ())]
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
    (match,) = store.matches()
    assert (match.scores, match.winners, match.names) == ((5, 1), (0,), {"south": "Anna"})
    assert [*store.pbn()] == ["[Event]"]
    assert not store.renamed(table, 1, said)
    assert store.renamed(table, 1, {**said, "names": {}}), "somebody is forgotten"
    assert store.matches()[0].names == {}
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


def test_no_pbn_is_read_for_the_ranking(tmp_path: Path) -> None:
    """The record of every match of a season would be read anew at every event."""
    store = Store(f"sqlite:///{tmp_path / 'club.sqlite'}")
    said: list[str] = []
    event.listen(store._engine, "before_cursor_execute", lambda _1, _2, text, *_: said.append(text))
    assert store.matches() == []
    assert len(said) == 1
    assert "matches.told" in said[0]
    assert "pbn" not in said[0]
    store.close()
