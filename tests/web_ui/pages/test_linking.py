"""Linked tables on the host's page (RULES U22c): the code of a match that is hosted here, and the way into one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pytest

from tests.web_ui import axe
from tests.web_ui.devices import Device, said
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from whist.phrases import phrase
from whist.rules.refusals import Refused

if TYPE_CHECKING:
    from playwright.sync_api import Page

CODE = "ABCDEF-GHJKMN-PQRSTB"
OUT: dict[str, Any] = {"linked": False, "codes": [], "begun": False, "trouble": None}


class FakeLinking:
    """A link that is as a test says, and remembers what was asked."""

    def __init__(self) -> None:
        self.now = dict(OUT)
        self.asked: list[str] = []
        self.computers: list[str] = []

    def shown(self) -> dict[str, Any]:
        return self.now

    def join(self, code: str, computers: Sequence[str] = ()) -> None:
        self.asked.append(code)
        self.computers = [*computers]
        if code != CODE:
            raise Refused(phrase("That is no code of a linked match; the table that hosts it shows it."))
        self.now = OUT | {"linked": True, "trouble": phrase("Waiting for the table that hosts the match.")}

    def leave(self) -> None:
        self.asked.append("leave")
        self.now = dict(OUT)


class Table:
    """A table that can be linked, the host's device and a phone that sits."""

    def __init__(self) -> None:
        self.link = FakeLinking()
        self.app = create_app(FakeKeeper(), seats_store=MemorySeats(), key=HostKey("271828"), linking=self.link)
        self.host = Device(self.app, "127.0.0.1", "localhost:8080")
        self.phone = Device(self.app)
        code = self.host.get("/api/host").get_json()["code"]
        assert self.phone.sit("south", code).status_code == 200


def test_only_the_host_sees_the_code_and_joins() -> None:
    table = Table()
    table.link.now = OUT | {"linked": True, "codes": [CODE], "begun": True}
    for answer in (
        table.phone.get("/api/host/link"),
        table.phone.post("/host/link", {"code": CODE}),
        table.phone.post("/host/link/leave"),
    ):
        assert answer.status_code == 401
        assert CODE not in answer.get_data(as_text=True)
    assert table.link.asked == []
    assert table.host.get("/api/host/link").get_json()["codes"] == [CODE]
    assert table.host.post("/host/link/leave").get_json() == OUT
    assert table.host.post("/host/link", {"code": CODE}).get_json()["linked"] is True


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"code": 7}, 400),
        ({"code": "x" * 81}, 400),
        ({"code": CODE, "computers": "club"}, 400),
        ({"code": CODE, "computers": [1]}, 400),
        ({"code": CODE, "computers": ["easy"] * 10}, 400),
        ({"code": "x"}, 409),
    ],
)
def test_what_is_no_code_is_refused_with_one_sentence(body: object, status: int) -> None:
    table = Table()
    answer = table.host.post("/host/link", body)
    assert answer.status_code == status
    assert said(answer).endswith(".")
    assert not table.link.now["linked"]


def test_what_is_wrong_is_said_in_italian_too() -> None:
    table = Table()
    table.link.now["trouble"] = phrase("The other table is not heard; play goes on once it is back.")
    heard = [
        table.host.get("/api/host/link", headers={"Accept-Language": one}).get_json()["trouble"] for one in ("en", "it")
    ]
    assert heard[0] != heard[1]
    assert heard[1].startswith("L’altro tavolo")


def test_a_table_that_cannot_be_linked_offers_nothing() -> None:
    device = Device(create_app(FakeKeeper(), seats_store=MemorySeats()), "127.0.0.1", "localhost:8080")
    assert device.get("/api/host/link").status_code == 404
    assert "link-parts" not in device.get("/host").get_data(as_text=True)


@pytest.mark.browser
def test_the_host_joins_by_the_code_and_leaves_on_the_page(page: Page, script: str) -> None:
    table = Table()
    page.set_viewport_size({"width": 360, "height": 740})
    with serving(table.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/host")
        page.get_by_test_id("link-code").fill("nothing")
        page.get_by_test_id("link-join").click()
        page.get_by_test_id("link-refusal").filter(has_text="no code").wait_for()
        page.get_by_test_id("link-code").fill(CODE)
        page.get_by_test_id("link-computers").select_option("2")
        page.get_by_test_id("link-level").select_option("easy")
        assert [fault for _, faults in axe.narrow_and_wide(page, script) for fault in faults] == []
        assert page.get_by_test_id("link-code").input_value() == CODE
        page.get_by_test_id("link-join").click()
        page.get_by_test_id("link-state").filter(has_text="Waiting").wait_for()
        assert table.link.computers == ["easy", "easy"]
        table.link.now = OUT | {"linked": True, "codes": [CODE], "begun": True}
        page.get_by_test_id("link-code-2").filter(has_text=CODE).wait_for()
        found = [fault for _, faults in axe.narrow_and_wide(page, script) for fault in faults]
        assert found == []
        page.set_viewport_size({"width": 320, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_test_id("link-leave").click()
        assert table.link.asked == ["nothing", CODE], "it asks first"
        page.get_by_test_id("link-leave").click()
        page.get_by_test_id("link-join").wait_for()
    assert table.link.asked[-1] == "leave"
