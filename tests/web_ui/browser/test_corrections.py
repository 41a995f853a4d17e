"""Putting right on the page: one person proposes, the other agrees with one tap; the table says who said so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page, expect

from device.keeper.keeper import Keeper
from tests.web_ui.gear import gear
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from tests.whist.doubtful import SURE, card, playing
from tests.whist.driver import World, places
from web_ui.app import create_app
from whist.messages.observations import LaidCard, TableShows
from whist.rules.options import AndroidOptions

pytestmark = pytest.mark.browser


class Site:
    """A table in the middle of a hand, with the phones of South and North."""

    def __init__(self, browser: Browser, world: World) -> None:
        self.world = world
        self.keeper = Keeper(AndroidOptions())
        self.keeper.table = world.table
        self.contexts = [browser.new_context(viewport={"width": 360, "height": 740}) for _ in range(2)]
        self.south, self.north = (context.new_page() for context in self.contexts)

    def open(self, port: int) -> None:
        for person, page in (("south", self.south), ("north", self.north)):
            page.goto(f"http://127.0.0.1:{port}/{person}")
            page.get_by_test_id("sit").click()
            page.get_by_test_id("trump").wait_for()

    def see(self, *cards: LaidCard) -> None:
        self.keeper.see([TableShows(cards)])


def tricks(count: int) -> World:
    world = World(random.Random(5))
    world.deal()
    for _ in range(4 * count):
        world.step()
    return world


@pytest.fixture
def site(browser: Browser, request: Any) -> Iterator[Site]:
    made = Site(browser, request.param())
    app = create_app(made.keeper, seats_store=MemorySeats())
    with serving(app) as server:
        made.open(server.port)
        yield made
        for context in made.contexts:
            context.close()


def propose(page: Page, what: str) -> None:
    """Tap what is proposed."""
    button = page.get_by_test_id(f"propose-{what}").get_by_role("button")
    button.click()


@pytest.mark.parametrize("site", [lambda: tricks(2)], indirect=True, ids=["two tricks"])
def test_a_past_card_the_scores_and_the_rest_of_a_hand(site: Site) -> None:
    south, north = site.south, site.north
    seat = site.world.table.state.tricks[0].seat(1)
    right = sorted({"S2", "H2", "D2", "C2"} - {str(one) for one in site.world.table.state.played()})[0]
    gear(south).get_by_test_id("mending").click()
    south.get_by_test_id("mend-back").click()
    expect(south.get_by_test_id("mend-trick")).to_have_text("Trick 1")
    south.get_by_test_id(f"mend-of-{seat}").click()
    if not south.get_by_test_id(f"mend-{right}").is_visible():
        south.get_by_test_id("mend-rest").click()
    south.get_by_test_id(f"mend-{right}").click()
    expect(south.get_by_test_id("proposal")).to_contain_text("You say that ")
    expect(south.get_by_test_id("proposal")).to_contain_text("in trick 1")
    expect(south.get_by_test_id("prompt")).not_to_contain_text("agree")
    expect(north.get_by_test_id("prompt")).to_contain_text("North, do you agree?")
    expect(south.get_by_test_id("agree")).to_have_count(0)
    north.get_by_test_id("agree").click()
    for page in (south, north):
        expect(page.locator(".banner.note").filter(has_text="South said so and North agreed")).to_be_visible()
        expect(page.get_by_test_id("proposal")).to_have_count(0)
    assert str(site.keeper.table.state.tricks[0].by(seat)) == right
    # the scores, which North does not believe
    before = site.keeper.public_view()["scores"]
    gear(south).get_by_test_id("mending").click()
    south.get_by_test_id("mend-score-0").fill("4")
    propose(south, "scores")
    north.get_by_test_id("decline").click()
    expect(south.get_by_test_id("proposal")).to_have_count(0)
    assert site.keeper.public_view()["scores"] == before
    # and the end of the hand
    gear(south).get_by_test_id("mending").click()
    south.get_by_test_id("mend-claim").select_option("3")
    propose(south, "claim")
    expect(north.get_by_test_id("proposal")).to_contain_text("claims 3 of the 11")
    north.get_by_test_id("agree").click()
    expect(south.get_by_test_id("result")).to_be_visible()
    assert sum(site.keeper.public_view()["hand"]["won"]) == 13


@pytest.mark.parametrize("site", [lambda: playing(1)], indirect=True, ids=["one card"])
@pytest.mark.parametrize("left", ["a tap", "itself"])
def test_out_of_step_is_shown_and_left_by_one_tap_or_by_itself(left: str, site: Site) -> None:
    world, page = site.world, site.south
    true = world.cards()
    changed = (*true[1:], LaidCard(SURE(card("S2")), *places(1)))
    for _ in range(2):
        site.see(*changed)
    expect(page.locator(".banner.trouble")).to_contain_text("Seen: the ace of hearts and the 2 of spades.")
    expect(page.locator(".banner.trouble")).to_contain_text("Expected: the 2 of clubs and the ace of hearts.")
    if left == "itself":
        site.see(*true)
    else:
        page.get_by_test_id("step-seen").click()
    expect(page.get_by_test_id("out-of-step")).to_have_count(0)
    expect(page.locator(".banner.trouble")).to_have_count(0)
    expected = "S2" if left == "a tap" else "C2"
    expect(page.get_by_test_id("trick-card-1")).to_have_attribute("data-card", expected)


@pytest.mark.parametrize("site", [lambda: playing(2)], indirect=True, ids=["two cards"])
def test_a_card_laid_across_the_table_is_said_to_be_the_right_ones(site: Site) -> None:
    site.see(*site.world.cards(), LaidCard(SURE(card("S3")), 0.0, -90.0))
    site.north.get_by_test_id("laid-by").click()
    expect(site.south.get_by_test_id("trick-card-3")).to_have_attribute("data-card", "S3")
    expect(site.north.get_by_test_id("laid-by")).to_have_count(0)


def test_in_a_game_without_holders_somebody_of_the_other_side_agrees(browser: Browser, tmp_path: Path) -> None:
    stage = Stage(tmp_path, "classic", seed=3, humans=())
    stage.play_until(lambda view: view["tricks_done"] == 2 and not view["trick"])
    contexts = [browser.new_context(viewport={"width": 360, "height": 740}) for _ in range(3)]
    with serving(stage.app) as server:
        pages = {}
        for person, context in zip(("south", "north", "east"), contexts, strict=True):
            pages[person] = context.new_page()
            pages[person].goto(f"http://127.0.0.1:{server.port}/{person}")
            pages[person].get_by_test_id("sit").click()
        south = pages["south"]
        gear(south).get_by_test_id("mending").click()
        south.get_by_test_id("mend-score-1").fill("3")
        propose(south, "scores")
        expect(pages["north"].get_by_test_id("proposal")).to_contain_text("0 for South and North, 3 for West and East")
        expect(pages["north"].get_by_test_id("agree")).to_have_count(0)
        pages["east"].get_by_test_id("agree").click()
        note = "South said so and East agreed."
        expect(south.locator(".banner.note").filter(has_text=note)).to_be_visible()
        expect(south.get_by_test_id("score-1")).to_have_text("3")
        was = stage.view["last_trick"]["cards"][0]
        gear(south).get_by_test_id("mending").click()
        expect(south.get_by_test_id("mend-trick")).to_have_text("Trick 2")
        south.get_by_test_id(f"mend-of-{was['seat']}").press("Enter")
        free = next(card for card in stage.hand(0) if card != was["card"])
        if not south.get_by_test_id(f"mend-{free}").is_visible():
            south.get_by_test_id("mend-rest").press("Enter")
        south.get_by_test_id(f"mend-{free}").press("Enter")
        pages["east"].get_by_test_id("agree").click()
        expect(south.locator(".banner.note").filter(has_text="Trick 2: ")).to_be_visible()
        assert stage.view["last_trick"]["cards"][0] == {"seat": was["seat"], "card": free}
    for context in contexts:
        context.close()
