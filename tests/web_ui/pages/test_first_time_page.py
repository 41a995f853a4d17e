"""The page of a first time: the host's alone, step by step, and never with a picture while a hand is in play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web_ui.devices import Device, said
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.pages.guides import HIDDEN, OFF, FakeGuide
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey

PIN = "271828"


class Site:
    """A table with a guide, the host's phone, and somebody else's."""

    def __init__(self) -> None:
        self.guide = FakeGuide()
        self.app = create_app(FakeKeeper(), seats_store=MemorySeats(), key=HostKey(PIN), guide=self.guide)
        self.host, self.other = Device(self.app, "192.168.1.30"), Device(self.app, "192.168.1.31")
        assert self.host.post("/host", {"pin": PIN}).status_code == 200


@pytest.fixture
def site() -> Site:
    return Site()


def test_the_host_is_told_how_things_stand_and_shown_the_picture(site: Site) -> None:
    found = site.host.post("/guide", {"step": "camera"}).get_json()
    assert found["steps"]["camera"]["say"] == OFF
    assert site.host.get("/api/guide").get_json() == found
    picture = site.host.get(f"/api/guide/{found['picture']}.jpg")
    assert (picture.mimetype, picture.headers["Cache-Control"]) == ("image/jpeg", "no-store")
    assert site.guide.asked == [("camera", None, False)]
    assert b"guide.js" in site.host.get("/guide").data


@pytest.mark.parametrize("path", ["/api/guide", "/api/guide/7.jpg"])
def test_nobody_else_sees_anything(site: Site, path: str) -> None:
    assert site.other.get(path).status_code == 401
    assert site.other.post("/guide", {"step": "lights"}).status_code == 401
    assert site.guide.asked == []
    page = site.other.get("/guide").get_data(as_text=True)
    assert "not-for-you" in page
    assert "guide.js" not in page


def test_another_site_learns_and_does_nothing(site: Site) -> None:
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert site.host.get("/api/guide", headers=elsewhere).status_code == 403
    assert site.host.get("/api/guide/7.jpg", headers=elsewhere).status_code == 403
    assert site.host.post("/guide", {"step": "lights"}, headers=elsewhere).status_code == 403
    assert site.guide.asked == []


@pytest.mark.parametrize("number", ["6", "8", "0", "-1", "99999999999999999999", "x"])
def test_other_pictures_are_not_there(site: Site, number: str) -> None:
    assert site.host.get(f"/api/guide/{number}.jpg").status_code == 404


def test_while_a_hand_is_in_play_a_known_number_is_of_no_use(site: Site) -> None:
    assert site.host.get("/api/guide/7.jpg").status_code == 200
    site.guide.hidden = HIDDEN
    assert site.host.get("/api/guide/7.jpg").status_code == 404
    assert site.host.get("/api/guide").get_json()["marks"] == []


@pytest.mark.parametrize(
    "body",
    [{}, {"step": "all"}, {"step": ["camera"]}, {"step": {}}, {"step": None}, {"step": "lights", "burns": 1},
     {"step": "lights", "burns": "yes"}, {"step": "lights", "again": "yes"}, {"step": "lights", "again": None}],
)  # fmt: skip
def test_what_is_no_step_is_refused_in_a_sentence(site: Site, body: dict[str, Any]) -> None:
    answer = site.host.post("/guide", body)
    assert (answer.status_code, said(answer)) == (400, 'Say at which step you are: {"step": "camera"}.')
    assert site.guide.asked == []


def test_an_answer_that_nothing_was_asked_for_is_refused(site: Site) -> None:
    for _ in range(2):
        assert site.host.post("/guide", {"step": "lights", "burns": True}).status_code == 200
    assert site.host.post("/guide", {"step": "lights", "burns": True}).status_code == 409


def test_the_board_leads_the_host_to_it_and_nobody_else(site: Site) -> None:
    assert 'href="/guide"' in site.host.get("/").get_data(as_text=True)
    assert 'href="/guide"' not in site.other.get("/").get_data(as_text=True)
    none = create_app(FakeKeeper(), seats_store=MemorySeats()).test_client()
    assert none.get("/guide").status_code == none.get("/api/guide").status_code == 404


@pytest.mark.browser
def test_a_person_goes_through_all_four_steps(browser: Any) -> None:
    site = Site()
    app = create_app(FakeKeeper(), seats_store=MemorySeats(), guide=site.guide)
    with serving(app) as server:
        page = browser.new_page(viewport={"width": 360, "height": 740})
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}/guide")
        say = page.get_by_test_id("say")
        say.filter(has_text="Move the mast 3 cm").wait_for()
        assert (
            page.get_by_test_id("sight").evaluate("async node => { await node.decode(); return node.naturalWidth }")
            == 960
        )
        assert page.locator(".mark.missing text").text_content() == "2?"
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        site.guide.good = True
        page.get_by_test_id("next").filter(has_text="Next: Cards").click()
        say.filter(has_text="Lay 2 cards more.").wait_for()
        assert page.locator(".mark.card text").all_text_contents() == ["10♥", "K♠", "Q♣"]
        page.get_by_test_id("step-lights").press("Enter")
        for act in ("burns", "dark"):
            page.get_by_test_id(act).click()
            page.get_by_test_id(act).wait_for() if act == "burns" else None
        page.get_by_test_id("again").wait_for()
        assert "GPIO 13" in (page.get_by_test_id("more").text_content() or "")
        site.guide.hidden = HIDDEN
        page.get_by_test_id("step-camera").click()
        say.filter(has_text="While a hand is in play").wait_for()
        assert page.get_by_test_id("sight").count() == 0
        site.guide.hidden = ""
        page.get_by_test_id("step-deal").click()
        page.get_by_test_id("to-board").click()
        page.get_by_test_id("guide-link").wait_for()
        page.close()
    assert site.guide.answers == [True, False]
    assert wrong == []
