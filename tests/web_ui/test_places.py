"""Places of one game that another has not, and chairs over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web_ui.stage import Stage
from web_ui.app import create_app
from web_ui.contracts import MemorySeats


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
    assert 'href="/west"' in client.get("/").get_data(as_text=True)
    client.post("/seats/south", json={})
    client.post("/requests/south", json={"game": "australian", "players": 7})
    page = client.get("/").get_data(as_text=True)
    assert [place for place in stage.keeper.persons() if f'href="/{place}"' not in page] == []
    client.post("/requests/south", json={"game": "german"})
    assert 'href="/west"' not in client.get("/").get_data(as_text=True)


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
