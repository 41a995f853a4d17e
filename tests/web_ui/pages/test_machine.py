"""Camera, pack, lights and pins on the host's page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.settings.changing import SettingsFile
from device.settings.settings import load
from tests.web_ui import axe
from tests.web_ui.devices import Device, said
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey

if TYPE_CHECKING:
    from playwright.sync_api import Page

PIN = "271828"


class Table:
    """A table with a settings file, the host's device and a phone that sits."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "settings.toml"
        self.begun_again = 0
        settings = SettingsFile(self.file, self._again)
        key = HostKey(PIN)
        self.app = create_app(FakeKeeper(), seats_store=MemorySeats(), key=key, settings=settings)
        self.host = Device(self.app, "127.0.0.1", "localhost:8080")
        self.phone = Device(self.app)
        code = self.host.get("/api/host").get_json()["code"]
        assert self.phone.sit("south", code).status_code == 200

    def _again(self) -> None:
        self.begun_again += 1


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_only_the_host_sees_and_changes_them(table: Table) -> None:
    assert table.host.get("/api/host/settings").get_json()["groups"][0]["name"] == "camera"
    for answer in (
        table.phone.get("/api/host/settings"),
        table.phone.post("/host/settings", {"changes": {"camera.kind": "sim"}}),
        table.phone.post("/host/restart"),
    ):
        assert answer.status_code == 401
    assert not table.file.exists()
    assert table.begun_again == 0
    changed = table.host.post("/host/settings", {"changes": {"camera.kind": "sim"}})
    assert changed.get_json() == {"warnings": [], "restart": True, "can_restart": True}
    assert load(table.file).camera.kind == "sim"
    assert table.host.post("/host/restart").status_code == 200
    assert table.begun_again == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"changes": ["camera.kind"]}, 400),
        ({"changes": {"camera.kind": "telescope"}}, 409),
        ({"changes": {"page.pin": "1"}}, 409),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(table: Table, body: object, status: int) -> None:
    answer = table.host.post("/host/settings", body)
    assert answer.status_code == status
    assert said(answer).endswith(".")
    assert not table.file.exists()


def test_everything_is_said_in_italian_too(table: Table) -> None:
    italian = {"Accept-Language": "it"}
    english = table.host.get("/api/host/settings").get_json()["groups"]
    shown = table.host.get("/api/host/settings", headers=italian).get_json()["groups"]
    same = [
        one["name"]
        for there, here in zip(english, shown, strict=True)
        for one, other in zip([there, *there["settings"]], [here, *here["settings"]], strict=True)
        if one["about"] == other["about"]
    ]
    assert same == []
    wrong = {"changes": {"strip.brightness": 99}}
    answers = [table.host.post("/host/settings", wrong, headers=headers) for headers in ({}, italian)]
    assert said(answers[0]) != said(answers[1])


def test_a_table_without_a_settings_file_of_its_own_offers_none() -> None:
    device = Device(create_app(FakeKeeper(), seats_store=MemorySeats()), "127.0.0.1", "localhost:8080")
    assert device.get("/api/host/settings").status_code == 404
    assert 'id="set"' not in device.get("/host").get_data(as_text=True)


@pytest.mark.browser
def test_the_host_changes_them_on_the_page_and_starts_the_table_again(page: Page, table: Table, script: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    with serving(table.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/host")
        page.get_by_test_id("set-camera").click()
        kind = page.get_by_test_id("value-camera.kind")
        kind.fill("telescope")
        kind.press("Tab")
        page.get_by_test_id("wrong-camera.kind").filter(has_text="a camera is written").wait_for()
        assert page.get_by_test_id("set-again").count() == 0
        page.get_by_test_id("value-camera.upside_down").select_option("true")
        page.get_by_test_id("set-again").wait_for()
        page.get_by_test_id("set-lights").click()
        page.get_by_test_id("value-lights.help").fill("17")
        page.get_by_test_id("value-lights.help").press("Tab")
        page.get_by_test_id("set-warning").filter(has_text="GPIO 17").wait_for()
        found = [fault for _, faults in axe.narrow_and_wide(page, script) for fault in faults]
        assert found == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_test_id("set-restart").click()
        page.get_by_test_id("set-again").filter(has_text="starts again").wait_for()
    assert table.begun_again == 1
    assert (load(table.file).camera.upside_down, load(table.file).lights.help) == (True, 17)
