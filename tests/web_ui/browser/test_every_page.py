"""What holds for every page in a real Chromium: type, weight, keyboard, clock, and coming back after a sleep."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, Response, expect

from tests.web_ui.browser.by_key import RINGED
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.pictures.screenshots import board_over
from tests.web_ui.posting import answered
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from tests.whist.linked_driver import Linked
from web_ui.app import create_app
from web_ui.contracts import PLACES

pytestmark = pytest.mark.browser

TABLET_PPI = 149
"""Pixels to the inch of a 10-inch tablet of 1280 × 800."""
TALL = 20 / 25.4 * TABLET_PPI
"""Twenty millimetres on it, in pixels."""
LIGHTEST = 150_000
"""Bytes that a page may weigh."""
PHONE, TABLET, SCREEN = (360, 740), (1280, 800), (1920, 1080)


class Site:
    """Made-up views behind a page."""

    def __init__(self) -> None:
        self.keeper = FakeKeeper()
        self.simulation = FakeSimulation(self.keeper)


@pytest.fixture
def site(page: Page) -> Iterator[Site]:
    made = Site()
    with serving(create_app(made.keeper, made.simulation, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("trump").wait_for()
        yield made


def played_to(folder: Path, game: str, players: int | None = None, **options: Any) -> dict[str, Any]:
    """The public view in the middle of a hand; of two households at that of the first."""
    if players is not None and players > 7:
        return linked_to(players)
    stage = Stage(folder, game, options, players, seed=1, humans=())
    return stage.play_until(lambda view: view["hand_size"] > 3 and view["tricks_done"] >= 1 and len(view["trick"]) == 1)


def linked_to(players: int) -> dict[str, Any]:
    """The same at the first of two linked tables."""
    world = Linked(Random(1), players, {"households": 2})
    while True:
        world.play(1)
        view = world.tables[0].table.public_view()
        if view["hand_size"] > 3 and view["tricks_done"] >= 1 and len(view["trick"]) == 1:
            return json.loads(json.dumps(view)) | {"names": {}, "company": {}}


BOARDS = {
    "classic": ("classic", None, [4, 3], None),
    "candid": ("candid", None, [-120, 488], "7S"),
    "bid": ("bid", None, [-4, 3], "4up D"),
    "three": ("australian", 3, [128, -14, 96], None),
    "five": ("australian", 5, [128, -14, 96, 8, 110], None),
    "seven": ("australian", 7, [128, -14, 96, 8, 110, 100, 64], None),
    "eight": ("australian", 8, [128, -14, 96, 8, 110, 100, 64, 22], None),
    "german": ("german", None, [10, 2], None),
}


@pytest.mark.parametrize("name", BOARDS)
def test_trump_turn_and_score_are_20_mm_tall_on_a_tablet(name: str, page: Page, tmp_path: Path) -> None:
    game, players, scores, contract = BOARDS[name]
    keeper = FakeKeeper()
    view = played_to(tmp_path, game, players)
    keeper.views["board"] = view | {
        "scores": scores,
        "trump": "D",
        "contract": contract,
        "declarer": 3 if contract else None,
    }
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.get_by_test_id("trump").wait_for()
        tall = {
            "trump": page.locator("[data-testid=trump] .pip").evaluate("e => e.getBoundingClientRect().height"),
            "turn": page.locator("[data-testid=turn] .large").evaluate("e => parseFloat(getComputedStyle(e).fontSize)"),
        }
        for side in range(len(scores)):
            score = page.get_by_test_id(f"score-{side}")
            tall[f"score {side}"] = score.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
            assert score.inner_text().replace("−", "-") == str(scores[side])
        assert {what: size for what, size in tall.items() if size < TALL} == {}
        assert cut_off(page) == []
        trick = [{"seat": one["seat"], "card": f"S{one['seat'] + 2}"} for one in view["seats"]]
        keeper.change("board", trump="NT", names=dict.fromkeys(PLACES, "W" * 20), trick=trick)
        sign = page.locator("[data-testid=trump] .no-trumps")
        assert sign.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= TALL
        assert cut_off(page) == []
        assert page.evaluate(OVERLAPPING) == []


CUT_OFF = """() => {
  const found = [];
  const beyond = (inner, outer) => inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1
    || inner.left < outer.left - 1 || inner.top < outer.top - 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const part of document.querySelectorAll(".fact, .prompt, .plate, .said, .laid, .result, .holder")) {
    const name = part.dataset.testid || part.className, box = part.getBoundingClientRect();
    if (beyond(box, screen)) found.push(`${name} leaves the screen`);
    for (const inner of part.querySelectorAll("*")) {
      if (inner.closest(".heard, .sheet .scroll, .card")) continue;
      if (inner.getClientRects().length && beyond(inner.getBoundingClientRect(), box))
        found.push(`${name} does not hold ${inner.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}"""


OVERLAPPING = """() => {
  const parts = [...document.querySelectorAll(".plate, .laid")];
  const boxes = parts.map((part) => [part.textContent, part.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([other]) => `${one} lies over ${other}`));
}"""


def cut_off(page: Page) -> list[str]:
    """Parts of the board that do not hold their text, or leave the screen."""
    return list(page.evaluate(CUT_OFF))


@pytest.mark.parametrize("name", ["candid", "five", "seven", "eight"])
@pytest.mark.parametrize("size", [TABLET, SCREEN], ids=["tablet", "screen"])
def test_nothing_of_a_board_is_cut_off(name: str, size: tuple[int, int], page: Page, tmp_path: Path) -> None:
    game, players, _, _ = BOARDS[name]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    keeper = FakeKeeper()
    keeper.views["board"] = played_to(tmp_path, game, players)
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.get_by_test_id("trump").wait_for()
        assert cut_off(page) == []
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("size", [TABLET, SCREEN, PHONE], ids=["tablet", "screen", "phone"])
def test_the_end_of_a_game_is_not_cut_off(size: tuple[int, int], page: Page) -> None:
    keeper = FakeKeeper()
    board_over(keeper)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.get_by_test_id("result").wait_for()
        assert [fault for fault in cut_off(page) if size != PHONE or "leaves the screen" not in fault] == []


@pytest.mark.parametrize("path", ["/", "/south"])
def test_a_page_weighs_at_most_150_kb(path: str, page: Page, tmp_path: Path) -> None:
    """At its heaviest: at the end of a match of seven, with the sheet of seventeen hands."""
    stage = Stage(tmp_path, "australian", None, 7, seed=1, humans=())
    stage.play_until(lambda view: view["phase"] == "over")
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if "/events" not in response.url and response.status == 200:
            sizes = response.request.sizes()
            weights[response.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]

    with serving(stage.app) as server:
        address = f"http://127.0.0.1:{server.port}"
        if path == "/south":
            assert page.request.post(f"{address}/seats/south", data={}).ok
        page.on("response", weigh)
        page.goto(address + path)
        page.get_by_test_id("sheet").wait_for()
        page.wait_for_load_state("load")
        # what the test itself asks for is nothing of the page
        page.remove_listener("response", weigh)
        weights["the first message"] = page.evaluate(
            "async path => (await (await fetch(path)).text()).length", "/api" + (path if path != "/" else "/board")
        )
    assert any(name.endswith("style.css") for name in weights)
    assert sum(name.endswith(".js") for name in weights) >= 8
    assert sum(weights.values()) <= LIGHTEST, weights


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control has the focus, and see that it shows."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == name:
            assert page.evaluate(RINGED)
            return
    raise AssertionError(f"Tab never comes to {name}")


def test_a_person_bids_and_plays_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    stage = Stage(tmp_path, "candid", seed=1)
    with serving(stage.app) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        tab_to(page, "sit")
        page.keyboard.press("Enter")
        page.get_by_test_id("deal").wait_for()
        tab_to(page, "deal")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("deal")).to_have_count(0)
        stage.play_until(lambda view: view["turn"] == 0)
        tab_to(page, "say-hcp")
        page.keyboard.press("Space")
        expect(page.get_by_test_id("say-hcp")).to_have_count(0)
        stage.play_until(lambda view: view["phase"] == "bid" and view["turn"] == 0)
        tab_to(page, "bid-13NT")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("contract")).to_contain_text("13")
        stage.play_until(lambda view: view["phase"] == "play" and view["turn"] == 0)
        led = stage.view["trick"][0]["card"][0] if stage.view["trick"] else ""
        own = stage.hand(0)
        code = next((card for card in own if card[0] == led), own[0])
        tab_to(page, f"hand-{code}")
        page.keyboard.press("Enter")
        expect(page.get_by_test_id(f"hand-{code}")).to_have_count(0)
        stage.step()
        expect(page.get_by_test_id("trick-card-0")).to_have_attribute("data-card", code)
        tab_to(page, "gear")
        page.keyboard.press("Enter")
        tab_to(page, "timing")
        page.keyboard.press("Enter")
        tab_to(page, "limit-card")
        page.keyboard.press("ArrowDown")
        expect(page.get_by_test_id("timing")).to_contain_text("card 7 seconds")


ASLEEP = """
const Awake = EventSource;
window.EventSource = class extends Awake {
  set onmessage(take) { super.onmessage = (message) => { if (!this.dead) take(message); }; }
  constructor(...all) { super(...all); (window.sources ??= []).push(this); }
};
"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  if (hidden) sources.forEach((source) => { source.dead = true; });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_phone_that_slept_ten_minutes_catches_up(page: Page) -> None:
    """Its connection is dead and does not know it; it comes back to the newest event."""
    page.clock.install()
    page.add_init_script(ASLEEP)
    made = Site()
    with serving(create_app(made.keeper, made.simulation, seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("trump").wait_for()
        page.evaluate(HIDE, True)
        for number in range(5):
            made.keeper.change(prompt=f"Sentence {number}.", scores=[number, 3])
        page.clock.fast_forward("10:00")
        expect(page.get_by_test_id("score-0")).to_have_text("2")
        page.evaluate(HIDE, False)
        expect(page.get_by_test_id("score-0")).to_have_text("4")
        expect(page.get_by_test_id("prompt")).to_have_text("Sentence 4.")
        assert page.evaluate("document.body.dataset.event") == str(made.keeper.public_view()["event"])


def test_a_turn_that_takes_too_long_is_told_and_nobody_plays(page: Page, site: Site) -> None:
    expect(page.get_by_test_id("pace")).to_have_count(0)
    site.keeper.change(pace={"limit": 60, "since": time.monotonic() - 5.0})
    expect(page.get_by_test_id("pace")).to_contain_text("s left")
    assert 0 < int(page.get_by_test_id("pace").inner_text().split()[0]) <= 56
    expect(page.get_by_test_id("late")).to_be_hidden()
    site.keeper.change(pace={"limit": 15, "since": time.monotonic() - 15.5})
    expect(page.get_by_test_id("late")).to_have_text("Holder 2 has had 15 seconds.")
    expect(page.get_by_test_id("pace")).to_have_text("time is up")
    site.keeper.change(pace=None)
    expect(page.get_by_test_id("late")).to_be_hidden()
    assert site.keeper.requests == []
    assert site.simulation.acts == []


def test_time_limits_are_chosen_on_a_seats_page(page: Page, site: Site) -> None:
    gear(page).get_by_test_id("timing").click()
    with answered(page):
        page.get_by_test_id("limit-card").select_option("15")
    expect(page.get_by_test_id("refusal")).to_be_hidden()
    site.keeper.change(limits={"bid": 0, "card": 15})
    expect(page.get_by_test_id("timing")).to_contain_text("card 15 seconds")
    site.keeper.refuse = "Not now."
    page.get_by_test_id("limit-bid").select_option("7")
    expect(page.get_by_test_id("refusal")).to_have_text("Not now.")
    expect(page.get_by_test_id("limit-bid")).to_have_value("0")
    assert site.keeper.requests == [("south", {"time_limits": {"card": 15}})]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_move_only_for_those_who_like_it(motion: Any, page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion=motion)
    page.goto(page.url.replace("/south", "/"))
    page.get_by_test_id("trick-card-0").wait_for()
    assert page.locator(".laid").first.evaluate("e => getComputedStyle(e).animationName") == (
        "none" if motion == "reduce" else "lay"
    )


def test_suits_are_told_by_colour_sign_and_letter(page: Page, site: Site) -> None:
    suits = page.locator(".hand [data-testid^=hand-]").evaluate_all(
        """nodes => Object.fromEntries(nodes.map((node) => [node.dataset.suit, [
          getComputedStyle(node).color, node.querySelector("path").getAttribute("d"),
          getComputedStyle(node.querySelector("[data-letter]"), "::before").content]]))"""
    )
    assert set(suits) == set("CDHS")
    for told in zip(*suits.values(), strict=True):
        assert len(set(told)) == 4
    assert {letter.strip('"') for _, _, letter in suits.values()} == set("CDHS")


def test_a_tap_is_possible_only_once_it_is_heard(page: Page) -> None:
    keeper = FakeKeeper()
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        for path, script, button in (("south", "sit.js", "sit"), ("join", "join.js", "take-north")):
            page.route(f"**/{script}", lambda route: route.abort())
            page.goto(f"http://127.0.0.1:{server.port}/{path}")
            expect(page.get_by_test_id(button)).to_be_disabled()
            page.unroute(f"**/{script}")
            page.reload()
            expect(page.get_by_test_id(button)).to_be_enabled()
