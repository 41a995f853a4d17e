"""The page of a club: what it shows, what it tells other programs, and that it lets nobody in who is not meant."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.web_ui import axe
from tests.web_ui.devices import Device, said
from tests.web_ui.secrets.test_secrets import first_message
from tests.web_ui.serving import serving
from web_ui.club import create_club

if TYPE_CHECKING:
    from playwright.sync_api import Page

LONG = "Maximiliane von und zu Hohenstein-Liechtenberg"


class FakeClub:
    """A club of two tables, one of which is away."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.version = 1
        sides = [{"names": ["Anna", LONG], "score": 7, "won": True}, {"names": ["<b>Bò</b>"], "score": 3, "won": False}]
        match = {"table": "East", "number": 3, "game": "classic", "begun": 1, "sides": sides}
        people = (("Anna", 12, 19), (LONG, 12, 19), ("<b>Bò</b>", 1, 2))
        self.shown: dict[str, Any] = {
            "ranking": [
                {"place": place, "name": name, "won": won, "matches": matches, "tables": ["East", "West"]}
                for place, (name, won, matches) in zip((1, 1, 3), people, strict=True)
            ],
            "results": [match],
            "in_play": [{**match, "number": 4, "sides": [{**one, "won": False} for one in sides]}],
            "matches": 1,
            "tables": [{"name": "East", "trouble": None}, {"name": "West", "trouble": "cannot be reached"}],
        }

    def view(self) -> dict[str, Any]:
        return {"event": self.version, **self.shown}

    def pbn(self) -> Iterator[str]:
        yield from ('[Event "1"]\n\n', '[Event "2"]\n\n')

    def wait(self, after: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self.version > after, timeout)
            return self.version

    def change(self, **shown: Any) -> None:
        with self._changed:
            self.shown |= shown
            self.version += 1
            self._changed.notify_all()


@pytest.fixture
def club() -> FakeClub:
    return FakeClub()


def test_the_ranking_is_told_and_every_match_as_pbn(club: FakeClub) -> None:
    device = Device(create_club(club))
    assert device.get("/api/board").get_json()["view"] == club.view()
    assert '"place":1' in first_message(device.get("/events", buffered=False))
    pbn = device.get("/club.pbn")
    assert (pbn.mimetype, pbn.get_data(as_text=True)) == ("application/x-pbn", '[Event "1"]\n\n[Event "2"]\n\n')
    page = device.get("/")
    assert page.status_code == 200
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_what_changes_is_told_at_once(club: FakeClub) -> None:
    with closing(Device(create_club(club)).get("/events", buffered=False)) as answer:
        messages = answer.iter_encoded()
        assert any(b'"matches":1,' in next(messages) for _ in range(2))
        club.change(matches=2)
        assert b'"matches":2,' in next(messages)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/nothing", {}, 404),
        ("/api/board", {"Host": "evil.example"}, 400),
        ("/api/board", {"Origin": "http://evil.example"}, 403),
        ("/events", {"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_whoever_is_not_meant_gets_one_sentence(
    club: FakeClub, path: str, headers: dict[str, str], status: int
) -> None:
    answer = Device(create_club(club)).get(path, headers=headers)
    assert answer.status_code == status
    assert said(answer).endswith(".")


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/nothing", 404, "There is no such page here."),
        ("POST", "/", 405, "This address is not for that kind of request."),
        ("GET", "/api/board", 500, "The club stumbled over this request and wrote the reason in its log."),
    ],
)
def test_what_goes_wrong_is_said_by_what_it_is(
    club: FakeClub, method: str, path: str, status: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(club, "shown")  # the club's own fault
    answer = create_club(club).test_client().open(path, method=method, headers={"Host": "localhost:8081"})
    assert (answer.status_code, said(answer)) == (status, sentence)


def test_nothing_can_be_changed(club: FakeClub) -> None:
    app = create_club(club)
    for rule in app.url_map.iter_rules():
        assert Device(app).post(rule.rule.replace("<path:filename>", "style.css")).status_code == 405


@pytest.fixture(scope="module")
def script() -> str:
    return axe.source()


@pytest.mark.browser
@pytest.mark.parametrize(("size", "scheme"), [((360, 740), "dark"), ((1280, 800), "light")])
def test_the_page_shows_it_live(club: FakeClub, page: Page, script: str, size: tuple[int, int], scheme: Any) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    with serving(create_club(club)) as server:
        page.goto(f"http://127.0.0.1:{server.port}/")
        rows = page.get_by_test_id("ranking").locator("tbody tr")
        rows.nth(2).wait_for()
        assert rows.nth(2).locator("th").inner_text() == "<b>Bò</b>"
        assert "West does not answer" in page.get_by_test_id("away").inner_text()
        assert "Classic Whist" in page.get_by_test_id("results").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe.violations(page, script) == []
        club.change(ranking=[], in_play=[], tables=[{"name": "East", "trouble": None}])
        page.get_by_test_id("away").wait_for(state="detached")
        page.get_by_test_id("in-play").wait_for(state="detached")
