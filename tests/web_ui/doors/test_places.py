"""Places of one game that another has not, and chairs over a restart."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.stage import Stage
from web_ui.app import create_app


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, "classic", seed=3, humans=())


def test_a_place_that_the_game_has_not_can_be_left_and_not_taken(stage: Stage) -> None:
    west, stranger = stage.app.test_client(), stage.app.test_client()
    assert west.post("/seats/west", json={}).status_code == 200
    assert west.post("/requests/west", json={"game": "german"}).status_code == 200
    for client, leave in ((west, True), (stranger, False)):
        page = client.get("/west").get_data(as_text=True)
        assert "Nobody sits in West’s place in this game." in page
        assert ("Leave this place" in page) == leave
    assert west.get("/api/west").get_json()["view"] == stage.view, "nothing that the board does not show"
    assert west.post("/requests/west", json={"redeal": True}).status_code == 409
    assert west.post("/simulation/west/deal", json={}).status_code == 404
    answer = stranger.post("/seats/west", json={})
    assert (answer.status_code, answer.get_json()["error"]) == (409, "Nobody sits in West's place in this game.")
    assert west.post("/seats/south", json={}).status_code == 403
    assert west.post("/seats/west/leave", json={}).status_code == 200
    assert west.post("/seats/south", json={}).status_code == 200


def test_the_board_has_a_page_for_each_place_of_the_game(stage: Stage) -> None:
    client = stage.app.test_client()
    assert 'href="/west"' in client.get("/board").get_data(as_text=True)
    client.post("/seats/south", json={})
    client.post("/requests/south", json={"game": "australian", "players": 7})
    page = client.get("/board").get_data(as_text=True)
    assert [place for place in stage.keeper.persons() if f'href="/{place}"' not in page] == []
    client.post("/requests/south", json={"game": "german"})
    assert 'href="/west"' not in client.get("/board").get_data(as_text=True)


def test_who_sat_in_a_chair_before_a_restart_still_plays_it(stage: Stage) -> None:
    store = MemorySeats()
    client = create_app(stage.keeper, stage.desk, seats_store=store).test_client()
    assert client.post("/seats/west", json={}).status_code == 200
    stage.desk.set_plays_itself("west", True)  # as a new program begins
    create_app(stage.keeper, stage.desk, seats_store=store)
    assert not stage.desk.plays_itself("west")
    assert stage.desk.plays_itself("east")


def test_whoever_sits_down_takes_the_chair_and_may_leave_it_to_a_simulated_person(stage: Stage) -> None:
    client, other = stage.app.test_client(), stage.app.test_client()
    assert stage.desk.plays_itself("east")
    client.post("/seats/east", json={})
    assert not stage.desk.plays_itself("east")
    body = {"person": "east", "on": True}
    other.post("/seats/north", json={})
    assert other.post("/simulation/north/plays-itself", json=body).status_code == 403
    assert client.post("/simulation/east/plays-itself", json=body).status_code == 200
    assert stage.desk.plays_itself("east")


class SlowSeats(MemorySeats):
    """A store in which two requests meet: the first to write waits for the second one to come to the same place."""

    def __init__(self) -> None:
        super().__init__()
        self.meet = threading.Barrier(2)

    def put(self, person: str, token_hash: str) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            self.meet.wait(0.2)
        super().put(person, token_hash)


def at_once(app: Flask, cookie: str) -> tuple[list[int], dict[str, str]]:
    """Two requests of one device, neither of which knows what came of the other: statuses and the cookies of both."""
    answers: list[TestResponse] = []

    def sit(person: str) -> None:
        answers.append(app.test_client(use_cookies=False).post(f"/seats/{person}", json={}, headers={"Cookie": cookie}))

    threads = [threading.Thread(target=sit, args=(person,)) for person in ("south", "north")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    given = [line.partition(";")[0] for answer in answers for line in answer.headers.getlist("Set-Cookie")]
    return sorted(answer.status_code for answer in answers), dict(one.split("=", 1) for one in given)


def private_views(app: Flask, cookies: dict[str, str]) -> list[int]:
    header = "; ".join(f"{name}={value}" for name, value in cookies.items())
    client = app.test_client(use_cookies=False)
    return [client.get(f"/api/{p}", headers={"Cookie": header}).status_code for p in ("south", "north")]


def test_two_requests_at_once_give_one_device_one_place() -> None:
    app = create_app(FakeKeeper(), seats_store=SlowSeats())
    page = app.test_client().get("/join")
    cookie = next(line for line in page.headers.getlist("Set-Cookie") if line.startswith("device=")).partition(";")[0]
    statuses, cookies = at_once(app, cookie)
    assert statuses == [200, 403]
    assert sorted(private_views(app, cookies)) == [200, 403]


def test_a_device_that_opened_no_page_has_one_place_of_two_all_the_same() -> None:
    keeper, store = FakeKeeper(), SlowSeats()
    app = create_app(keeper, seats_store=store)
    _, cookies = at_once(app, "")
    assert sorted(cookies) == ["seat_north", "seat_south"]
    assert private_views(app, cookies) == [200, 403]
    assert store.get("north") is None, "the other place is free again"
    assert private_views(app, {"seat_north": cookies["seat_north"]}) == [403, 403]


def test_a_device_that_never_got_its_answer_sits_all_the_same() -> None:
    keeper = FakeKeeper()
    app = create_app(keeper, seats_store=MemorySeats())
    client = app.test_client()
    client.get("/join")
    client.post("/seats/south", json={})
    client.delete_cookie("seat_south")
    assert client.get("/api/south").status_code == 200
    assert app.test_client().get("/api/south").status_code == 403
    keeper.change(phase="scored")
    assert client.post("/seats/south/leave", json={}).status_code == 200
    assert client.post("/seats/north", json={}).status_code == 200
