"""The review of a hand on the page: for those who may look back, of hands that are over, the better card beside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.pages.past import House
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANDROID, ON_THE_TABLE = 4, 6


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.close()


def asked(house: House, who: str, number: int, hand: int) -> tuple[int, dict[str, Any]]:
    answer = getattr(house, who).get(f"/api/history/{number}/review/{hand}")
    return answer.status_code, answer.get_json()


def test_whoever_may_not_look_back_gets_no_review(house: House) -> None:
    for number, hand in ((ANDROID, 0), (ANDROID, 99), (99, 0), (ON_THE_TABLE, 1)):
        status, said = asked(house, "spectator", number, hand)
        assert (status, said.keys()) == (403, {"error"})


@pytest.mark.parametrize("who", ["host", "south"])
def test_the_hand_on_the_table_is_never_reviewed(who: str, house: House) -> None:
    assert asked(house, who, ON_THE_TABLE, 0)[0] == 200
    for number, hand in ((ON_THE_TABLE, 1), (ON_THE_TABLE, 2), (ANDROID, 3), (99, 0)):
        assert asked(house, who, number, hand)[0] == 404


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_the_turning_points_stand_there_with_the_better_card(page: Page, house: House) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    with serving(house.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/history#{ANDROID}")
        page.get_by_test_id("review").wait_for()
        found = house.host.get(f"/api/history/{ANDROID}/review/0").get_json()
        assert 1 <= len(found["turns"]) <= 3
        assert page.locator(".turning").count() == len(found["turns"])
        for place in found["turns"]:
            play, figure = found["plays"][place], page.get_by_test_id(f"turn-{place}")
            assert figure.locator(".dear .card").get_attribute("data-card") == play["card"]
            assert figure.locator(".better .card").get_attribute("data-card") == play["best"][0]
            tops = figure.locator(".card").evaluate_all("all => all.map((e) => e.getBoundingClientRect().top)")
            assert len({round(top) for top in tops}) == 1, "the trick stands in one row"
        page.get_by_test_id("every-card").press("Enter")
        assert page.locator(".every .card").count() == len(found["plays"]) == 52
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_test_id("hand-1").click()
        page.get_by_test_id("review").wait_for()


@pytest.mark.browser
def test_the_page_opens_at_the_hand_that_was_played_last(page: Page, house: House) -> None:
    with serving(house.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/history#last")
        page.get_by_test_id(f"match-{ON_THE_TABLE}").wait_for(state="detached")
        page.locator("[data-testid=review], [data-testid=no-review]").wait_for()


@pytest.mark.browser
def test_after_the_hand_the_own_page_leads_there(page: Page, house: House, tmp_path: Path) -> None:
    keeper = FakeKeeper()
    over = {"phase": "scored", "turn": None, "leader": None, "trick": [], "tricks_done": 13}
    with serving(
        create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats(), history=house.history)
    ) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("trump").wait_for()
        assert page.get_by_test_id("to-review").count() == 0, "the hand is not over"
        keeper.change(**over, hand={"tricks": [0] * 9 + [1] * 4, "won": [9, 4], "points": [3, 0]})
        for width, height in ((360, 740), (820, 1180), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.get_by_test_id("to-review").wait_for()
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert page.evaluate("(e => e.scrollHeight <= e.clientHeight + 1)(document.getElementById('play'))")
        assert page.get_by_test_id("to-review").get_attribute("href") == "/history#last"


@pytest.mark.browser
@pytest.mark.parametrize("number", [1, 3, ANDROID])
def test_a_match_has_a_curve_of_its_score_that_can_be_taken_away(number: int, page: Page, house: House) -> None:
    with serving(house.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/history#{number}")
        said = page.locator(".curve canvas").get_attribute("aria-label") or ""
        match = house.host.get(f"/api/history/{number}").get_json()
        for side in range(len(match["scores"])):
            numbers = ", ".join(f"{line['scores'][side]}".replace("-", "−") for line in match["view"]["sheet"])
            assert f": {numbers}" in said
        with page.expect_download() as saved:
            page.get_by_test_id("save-curve").press("Enter")
        assert saved.value.suggested_filename == f"whist-{match['date']}-{number}.png"
        png = Path(saved.value.path()).read_bytes()
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert len(png) < 120_000, "it is sent from phone to phone"
        picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        assert picture.shape == (675, 1200, 3)
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 100, "something is drawn"


@pytest.mark.browser
def test_one_hand_has_its_picture_too(page: Page, house: House) -> None:
    with serving(house.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/history#{ON_THE_TABLE}")
        page.locator("[data-testid=review], [data-testid=no-review]").wait_for()
        assert page.get_by_test_id("curve").count() == 1
        assert page.get_by_test_id("save-curve").is_visible()
