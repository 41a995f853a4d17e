"""Computer players in the empty chairs have names and faces; how well each plays is chosen on the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from device.company.characters import CHARACTERS, Company
from device.journal.player_names import called, faces
from device.journal.scribe import Scribe
from device.records.history import PastMatches
from tests.device.company.test_characters import Here
from tests.web_ui.gear import gear
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage

STATIC = Path(__file__).parents[3] / "web_ui" / "static"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, "classic", seed=3, company=Company(Here(), "club"))


def test_everybody_has_a_face_and_a_name_of_their_own() -> None:
    cast = [one for level in CHARACTERS.values() for one in level]
    assert len({one.name for one in cast}) == len(cast)
    assert {one.face for one in cast} == {path.stem.removeprefix("face-") for path in STATIC.glob("face-*.svg")}
    for level in CHARACTERS.values():
        assert len(level) >= 6, "seven play Australian Whist at most, and one is a person"
        assert len({one.face for one in level[:3]}) == 3, "at a table of four no two look alike"


def test_the_board_shows_who_sits_in_the_empty_chairs(stage: Stage) -> None:
    assert set(stage.view["company"]) == {"west", "north", "east"}
    names = [one["name"] for one in stage.view["company"].values()]
    assert len(set(names)) == 3
    stage.desk.set_plays_itself("north", False)
    assert set(stage.view["company"]) == {"west", "east"}
    stage.desk.set_plays_itself("north", True)
    assert [one["name"] for one in stage.view["company"].values()] == names, "it is the same again"


def test_how_well_somebody_plays_is_chosen_by_who_sits_at_the_table(stage: Stage) -> None:
    client, other = stage.app.test_client(), stage.app.test_client()
    client.post("/seats/south", json={})
    body = {"person": "west", "level": "strong"}
    assert other.post("/simulation/south/level", json=body).status_code == 403
    assert client.post("/simulation/south/level", json=body).status_code == 200
    west = stage.view["company"]["west"]
    assert (west["level"], west["face"]) == ("strong", "fox")
    assert stage.view["company"]["east"]["level"] == "club"
    other.post("/seats/west", json={})
    assert client.post("/simulation/south/level", json=body).status_code == 403
    for wrong in ({"person": "nobody", "level": "easy"}, {"person": "east"}, {"level": 3}):
        assert client.post("/simulation/south/level", json=wrong).status_code == 400
    answer = client.post("/simulation/south/level", json={"person": "east", "level": "godlike"})
    assert (answer.status_code, answer.get_json()["error"]) == (409, "There is no such computer player.")


def test_a_page_calls_people_as_their_seats_there_do(stage: Stage) -> None:
    """The seats of a person's page bear names, those of the board places and names: its words speak of places."""
    client = stage.app.test_client()
    client.post("/seats/south", json={})
    stage.keeper.set_name("east", "Anna")
    stage.desk.deal()
    stage.play_until(lambda view: view["turn"] == 1)

    def told() -> str:
        return str(client.get("/api/south").get_json()["view"]["prompt"]).split(",")[0]

    assert told() == stage.view["company"]["west"]["name"]
    assert stage.view["prompt"].split(",")[0] == "West"
    stage.keeper.set_name("west", "Berta")
    assert told() == "Berta", "what somebody is called goes before what a computer player is"
    refused = client.post("/requests/south", json={"correct": "HT", "trick": 1, "of": 3})
    assert refused.get_json()["error"].endswith("Anna has played no card."), refused.get_json()


def test_without_computer_players_none_can_be_chosen(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "classic", seed=3)
    client = stage.app.test_client()
    client.post("/seats/south", json={})
    assert stage.view["company"] == {}
    assert client.post("/simulation/south/level", json={"person": "west", "level": "easy"}).status_code == 409


def test_names_that_people_gave_are_kept_before_those_of_computer_players() -> None:
    company = {"west": {"name": "Otto", "face": "otter"}, "north": {"name": "Berta", "face": "hen"}}
    kept = called({"west": "Anna", "south": "Ugo"}, company)
    assert {place: kept[place] for place in ("south", "west", "north")} == {
        "south": "Ugo",
        "west": "Anna",
        "north": "Berta",
    }
    assert faces(kept, ("south", "west", "north", "east")) == {"north": "hen"}


def test_a_match_is_remembered_with_those_who_played_it(stage: Stage, tmp_path: Path) -> None:
    scribe = Scribe(tmp_path / "journal.sqlite")
    keeper = stage.keeper
    keeper._scribe = scribe
    scribe.begin({"game": "classic", "options": {}, "players": None, "dealer": 0, "seed": 1})
    keeper._written = 0
    stage.desk.set_plays_itself("south", True)
    stage.play_until(lambda view: view["phase"] == "scored")
    line: dict[str, Any] = PastMatches(scribe).page()["evenings"][0]["matches"][0]
    assert set(line["names"]) == set(line["faces"]) == {"south", "west", "north", "east"}
    assert line["faces"]["west"] == keeper.public_view()["company"]["west"]["face"]
    scribe.close()


@pytest.mark.browser
def test_faces_and_levels_in_a_browser(stage: Stage, page: Any) -> None:
    from playwright.sync_api import expect

    page.set_viewport_size({"width": 360, "height": 740})
    with serving(stage.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/board")
        face = page.get_by_test_id("face-west")
        expect(face).to_be_visible()
        assert face.evaluate("one => one.complete && one.naturalWidth > 0")
        expect(page.get_by_test_id("name-west")).to_have_text(stage.view["company"]["west"]["name"])
        expect(page.get_by_test_id("face-south")).to_have_count(0)
        stage.keeper.set_name("west", "Anna")
        expect(page.get_by_test_id("name-west")).to_have_text("Anna")
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        gear(page).get_by_test_id("chairs").click()
        page.get_by_test_id("level-east").select_option("strong")
        expect(page.get_by_test_id("face-of-east")).to_have_attribute("src", "/static/face-cat.svg")
        page.get_by_test_id("plays-itself-east").click()
        expect(page.get_by_test_id("level-east")).to_have_count(0)
        assert json.dumps(stage.view["company"]).count('"level"') == 2
