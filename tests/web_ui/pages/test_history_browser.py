"""The page of past matches in a real Chromium: leafing, files, deletion, keyboard, and axe-core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import PATIENCE_MS
from tests.web_ui import axe
from tests.web_ui.gear import gear
from tests.web_ui.pages.past import PIN, House
from tests.web_ui.pictures.past_screenshots import PAST
from tests.web_ui.serving import serving
from web_ui.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def address(house: House) -> Iterator[str]:
    server: Server
    with serving(house.app) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize("shot", PAST, ids=lambda shot: shot.__name__)
def test_axe_finds_no_fault_and_nothing_sticks_out(
    page: Page, address: str, script: str, shot: Callable[[Page, str], None]
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    shot(page, address)
    wrong = []
    for width, faults in axe.narrow_and_wide(page, script):
        wrong += faults
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert wrong == []


def test_people_are_counted_and_one_is_forgotten(page: Page, tmp_path: Path) -> None:
    """By keyboard from the list; a confirmation first, since the name is lost."""
    house = House(tmp_path)
    page.set_default_timeout(PATIENCE_MS)
    with serving(house.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/history")
        page.get_by_test_id("to-people").press("Enter")
        table = page.get_by_test_id("people")
        expect(table.get_by_role("row")).to_have_count(5)
        expect(table).to_contain_text("Anna Maria")
        expect(page.get_by_test_id("people-curve")).to_have_count(1)
        with page.expect_download() as saved:
            page.get_by_test_id("save-people").press("Enter")
        assert saved.value.suggested_filename == "whist-players.png"
        page.get_by_test_id("forgetting").press("Enter")
        page.get_by_test_id("forget-Anna Maria").press("Enter")
        expect(page.get_by_test_id("forget-Anna Maria")).to_contain_text("for good? It cannot be brought back")
        page.get_by_test_id("remember").press("Enter")
        assert "Anna Maria" in str(house.history.statistics())
        page.get_by_test_id("forget-Anna Maria").press("Enter")
        page.get_by_test_id("forget-Anna Maria").press("Enter")
        expect(table).not_to_contain_text("Anna Maria")
        expect(table.get_by_role("row")).to_have_count(4)
        assert "Anna Maria" not in str(house.history.statistics())
    house.close()


def test_a_slow_answer_draws_no_match_over_the_one_that_was_chosen_since(page: Page, address: str) -> None:
    page.set_default_timeout(PATIENCE_MS)
    held: list[Route] = []
    page.route("**/api/history/2", lambda route: held.append(route))
    with page.expect_request("**/api/history/2"):
        page.goto(f"{address}/history#2")
    page.evaluate("location.hash = '#3'")
    file = page.get_by_test_id("export-pbn")
    expect(file).to_have_attribute("data-path", "/api/history/3/export/pbn")
    with page.expect_response("**/api/history/2"):
        held[0].continue_()
    page.unroute("**/api/history/2")
    page.evaluate("fetch('/api/history/2').then((answer) => answer.json())")  # the held answer has come by then
    expect(file).to_have_attribute("data-path", "/api/history/3/export/pbn")


@pytest.mark.parametrize("language", ["en", "it"])
def test_on_a_phone_a_trick_is_named_in_one_line(page: Page, address: str, language: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": address}])
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/history#4")
    named = page.locator(".leaves > p").first
    named.wait_for()
    assert named.evaluate(
        "one => one.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(one).lineHeight)"
    )


def test_an_evening_is_looked_through_taken_away_and_a_match_of_it_deleted(
    page: Page, house: House, address: str
) -> None:
    """By keyboard from the board to a trick, then a file, then the deletion; in a match with two hands."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.get_by_test_id("history").press("Enter")
    page.get_by_test_id("match-4").press("Enter")
    expect(page.get_by_test_id("leaf")).to_contain_text("Trick 1 of 13, won by ")
    page.get_by_test_id("hand-2").press("Enter")
    expect(page.get_by_test_id("hand-2")).to_be_focused()
    shown = house.south.get("/api/history/4").get_json()["played"][2]["tricks"]
    for number in range(13):
        want = [one["card"] for one in shown[number]["cards"]]
        expect(page.get_by_test_id("leaf")).to_contain_text(f"Trick {number + 1} of 13")
        assert [card.get_attribute("data-card") for card in page.locator(".trick-again .card").all()] == want
        if number < 12:
            page.get_by_test_id("leaf-on").press("Enter")
    expect(page.get_by_test_id("leaf-on")).to_be_disabled()
    for to in ("pbn", "csv", "json"):
        with page.expect_download() as coming:
            page.get_by_test_id(f"export-{to}").click()
        assert coming.value.suggested_filename == f"whist-2026-11-20-android-4.{to}"
        assert Path(coming.value.path()).read_bytes() == house.south.get(f"/api/history/4/export/{to}").get_data()
    page.get_by_test_id("delete").press("Enter")
    expect(page.get_by_test_id("delete")).to_have_text("Delete it for good? It cannot be brought back")
    page.get_by_test_id("keep").click()
    expect(page.get_by_test_id("delete")).to_have_text("Delete this match")
    assert house.history.page()["count"] == 6
    page.get_by_test_id("delete").click()
    page.get_by_test_id("delete").click()
    expect(page.get_by_test_id("match-5")).to_be_visible()
    expect(page.get_by_test_id("match-4")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("match-5")).to_be_visible()
    expect(page.get_by_test_id("match-4")).to_have_count(0)
    page.go_back()
    assert house.history.match(4) is None


def test_the_match_on_the_table_offers_no_deletion_and_a_page_that_is_gone_says_so(page: Page, address: str) -> None:
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address}/history#6")
    expect(page.get_by_test_id("past")).to_contain_text("on the table now")
    expect(page.get_by_test_id("delete")).to_have_count(0)
    page.goto(f"{address}/history#99")
    expect(page.get_by_test_id("refusal")).to_have_text("There is no such page at this table.")
    page.get_by_test_id("up").click()
    expect(page.get_by_test_id("match-6")).to_be_visible()
    expect(page.get_by_test_id("refusal")).to_be_hidden()


def test_who_sits_there_is_asked_for_the_pin_before_a_match_is_deleted(
    browser: Browser, house: House, tmp_path: Path
) -> None:
    """A phone in South's place, which is not the host's."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="it")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    other = House(tmp_path, trusting=False)
    with serving(other.app) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.goto(f"{address}/history")
        expect(page.get_by_test_id("not-for-you")).to_be_visible()
        page.goto(f"{address}/join#{other.code}")
        page.get_by_test_id("take-north").click()
        gear(page).get_by_test_id("history").click()
        page.get_by_test_id("match-1").click()
        expect(page.get_by_test_id("past")).to_contain_text("abbandonata")
        page.get_by_test_id("delete").click()
        page.get_by_test_id("delete").click()
        page.get_by_test_id("pin").fill(PIN)
        page.get_by_test_id("enter-pin").click()
        expect(page.get_by_test_id("match-2")).to_be_visible()
        expect(page.get_by_test_id("match-1")).to_have_count(0)
    context.close()
    other.close()
