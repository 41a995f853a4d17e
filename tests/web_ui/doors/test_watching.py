"""Who may open the board (RULES S7)."""

from __future__ import annotations

from contextlib import closing

import pytest
from flask import Flask

from tests.web_ui.devices import TABLE, Device
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from web_ui.doors.watching import FEW


@pytest.fixture
def keeper() -> FakeKeeper:
    return FakeKeeper()


@pytest.fixture
def app(keeper: FakeKeeper) -> Flask:
    app = create_app(keeper, seats_store=MemorySeats(), key=HostKey("271828"), address=lambda: f"http://{TABLE}")
    machine = Device(app, "127.0.0.1", "localhost:8080")
    app.config["CODE"] = machine.get("/api/host").get_json()["code"]
    return app


def watch(app: Flask, number: int) -> Device:
    return Device(app, f"192.168.1.{number}")


def test_s7_a_closed_board_is_seen_by_those_who_sit_and_by_the_host_alone(keeper: FakeKeeper, app: Flask) -> None:
    keeper.change(house={"watching": "off"})
    stranger, sits, machine = watch(app, 60), watch(app, 61), Device(app, "127.0.0.1", "localhost:8080")
    assert sits.sit("south", app.config["CODE"]).status_code == 200
    for path in ("/events", "/api/board"):
        answer = stranger.get(path)
        assert answer.status_code == 403
        assert "for those who sit at this table" in answer.get_json()["error"]
    for path in ("/", "/board"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/join")
    for device in (sits, machine):
        assert device.get("/board").status_code == device.get("/api/board").status_code == 200


def test_s7_who_may_not_see_the_board_is_not_told_what_was_played_last(
    keeper: FakeKeeper, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "last_played", lambda: [{"game": "bid"}])
    keeper.change(house={"watching": "off"})
    stranger, sits, machine = watch(app, 60), watch(app, 61), Device(app, "127.0.0.1", "localhost:8080")
    assert sits.sit("south", app.config["CODE"]).status_code == 200
    told = [device.get("/api/games").get_json() for device in (stranger, sits, machine)]
    assert [one["played"] for one in told] == [[], [{"game": "bid"}], [{"game": "bid"}]]
    assert all(one["games"] for one in told)


def test_s7_a_board_that_is_open_closes_when_the_house_says_so(keeper: FakeKeeper, app: Flask) -> None:
    with closing(watch(app, 60).get("/events", buffered=False)) as answer:
        messages = answer.iter_encoded()
        assert any(b'"phase"' in next(messages) for _ in range(2))
        keeper.change(house={"watching": "off"})
        assert not any(b'"phase"' in message for message in messages), "nothing more is told"


def test_s7_ten_devices_watch_and_the_eleventh_does_not(keeper: FakeKeeper, app: Flask) -> None:
    keeper.change(house={"watching": "ten"})
    open_boards = []
    for number in range(60, 60 + FEW):
        answer = watch(app, number).get("/events", buffered=False)
        next(answer.iter_encoded())
        open_boards.append(answer)
    assert watch(app, 60).get("/api/board").status_code == 200, "one of the ten"
    assert watch(app, 90).get("/events").status_code == 403
    assert watch(app, 90).get("/board").status_code == 303
    sits = watch(app, 91)
    assert sits.sit("south", app.config["CODE"]).status_code == 200
    assert sits.get("/api/board").status_code == 200, "whoever sits is not counted"
    open_boards.pop().close()
    assert watch(app, 90).get("/api/board").status_code == 200
    for answer in open_boards:
        answer.close()


def test_who_may_watch_is_the_hosts_to_say(app: Flask) -> None:
    phone = watch(app, 60)
    phone.sit("south", app.config["CODE"])
    assert phone.post("/requests/south", {"house": {"watching": "off"}}).status_code == 401
