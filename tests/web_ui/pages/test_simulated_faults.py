"""The switches for what goes wrong, on the page of the simulated table and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from device.simulated.fault_switches import SWITCHES
from tests.web_ui.devices import Device
from tests.web_ui.gear import gear
from tests.web_ui.real import RealKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from web_ui.app import create_app

DIM = {"fault": "dim", "on": True}


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, "android", seed=3)


def south(stage: Stage) -> FlaskClient:
    client = stage.app.test_client()
    assert client.post("/seats/south", json={}).status_code == 200
    return client


def listed(client: FlaskClient) -> dict[str, bool]:
    faults = client.get("/api/south").get_json()["view"]["simulation"]["faults"]
    return {fault["name"]: fault["on"] for fault in faults}


def test_every_fault_is_listed_with_a_line_and_is_off(stage: Stage) -> None:
    client = south(stage)
    assert listed(client) == dict.fromkeys(SWITCHES, False)
    faults = client.get("/api/south").get_json()["view"]["simulation"]["faults"]
    assert all(fault["about"] == str(SWITCHES[fault["name"]].about) for fault in faults)


def test_a_fault_is_switched_on_for_all_to_see_and_off_again(stage: Stage) -> None:
    client, scene = south(stage), stage.desk._scene
    before, version = scene.scene().air, stage.keeper.version
    for _ in range(2):  # what is so already stays
        assert client.post("/simulation/south/fault", json=DIM).status_code == 200
    assert (listed(client)["dim"], scene.scene().air == before) == (True, False)
    assert stage.keeper.version > version, "open pages are told"
    assert client.post("/simulation/south/fault", json=DIM | {"on": False}).status_code == 200
    assert (listed(client)["dim"], scene.scene().air) == (False, before)


def test_faults_of_cards_end_with_the_deal_and_the_light_stays(stage: Stage) -> None:
    client = south(stage)
    assert client.post("/simulation/south/deal", json={}).status_code == 200
    for name in ("fourteen", "stray", "dim"):
        assert client.post("/simulation/south/fault", json={"fault": name, "on": True}).status_code == 200
    stage.desk._scene.clear()
    assert [name for name, on in listed(client).items() if on] == ["dim"]
    assert client.post("/simulation/south/fault", json={"fault": "fourteen", "on": False}).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"fault": "dim"}, 400),
        ({"fault": "dim", "on": 1}, 400),
        ({"fault": ["dim"], "on": True}, 400),
        ({"fault": None, "on": False}, 400),
        ({"fault": "fire", "on": True}, 409),
        ({"fault": "<b>", "on": False}, 409),
        ({"fault": "sleeve", "on": True}, 409),
        ({"fault": "swapped", "on": True}, 200),
        ([], 400),
    ],
)
def test_bad_requests_get_one_sentence_and_change_nothing(body: Any, status: int, stage: Stage) -> None:
    client, before = south(stage), stage.desk._scene.scene()
    answer = client.post("/simulation/south/fault", json=body)
    assert answer.status_code == status
    if status != 200:
        assert answer.get_json()["error"].endswith(".")
        assert "fire" not in answer.get_json()["error"]
        assert stage.desk._scene.scene() == before


def test_only_who_sits_there_and_no_other_site_switches(stage: Stage) -> None:
    client, stranger, before = south(stage), stage.app.test_client(), stage.desk._scene.scene()
    assert stranger.post("/simulation/south/fault", json=DIM).status_code == 403
    assert client.post("/simulation/north/fault", json=DIM).status_code == 403
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post("/simulation/south/fault", json=DIM, headers=headers).status_code == 403
    assert client.post("/simulation/south/fault", data='{"fault": "dim", "on": true}').status_code == 415
    assert client.get("/simulation/south/fault").status_code == 405
    assert stage.desk._scene.scene() == before


def test_in_company_the_host_alone_switches_faults(stage: Stage) -> None:
    host, code = stage.app.test_client(), stage.app.test_client().get("/api/host").get_json()["code"]
    alone, other = Device(stage.app), Device(stage.app, "192.168.1.51")
    assert alone.sit("south", code).status_code == 200
    assert alone.post("/simulation/south/fault", DIM).status_code == 200
    assert other.sit("north", code).status_code == 200
    for off in (True, False):
        assert alone.post("/simulation/south/fault", DIM | {"on": off}).status_code == 401
        assert alone.post("/simulation/south/fault", {"fault": "camera-unplugged", "on": off}).status_code == 401
    assert other.post("/seats/north/leave").status_code == 200
    assert host.post("/seats/north", json={}).status_code == 200
    assert host.post("/simulation/north/fault", json=DIM | {"on": False}).status_code == 200


def test_a_foreign_card_is_one_of_which_the_person_knows_where_it_is(stage: Stage) -> None:
    """RULES A6: what the table makes of it tells nothing of the holder that the person does not see."""
    client, scene = south(stage), stage.desk._scene
    assert client.post("/simulation/south/deal", json={}).status_code == 200
    stage.desk.set_plays_itself("south", True)
    stage.play_until(lambda view: view["tricks_done"] == 1 and view["turn"] == 0)
    view = client.get("/api/south").get_json()["view"]
    known = {*view["simulation"]["hand"], *(play["card"] for play in [*view["trick"], *view["last_trick"]["cards"]])}
    if view["turned_up"]:
        known.add(view["turned_up"])
    strays = set()
    for _ in range(40):
        assert client.post("/simulation/south/fault", json={"fault": "stray", "on": True}).status_code == 200
        strays |= {str(one.card) for one in scene.scene().strays}
        assert client.post("/simulation/south/fault", json={"fault": "stray", "on": False}).status_code == 200
    assert strays <= known
    assert len(strays) > 3


def test_a_real_table_has_no_switches() -> None:
    client = create_app(RealKeeper(), seats_store=MemorySeats()).test_client()
    assert client.post("/seats/south", json={}).status_code == 200
    assert client.post("/simulation/south/fault", json=DIM).status_code == 404
    assert "simulation" not in client.get("/api/south").get_json()["view"]


def test_the_board_shows_no_switches(stage: Stage) -> None:
    assert "faults" not in stage.app.test_client().get("/api/board").get_data(as_text=True)


@pytest.mark.browser
def test_a_tap_lets_the_light_go_down_and_another_brings_it_back(stage: Stage, page: Any) -> None:
    with serving(stage.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        gear(page).get_by_test_id("faults").click()
        switch = page.get_by_role("switch", name="the light is low")
        for on in (True, False):
            switch.click()
            page.wait_for_function(
                "on => document.querySelector('[data-testid=fault-dim]').ariaChecked === String(on)", arg=on
            )
            assert (stage.desk._scene.scene().air.gain < 1.0) == on
        page.get_by_role("switch", name="a sleeve rests over the card laid last").click()
        page.get_by_test_id("refusal").filter(has_text="No card lies on the table; lay one first.").wait_for()
