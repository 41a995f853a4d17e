"""A hand of every game without holders, played in a real Chromium by clicks alone, beside an independent account."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from device.run import open_table
from device.settings.settings import Settings, SimulationSettings
from device.simulated import matches
from tests.at_the_table import Witness, differences
from tests.web_ui.gear import gear
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from whist.rules.actions import Play

pytestmark = pytest.mark.browser

HCP = {"A": 4, "K": 3, "Q": 2, "J": 1}
GAMES = {
    # game: players, house rules as the drawer shows them, what the board says of them
    "classic": (None, {"honours": True}, "Classic Whist to 5, with honours"),
    "italian": (None, {"trump_method": "entered"}, "Italian Whist to 7"),
    "candid": (None, {"target": 250}, "Candid Whist to 250"),
    "bid": (None, {"sport": "always", "bidder_gets_kitty": True}, "Bid Whist to 5, bids from 3"),
    "australian": (5, {}, "Australian Whist"),
    "german": (None, {"follow_stage1": False}, "German Whist"),
    "honeymoon": (None, {}, "Honeymoon Whist"),
}


class Watched(Witness):
    """The hands of the desk, with the independent account of what they do; the newest is kept."""

    newest: Watched
    keeper: Any

    def __init__(self, scene, rules, seed, memory=None, match="", holders=(), hand=0, away=()):
        super().__init__(scene, rules, seed)
        Watched.newest = self

    def deal(self, *dealt: Any) -> None:
        with self.keeper._changed:  # or the cards are seen, and somebody speaks, before the account has begun
            super().deal(*dealt)

    def drawn(self, _: object) -> str | None:
        """What the program has drawn for trumps (RULES I8)."""
        return self.keeper.table.hand.trump


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> type[Watched]:
    monkeypatch.setattr(matches, "Hands", Watched)
    return Watched


def let_hear(keeper: Any) -> None:
    """Tell the account what people say, in the order in which the table takes it."""
    Watched.keeper, ask = keeper, keeper.request

    def request(person: str, body: dict[str, Any]) -> str | None:
        with keeper._changed:
            seat = keeper.table.seat_of(person)
            answer = ask(person, body)
            if {"bid", "choose", "hcp"} & body.keys():
                Watched.newest.hear(seat, body)
            return answer

    keeper.request = request


def choose_game(page: Page, game: str, players: int | None, options: dict[str, Any]) -> None:
    """Choose a game and its house rules in the drawer of the own page."""
    gear(page).get_by_test_id("chooser").click()
    page.get_by_test_id("choose-game").select_option(game)
    if players is not None:
        page.get_by_test_id("choose-players").select_option(str(players))
    if options:
        page.get_by_test_id("rules-house").click()
    for name, value in options.items():
        written = f'"{value}"' if isinstance(value, str) else str(value).lower()
        page.get_by_test_id(f"choose-option-{name}").select_option(written)
    with page.expect_navigation():  # another game is another page
        page.get_by_test_id("begin").click()


GLANCE = """() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  return {
    event: document.body.dataset.event,
    refusal: document.querySelector("[data-testid=refusal]").innerText,
    turn: document.querySelector("[data-testid=turn]")?.dataset.value,
    hand: all("[data-act=lay]:enabled", (card) => card.dataset.card),
    keys: all(".keys [data-testid]:enabled", (key) => key.dataset.testid),
    points: document.querySelector("[data-testid=points]")?.innerText,
    can: all("[data-testid=deal], [data-testid=take-back], .question button", (key) => key.dataset.testid),
    waiting: all(".leaving", (card) => card.dataset.card).length > 0,
  };
}"""


def next_tap(glance: dict[str, Any], keeper: Any) -> str | None:
    """What South taps: never a choice that the page does not offer."""
    if glance["can"]:
        return str(glance["can"][0])
    if glance["points"] is not None:
        truth = sum(HCP.get(card[1], 0) for card in glance["hand"])
        away = truth - int(glance["points"])
        return "say-hcp" if not away else "more" if away > 0 else "less"
    if glance["keys"]:
        wished = ["choose-S", "choose-up", "bid-7C", "bid-3up", "bid-1", *glance["keys"]]
        return str(next(key for key in wished if key in glance["keys"]))
    table = keeper.table
    if glance["turn"] == "0" and not glance["waiting"] and table.hand.phase == "play":
        twin = table.hand.copy()
        held = Watched.newest.hands[0]
        twin.hands = [list(held), *([] for _ in table.persons[1:])]
        legal = [str(action.card) for action in table.rules.legal(twin, 0) if isinstance(action, Play)]
        return next((f"hand-{code}" for code in glance["hand"] if code in legal), None)
    return None


def play_on(page: Page, keeper: Any, until: Any, seconds: float = 800.0) -> None:
    """Do as South what the page asks for until ``until()``; no refusal may show on the way."""
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, page.get_by_test_id("prompt").inner_text()
        glance = page.evaluate(GLANCE)
        assert glance["refusal"] == ""
        target = next_tap(glance, keeper)
        if target is None:
            page.wait_for_timeout(20)
        else:
            name = {"more": "one more", "less": "one less"}.get(target)
            key = page.get_by_role("button", name=name, exact=True) if name else page.get_by_test_id(target)
            key.click()
            if target == "deal":
                expect(page.get_by_test_id("deal")).to_have_count(0)
            elif target.startswith(("hand-", "bid-", "choose-", "say-")):
                page.wait_for_function("before => document.body.dataset.event !== before", arg=glance["event"])


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_of_each_game_is_played_by_clicks(game: str, page: Page, tmp_path: Path, watched: type[Watched]) -> None:
    players, options, title = GAMES[game]
    stage = Stage(tmp_path, "italian" if game == "classic" else "classic", seed=7)
    let_hear(stage.keeper)
    stage.rests = lambda view: view["sheet"]
    with stage, serving(stage.app) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.goto(f"{address}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("trump").wait_for()
        choose_game(page, game, players, options)
        expect(page.get_by_test_id("trump")).to_be_visible()
        assert stage.view["game"] == game
        play_on(page, stage.keeper, lambda: stage.view["sheet"])
        table = stage.keeper.table
        expect(page.get_by_test_id("result")).to_be_visible()
        leaf_through(page, stage.view)
        board = page.context.new_page()
        board.goto(address)
        expect(board.get_by_test_id("rules")).to_contain_text(title)
        expect(board.get_by_test_id("result")).to_be_visible()
        shown = [int(board.get_by_test_id(f"score-{side}").inner_text().replace("−", "-")) for side in
                 range(len(stage.view["scores"]))]  # fmt: skip
    assert shown == list(table.state.now.scores)
    assert len(table.state.lines) == 1
    assert differences(table, watched.newest) == []


QUICK = """() => {
  const drawer = document.querySelector(".chooser");
  drawer.open = true; // its toggle is told later
  const game = drawer.querySelector("[data-testid=choose-game]");
  game.value = "bid";
  game.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def test_a_choice_that_is_quicker_than_the_drawers_toggle_stands_until_the_drawer_is_closed(
    page: Page, tmp_path: Path, watched: type[Watched]
) -> None:
    stage = Stage(tmp_path, "classic", seed=7)
    with stage, serving(stage.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        gear(page).get_by_test_id("chooser").wait_for()
        with page.expect_response("**/api/games"):
            page.evaluate(QUICK)
        page.wait_for_timeout(200)
        expect(page.get_by_test_id("choose-game")).to_have_value("bid")
        page.get_by_test_id("chooser").click()
        page.wait_for_timeout(200)
        with page.expect_response("**/api/games"):
            page.get_by_test_id("chooser").click()
        expect(page.get_by_test_id("choose-game")).to_have_value("classic")


def leaf_through(page: Page, view: dict[str, Any]) -> None:
    """Look at every trick of the hand again."""
    page.get_by_test_id("sheet").click()
    tricks = view["played"]["tricks"]
    for number, trick in enumerate(tricks, 1):
        expect(page.get_by_test_id("leaf")).to_contain_text(f"Trick {number} of {len(tricks)}")
        cards = page.locator(".trick-again .card").evaluate_all("nodes => nodes.map(node => node.dataset.card)")
        assert cards == [laid["card"] for laid in trick["cards"]]
        if number < len(tricks):
            page.get_by_test_id("leaf-on").click()
    expect(page.get_by_test_id("leaf-on")).to_be_disabled()


def test_a_game_is_chosen_and_played_through_pixels(page: Page, tmp_path: Path, watched: type[Watched]) -> None:
    """The shortest hand there is, with the real reader: one card each (RULES U3)."""
    settings = Settings(simulation=SimulationSettings(seed=3, plays_itself="north", speed=20.0))
    with ExitStack() as stack:
        opened = open_table(settings, tmp_path, stack)
        let_hear(opened.keeper)
        server = stack.enter_context(serving(opened.app))
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("trump").wait_for()
        choose_game(page, "australian", 3, {})
        page.wait_for_function("() => document.querySelector('.table.round') !== null")
        play_on(page, opened.keeper, lambda: opened.keeper.public_view()["sheet"])
        expect(page.get_by_test_id("sheet")).to_contain_text("1 hand")
        table = opened.keeper.table
    assert differences(table, watched.newest) == []
