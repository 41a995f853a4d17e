"""``/api/v1``: what it answers and refuses, and that its document says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records.feed import PublicFeed
from device.records.history import PastMatches
from device.settings.house import House
from tests.web_ui.api.shapes import holds
from tests.web_ui.devices import Device, said
from tests.web_ui.pages.past import android, family, on_the_table, write_down
from tests.web_ui.seats import MemorySeats
from web_ui.api.openapi import PREFIX, document, routes
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions

WHOLE, OTHER, BROKEN_OFF, PLAYING = 1, 2, 3, 4


class Table:
    """Two matches that are over, one that was broken off in its second hand, and one in play."""

    def __init__(self, folder: Path, trusts_this_machine: bool = True) -> None:
        matches = [
            android(7, datetime(2026, 11, 1, 20), target=5),
            android(3, datetime(2026, 11, 2, 20), target=5),
            family("classic", 5, datetime(2026, 11, 3, 20), 1),
            on_the_table(),
        ]
        write_down(folder / "journal.sqlite", matches)
        self.scribe = Scribe(folder / "journal.sqlite")
        self.house = House(folder / "house.json")
        self.keeper = Keeper(AndroidOptions(), self.scribe, house=self.house)
        self.past = PastMatches(self.scribe)
        self.feed = PublicFeed(self.keeper, self.scribe, self.past)
        self.app: Flask = create_app(
            self.keeper,
            seats_store=MemorySeats(),
            key=HostKey("271828", trust_this_machine=trusts_this_machine),
            history=self.past,
            feed=self.feed,
        )
        self.stranger = Device(self.app)

    def get(self, path: str, **headers: str) -> Any:
        answer = self.stranger.get(f"{PREFIX}{path}", headers=headers)
        assert answer.status_code == 200, said(answer)
        return answer.get_json()

    def stream(self, after: str | None, most: int, header: bool = False) -> list[dict[str, Any]]:
        """The first events of a stream, each with its ``id``."""
        query = "" if after is None or header else f"?after={after}"
        headers = {"Last-Event-ID": after} if header and after else {}
        with closing(self.stranger.get(f"{PREFIX}/events{query}", headers=headers, buffered=False)) as answer:
            assert answer.status_code == 200
            found: list[dict[str, Any]] = []
            for message in answer.iter_encoded():
                if message.startswith(b"id: "):
                    first, data = message.decode().rstrip().split("\n")
                    event = holds("Event", json.loads(data.removeprefix("data: ")))
                    found.append({"id": first.removeprefix("id: "), **event})
                if len(found) == most:
                    break
        return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path)
    yield one
    one.scribe.close()


def test_every_route_is_in_the_document(table: Table) -> None:
    paths = document(table.app)["paths"]
    rules = [rule for rule in table.app.url_map.iter_rules() if rule.rule.startswith("/api/v1")]
    assert {rule.rule.replace("<int:number>", "{number}") for rule in rules} == {*paths}
    assert len(rules) == 8
    assert all(rule.methods == {"GET", "HEAD", "OPTIONS"} for rule in rules), "it is read-only"
    assert table.get("/openapi.json") == json.loads(json.dumps(document(table.app)))
    assert holds("About", table.get(""))["addresses"] == [*paths]


def test_a_route_that_nobody_described_is_told(table: Table) -> None:
    table.app._got_first_request = False
    table.app.add_url_rule(f"{PREFIX}/more", "more", lambda: "")
    assert len(list(routes(table.app))) == 9
    with pytest.raises(LookupError, match="/api/v1/more is not described"):
        document(table.app)


def test_the_view_is_that_of_the_board(table: Table) -> None:
    told = holds("View", table.get("/view"))
    assert told["view"] == table.stranger.get("/api/board").get_json()["view"]
    assert told["match"] == PLAYING


def test_matches_that_are_over_are_listed_and_no_others(table: Table) -> None:
    told = holds("Matches", table.get("/matches"))
    assert [match["number"] for match in told["matches"]] == [OTHER, WHOLE]
    assert told["next"] is None
    assert told["matches"][0]["names"] == {"south": "Anna Maria", "north": "Bò"}
    assert holds("Matches", table.get("/matches?before=2"))["matches"] == told["matches"][1:]
    assert holds("Match", table.get(f"/matches/{WHOLE}"))["scores"] == told["matches"][1]["scores"]
    hands = table.get(f"/matches/{WHOLE}")["hands"]
    assert all(len(hand["tricks"]) == 13 and "remarks" not in hand for hand in hands)
    pbn = table.stranger.get(f"{PREFIX}/matches/{WHOLE}/pbn")
    assert pbn.mimetype == "application/x-pbn"
    assert pbn.get_data(as_text=True).count("[Board ") == len(hands)


@pytest.mark.parametrize(
    "path", [f"/matches/{n}{of}" for n in (0, BROKEN_OFF, PLAYING, 9, 10**20) for of in ("", "/pbn")]
)
def test_what_is_not_over_is_no_match(table: Table, path: str) -> None:
    answer = table.stranger.get(f"{PREFIX}{path}")
    assert (answer.status_code, list(answer.get_json())) == (404, ["error"])


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/matches?before=x", "Matches go on before a number."),
        ("/matches?before=", "Matches go on before a number."),
        ("/events?after=7", "An event is named by its match and its number, as 3.41."),
        ("/events?after=-1.2", "An event is named by its match and its number, as 3.41."),
        ("/events?after=1.%D9%A3", "An event is named by its match and its number, as 3.41."),
    ],
)
def test_what_cannot_be_understood_is_one_sentence(table: Table, path: str, sentence: str) -> None:
    answer = table.stranger.get(f"{PREFIX}{path}")
    assert (answer.status_code, said(answer)) == (400, sentence)


def test_nothing_can_be_changed_here(table: Table) -> None:
    for rule in routes(table.app):
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = table.stranger.ask(method, rule.rule.replace("<int:number>", "1"), json={})
            assert (answer.status_code, sorted(answer.allow)) == (405, ["GET", "HEAD", "OPTIONS"])


def test_the_stream_tells_each_event_once_from_any_on(table: Table) -> None:
    whole = [event for n in (1, 2, 3, 4) for event in table.get(f"/matches/{n}/events")["events"]]
    ids = [f"{event['match']}.{event['number']}" for event in whole]
    assert len({*ids}) == len(ids) > 400
    told = table.stream("0.0", len(whole))
    assert [one.pop("id") for one in told] == ids
    assert told == whole
    for at in (0, 1, 57, ids.index("2.1") - 1, len(ids) - 2):
        following = ids[at + 1 : at + 4]
        for header in (True, False):
            assert [one["id"] for one in table.stream(ids[at], len(following), header)] == following


def test_without_a_number_the_match_in_play_is_told(table: Table) -> None:
    assert table.stream(None, 1)[0]["id"] == f"{PLAYING}.1"


@pytest.mark.parametrize(("after", "first"), [("1.999999", "1.1"), ("77.3", "4.1"), ("3.999999", "3.1")])
def test_a_number_that_is_not_there_is_told_from_the_beginning_of_its_match(
    table: Table, after: str, first: str
) -> None:
    assert table.stream(after, 1)[0]["id"] == first


def test_a_match_that_ends_goes_over_into_the_next(table: Table) -> None:
    playing = table.feed.events(PLAYING) or []
    seen = table.feed.after(PLAYING, len(playing))
    assert seen == []
    table.keeper.new_game(NewGame(0, "classic", {}, None, 0, 1))
    assert table.feed.newest() == PLAYING + 1
    following = table.feed.after(PLAYING, len(playing))
    assert [(event["match"], event["event"]) for event in following][:1] == [(PLAYING + 1, "match_begun")]
    assert table.feed.after(PLAYING, len(playing) - 1)[0]["number"] == len(playing)


def test_a_table_that_is_started_again_counts_on(table: Table, tmp_path: Path) -> None:
    before = [table.feed.events(n) for n in (1, 2, 3, 4)]
    table.scribe.close()
    again = Table.__new__(Table)
    scribe = Scribe(tmp_path / "journal.sqlite")
    again.feed = PublicFeed(Keeper(AndroidOptions(), scribe), scribe, PastMatches(scribe))
    assert [again.feed.events(n) for n in (1, 2, 3, 4)] == before
    scribe.close()


def test_a_table_that_writes_down_nothing_has_a_feed_too() -> None:
    scribe = Scribe(None)
    keeper = Keeper(NewGame(0, "classic", {}, None, 0, 1), scribe)
    feed = PublicFeed(keeper, scribe, PastMatches(scribe))
    assert (feed.newest(), feed.after(0, 0)[0]["event"]) == (1, "match_begun")


def test_s7_a_closed_board_closes_the_api_too(table: Table) -> None:
    paths = [rule.rule.replace("<int:number>", "1") for rule in routes(table.app)]
    with closing(table.stranger.get(f"{PREFIX}/events?after=0.0", buffered=False)) as answer:
        messages = answer.iter_encoded()
        assert any(b"id:" in next(messages) for _ in range(2))
        table.house.choose({"watching": "off"})
        table.keeper.touch()
        assert sum(1 for _ in messages) < 1000, "it ends"
    for path in paths:
        answer = table.stranger.get(path)
        assert (answer.status_code, "for those who sit" in said(answer)) == (403, True)
    assert Device(table.app, "127.0.0.1", "localhost:8080").get(f"{PREFIX}/view").status_code == 200


def test_another_site_may_not_read(table: Table) -> None:
    for headers in ({"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert table.stranger.get(f"{PREFIX}/view", headers=headers).status_code == 403
