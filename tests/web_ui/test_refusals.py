"""What a refusal looks like: a page where a browser opens one, JSON for everybody else."""

from __future__ import annotations

import pytest

from tests.web_ui.devices import Device, said
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
"""What browsers accept where an address is opened."""


@pytest.fixture
def phone() -> Device:
    keeper = FakeKeeper()
    return Device(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats()))


@pytest.mark.parametrize(
    ("path", "headers", "status", "sentence"),
    [
        ("/nowhere", {}, 404, "There is no such page at this table."),
        ("/requests/south", {}, 405, "This address is not for that kind of request."),
        ("/events/west", {}, 403, "This is for whoever sits in West&#39;s place, and this device does not."),
        ("/", {"Host": "evil.example"}, 400, "The table does not answer to this name; use its IP address"),
        ("/nowhere", {"Accept-Language": "it"}, 404, "A questo tavolo non c&#39;è"),
    ],
)
def test_a_browser_that_opens_an_address_gets_a_page_that_leads_back(
    phone: Device, path: str, headers: dict[str, str], status: int, sentence: str
) -> None:
    answer = phone.get(path, headers={"Accept": BROWSER, **headers})
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert sentence in answer.text
    assert 'href="/"' in answer.text
    # nobody keeps a refusal on the home screen, and a club has no manifest
    assert "webmanifest" not in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "image/avif,image/webp,*/*", "text/event-stream"])
def test_scripts_and_pictures_get_json(phone: Device, accept: str | None) -> None:
    answer = phone.get("/nowhere", headers={"Accept": accept} if accept else {})
    assert (answer.status_code, said(answer)) == (404, "There is no such page at this table.")


def test_what_programs_read_stays_json_in_a_browser(phone: Device) -> None:
    answer = phone.get("/api/nowhere", headers={"Accept": BROWSER})
    assert (answer.status_code, said(answer)) == (404, "There is no such page at this table.")
