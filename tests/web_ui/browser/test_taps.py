"""One tap is one act on a seat's page: what a second tap, a lost table or a problem that is tested shows there."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from tests.web_ui.fakes import FakeKeeper, FakeSimulation
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
