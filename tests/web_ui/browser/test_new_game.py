"""The drawer for another game in a real Chromium: it begins with what was played last, and people have names."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from device.journal.journal import Journal
from device.keeper.keeper import Keeper
from tests.web_ui.gear import gear
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions

pytestmark = pytest.mark.browser


def open_drawer(page: Page, address: str, person: str) -> None:
    """Sit down and look what is offered."""
    page.goto(f"{address}/{person}")
    page.get_by_test_id("sit").click()
    gear(page).get_by_test_id("chooser").click()


def chosen(page: Page) -> list[str]:
    """Game, players, first dealer and target as the drawer has them."""
    names = ("game", "players", "dealer", "option-target")
    found = [page.get_by_test_id(f"choose-{name}") for name in names]
    return [one.input_value() if one.count() else "" for one in found]


def test_another_game_begins_as_the_last_did_on_every_phone(page: Page, phone: Page, tmp_path: Path) -> None:
    keeper = Keeper(AndroidOptions(target=9))
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        open_drawer(page, address, "south")
        assert chosen(page) == ["android", "", "0", "9"], "what the settings say"
        page.get_by_test_id("choose-dealer").select_option(label="North")
        page.get_by_test_id("choose-game").select_option("candid")
        assert chosen(page) == ["candid", "", "0", "500"], "never played: the rules' defaults"
        page.get_by_test_id("rules-names").click()
        page.get_by_test_id("name-of-west").fill("Wilhelmina")
        page.keyboard.press("Tab")
        expect(page.get_by_test_id("choose-dealer")).to_contain_text("West: Wilhelmina")
        page.get_by_test_id("choose-dealer").select_option("1")
        page.get_by_test_id("rules-house").click()
        page.get_by_test_id("choose-option-target").select_option("250")
        with page.expect_navigation():  # another game is another page
            page.get_by_test_id("begin").click()
        view = keeper.public_view()
        assert (view["game"], view["dealer"], view["target"]) == ("candid", 1, 250)
        assert view["names"] == {"west": "Wilhelmina"}
        open_drawer(phone, address, "east")
        assert chosen(phone) == ["candid", "", "1", "250"], "on another phone"
        keeper.new_game(NewGame(0, "candid", {"target": 250, "pass_is_final": True}, None, 2))
        phone.get_by_test_id("chooser").click()
        phone.get_by_test_id("chooser").click()
        expect(phone.get_by_test_id("choose-dealer")).to_have_value("2")
        phone.get_by_test_id("defaults").click()
        assert chosen(phone) == ["candid", "", "2", "500"]
        phone.get_by_test_id("choose-game").select_option("android")
        assert chosen(phone) == ["android", "", "0", "9"], "what was only looked at is not played"


def test_a_name_is_changed_on_the_own_page(page: Page, phone: Page, tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        keeper = Keeper(AndroidOptions(), journal)
        with serving(create_app(keeper, seats_store=journal.seats)) as server:
            address = f"http://127.0.0.1:{server.port}"
            page.goto(f"{address}/south")
            page.get_by_test_id("sit").click()
            phone.goto(address)
            gear(page).get_by_test_id("naming").focus()
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
            page.keyboard.type("Anna Maria")
            page.keyboard.press("Enter")
            expect(page.get_by_test_id("naming")).to_have_text("Your name: Anna Maria")
            expect(phone.get_by_test_id("name-south")).to_have_text("Anna Maria")
            page.get_by_test_id("own-name").fill("An\u202ena")
            page.get_by_test_id("rename").click()
            expect(page.get_by_test_id("refusal")).to_contain_text("20 letters")
            assert keeper.public_view()["names"] == {"south": "Anna Maria"}
            keeper.set_name("south", "Annamaria")  # the host says so
            expect(page.get_by_test_id("own-name")).to_have_value("Annamaria")
            page.get_by_test_id("own-name").fill("")
            page.get_by_test_id("rename").click()
            expect(phone.get_by_test_id("name-south")).to_have_count(0)
