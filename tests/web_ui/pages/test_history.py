"""What was played, on its page: told to those who sit there, never of a hand that is not over, deleted by the host."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.commands.cli import main
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.records import history as past
from device.records.history import evening_of
from tests.web_ui.devices import Device, said
from tests.web_ui.doors.test_doors import weight
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.pages.past import House, Written, android, family, on_the_table
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from web_ui.doors.doorkeeper import COOKIE
from whist.messages import events as ev
from whist.records.records import replay
from whist.rules.options import AndroidOptions

LOOKS = ("/history", "/api/history", "/api/history?before=3", "/api/history/4", "/api/history/4/export/csv",
         "/api/history/export/json", "/api/history/people")  # fmt: skip


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which nobody changes anything."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    when = datetime(2026, 11, 20, 20, 0)
    made = House(tmp_path, [android(3, when, 1), android(4, when + timedelta(hours=1), 1), on_the_table()])
    yield made
    made.close()


def numbers(page: dict[str, Any]) -> list[tuple[str, list[int]]]:
    return [(one["date"], [match["number"] for match in one["matches"]]) for one in page["evenings"]]


# -- what it tells -----------------------------------------------------------------------------------------------------


def test_matches_stand_under_their_evening_newest_first(shared: House) -> None:
    page = shared.south.get("/api/history").get_json()
    assert numbers(page) == [("2026-11-20", [6, 5, 4]), ("2026-11-07", [3]), ("2026-10-03", [2, 1])]
    assert (page["next"], page["count"]) == (None, 6)
    on_table, _, won, broken_off, after_midnight, _ = [one for day in page["evenings"] for one in day["matches"]]
    assert (on_table["state"], on_table["hands"], on_table["winners"], on_table["on_table"]) == ("playing", 1, [], True)
    assert (won["state"], won["scores"], won["winners"], won["minutes"]) == ("over", [0, 5], [1], 45)
    assert won["names"] == {"south": "Anna Maria", "north": "Bò"}
    assert (broken_off["state"], broken_off["title"], broken_off["hands"]) == ("broken_off", "Australian Whist", 6)
    assert broken_off["names"] == {"south": "Anna Maria", "north": "Bò"}, "nobody else sits at this game"
    assert after_midnight["time"].startswith("00:")
    assert after_midnight["title"] == "Android Whist to 7, after an Error no duck, beat or high"


def test_a_match_has_its_sheet_and_all_tricks_of_its_hands(shared: House) -> None:
    found = shared.south.get("/api/history/4").get_json()
    match = android(3, datetime(2026, 11, 20))
    scored = [event for event in match.events if isinstance(event, ev.HandScored)]
    assert [row["scores"] for row in found["view"]["sheet"]] == [list(event.scores) for event in scored]
    assert found["view"]["sheet"][0]["how"] == [{"side": "1+3", "points": 1, "how": "1 odd trick"}]
    assert [[trick["winners"][0] for trick in hand["tricks"]] for hand in found["played"]] == [
        list(event.tricks) for event in scored
    ]
    assert all(len({one["card"] for t in hand["tricks"] for one in t["cards"]}) == 52 for hand in found["played"])
    assert found["played"][0]["entries"] == [{"side": 1, "points": 1, "how": "1 odd trick"}]
    contracts = shared.south.get("/api/history/1").get_json()
    assert [hand["contract"] for hand in contracts["played"]] == [row["contract"] for row in contracts["view"]["sheet"]]
    assert all(re.fullmatch(r"\d+(NT|[CDHS])", hand["contract"]) for hand in contracts["played"])


def test_italian_people_read_italian(shared: House) -> None:
    found = shared.south.get("/api/history/4", headers={"Accept-Language": "it"}).get_json()
    assert found["played"][0]["entries"][0]["how"] != "1 odd trick"
    page = shared.south.get("/history", headers={"Accept-Language": "it"}).get_data(as_text=True)
    assert "Partite giocate" in page


@given(st.datetimes(datetime(2000, 1, 2), datetime(2037, 12, 31)))
def test_until_five_it_is_still_the_evening_before(moment: datetime) -> None:
    there = datetime.fromtimestamp(moment.timestamp())
    evening = evening_of(moment.timestamp())
    assert evening == (there - timedelta(hours=5)).date()
    assert evening in (there.date(), there.date() - timedelta(days=1))


def test_many_matches_come_page_by_page_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "PAGE", 3)
    start = datetime(2026, 11, 1, 20, 0)
    house = House(
        tmp_path, [Written(asdict(AndroidOptions()), [], start + timedelta(hours=9 * k), {}) for k in range(8)]
    )
    worked_out: list[int] = []
    match_of = past.match_of
    monkeypatch.setattr(past, "match_of", lambda game, entries: worked_out.append(game.id) or match_of(game, entries))
    path, found = "/api/history", []
    for _ in range(4):
        page = house.south.get(path).get_json()
        found += [number for _, some in numbers(page) for number in some]
        assert worked_out == found, "no other ones are looked into"
        path = f"/api/history?before={page['next']}"
        if page["next"] is None:
            break
    assert found == [8, 7, 6, 5, 4, 3, 2, 1]
    assert page["count"] == 8
    assert house.south.get("/api/history").status_code == 200
    assert worked_out == found, "what the list says of a match is remembered"
    house.close()


def test_with_no_match_at_all_there_is_an_empty_list(tmp_path: Path) -> None:
    house = House(tmp_path, [])
    page = house.south.get("/api/history").get_json()
    assert [match["hands"] for day in page["evenings"] for match in day["matches"]] == [0], "the one just begun"
    assert house.south.get("/api/history/1").get_json()["played"] == []
    assert house.south.get("/api/history/export/csv").status_code == 409
    house.close()


def test_what_was_corrected_is_told_with_who_and_when(tmp_path: Path) -> None:
    one = android(3, datetime(2026, 11, 20, 20, 0), 2)
    at = next(k for k, event in enumerate(one.events) if isinstance(event, ev.HandScored))
    corrected = ev.ScoresCorrected((2, 1), 0, 3)
    one.events = [*one.events[: at + 1], corrected, *one.events[at + 1 :]]
    house = House(tmp_path, [one])
    found = house.south.get("/api/history/1").get_json()
    first, second = found["played"]
    assert [remark["text"] for remark in first["remarks"]] == [
        "The scores are 2 to 1, not 0 to 1; South said so and North agreed."
    ]
    assert re.fullmatch(r"\d\d:\d\d", first["remarks"][0]["time"])
    assert second["remarks"] == []
    assert first["entries"][-1] == {"side": 0, "points": 2, "how": "corrected by agreement"}
    assert found["view"]["sheet"][0]["scores"] == [2, 1]
    sheet = house.south.get("/api/history/1/export/csv").get_data(as_text=True)
    assert "corrected by agreement" in sheet
    house.close()


def test_a_match_of_another_version_is_listed_and_can_be_deleted(house: House) -> None:
    house.scribe.journal._db.execute("UPDATE games SET options = '{\"no_such\": 1}' WHERE id = 1")  # type: ignore[union-attr]
    first = house.south.get("/api/history").get_json()["evenings"][0]["matches"][-1]
    assert (first["number"], first["unreadable"]) == (1, True)
    answer = house.south.get("/api/history/1")
    assert (answer.status_code, said(answer)) == (
        409,
        "This program cannot read this match; it was written by another version.",
    )
    assert house.south.get("/api/history/export/json").status_code == 200, "the others"
    assert house.host.post("/history/1/delete").status_code == 200


# -- files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["pbn", "csv", "json"])
def test_all_matches_as_a_file_are_what_the_command_writes(
    to: str, shared: House, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = shared.south.get(f"/api/history/export/{to}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="whist-all-2026-11-20.{to}"'
    assert main(["export", "--journal", str(shared.path.parent), "--to", to]) == 0
    assert answer.get_data() == capsys.readouterr().out.encode()


def test_one_file_is_made_at_a_time(shared: House) -> None:
    with shared.history._exporting:
        answer = shared.south.get("/api/history/export/json")
        assert (answer.status_code, said(answer)) == (409, "Another file is being made; try again in a moment.")
        assert shared.south.get("/api/history").status_code == 200
    assert shared.south.get("/api/history/4/export/json").status_code == 200


def test_a_match_as_a_file_has_its_hands_alone(shared: House) -> None:
    answer = shared.south.get("/api/history/4/export/json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="whist-2026-11-20-android-4.json"'
    records = [json.loads(line) for line in answer.get_data(as_text=True).splitlines()]
    assert [replay(record)["scores"] for record in records] == [[0, 1], [0, 2], [0, 5]]
    assert answer.get_data() in shared.south.get("/api/history/export/json").get_data()


def test_what_was_said_once_is_not_written_k3(shared: House) -> None:
    """RULES K3: high-card points are announced and not kept, by the page or in its files."""
    said_once = [
        event for event in family("candid", 4, datetime(2026, 10, 3), target=250).events if event.name == "announced"
    ]
    assert len(said_once) == 12
    for path in ("/api/history/1", "/api/history/1/export/json", "/api/history/1/export/pbn", "/api/history"):
        answer = shared.south.get(path)
        assert answer.status_code == 200
        assert '"hcp"' not in answer.get_data(as_text=True)


# -- the hand in play --------------------------------------------------------------------------------------------------


def secrets(match: Written) -> tuple[set[str], set[str]]:
    """Of the hand in play: what the androids still hold, and what was played."""
    begin = max(k for k, event in enumerate(match.events) if isinstance(event, ev.DealStarted))
    deal = match.events[begin:]
    played = {str(event.card) for event in deal if isinstance(event, ev.Played)}
    held = {str(card) for event in deal if isinstance(event, ev.Dealt) for card in event.cards}
    return held - played, played


def test_the_hand_in_play_is_nowhere(shared: House) -> None:
    match = on_the_table()
    held, played = secrets(match)
    assert held
    assert played
    found = shared.south.get("/api/history/6").get_json()
    assert [hand["number"] for hand in found["played"]] == [1]
    assert found["view"]["sheet"][-1]["number"] == 1
    for to in ("json", "pbn"):
        text = shared.south.get(f"/api/history/6/export/{to}").get_data(as_text=True)
        assert text.count('"dealer"' if to == "json" else "[Board ") == 1


def test_nothing_that_leaves_depends_on_the_hand_in_play(tmp_path: Path) -> None:
    """The same match, the second hand of which has other cards: every page and file is the same, byte by byte."""
    one, other = on_the_table(), on_the_table()
    begin = max(k for k, event in enumerate(one.events) if isinstance(event, ev.DealStarted))
    known = {event.card for event in one.events[begin:] if isinstance(event, ev.Played | ev.TurnedUp)}
    dealt = [card for event in one.events[begin:] if isinstance(event, ev.Dealt) for card in event.cards]
    unknown = [card for card in dealt if card not in known]
    first, second = unknown[0], unknown[-1]
    changed = {first: second, second: first}
    other.events = [
        ev.Dealt(event.holder, tuple(changed.get(card, card) for card in event.cards))
        if isinstance(event, ev.Dealt) and at > begin
        else event
        for at, event in enumerate(other.events)
    ]
    assert other.events != one.events
    answers = []
    for number, match in enumerate((one, other)):
        (tmp_path / str(number)).mkdir()
        house = House(tmp_path / str(number), [match])
        paths = ["/api/history", "/api/history/1", *(f"/api/history/1/export/{to}" for to in ("pbn", "csv", "json"))]
        answers.append([house.south.get(path).get_data() for path in paths])
        house.close()
    assert answers[0] == answers[1]


def test_what_was_never_played_after_a_claim_is_in_no_file_and_on_no_page(tmp_path: Path) -> None:
    """What an android still held when the hand was claimed its commander has never seen."""
    one = android(5, datetime(2026, 11, 20, 20, 0), 1)
    won = [k for k, event in enumerate(one.events) if isinstance(event, ev.TrickWon)][8]
    gathered = next(k for k, event in enumerate(one.events) if k > won and isinstance(event, ev.Gathered))
    tricks = [event.seat for event in one.events[:gathered] if isinstance(event, ev.TrickWon)] + [0] * 4
    side = tricks.count(0) + tricks.count(2)
    points = (max(0, side - 6), max(0, 7 - side))
    scored = ev.HandScored(tuple(tricks), (side, 13 - side), points, points)
    one.events = [*one.events[: gathered + 1], ev.Proposed(0, "claim", tricks=4), ev.Claimed(0, 4, 3), scored]
    held, played = secrets(one)
    assert len(held) == 8
    house = House(tmp_path, [one])
    found = house.south.get("/api/history/1")
    hand = found.get_json()["played"][0]
    assert [len(trick["cards"]) for trick in hand["tricks"]] == [4] * 9 + [0] * 4
    assert "without playing; all agreed" in hand["remarks"][0]["text"]
    assert {one["card"] for trick in hand["tricks"] for one in trick["cards"]} == played
    assert not any(f'"{card}"' in found.get_data(as_text=True) for card in held)
    for to in ("json", "pbn"):
        answer = house.south.get(f"/api/history/1/export/{to}")
        assert (answer.status_code, said(answer)) == (409, "There is no hand that could be written in this format.")
    sheet = house.south.get("/api/history/1/export/csv").get_data(as_text=True)
    assert sheet.splitlines()[1].startswith("1,0,")
    house.close()


# -- who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOOKS)
def test_a_spectator_is_told_so_in_one_sentence(path: str, shared: House) -> None:
    answer = shared.spectator.get(path)
    assert answer.status_code == 403
    sentence = "Only people with a place at the table, and the host, can look back at what was played."
    text = answer.get_data(as_text=True)
    assert sentence in (text if path == "/history" else said(answer))
    assert "Anna Maria" not in text
    assert "history.js" not in text


@pytest.mark.parametrize("path", LOOKS)
def test_who_sits_there_and_the_host_may_look(path: str, shared: House) -> None:
    assert shared.south.get(path).status_code == shared.host.get(path).status_code == 200


def test_an_old_or_made_up_token_opens_nothing(house: House) -> None:
    thief = Device(house.app, "192.168.1.77")
    token = house.south.cookie("seat_south")
    thief.steal("seat_south", token)
    assert thief.get("/api/history").status_code == 200, "as long as it is South's"
    assert house.south.post("/seats/south/leave").status_code == 200
    for cookie, value in (("seat_south", token), ("seat_north", token), ("seat_south", ""), (COOKIE, "a.b")):
        thief.steal(cookie, value)
        assert thief.get("/api/history").status_code == 403
        assert thief.post("/history/1/delete").status_code == 401
    assert house.history.page()["count"] == 3


def test_another_site_gets_nothing(house: House) -> None:
    for device in (house.host, house.south):
        for headers in ({"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
            assert device.get("/api/history/export/json", headers=headers).status_code == 403
            assert device.post("/history/1/delete", headers=headers).status_code == 403
    assert house.history.page()["count"] == 3


@pytest.mark.parametrize(
    "path",
    ["/api/history/0", "/api/history/99", f"/api/history/{2**63 - 1}", f"/api/history/{2**63}",
     f"/api/history/{10**40}", "/api/history/-1", "/api/history/x", "/api/history/4/export/xml",
     "/api/history/99/export/csv", "/api/history/export/xlsx", "/api/history/4/export/"],
)  # fmt: skip
def test_guessed_addresses_are_no_pages(path: str, shared: House) -> None:
    answer = shared.south.get(path)
    assert (answer.status_code, said(answer)) == (404, "There is no such page at this table.")


@pytest.mark.parametrize("before", ["", "x", "-1", "1.5", "9" * 30, "٣", "%00"])
def test_what_is_no_number_is_not_understood(before: str, shared: House) -> None:
    assert shared.south.get(f"/api/history?before={before}").status_code == 400


def test_the_pages_lead_to_it_for_those_who_may_look(shared: House) -> None:
    link = 'href="/history"'
    assert link in shared.south.get("/").get_data(as_text=True)
    assert link in shared.south.get("/south").get_data(as_text=True)
    assert link in shared.host.get("/host").get_data(as_text=True)
    for path in ("/", "/north", "/host", "/join"):
        assert link not in shared.spectator.get(path).get_data(as_text=True)


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_is_light(language: str, shared: House) -> None:
    page = shared.south.get("/history", headers={"Accept-Language": language}).get_data(as_text=True)
    assert "history.js" in page
    assert weight(shared.app, page) < 150_000


def test_where_nothing_is_kept_there_is_no_such_page() -> None:
    client = create_app(FakeKeeper(), seats_store=MemorySeats()).test_client()
    assert client.get("/api/history").status_code == 404
    assert 'href="/history"' not in client.get("/").get_data(as_text=True)


# -- people ------------------------------------------------------------------------------------------------------------


def test_what_people_did_is_told_to_those_who_may_look(shared: House) -> None:
    """Only of matches that were played to the end; no card is in it."""
    asked = (shared.south.get("/api/history/people").get_json() for _ in range(3))  # some matches at one time
    found = next(told for told in asked if told["left"] == 0)
    assert {one["name"]: one["matches"] for one in found["people"]} == {
        "Anna Maria": 3,
        "Bò": 3,
        "Carla": 1,
        "Dario": 1,
    }
    assert {one["name"]: one["won"] for one in found["people"]} == {"Anna Maria": 1, "Bò": 3, "Carla": 0, "Dario": 0}
    assert [evening["date"] for evening in found["evenings"]] == ["2026-10-03", "2026-11-20"]
    assert not re.search(r'"[CDHS][2-9TJQKA]"', json.dumps(found))


def test_only_the_host_forgets_a_person(house: House) -> None:
    for device in (house.south, house.spectator):
        assert device.post("/history/forget", {"name": "Anna Maria"}).status_code == 401
    for body in ({}, {"name": ""}, {"name": 3}, {"name": ["Anna Maria"]}):
        assert house.host.post("/history/forget", body).status_code == 400
    assert house.host.post("/history/forget", {"name": "Nobody"}).status_code == 404
    answer = house.host.post("/history/forget", {"name": "anna maria"}).get_json()
    assert answer == {"forgotten": 3, "note": None}
    told = [
        house.south.get(path).get_data(as_text=True) for path in ("/api/history", "/api/history/people", "/api/board")
    ]
    assert not any("Anna" in text for text in told)
    assert "Anna" not in house.south.get("/api/south").get_data(as_text=True)
    assert b"Anna" not in house.path.read_bytes()


# -- deletion ----------------------------------------------------------------------------------------------------------


def test_only_the_host_deletes(house: House) -> None:
    for device in (house.south, house.spectator):
        answer = device.post("/history/1/delete")
        assert (answer.status_code, said(answer)) == (
            401,
            "Only the host can do that; enter the host's PIN on this device first.",
        )
    assert house.host.get("/history/1/delete").status_code in (404, 405)
    assert house.history.page()["count"] == 3
    assert house.host.post("/history/1/delete").get_json() == {"deleted": 1, "note": None}
    assert house.host.post("/history/1/delete").status_code == 404
    assert house.south.get("/api/history/1").status_code == 404
    assert [number for _, some in numbers(house.south.get("/api/history").get_json()) for number in some] == [3, 2]


def test_the_match_in_play_cannot_be_deleted_and_goes_on(house: House) -> None:
    before = house.south.get("/api/south").get_json()["view"]
    answer = house.host.post("/history/3/delete")
    assert (answer.status_code, said(answer)) == (409, "This match is still on the table; begin another one first.")
    assert house.host.post("/history/2/delete").status_code == 200
    assert house.south.get("/api/south").get_json()["view"] == before
    house.scribe.close()
    with closing(Scribe(house.path)) as scribe:
        again = Keeper(AndroidOptions(), scribe)
        assert again.private_view("south")["beside"] == before["beside"], "after a restart too"
        assert again.public_view()["scores"] == [0, 1]


def test_a_disk_that_may_not_be_written_is_one_sentence(house: House) -> None:
    house.scribe.journal._db.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]
    answer = house.host.post("/history/1/delete")
    assert answer.status_code == 409
    assert said(answer).startswith("The journal journal.sqlite cannot be written: it may not be written;")
    assert house.south.get("/api/history").get_json()["count"] == 3, "what was played can still be looked at"


def test_a_journal_that_cannot_be_read_is_one_sentence(house: House) -> None:
    house.scribe.journal.close()
    for path in ("/api/history", "/api/history/1", "/api/history/export/csv"):
        answer = house.south.get(path)
        assert (answer.status_code, said(answer)) == (409, "The journal journal.sqlite is closed.")
