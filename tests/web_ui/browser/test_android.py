"""The pages in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page, expect

from tests.web_ui.fakes import HANDS, HOLDER_1, HOLDER_2, SECTION_1, SECTION_2, FakeKeeper, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.posting import answered
from tests.web_ui.real import RealKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from web_ui.app import create_app
from whist.cards import SUIT_NAMES, Card

pytestmark = pytest.mark.browser


@dataclass
class Site:
    keeper: FakeKeeper
    simulation: FakeSimulation
    address: str


@pytest.fixture
def site() -> Iterator[Site]:
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
        yield Site(keeper, simulation, f"http://127.0.0.1:{server.port}")


def sit(page: Page, site: Site, person: str = "south") -> None:
    page.goto(f"{site.address}/{person}")
    page.get_by_test_id("sit").click()
    page.get_by_test_id("trump").wait_for()


def test_the_board_shows_the_game_and_follows_it(page: Page, site: Site) -> None:
    page.goto(site.address)
    expect(page.get_by_test_id("trump")).to_contain_text("Hearts")
    expect(page.get_by_test_id("turn")).to_contain_text("Holder 2")
    expect(page.get_by_test_id("score-0")).to_have_text("2")
    expect(page.get_by_test_id("score-1")).to_have_text("3")
    expect(page.get_by_test_id("trick-card-0")).to_have_attribute("data-card", "C7")
    expect(page.get_by_test_id("last-trick")).to_contain_text("won by South")
    site.keeper.change(
        turn=3,
        trick=[*site.keeper.public_view()["trick"], {"seat": 2, "card": "CK"}],
        command={"seat": 2, "command": "high", "answer": "move"},
        prompt="North, play a card.",
        out_of_sight=["holder 1"],
    )
    expect(page.get_by_test_id("trick-card-2")).to_have_attribute("data-card", "CK")
    expect(page.get_by_test_id("turn")).to_contain_text("North")
    expect(page.get_by_test_id("prompt")).to_have_text("North, play a card.")
    expect(page.get_by_test_id("prompt")).to_have_class("prompt trouble")
    expect(page.get_by_test_id("last-command")).to_contain_text("being moved")


def test_a_tablet_shows_trump_turn_and_score_in_big_type(page: Page, site: Site) -> None:
    page.goto(site.address)
    page.get_by_test_id("trump").wait_for()
    # 10-inch tablet, 1280 × 800: 149 px to the inch, so 20 mm are 117 px
    for size in (
        page.locator("[data-testid=trump] .pip").evaluate("e => e.getBoundingClientRect().height"),
        page.locator("[data-testid=turn] .large").evaluate("e => parseFloat(getComputedStyle(e).fontSize)"),
        page.get_by_test_id("score-0").evaluate("e => parseFloat(getComputedStyle(e).fontSize)"),
    ):
        assert size >= 117


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
@pytest.mark.parametrize("path", ["/", "/south"])
def test_nothing_sticks_out_sideways(page: Page, site: Site, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740 if width < 1000 else 800})
    if path == "/":
        page.goto(site.address)
        page.get_by_test_id("trump").wait_for()
    else:
        sit(page, site)
        site.keeper.views["south"]["beside"] |= {"to_move": "HT", "slot": 4}
        site.keeper.change(command={"seat": 2, "command": "high spades", "answer": "error"})
        page.get_by_test_id("to-move").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_commander_commands_and_hears_the_answer(page: Page, site: Site) -> None:
    sit(page, site)
    for words in SECTION_1:
        expect(page.get_by_test_id(f"command-{words}")).to_be_enabled()
    expect(page.get_by_test_id("command-spades")).to_have_count(0)
    with answered(page):
        page.get_by_test_id("command-duck").click()
    site.keeper.change("south", command={"seat": 2, "command": "duck", "answer": "error"},
                     commands={"seat": 2, "allowed": SECTION_1 + SECTION_2})  # fmt: skip
    expect(page.get_by_test_id("answer")).to_have_text("Error Message")
    page.get_by_test_id("prefix-high").click()
    with answered(page):
        page.get_by_test_id("command-high-spades").click()
    site.keeper.change("south", commands=None, command={"seat": 2, "command": "high spades", "answer": "move"})
    expect(page.get_by_test_id("answer")).to_have_text("High spades — it is being moved")
    assert site.keeper.requests == [("south", {"command": "duck"}), ("south", {"command": "high spades"})]
    html = page.content()
    assert not [card for card in HOLDER_2 if card and f'"{card}"' in html]


def test_the_marked_card_is_moved_by_a_tap(page: Page, site: Site) -> None:
    sit(page, site)
    expect(page.get_by_test_id("holder-HT")).to_be_visible()
    assert page.locator("[data-testid^=holder-]").count() == len([card for card in HOLDER_1 if card])
    site.keeper.views["south"]["beside"] |= {"to_move": "HT", "slot": 4}
    site.keeper.change(turn=1)
    expect(page.get_by_test_id("to-move")).to_contain_text("10 of hearts")
    with answered(page):
        page.get_by_test_id("holder-HT").click()
    expect(page.get_by_test_id("refusal")).to_be_hidden()
    assert site.simulation.acts == [("move", "south", "HT")]


def test_the_own_hand_is_laid_by_keyboard_alone(page: Page, site: Site) -> None:
    sit(page, site)
    order = page.locator("[data-testid^=hand-]").evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    assert order == ["SA", "SJ", "S6", "HA", "HJ", "H3", "C9", "DT", "D9", "D5"]
    page.get_by_test_id("hand-H3").focus()
    with answered(page):
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("hand-H3")).to_have_count(0)
    assert site.simulation.acts == [("lay", "south", "H3")]
    assert "H3" not in site.simulation.hands["south"]


def test_focus_stays_while_the_table_changes(page: Page, site: Site) -> None:
    sit(page, site)
    page.get_by_test_id("command-beat").focus()
    site.keeper.change(prompt="Something has happened.", questions=[])
    expect(page.get_by_test_id("prompt")).to_have_text("Something has happened.")
    expect(page.get_by_test_id("command-beat")).to_be_focused()


def test_questions_deal_and_refusals(page: Page, site: Site) -> None:
    sit(page, site)
    question = {"id": 4, "about": "Which card was laid?", "candidates": ["S9", "C9"], "holder": None, "slot": None}
    site.keeper.change("south", questions=[question])
    with answered(page):
        page.get_by_test_id("question-4-C9").click()
    expect(page.get_by_test_id("refusal")).to_be_hidden()
    site.simulation.hands["south"] = []
    site.keeper.change(phase="deal", questions=[])
    with answered(page):
        page.get_by_test_id("deal").click()
    site.keeper.refuse = "Not now."
    page.get_by_test_id("command-duck").click()
    expect(page.get_by_test_id("refusal")).to_have_text("Not now.")
    assert site.keeper.requests == [("south", {"answer": "C9", "question": 4})]
    assert site.simulation.acts == [("deal",)]


def test_the_hand_is_scored_on_every_page(page: Page, site: Site) -> None:
    hand = {"tricks": [0] * 9 + [1] * 4, "won": [9, 4], "points": [3, 0]}
    site.keeper.change(phase="scored", hand=hand, turn=None, commands=None, scores=[5, 3])
    sit(page, site)
    expect(page.get_by_test_id("result")).to_contain_text("We: 9 tricks, 3 points")
    page.goto(site.address)
    expect(page.get_by_test_id("result")).to_contain_text("North + Holder 1: 4 tricks, 0 points")
    site.keeper.change(phase="over", winner=0)
    expect(page.get_by_test_id("result")).to_contain_text("South + Holder 2 win the game")


def test_places(page: Page, browser: Browser, site: Site) -> None:
    sit(page, site)
    gear(page).get_by_test_id("plays-itself-north").click()
    expect(page.get_by_test_id("plays-itself-north")).to_have_attribute("aria-checked", "false")
    page.goto(f"{site.address}/north")
    expect(page.get_by_text("sits in South’s place")).to_be_visible()
    stranger = browser.new_context().new_page()
    stranger.goto(f"{site.address}/south")
    expect(stranger.get_by_text("taken by another device")).to_be_visible()
    assert not [card for card in HANDS["south"] if card in stranger.content()]
    stranger.context.close()
    page.goto(f"{site.address}/south")
    gear(page).get_by_test_id("leave").click()
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("sit")).to_be_visible()


def test_a_trick_of_a_real_table_on_three_pages(browser: Browser, page: Page) -> None:
    keeper = RealKeeper(seed=3)
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.goto(address)
        seats = {}
        for person in ("south", "north"):
            seats[person] = browser.new_context().new_page()
            seats[person].goto(f"{address}/{person}")
            seats[person].get_by_test_id("sit").click()
        expect(page.get_by_test_id("turned-up")).to_have_attribute("data-card", str(keeper.turn_up))
        for seat in range(1, 5):
            turn = seat % 4
            expect(page.get_by_test_id("turn")).to_have_attribute("data-value", str(turn))
            card = keeper.legal(turn)[0]
            if turn in (1, 2):
                commander, handler = (seats["north"], seats["south"]) if turn == 1 else (seats["south"], seats["north"])
                # named on a lead, and as the lowest of a suit that is held otherwise
                commander.get_by_test_id(f"command-{SUIT_NAMES[card.suit]}" if turn == 1 else "command-duck").click()
                expect(commander.get_by_test_id("answer")).to_contain_text("it is being moved")
                expect(page.get_by_test_id("last-command")).to_contain_text("being moved")
                marked = handler.get_by_test_id("to-move")
                card = Card.parse(marked.get_attribute("data-card") or "")
                expect(handler.get_by_test_id(f"holder-{card}")).to_have_class("card marked")
                expect(commander.get_by_test_id("to-move")).to_have_count(0)
            keeper.lay(turn, card)
            expect(page.get_by_test_id(f"trick-card-{turn}")).to_have_attribute("data-card", str(card))
        keeper.gather()
        expect(page.get_by_test_id("last-trick")).to_contain_text("won by")
        assert sum(int(page.get_by_test_id(f"won-{side}").inner_text()[0]) for side in (0, 1)) == 1
        for other in seats.values():
            other.context.close()


def test_a_page_finds_the_table_again(page: Page) -> None:
    keeper = FakeKeeper()
    store = MemorySeats()
    with serving(create_app(keeper, seats_store=store)) as server:
        port = server.port
        page.goto(f"http://127.0.0.1:{port}/south")
        page.get_by_test_id("sit").click()
        expect(page.get_by_test_id("trump")).to_contain_text("Hearts")
    expect(page.locator("#lost")).to_be_visible()
    keeper.change(trump="S")
    with serving(create_app(keeper, seats_store=store), port=port):
        expect(page.get_by_test_id("trump")).to_contain_text("Spades")
        expect(page.locator("#lost")).to_be_hidden()
