"""The page of findings, and its link on the board."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web_ui.devices import Device
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from whist.phrases import joined, phrase

FOUND: dict[str, Any] = {
    "verdict": "1 broken: the table cannot play yet.",
    "lines": [
        {"state": "fine", "what": "All 4 markers of the play area are in sight.", "do": ""},
        {"state": "look at this", "what": "There is little light.", "do": "Put a lamp over the table."},
        {"state": "broken", "what": "No card <b>reader</b>.", "do": "Set it up again."},
    ],
}


def client(checked: bool) -> FlaskClient:
    return create_app(FakeKeeper(), seats_store=MemorySeats(), check=(lambda: FOUND) if checked else None).test_client()


def test_every_finding_is_on_the_page_and_what_to_do() -> None:
    page = client(True).get("/check").get_data(as_text=True)
    for words in ("1 broken", "All 4 markers", "Look at this", "Put a lamp over the table.", "Set it up again."):
        assert words in page
    assert "&lt;b&gt;reader" in page
    assert [page.count(f'<li class="{state}">') for state in ("fine", "look", "broken")] == [1, 1, 1]


def test_the_same_for_programs() -> None:
    assert client(True).get("/api/check").get_json() == FOUND


def test_the_board_leads_to_it() -> None:
    assert 'href="/check"' in client(True).get("/").get_data(as_text=True)


def test_where_nobody_checks_there_is_no_such_page() -> None:
    none = client(False)
    assert 'href="/check"' not in none.get("/").get_data(as_text=True)
    for path in ("/check", "/api/check"):
        assert none.get(path).status_code == 404


def test_another_site_learns_nothing() -> None:
    assert client(True).get("/api/check", headers={"Origin": "http://elsewhere.example"}).status_code == 403


PATHS: list[tuple[str, str]] = [
    (phrase("Settings: {file}.", file=Path("/home/anna/whist table/settings.toml")), "Settings: settings.toml."),
    (phrase("The data folder {path}.", path="/var/lib/whist-table"), "The data folder whist-table."),
    (
        joined(" ", [phrase("{why}", why=phrase("No {file}.", file=Path("/a/b"))), "In /etc/x.toml: 3."]),
        "No b. In x.toml: 3.",
    ),
    (phrase("{count} of 4 at http://{host}/check.", count=3, host="table:80"), "3 of 4 at http://table:80/check."),
    ("/etc/whist/settings.toml: pin is no PIN", "settings.toml: pin is no PIN"),
    (
        "The page is at http://192.168.1.20:8080/board and so on.",
        "The page is at http://192.168.1.20:8080/board and so on.",
    ),
]


@pytest.mark.parametrize(("said", "told"), PATHS)
def test_where_files_lie_is_told_to_the_host_alone(said: str, told: str) -> None:
    found = {"verdict": "All is well.", "lines": [{"state": "fine", "what": said, "do": said}]}
    app = create_app(FakeKeeper(), seats_store=MemorySeats(), check=lambda: found)
    for device, then in ((Device(app), told), (Device(app, "127.0.0.1", "localhost:8080"), str(said))):
        (line,) = device.get("/api/check").get_json()["lines"]
        assert (line["what"], line["do"]) == (then, then)
    assert told in html.unescape(Device(app).get("/check").get_data(as_text=True))
