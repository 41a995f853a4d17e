"""Nobody goes round the table to look: a device that has seen one place's cards gets no other in that hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.keeper.kept_seen import KeptSeen
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.stage import Stage
from web_ui.app import create_app

SENTENCE = (
    "This device has seen South's cards in this hand; it can take another place once the hand is scored or dealt "
    "again, and South's own at any time."
)


def opened(stage: Stage, store: MemorySeats, memory: Path) -> None:
    """The program, begun (again) over what is kept."""
    stage.app = create_app(stage.keeper, stage.desk, seats_store=store, seen=KeptSeen(memory))


@pytest.fixture
def store() -> MemorySeats:
    return MemorySeats()


@pytest.fixture
def stage(tmp_path: Path, store: MemorySeats, request: pytest.FixtureRequest) -> Stage:
    made = Stage(tmp_path, getattr(request, "param", "classic"), seed=3, humans=("south", "north"))
    opened(made, store, tmp_path / "seen.json")
    return made


def phone(stage: Stage) -> FlaskClient:
    client = stage.app.test_client()
    client.get("/join")
    return client


def status(client: FlaskClient, path: str) -> int:
    return client.post(path, json={}).status_code


def deal(stage: Stage) -> None:
    """Whoever may deal does."""
    if any(map(stage.desk.may_deal, stage.keeper.persons())):
        stage.desk.deal()


def dealt(stage: Stage) -> FlaskClient:
    """South's phone, with the cards in the hand."""
    south = phone(stage)
    assert status(south, "/seats/south") == 200
    deal(stage)
    stage.play_until(lambda view: stage.desk.hand("south"))
    return south


@pytest.mark.parametrize("stage", ["android", "classic", "german"], indirect=True)
@pytest.mark.parametrize("how", ["left", "freed", "handed over"])
def test_who_has_seen_one_places_cards_sits_nowhere_else_in_that_hand(stage: Stage, how: str) -> None:
    south, host, other = dealt(stage), stage.app.test_client(), phone(stage)
    if how == "left":
        status(south, "/seats/south/leave")
    elif how == "freed":
        assert status(host, "/host/seats/south/free") == 200
    else:
        code = south.post("/seats/south/hand-over", json={}).get_json()["code"]
        assert other.post("/seats/south", json={"code": code}).status_code == 200
    answer = south.post("/seats/north", json={})
    assert (answer.status_code, answer.get_json()["error"]) == (403, SENTENCE)
    assert south.get("/api/north").status_code == 403
    if how == "handed over":
        assert status(other, "/seats/south/leave") == 200
        assert status(other, "/seats/north") == 403, "it has seen them, too"
    assert status(phone(stage), "/seats/north") == 200, "somebody else comes"
    assert status(south, "/seats/south") == 200, "the own place is always there"


def test_the_place_is_still_known_after_a_restart(stage: Stage, store: MemorySeats, tmp_path: Path) -> None:
    south = dealt(stage)
    opened(stage, store, tmp_path / "seen.json")
    south.application = stage.app
    assert status(stage.app.test_client(), "/host/seats/south/free") == 200
    opened(stage, store, tmp_path / "seen.json")
    south.application = stage.app
    assert status(south, "/seats/north") == 403
    assert status(south, "/seats/south") == 200


def test_places_are_free_before_the_deal_and_once_the_hand_is_scored_or_dealt_again(stage: Stage) -> None:
    early = phone(stage)
    for person in ("south", "north", "east"):
        assert status(early, f"/seats/{person}") == 200
        assert status(early, f"/seats/{person}/leave") == 200
    south = dealt(stage)
    status(south, "/seats/south/leave")
    assert status(south, "/seats/north") == 403
    stage.play_until(lambda view: view["phase"] in ("bid", "play"))
    stage.keeper.request("south", {"redeal": True})
    assert status(south, "/seats/north") == 200
    for person in stage.keeper.persons():
        stage.desk.set_plays_itself(person, True)
    stage.play_until(lambda view: view["phase"] == "play")
    status(south, "/seats/north/leave")
    assert status(south, "/seats/south") == 403
    stage.play_until(lambda view: view["phase"] == "scored")
    assert status(south, "/seats/south") == 200


def test_another_match_knows_nothing_of_the_one_before(stage: Stage) -> None:
    south = dealt(stage)
    assert south.post("/requests/south", json={"game": "german"}).status_code == 200
    status(south, "/seats/south/leave")
    assert status(south, "/seats/north") == 200


def test_play_now_leads_back_to_the_own_place(stage: Stage) -> None:
    phone_of_north = phone(stage)
    assert status(phone_of_north, "/seats/north") == 200
    deal(stage)
    status(phone_of_north, "/seats/north/leave")
    answer = phone_of_north.post("/play-now", json={})
    assert (answer.status_code, answer.get_json()) == (200, {"seat": "north"})


def test_at_a_real_table_the_androids_cards_beside_a_person_count_and_nothing_else_does() -> None:
    keeper = FakeKeeper()
    client = create_app(keeper, seats_store=MemorySeats()).test_client()
    client.get("/join")
    for beside, then in ((None, 200), ({"seat": 1, "cards": [None] * 13}, 200), ({"seat": 1, "cards": ["S2"]}, 403)):
        keeper.change("south", beside=beside)
        assert status(client, "/seats/south") == 200
        assert status(client, "/seats/south/leave") == 200
        assert status(client, "/seats/north") == then
        if then == 200:
            keeper.change("north", beside=None)
            status(client, "/seats/north/leave")


@pytest.mark.parametrize("text", ["", "[]", '{"hand": 1}', '{"hand": "1", "seen": [1]}', '{"hand": "1", "seen": null}'])
def test_a_spoiled_memory_is_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "seen.json").write_text(text)
    assert KeptSeen(tmp_path / "seen.json").get() == ("", {})
