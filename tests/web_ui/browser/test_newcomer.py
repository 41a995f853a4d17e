"""What a newcomer wants to do in the middle of an evening, on a phone, with the taps that it takes: begin another game,
fix a wrongly recorded card, see why a hand scored so, give the seat to another phone, find the rules of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page, expect

from device.keeper.keeper import Keeper
from tests.browser import PATIENCE_MS
from tests.web_ui.pages.past import House
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.whist.driver import World
from web_ui.app import create_app
from whist.rules.options import AndroidOptions

pytestmark = pytest.mark.browser


class Newcomer:
    """Somebody with a phone, whose taps are counted: a choice from a list is two, a scan of a code is one."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        page.set_default_timeout(PATIENCE_MS)

    def tap(self, name: str) -> None:
        """Tap a control that is in sight, or to which the page scrolls."""
        self.page.get_by_test_id(name).click()
        self.taps += 1

    def choose(self, name: str, value: str) -> None:
        """Open a list and take a line of it."""
        self.page.get_by_test_id(name).select_option(value)
        self.taps += 2


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Newcomer, Newcomer]]:
    """Two people with a phone each."""
    with ExitStack() as stack:
        found = []
        for _ in range(2):
            context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
            stack.callback(context.close)
            found.append(Newcomer(context.new_page()))
        yield found[0], found[1]


@pytest.fixture
def table(people: tuple[Newcomer, Newcomer]) -> Iterator[Keeper]:
    """Android Whist after four tricks and a card; both sit there."""
    world = World(random.Random(5))
    world.deal()
    for _ in range(4 * 4 + 1):
        world.step()
    keeper = Keeper(AndroidOptions())
    keeper.table = world.table
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        for one, person in zip(people, ("south", "north"), strict=True):
            one.page.goto(f"http://127.0.0.1:{server.port}/{person}")
            one.page.get_by_test_id("sit").click()
            one.page.get_by_test_id("trump").wait_for()
        yield keeper


def test_begin_another_game(people: tuple[Newcomer, Newcomer], table: Keeper) -> None:
    south, _ = people
    south.tap("gear")
    south.tap("chooser")
    south.choose("choose-game", "candid")
    south.tap("begin")
    expect(south.page.get_by_test_id("begin")).to_have_text("Abandon the game in play?")
    with south.page.expect_navigation():
        south.tap("begin")
    assert table.public_view()["game"] == "candid"
    assert south.taps <= 6


def test_fix_a_wrongly_recorded_card_in_the_trick_before_last(people: tuple[Newcomer, Newcomer], table: Keeper) -> None:
    south, north = people
    seat = table.table.state.tricks[2].seat(1)
    south.tap("gear")
    south.tap("mending")
    south.tap("mend-back")
    expect(south.page.get_by_test_id("mend-trick")).to_have_text("Trick 4")
    south.tap("mend-back")
    south.tap(f"mend-of-{seat}")
    played = {str(card) for card in table.table.state.played()}
    likely = [
        one.get_attribute("data-card") for one in south.page.locator(".mend .was .cards").first.locator("button").all()
    ]
    other = next(code for code in likely if code and code not in played)
    south.tap(f"mend-{other}")
    north.tap("agree")
    expect(south.page.get_by_test_id("proposal")).to_have_count(0)
    assert str(table.table.state.tricks[2].by(seat)) == other
    assert south.taps <= 6
    assert north.taps <= 1


def test_see_why_the_last_hand_scored_so(people: tuple[Newcomer, Newcomer], tmp_path: Path) -> None:
    south, _ = people
    house = House(tmp_path)
    with serving(house.app) as server:
        page = south.page
        page.goto(f"http://127.0.0.1:{server.port}/north")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("trump").wait_for()
        south.tap("look")
        south.tap("sheet")
        expect(page.locator(".sheet tbody tr").first).to_contain_text("1 odd trick (+1)")
        assert south.taps <= 2
    house.close()


def test_give_the_seat_to_another_phone(people: tuple[Newcomer, Newcomer], table: Keeper, phone: Page) -> None:
    south, new = people[0], Newcomer(phone)
    south.tap("gear")
    south.tap("move-device")
    shown = south.page.get_by_test_id("join-code")
    shown.wait_for()
    code = shown.get_attribute("data-code")
    new.page.goto(f"{south.page.url.rsplit('/', 1)[0]}/join#south.{code}")
    new.taps += 1
    new.tap("take-south")
    new.page.get_by_test_id("trump").wait_for()
    expect(south.page.get_by_test_id("trump")).to_have_count(0)
    assert (south.taps, new.taps) == (2, 2)


def test_find_the_rules_of_candid_while_another_game_is_played(
    people: tuple[Newcomer, Newcomer], table: Keeper
) -> None:
    south, _ = people
    south.tap("gear")
    south.tap("rules-card")
    expect(south.page.locator(".rule-card h2")).to_have_text("Android Whist")
    south.tap("rules-of-candid")
    expect(south.page.locator(".rule-card h2")).to_have_text("Candid Whist")
    expect(south.page.locator(".rule-lines")).to_contain_text("points")
    assert south.taps <= 3
    south.page.goto(f"{south.page.url.rsplit('/', 1)[0]}/rules/android")
    south.page.get_by_test_id("rules-of-candid").click()
    expect(south.page.locator("h1")).to_have_text("Candid Whist")
