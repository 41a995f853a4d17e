"""Who begins is chosen where a game is begun, cut on the table, and said on the pages (RULES S6)."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from device.keeper.keeper import Keeper
from tests.web_ui.gear import back, gear
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.whist.beginning.world import BEFORE
from web_ui.app import create_app
from whist.cards import Card
from whist.messages.observations import LaidCard, Reading, TableShows
from whist.messages.requests import NewGame

pytestmark = pytest.mark.browser


def lie(keeper: Keeper, **codes: str) -> None:
    """These cards lie before their places."""
    laid = [LaidCard(Reading.certain(Card.parse(code)), *BEFORE[place]) for place, code in codes.items()]
    keeper.see([TableShows(tuple(laid))])


def test_it_is_cut_who_begins(page: Page, phone: Page) -> None:
    keeper = Keeper(NewGame(0, "classic"))
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.goto(f"{address}/south")
        page.get_by_test_id("sit").click()
        gear(page).get_by_test_id("chooser").click()
        page.get_by_test_id("choose-game").select_option("candid")
        page.get_by_test_id("rules-house").click()
        expect(page.get_by_test_id("choose-option-cut")).to_have_count(0)
        page.get_by_test_id("choose-option-first").select_option(label="everybody cuts a card")
        page.get_by_test_id("choose-option-cut").select_option(label="the lowest")
        expect(page.get_by_test_id("choose-dealer")).to_have_count(0)
        with page.expect_navigation():
            page.get_by_test_id("begin").click()
        phone.goto(f"{address}/board")
        for one in (page, phone):
            expect(one.locator("#prompt")).to_contain_text("the lowest deals first, aces are low")
            expect(one.locator("#prompt")).to_contain_text("Still to cut: South, West, North and East.")
        lie(keeper, south="H2", west="S2", north="DQ", east="CK")
        for one in (page, phone):
            expect(one.locator("#prompt")).to_contain_text("then South and West cut again")
            expect(one.get_by_test_id("trick-card-0")).to_have_count(0)
        lie(keeper)
        lie(keeper, south="H7")
        expect(phone.get_by_test_id("trick-card-0")).to_have_count(1)
        keeper.see([TableShows((LaidCard(Reading.certain(Card.parse("H7")), 0.0, 5.0),))])
        page.get_by_test_id("begin-laid_by-0").click()
        expect(page.locator("#prompt")).to_contain_text("Still to cut: West.")
        lie(keeper, south="H7", west="SA")
        expect(page.locator("#prompt")).to_contain_text("West cut the lowest card, the ace of spades, and deals first.")
        page.get_by_test_id("begin-cut_again-true").click()
        page.get_by_test_id("begin-cleared-true").click()
        lie(keeper)
        expect(page.locator("#prompt")).to_contain_text("Still to cut: South, West, North and East.")
        page.get_by_test_id("name-first").click()
        page.get_by_test_id("begin-first-2").click()
        expect(page.locator("#told")).to_contain_text("North deals first: South said so.")
        assert keeper.public_view()["dealer"] == 2
        expect(page.get_by_test_id("begin-first-1")).to_have_count(0)
        expect(gear(page).get_by_test_id("law")).to_have_count(0)
        back(page)


def test_it_is_drawn_who_begins(page: Page) -> None:
    keeper = Keeper(NewGame(0, "classic", {"first": "drawn"}, seed=3))
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        expect(page.locator("#told")).to_contain_text("was drawn to deal first")
        page.get_by_test_id("name-first").click()
        page.get_by_test_id(f"begin-first-{(keeper.public_view()['dealer'] + 1) % 4}").click()
        expect(page.locator("#told")).to_contain_text("deals first: South said so.")
