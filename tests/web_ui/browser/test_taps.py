"""One tap is one act on a seat's page: what a second tap, a lost table or a problem that is tested shows there."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, Route, expect

from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.posting import answered
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app

pytestmark = pytest.mark.browser


def test_taps_and_what_the_bar_says_of_them(page: Page) -> None:
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    refusal, prompt = page.get_by_test_id("refusal"), page.get_by_test_id("prompt")
    keeper.change(trick=[], turn=0, commands=None)
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        # a double tap lays one card, and scolds nobody
        page.get_by_test_id("hand-SA").evaluate("card => { card.click(); card.click(); }")
        expect(page.get_by_test_id("hand-SA")).to_have_count(0)
        assert simulation.acts == [("lay", "south", "SA")]
        expect(refusal).to_be_hidden()
        # by key: the focus stays in the hand
        keeper.change(turn=0)
        page.get_by_test_id("hand-SJ").press("Enter")
        expect(page.get_by_test_id("hand-SJ")).to_have_count(0)
        assert page.evaluate("document.activeElement.matches('.fan .held.can')")
        # that the table did not answer is over once it does
        page.route("**/simulation/south/lay", lambda route: route.abort())
        page.get_by_test_id("hand-S6").click()
        expect(refusal).to_contain_text("did not answer")
        keeper.change()
        expect(refusal).to_be_hidden()
        # a refusal that comes later than what it waited for is over, too
        late: list[Route] = []
        page.unroute("**/simulation/south/lay")
        page.route("**/simulation/south/lay", lambda route: late.append(route))
        with page.expect_request("**/simulation/south/lay"):
            page.get_by_test_id("hand-S6").click()
        keeper.change(trick=[{"seat": 0, "card": "SJ"}])
        expect(page.get_by_test_id("trick-card-0")).to_be_visible()
        with answered(page):
            late[0].fulfill(status=409, json={"error": "Your card lies there; the camera is still reading it."})
        _await_answers(page)
        expect(refusal).to_be_hidden()
        keeper.change(trick=[])
        page.unroute("**/simulation/south/lay")
        # a problem that is tested is named, and is switched off there
        simulation.switch_fault("dim", True, "south")
        problem = page.get_by_test_id("problem-dim")
        expect(problem).to_contain_text("Test problem on: the light is low")
        problem.get_by_role("button").click()
        expect(problem).to_have_count(0)
        assert simulation.acts[-1] == ("fault", "dim", "False")
        # who deals is told so
        simulation.hands["south"] = []
        keeper.change(phase="deal", turn=None, dealer=0)
        expect(page.get_by_test_id("your-turn")).to_be_visible()
        expect(prompt).to_have_text("Tap “Deal the cards”.")
        keeper.change(dealer=3)
        expect(page.get_by_test_id("your-turn")).to_be_hidden()


def test_a_double_tap_means_what_its_first_tap_met(page: Page) -> None:
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    keeper.change(trick=[], turn=0, commands=None)
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        # where the first card stood there is another one by then
        spot = _middle(page, "hand-SA")
        _tap(page, spot)
        expect(page.get_by_test_id("hand-SA")).to_have_count(0)
        _tap(page, spot, count=2)
        _tap(page, spot, count=3)
        _await_answers(page)
        assert simulation.acts == [("lay", "south", "SA")]
        _tap(page, spot)
        expect(page.locator("[data-act=lay]")).to_have_count(8)
        assert len(simulation.acts) == 2
        # what was only just asked is not agreed to: a card that may not be played, a place that is to be left
        keeper.change(turn=1, house={"suggestions": "on"})
        expect(page.locator("[data-act=lay].can")).to_have_count(0)
        spot = _middle(page, "hand-H3")
        page.mouse.dblclick(*spot)
        expect(page.get_by_test_id("refusal")).to_contain_text("Tap it again")
        _await_answers(page)
        assert len(simulation.acts) == 2
        _tap(page, spot)
        expect(page.get_by_test_id("hand-H3")).to_have_count(0)
        gear(page)
        leave = page.get_by_test_id("leave")
        leave.dblclick()
        expect(leave).to_have_text("Really leave this place?")
        _await_answers(page)
        expect(leave).to_be_visible()
        leave.click()
        expect(page.get_by_test_id("sit")).to_be_visible()


def _tap(page: Page, spot: tuple[float, float], count: int = 1) -> None:
    """One tap, of which the browser says that it is the ``count``-th of quick ones, however slow the machine is."""
    page.mouse.move(*spot)
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)


def _await_answers(page: Page) -> None:
    """Waits until the table has answered what the page may have sent before, for all comes from one and in turn."""
    page.evaluate("fetch('/manifest.webmanifest').then(() => true)")


def _middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_test_id(name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
