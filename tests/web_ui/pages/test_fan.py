"""The own cards are photographed with the own phone (RULES S5): who may, how large, who is told, and in a browser."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from device.company.fans import COMMAND, Fans
from device.keeper.keeper import Keeper
from tests.device.company.test_fans import at, fanned, written
from tests.web_ui.devices import Device, said
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.whist.family_driver import FamilyWorld, dealt
from web_ui.app import create_app
from web_ui.doors.doors import MAX_PHOTOGRAPH


@dataclass
class House:
    """A real table in the midst of a hand, with advice allowed; South and West sit, each on a device."""

    world: FamilyWorld = field(default_factory=lambda: dealt("classic", seed=4, dealer=1))
    command: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        more = {"command": self.command} if self.command else {}
        keeper, fans = at(self.world.table, None, **more)
        self.keeper: Keeper = keeper
        self.fans: Fans = fans
        self.app: Flask = create_app(keeper, seats_store=MemorySeats(), fans=fans)
        self.south, self.west = (
            Device(self.app, "127.0.0.1", "localhost:8080"),
            Device(self.app, "127.0.0.1", "localhost:8080"),
        )
        for device, person in ((self.south, "south"), (self.west, "west")):
            assert device.sit(person).status_code == 200

    def device(self) -> Device:
        return Device(self.app, "127.0.0.1", "localhost:8080")

    @property
    def mine(self) -> list[str]:
        return [str(card) for card in self.world.hand.hands[0]]


@pytest.fixture
def house() -> House:
    return House()


def photograph(device: Device, data: bytes, person: str = "south", kind: str = "image/jpeg") -> Any:
    return device.ask("POST", f"/fan/{person}", data=data, headers={"Content-Type": kind})


def fan_of(device: Device, person: str) -> Any:
    return device.get(f"/api/{person}").get_json()["view"]["fan"]


def test_only_the_page_of_that_seat_is_told(house: House) -> None:
    assert fan_of(house.south, "south")["cards"] == []
    assert photograph(house.south, written(house.mine)).status_code == 200
    assert len(fan_of(house.south, "south")["cards"]) == 13
    others = [
        house.west.get("/api/west"),
        house.west.get("/api/board"),
        house.device().get("/api/board"),
    ]
    for answer in others:
        text = json.dumps(answer.get_json())
        assert not any(f'"{code}"' in text for code in house.mine)
    assert house.west.get("/api/south").status_code == 403


def test_nobody_photographs_or_asks_for_somebody_else(house: House) -> None:
    assert photograph(house.west, written(house.mine)).status_code == 403
    for path in ("/fan/south/advice", "/fan/south/forget"):
        assert house.west.post(path).status_code == 403
    assert photograph(house.south, written(house.mine), "nobody").status_code == 404


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"x" * (MAX_PHOTOGRAPH + 1), "image/jpeg", 413),
        (b"x", "image/png", 415),
        (b"x", "application/json", 415),
        (b"x", "image/jpeg", 409),
    ],
)
def test_what_is_no_photograph_is_refused_in_a_sentence(house: House, data: bytes, kind: str, status: int) -> None:
    answer = photograph(house.south, data, kind=kind)
    assert answer.status_code == status
    assert said(answer).endswith(".")
    assert fan_of(house.south, "south")["cards"] == []


def test_where_the_house_allows_no_advice_there_is_no_photograph(house: House) -> None:
    house.keeper.request("south", {"house": {"suggestions": "off"}})
    assert photograph(house.south, written(house.mine)).status_code == 409
    assert house.south.post("/fan/south/advice").status_code == 409
    assert fan_of(house.south, "south") is None


def test_whoever_takes_the_place_next_is_not_told(house: House) -> None:
    photograph(house.south, written(house.mine))
    assert house.south.post("/seats/south/leave").status_code == 200
    other = house.device()
    assert other.sit("south").status_code == 200
    assert fan_of(other, "south")["cards"] == []


def first_message(device: Device, person: str) -> str:
    """What a page is told when it opens."""
    with device.get(f"/events/{person}") as answer:
        return next(text for chunk in answer.response if (text := chunk.decode()).startswith("id:"))


def test_whoever_takes_the_place_next_is_not_told_by_what_was_made_for_the_last_page(house: House) -> None:
    """Messages are made once for all pages of a place."""
    photograph(house.south, written(house.mine))
    assert house.mine[0] in first_message(house.south, "south")
    house.south.post("/seats/south/leave")
    other = house.device()
    other.sit("south")
    told = first_message(other, "south")
    assert not any(f'"{code}"' in told for code in house.mine)


def test_other_requests_stay_as_small_as_they_were(house: House) -> None:
    """Only a photograph may be large."""
    answer = house.south.ask("POST", "/requests/south", data=b"x" * 5000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.browser
def test_a_fan_is_photographed_in_the_browser(page: Page, tmp_path: Path) -> None:
    house = House(command=COMMAND)
    file = tmp_path / "fan.png"
    cv2.imwrite(str(file), fanned(house.mine))
    with serving(house.app) as server:
        address = f"http://localhost:{server.port}"
        house.south.post("/seats/south/leave")
        page.goto(f"{address}/south")
        page.get_by_test_id("sit").click()
        expect(page.get_by_test_id("fan")).to_contain_text("Nobody else sees them")
        page.get_by_test_id("photograph").set_input_files(str(file))
        expect(page.get_by_test_id(f"fan-{house.mine[0]}")).to_have_count(1, timeout=60_000)
        known = house.fans.shown("south", next(iter(house.fans._fans.values())).device)
        assert known is not None
        assert {*known["cards"]} == {*house.mine}
        expect(page.get_by_test_id("fan")).to_contain_text("All your cards are known.")
        page.get_by_test_id("forget-fan").click()
        expect(page.get_by_test_id(f"fan-{house.mine[0]}")).to_have_count(0)
        page.get_by_test_id("photograph").set_input_files(__file__)
        expect(page.get_by_test_id("refusal")).to_contain_text("no photograph that this phone can open")
