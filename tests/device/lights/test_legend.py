"""What each light means, for the page: those that the table really has."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory

from device.lights.legend import legend
from device.lights.panel import Panel, meanings
from device.lights.pin_factory import NoPins
from device.settings.pins import LightPins, TrumpPins, TurnPins
from device.settings.settings import Settings
from tests.device.lights.mock_strip import WITH_STRIP, MockStrip
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app


def told(settings: Settings, factory: MockFactory | NoPins, strip: bool = True) -> dict[str, dict[str, str]]:
    if strip and isinstance(factory, MockFactory):
        MockStrip(factory)
    with closing(Panel(settings, factory)) as panel:
        return {light["name"]: light for light in legend(panel, settings)}


def test_all_that_the_settings_name_are_told_in_their_order_and_words() -> None:
    lights = told(WITH_STRIP, MockFactory())
    there = [part for part in meanings(WITH_STRIP) if part["pin"] is not None and part["part"] != "button"]
    assert list(lights) == [part["name"] for part in there]
    assert [light["means"] for light in lights.values()] == [part["means"] for part in there]
    assert {light["colour"] for light in lights.values()} == {"yellow", "green", "red", "white"}
    assert lights["slot"]["colour"] == "white"


@pytest.mark.parametrize(
    ("settings", "gone"),
    [
        (
            replace(WITH_STRIP, lights=LightPins(enabled=False)),
            {"help", "trump_hearts", "turn_south", "error_holder_1"},
        ),
        (replace(WITH_STRIP, lights=LightPins(trump=TrumpPins(hearts=0))), {"trump_hearts"}),
        (replace(WITH_STRIP, lights=LightPins(turn=TurnPins(north=16))), {"turn_north"}),  # South's pin
        (replace(WITH_STRIP, lights=LightPins(help=99)), {"help"}),
        (Settings(), {"slot"}),
    ],
    ids=["no lights", "no hearts", "one pin for two", "no such pin", "no strip"],
)
def test_lights_that_are_not_there_are_not_told(settings: Settings, gone: set[str]) -> None:
    all_lights = set(told(WITH_STRIP, MockFactory()))
    lights = set(told(settings, MockFactory()))
    assert gone <= all_lights
    assert not gone & lights
    assert lights or not settings.strip.enabled


def test_a_machine_without_pins_has_none() -> None:
    assert told(WITH_STRIP, NoPins()) == {}


def test_pages_tell_of_them_in_their_language_and_only_where_there_are_some() -> None:
    with closing(Panel(Settings(), MockFactory())) as panel:
        lights = legend(panel, WITH_STRIP)
    there = create_app(FakeKeeper(), seats_store=MemorySeats(), lights=lights).test_client()
    found = there.get("/api/lights", headers={"Accept-Language": "it"}).get_json()["lights"]
    assert found[0]["means"] == "Il seme vincente è fiori."
    assert 'data-lights="yes"' in there.get("/").get_data(as_text=True)
    none = create_app(FakeKeeper(), seats_store=MemorySeats()).test_client()
    assert none.get("/api/lights").get_json() == {"lights": []}
    assert 'data-lights="no"' in none.get("/").get_data(as_text=True)
