"""What Home Assistant is told, held against what its MQTT integration publishes of its schemas (home-assistant.io,
*MQTT*, *MQTT Sensor*, *MQTT Binary sensor*, *MQTT Button*), stated here as facts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from device.home.discovery import MOST_SIDES, NOBODY, TRUMPS, Topics, discovery, not_there, state_of
from tests.web_ui.fakes import public_view
from tests.web_ui.stage import Stage
from web_ui.api.public_events import cards_in
from whist.games import GAMES

TOPICS = Topics("homeassistant", "whist_0123456789ab")

SHARED = {"name", "unique_id", "icon", "device", "origin", "qos", "enabled_by_default", "entity_category"}
AVAILABILITY = {"availability_topic", "payload_available", "payload_not_available", "availability_template"}
REQUIRED = {"sensor": {"state_topic"}, "binary_sensor": {"state_topic"}, "button": {"command_topic"}}
ALLOWED = {
    "sensor": {"state_topic", "value_template", "device_class", "options", "state_class", "unit_of_measurement"},
    "binary_sensor": {"state_topic", "value_template", "device_class", "payload_on", "payload_off", "expire_after"},
    "button": {"command_topic", "payload_press", "retain", "device_class", "command_template"},
}
DEVICE = {
    "identifiers",
    "connections",
    "name",
    "manufacturer",
    "model",
    "sw_version",
    "hw_version",
    "configuration_url",
}
ORIGIN = {"name", "sw_version", "support_url"}
TOPIC = re.compile(r"homeassistant/(sensor|binary_sensor|button)/[a-zA-Z0-9_-]+/([a-zA-Z0-9_-]+)/config")


def held_against_the_schema(announced: dict[str, dict[str, Any]]) -> None:
    """Fails where Home Assistant would not take an announcement."""
    assert len({one["unique_id"] for one in announced.values()}) == len(announced)
    assert len({json.dumps(one["device"]) for one in announced.values()}) == 1, "they are one device"
    for topic, one in announced.items():
        found = TOPIC.fullmatch(topic)
        assert found, topic
        kind = found[1]
        assert REQUIRED[kind] <= one.keys() <= SHARED | AVAILABILITY | ALLOWED[kind]
        assert one["device"].keys() <= DEVICE
        assert one["device"]["identifiers"], "a device needs identifiers or connections"
        assert "name" in one["origin"], "an origin needs a name"
        assert one["origin"].keys() <= ORIGIN
        if one.get("device_class") == "enum":
            assert len(set(one["options"])) == len(one["options"]) > 0
            assert "state_class" not in one, "an enumeration is no measurement"
        else:
            assert "options" not in one
        if kind == "button":
            assert one["retain"] is False, "a command is never retained"


def test_the_eighth_score_of_linked_tables_is_taken_away_after_them() -> None:
    assert TOPICS.config("sensor", "score_7") in not_there(TOPICS, {"scores": [0, 0]})


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_announced_by_the_schema_and_no_card_is_told(game: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, game, seed=5, humans=())
    for _ in range(25):
        view = stage.view
        announced = discovery(TOPICS, view, "1.2.3", "http://table.local:8080")
        held_against_the_schema(announced)
        state = state_of(view, False)
        assert [*cards_in([announced, state])] == []
        told = {one["value_template"] for one in announced.values() if "value_template" in one}
        assert told == {f"{{{{ value_json.{name} }}}}" for name in state}
        assert state["trump"] in TRUMPS.values()
        assert not announced.keys() & set(not_there(TOPICS, view))
        scores = sum("/score_" in topic for topic in announced)
        assert scores == len(view["scores"]) == MOST_SIDES - len(not_there(TOPICS, view))
        for _ in range(8):
            stage.step()


def test_the_schema_is_held() -> None:
    announced = discovery(TOPICS, public_view() | {"title": "Android Whist"}, "1", None)
    wrong: dict[str, dict[str, Any]] = {
        "sensor/whist_0123456789ab/trump": {"options": []},
        "sensor/whist_0123456789ab/game": {"colour": "red"},
        "button/whist_0123456789ab/new_deal": {"retain": True},
        "sensor/whist_0123456789ab/turn": {"origin": {}},
        "binary_sensor/whist_0123456789ab/camera": {"unique_id": "whist_0123456789ab_turn"},
    }
    held_against_the_schema(announced)
    for place, change in wrong.items():
        topic = f"homeassistant/{place}/config"
        with pytest.raises(AssertionError):
            held_against_the_schema(announced | {topic: announced[topic] | change})


SEATS = [
    {"seat": 0, "kind": "human", "person": "south", "side": 0},
    {"seat": 1, "kind": "android", "person": "south", "side": 1},
    {"seat": 2, "kind": "computer", "person": "north", "side": 0},
]
VIEW = {"title": "Bid Whist", "trump": None, "turn": None, "questions": [], "out_of_sight": [], "scores": [3, -1],
        "seats": SEATS, "names": {"south": "Anna"}, "company": {"north": {"name": "Ada"}}}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "camera", "told"),
    [
        ({}, False, {"trump": "none", "turn": NOBODY, "question": "OFF", "camera": "OFF", "score_0": 3, "score_1": -1}),
        ({"trump": "NT", "turn": 0}, False, {"trump": "no trumps", "turn": "Anna"}),
        ({"turn": 0, "names": {}}, False, {"turn": "South"}),
        ({"turn": 1}, False, {"turn": "the android beside South"}),
        ({"turn": 2}, False, {"turn": "Ada"}),
        ({"questions": [{"id": 1, "ask": ["south"]}]}, False, {"question": "ON"}),
        ({"out_of_sight": ["play area"]}, False, {"camera": "ON"}),
        ({}, True, {"camera": "ON"}),
    ],
)
def test_how_things_stand(change: dict[str, Any], camera: bool, told: dict[str, Any]) -> None:
    state = state_of({**VIEW, **change}, camera)
    assert told.items() <= state.items()
    assert state["game"] == "Bid Whist"
