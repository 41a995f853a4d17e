"""The front door of a fresh table, the shortest way into a game, and the rule cards."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from device.run import open_table
from device.settings.settings import Settings, SimulationSettings
from tests.web_ui.devices import Device, said
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from web_ui.app import create_app
from web_ui.doors.doorkeeper import HostKey
from web_ui.pages.rule_cards import CARDS
from whist.games import GAMES

KEY = HostKey("271828", trust_this_machine=True)


def here(stage: Stage) -> Device:
    """The table's own machine, which is trusted."""
    return Device(stage.app, "127.0.0.1", "localhost:8080")


def front(device: Device) -> bool:
    """Whether ``/`` is the front door for a device, and not the board."""
    return 'class="front"' in device.get("/").get_data(as_text=True)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, "classic", seed=3, humans=())


def test_a_fresh_table_has_a_front_door_until_somebody_sits_or_plays(stage: Stage, tmp_path: Path) -> None:
    device = here(stage)
    assert front(device)
    assert 'class="board"' in device.get("/board").get_data(as_text=True)
    device.sit("south")
    assert not front(device)
    device.post("/seats/south/leave")
    assert front(device)
    stage.desk.set_plays_itself("south", True)
    stage.play_until(lambda view: view["trick"])
    assert not front(device)
    (tmp_path / "other").mkdir()
    other = Stage(tmp_path / "other", "candid", seed=3, humans=())
    other.play_until(lambda view: view["calls"])
    assert not front(here(other)), "bids are a game, too"


def test_play_now_seats_deals_and_leaves_the_other_chairs_to_simulated_persons(stage: Stage) -> None:
    device = here(stage)
    answer = device.post("/play-now")
    assert answer.get_json() == {"seat": "south"}, "and no word of any card"
    assert device.sits("south")
    assert len(device.get("/api/south").get_json()["view"]["simulation"]["hand"]) == 13
    assert {person: stage.desk.plays_itself(person) for person in stage.keeper.persons()} == {
        "south": False, "west": True, "north": True, "east": True,
    }  # fmt: skip
    again = device.post("/play-now")
    assert again.status_code == 409
    assert "already" in said(again)


def test_who_has_lost_the_cookie_plays_on_in_the_place_that_nobody_has_open(stage: Stage) -> None:
    """On the simulated table, on a device of the host's, and while no page of any place is open."""
    first, board = here(stage), '"play-now"'
    assert first.post("/play-now").status_code == 200
    assert board not in first.get("/").get_data(as_text=True), "it sits there"
    held = stage.hand(0)
    again, phone = here(stage), Device(stage.app)
    assert board in again.get("/").get_data(as_text=True)
    assert board not in phone.get("/").get_data(as_text=True)
    assert phone.post("/play-now").status_code == 409
    assert again.post("/play-now", {"game": "bid"}).status_code == 409, "another game would end this one"
    opened = first.get("/events/south")
    next(opened.iter_encoded())
    assert board not in again.get("/").get_data(as_text=True)
    assert again.post("/play-now").status_code == 409, "somebody has South's page open"
    opened.close()
    assert again.post("/play-now").get_json() == {"seat": "south"}
    assert again.sits("south")
    assert not first.sits("south")
    assert stage.hand(0) == held
    assert {person: stage.desk.plays_itself(person) for person in ("south", "west")} == {"south": False, "west": True}


def test_whoever_has_left_a_place_plays_on_and_whoever_sits_finds_the_way_back(stage: Stage) -> None:
    device, board, back = here(stage), '"play-now"', 'href="/south" data-testid="back"'
    device.post("/play-now")
    held = stage.hand(0)
    stage.play_until(lambda view: view["turn"] == 0 and view["trick"])
    for page in ("/board", "/host"):
        assert back in device.get(page).get_data(as_text=True)
    device.post("/seats/south/leave")
    left = device.get("/board").get_data(as_text=True)
    assert board in left
    assert back not in left
    assert device.post("/play-now").get_json() == {"seat": "south"}
    assert device.sits("south")
    assert set(stage.hand(0)) <= set(held)
    for person in stage.keeper.persons():
        stage.desk.set_plays_itself(person, True)
    device.post("/seats/south/leave")
    assert board not in device.get("/board").get_data(as_text=True), "computer players are at it"


@pytest.mark.parametrize("game", GAMES)
def test_any_game_is_played_now(game: str, stage: Stage) -> None:
    device = here(stage)
    assert device.post("/play-now", {"game": game}).status_code == 200
    assert stage.view["game"] == game
    stage.play_until(lambda view: view["turn"] is not None and view["seats"][view["turn"]]["person"] == "south")
    assert device.get("/api/south").get_json()["view"]["simulation"]["hand"]


def test_play_now_is_for_the_host_or_with_the_code_and_at_the_simulated_table_alone(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "classic", seed=3, humans=())
    app = create_app(stage.keeper, stage.desk, seats_store=MemorySeats(), key=KEY)
    phone = Device(app)
    for body in ({}, {"code": "AAAAA"}, {"game": "classic", "code": 7}):
        assert phone.post("/play-now", body).status_code in (400, 403)
    assert phone.post("/play-now", {"game": "bid"}).status_code == 401, "another game is the host's"
    assert phone.post("/play-now", {"game": "poker"}).status_code == 400
    assert Device(app, "127.0.0.1", "localhost:8080").post("/play-now", {"game": ["bid"]}).status_code == 400
    assert front(phone)
    real = Device(create_app(FakeKeeper(), seats_store=MemorySeats()), "127.0.0.1", "localhost:8080")
    assert real.post("/play-now").status_code == 405, "there is no such thing to ask for"


def test_every_game_has_a_rule_card_in_both_languages(stage: Stage) -> None:
    assert set(CARDS) == set(GAMES)
    device = here(stage)
    for game in GAMES:
        card = device.get(f"/api/rules/{game}").get_json()
        page = device.get(f"/rules/{game}").get_data(as_text=True)
        assert card["title"] in page
        assert 4 <= len(card["rules"]) <= 8
        words = sum(len(line.split()) for line in card["rules"])
        assert words < 200, "read in a minute"
        italian = device.get(f"/api/rules/{game}", headers={"Accept-Language": "it"}).get_json()
        assert not set(card["rules"]) & set(italian["rules"])
    assert device.get("/rules/poker").status_code == device.get("/api/rules/poker").status_code == 404


# -- in a browser ------------------------------------------------------------------------------------------------------

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect  # noqa: E402

from tests.web_ui import axe  # noqa: E402
from tests.web_ui.pages.guides import FakeGuide  # noqa: E402
from tests.web_ui.pictures import measured  # noqa: E402


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "it"])
def test_on_a_phone_nothing_needed_lies_below_the_screen(page: Page, stage: Stage, script: str, language: str) -> None:
    app = create_app(stage.keeper, stage.desk, seats_store=MemorySeats(), guide=FakeGuide())
    page.context.add_cookies([{"name": "language", "value": language, "url": "http://127.0.0.1"}])
    with serving(app) as server:
        for width, height in ((360, 740), (820, 1180), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"http://127.0.0.1:{server.port}/")
            for needed in ("play-now", "sit-down", "guide-link", "tile-android"):
                box = page.get_by_test_id(needed).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, needed
                assert box["x"] + box["width"] <= width, needed
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("document.documentElement.scrollHeight") <= height
        wrong = [fault for _, faults in axe.narrow_and_wide(page, script) for fault in faults]
        page.get_by_test_id("tile-bid").click()
        page.get_by_test_id("rule-lines").wait_for()
        wrong += [fault for width, faults in axe.narrow_and_wide(page, script) for fault in faults]
        assert wrong == []


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_rule_card_sticks_out_of_a_phone(page: Page, stage: Stage, language: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": "http://127.0.0.1"}])
    page.set_viewport_size({"width": 360, "height": 740})
    with serving(stage.app) as server:
        for game in GAMES:
            page.goto(f"http://127.0.0.1:{server.port}/rules/{game}")
            assert measured.faults(page) == [], game


@pytest.mark.browser
def test_the_board_takes_the_place_of_the_front_door_once_a_game_is_on(page: Page, stage: Stage) -> None:
    with serving(stage.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.get_by_test_id("play-now").wait_for()
        stage.play_until(lambda view: view["trick"])
        page.get_by_test_id("trump").wait_for()


@pytest.mark.browser
@pytest.mark.parametrize("game", ["", "classic"])
def test_a_newcomer_gets_to_the_first_card_in_two_taps(page: Page, tmp_path: Path, game: str) -> None:
    """With the real reader, as after ``make run``: one tap to the first decision, another plays a card."""
    settings = Settings(simulation=SimulationSettings(seed=3, speed=20.0))
    with ExitStack() as stack:
        opened = open_table(settings, tmp_path, stack)
        server = stack.enter_context(serving(opened.app))
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"http://127.0.0.1:{server.port}/{f'rules/{game}' if game else ''}")
        page.get_by_test_id("play-now").click()
        card = page.locator("[data-act=move], .fan .can").first
        card.wait_for()
        expect(page.get_by_test_id("your-turn")).to_be_visible()
        code = card.get_attribute("data-card")
        card.click()
        # Where it is the trick's last card, the trick may be gathered before the page is asked again.
        page.wait_for_function(
            """async (code) => {
                const { view } = await (await fetch("/api/board")).json();
                return [...view.trick, ...view.last_trick?.cards ?? []].some(({ card }) => card === code);
            }""",
            arg=code,
        )
        expect(page.locator(f".fan [data-card={code}]")).to_have_count(0)
        expect(page.get_by_test_id("refusal")).to_be_hidden()


@pytest.mark.browser
def test_the_rules_are_read_beside_the_game(page: Page) -> None:
    keeper = FakeKeeper()
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("gear").click()
        page.get_by_test_id("rules-card").click()
        expect(page.locator(".rule-lines")).to_contain_text("Error Message")
        page.get_by_test_id("close").click()
        expect(page.locator(".rule-lines")).to_have_count(0)
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.get_by_test_id("rules-link").click()
        expect(page.get_by_test_id("rule-lines")).to_contain_text("Error Message")
