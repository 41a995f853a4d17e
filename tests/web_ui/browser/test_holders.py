"""Seats are given to computer players where a game is begun, and who must move a card sees it on the own page."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from device.company.at_holders import AtHolders
from device.company.characters import Company
from device.keeper.keeper import Keeper
from device.simulated.desk import GameDesk
from tests.cards import cards
from tests.device.company.test_characters import Here
from tests.web_ui.gear import gear
from tests.web_ui.posting import answered
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.whist.family.test_holders import HANDS
from vision.simulated.scene import SimulatedTable
from web_ui.app import create_app
from whist.cards import Card
from whist.messages.observations import HolderShows, LaidCard, Reading, TableShows
from whist.messages.requests import NewGame

pytestmark = pytest.mark.browser


def classic() -> tuple[Keeper, AtHolders]:
    """A table of Classic Whist, and the computer players who may be given seats there."""
    keeper = Keeper(NewGame(0, "classic"))
    return keeper, AtHolders(keeper, Company(Here(), "club"), Here(), 1, 1e6)


def sit(page: Page, address: str, person: str) -> None:
    page.goto(f"{address}/{person}")
    page.get_by_test_id("sit").click()


def test_a_seat_is_given_to_the_pi_at_a_real_table(page: Page, phone: Page) -> None:
    keeper, players = classic()
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        sit(page, address, "south")
        gear(page).get_by_test_id("chooser").click()
        page.get_by_test_id("choose-game").select_option("classic")
        page.get_by_test_id("rules-seats").click()
        expect(page.get_by_test_id("choose-seat-south")).to_be_disabled()
        page.get_by_test_id("choose-seat-west").select_option("strong")
        page.get_by_test_id("begin").click()
        expect(page.get_by_test_id("face-west")).to_have_attribute("src", "/static/face-fox.svg")
        assert keeper.table.computers == (1,)
        assert keeper.computers() == {"west": "strong"}
        named = keeper.public_view()["company"]["west"]["name"]
        expect(page.locator("#prompt")).to_contain_text(f"the cards of {named} go into holder 1, unseen")
        sit(phone, address, "north")
        own = cards(HANDS[1])
        keeper.see([HolderShows(1, tuple(Reading.certain(card) for card in own))])
        keeper.see([TableShows((LaidCard(Reading.certain(cards("H2")[0]), 0.0, 0.0),))])
        assert keeper.table.deciding is not None
        assert players.turn()
        (place,) = keeper.table.to_move
        code = str(own[place[1]])
        expect(phone.get_by_test_id("to-move")).to_have_attribute("data-card", code)
        expect(phone.locator("#prompt")).to_contain_text(f"slot {place[1] + 1}")
        expect(page.locator("#prompt")).to_contain_text("North, move the marked card from holder 1")
        expect(page.get_by_test_id("to-move")).to_have_count(0)
        assert code not in page.content().replace("data-", "")
        assert not any(f"holder-{card}" in phone.content() for card in own if str(card) != code)


def test_whoever_must_move_a_card_taps_it_on_the_simulated_table(page: Page, tmp_path: Path) -> None:
    keeper = Keeper(NewGame(0, "classic", {}, None, 2, 3, (3,), ("easy",)))  # East leads, South moves its cards
    company = Company(Here(), "club")
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, {"west", "north"}, company)
    players = AtHolders(keeper, company, Here(), 1, 1e6)
    hands = desk.desk()._hands

    def look() -> None:
        for _ in range(2):
            keeper.see(hands.perfect_view())

    desk.deal()
    look()
    desk.step(lambda: None)  # the last card of North is turned up
    look()
    assert keeper.public_view()["turn"] == 3
    assert players.turn()
    with serving(create_app(keeper, desk, seats_store=MemorySeats())) as server:
        sit(page, f"http://127.0.0.1:{server.port}", "south")
        card = page.get_by_test_id("to-move").get_attribute("data-card")
        expect(page.get_by_test_id("chairs")).to_have_count(1)
        with answered(page):
            page.get_by_test_id(f"holder-{card}").click()
        expect(page.get_by_test_id("refusal")).to_be_empty()
        look()
        expect(page.get_by_test_id("trick-card-3")).to_have_count(1)
        assert [str(play.card) for play in keeper.table.state.trick] == [card]


def test_the_dealer_moves_the_cards_where_the_house_says_so_s3(page: Page, phone: Page) -> None:
    """RULES S3: chosen where the seat is given away; the dealer's page names the card, and no other."""
    keeper, players = classic()
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        sit(page, address, "south")
        sit(phone, address, "north")
        gear(page).get_by_test_id("chooser").click()
        page.get_by_test_id("rules-seats").click()
        expect(page.get_by_test_id("choose-option-mover")).to_have_count(0)
        page.get_by_test_id("choose-seat-west").select_option("easy")
        page.get_by_test_id("choose-option-mover").select_option(label="the dealer")
        page.get_by_test_id("begin").click()
        expect(page.get_by_test_id("face-west")).to_have_count(1)
        own = cards(HANDS[1])
        keeper.see([HolderShows(1, tuple(Reading.certain(card) for card in own))])
        keeper.see([TableShows((LaidCard(Reading.certain(cards("H2")[0]), 0.0, 0.0),))])
        assert players.turn()
        (place,) = keeper.table.to_move
        expect(page.get_by_test_id("to-move")).to_have_attribute("data-card", str(own[place[1]]))
        expect(phone.locator("#prompt")).to_contain_text("South, move the marked card from holder 1")
        expect(phone.get_by_test_id("to-move")).to_have_count(0)


def test_alone_against_the_pi_one_moves_the_cards_of_three_holders_a5_s3(page: Page, tmp_path: Path) -> None:
    """RULES A5, S3: North is given to the Pi on the page; every card is moved by taps, and only those to be moved are
    named of the two holders that face away."""
    keeper = Keeper(NewGame(0, "android", {}, seed=3))
    company = Company(Here(), "club")
    desk = GameDesk(keeper, SimulatedTable(), 3, tmp_path, set(), company)
    players = AtHolders(keeper, company, Here(), 1, 1e6)

    def look() -> None:
        for _ in range(2):
            keeper.see(desk.desk()._hands.perfect_view())

    with serving(create_app(keeper, desk, seats_store=MemorySeats())) as server:
        sit(page, f"http://127.0.0.1:{server.port}", "south")
        gear(page).get_by_test_id("chooser").click()
        page.get_by_test_id("choose-game").select_option("android")
        page.get_by_test_id("rules-seats").click()
        expect(page.get_by_test_id("choose-seat-south")).to_be_disabled()
        page.get_by_test_id("choose-seat-north").select_option("strong")
        expect(page.get_by_test_id("choose-option-mover")).to_have_count(0)
        page.get_by_test_id("begin").click()
        expect(page.get_by_test_id("face-north")).to_have_attribute("src", "/static/face-owl.svg")
        assert keeper.computers() == {"north": "strong"}
        assert keeper.persons() == ("south",)
        expect(page.locator("#prompt")).to_contain_text("Tap “Deal the cards”.")
        assert "into holder 2 and holder 3 the cards go unseen" in keeper.private_view("south")["prompt"]
        page.keyboard.press("Escape")
        page.get_by_test_id("deal").click()
        look()
        moved = set[int]()
        for _ in range(60):
            view = keeper.private_view("south")
            if len(moved) == 3:
                break
            hands = desk.desk()._hands
            hidden = {str(card) for holder in (2, 3) for card in hands.slots(holder) if card}
            if code := view["beside"]["to_move"]:
                holder = view["beside"]["holder"]
                expect(page.get_by_test_id("to-move")).to_have_attribute("data-card", code)
                shown = page.locator("[data-testid^='holder-']").evaluate_all(
                    "those => those.map(one => one.dataset.testid.slice(7))"
                )
                assert not (set(shown) & hidden) - {code}
                with answered(page):
                    page.get_by_test_id(f"holder-{code}").click()
                expect(page.get_by_test_id("refusal")).to_be_empty()
                assert desk.desk()._hands.holder_with(Card.parse(code)) is None
                moved.add(holder)
            elif not players.turn():
                desk.set_plays_itself("south", True)
                desk.step(lambda: None)
                desk.set_plays_itself("south", False)
            look()
        assert moved == {1, 2, 3}
        expect(page.get_by_test_id("refusal")).to_be_empty()
