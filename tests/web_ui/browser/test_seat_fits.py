"""A seat's page is one screen in play: nothing scrolls, every own card can be tapped, nothing lies over the trick."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Page, expect

from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.pictures import measured, screenshots
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from tests.whist.linked_driver import Linked
from web_ui.app import create_app
from web_ui.contracts import PLACES
from whist.cards import FULL_PACK

pytestmark = pytest.mark.browser

SIZES = ((360, 740), (820, 1180), (1280, 800))


def faults(page: Page, where: str = "") -> list[str]:
    """What is wrong with a seat's page in one of the sizes."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        found += [f"{where} {width} × {height}: {fault}" for fault in page.evaluate(measured.SEAT, measured.LEAST)]
    return found


def sit(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}/south")
    page.get_by_test_id("sit").click()
    page.get_by_test_id("trump").wait_for()


ANDROID = [
    screenshots.south,
    screenshots.south_error,
    screenshots.south_moves,
    screenshots.south_deals,
    screenshots.south_remembers,
    screenshots.south_unseen,
]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("stage", ANDROID, ids=lambda stage: stage.__name__)
def test_android_whist_is_one_screen(page: Page, stage: Callable[[FakeKeeper], None], language: str) -> None:
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    stage(keeper)
    simulation.hands["south"] = [] if stage is screenshots.south_deals else [str(card) for card in FULL_PACK[::4][:13]]
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.context.add_cookies([{"name": "language", "value": language, "url": address}])
        sit(page, address)
        assert faults(page) == []


SIDEWAYS = ((844, 390, 16), (740, 360, 16))


@pytest.mark.parametrize(
    ("stage", "sizes"),
    [(screenshots.south, (*SIDEWAYS, (390, 844, 24))), (screenshots.south_error, SIDEWAYS)],
    ids=["south", "south_error"],
)
def test_a_phone_on_its_side_and_large_letters_show_all_cards(
    page: Page, stage: Callable[[FakeKeeper], None], sizes: tuple[tuple[int, int, int], ...]
) -> None:
    keeper = FakeKeeper()
    simulation = FakeSimulation(keeper)
    simulation.hands["south"] = [str(card) for card in FULL_PACK[::4][:13]]
    stage(keeper)
    seen = """() => [...document.querySelectorAll(".fan > .held .corner b")]
      .map((index) => index.getBoundingClientRect()).filter(({ top, bottom, left, right }) =>
        top < 0 || bottom > innerHeight || left < 0 || right > innerWidth).length"""
    wide = "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight"
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
        sit(page, f"http://127.0.0.1:{server.port}")
        for width, height, letters in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(f"document.documentElement.style.fontSize = '{letters}px'")
            page.wait_for_timeout(100)
            where = (width, height, letters)
            assert page.evaluate(seen) == 0, where
            assert not page.evaluate(wide), where
            sides = page.locator(".facts .side, .icon").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().toJSON())"
            )
            for at, one in enumerate(sides):
                for other in sides[at + 1 :]:
                    apart = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
                    assert apart or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1, where


CUT_OFF = """() => [...document.querySelectorAll(".keys button")].filter((key) => key.scrollWidth > key.clientWidth
  || key.getBoundingClientRect().right > key.closest(".right").getBoundingClientRect().right)
  .map((key) => key.innerText)"""


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_command_is_cut_off_on_a_phone_on_its_side(page: Page, language: str) -> None:
    keeper = FakeKeeper()
    screenshots.south_error(keeper)
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.context.add_cookies([{"name": "language", "value": language, "url": address}])
        sit(page, address)
        expect(page.locator(".keys .row.four .key").first).to_be_visible()
        for width, height in ((667, 375), (740, 360), (844, 390), (932, 430)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            assert page.evaluate(CUT_OFF) == [], (width, height)


def test_holders_at_the_right_stay_on_the_screen(page: Page) -> None:
    """As North sees them while South deals, in the language that calls them by the longer word."""
    keeper = FakeKeeper()
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        page.context.add_cookies([{"name": "language", "value": "it", "url": address}])
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"{address}/north")
        page.get_by_test_id("sit").click()
        page.locator(".seat.turn .plate").wait_for()
        assert faults(page) == []


def bidding(view: dict[str, Any]) -> object:
    return view["phase"] == "bid" and view["turn"] == 0 and view["calls"]


def last_to_play(view: dict[str, Any]) -> object:
    return view["hand_size"] > 6 and view["turn"] == 0 and len(view["trick"]) == len(view["seats"]) - 1


def linked_seat(there: Callable[[dict[str, Any]], object]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Board and South's page at the first of two linked tables, eight players in all."""
    world = Linked(Random(1), 8, {"households": 2})
    table = world.tables[0].table
    while not there(table.public_view()):
        world.play(1)
    more = {"names": {}, "company": {}}
    view, seen = json.loads(json.dumps([table.public_view() | more, table.view(0) | more]))
    return view, seen


MOMENTS = {
    "classic": ("classic", None, last_to_play, 13),
    "bid, bidding": ("bid", None, bidding, 12),
    "bid, with a kitty": ("bid", None, last_to_play, 15),
    "candid, bidding": ("candid", None, bidding, 13),
    "australian": ("australian", 7, last_to_play, 7),
    "australian, two households": ("australian", 8, last_to_play, 9),
    "australian, bidding": ("australian", 3, lambda view: view["hand_size"] == 10 and bidding(view), 10),
    "honeymoon": ("honeymoon", None, last_to_play, 13),
}
SAID = {
    "bid, bidding": "Bid: how many tricks above six? Up: high cards win, Down: low ones.",
    "candid, bidding": "Bid how many tricks your side will take and the trumps, or pass.",
}
QUESTION = {
    **{"id": 7, "about": "Which card did North play in trick 3? What was seen since does not fit.", "kind": "earlier"},
    **{"candidates": ["H2", "D2"], "others": ["S2", "C2"], "may_be_none": True, "x": None, "y": None},
    **{"trick": 3, "of": 1},
}

NOTE = "Trick 2: North played the 3 of diamonds, not the 3 of hearts; South said so and North agreed."
BACK = "Take the 10 of hearts back: it is South's turn, not West's."
BEFORE_PLAY = QUESTION | {"about": "Which card was turned up?", "kind": "turn_up", "others": []}


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_other_game_is_one_screen(page: Page, tmp_path: Path, moment: str) -> None:
    game, players, there, cards = MOMENTS[moment]
    keeper = FakeKeeper()
    stage = Stage(tmp_path, game, None, 7 if players == 8 else players, seed=1, humans=())
    if players == 8:
        view, seen = linked_seat(there)
    else:
        view = stage.play_until(there, steps=60_000)
        seen = stage.keeper.private_view("south")
    persons = [seat["person"] for seat in view["seats"]]
    keeper.games = stage.keeper.games  # type: ignore[method-assign]
    keeper.persons = lambda: persons  # type: ignore[method-assign, return-value, assignment]
    keeper.views = {"board": view, "south": seen} | {person: seen for person in persons}
    simulation = FakeSimulation(keeper)
    simulation.hands = {person: [str(card) for card in FULL_PACK[3::2][:cards]] for person in persons}
    wrong = {"seat": 1, "card": "HT", "also": [], "said": False}
    found = []
    with serving(create_app(keeper, simulation, seats_store=MemorySeats())) as server:
        sit(page, f"http://127.0.0.1:{server.port}")
        assert SAID.get(moment, "") in (page.get_by_test_id("prompt").text_content() or "")
        for what, change in {
            "in turn": {},
            "another's turn": {"turn": 1, "actions": []},
            "named": {"names": dict.fromkeys(PLACES, "Wilhelmina Wagenfeld")},
            "told": {"notes": [NOTE]},
            "asked": {"questions": [QUESTION if view["trick"] else BEFORE_PLAY], "notes": []},
            "wrong": {"wrong_card": wrong, "prompt": BACK, "questions": []},
        }.items():  # fmt: skip
            keeper.change(**change)
            event = keeper.public_view()["event"]
            page.locator(f"body[data-event='{event}']").wait_for()
            found += faults(page, what)
            keeper.change(turn=seen["turn"], actions=seen["actions"])
    assert found == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_cards_left_are_what_the_other_holds_or_those_of_both_where_the_own_are_unknown_g13(
    page: Page, tmp_path: Path, language: str
) -> None:
    """RULES G13: a drawer beside the last trick; at a real table nobody but their owner knows the own cards."""
    stage = Stage(tmp_path, "german", {"card_memory": "on"}, seed=2, humans=())
    stage.play_until(lambda view: view["tricks_done"] >= 14 and view["turn"] == 0 and len(view["trick"]) == 1)
    both = {"en": "Cards still out: yours and North’s", "it": "Carte ancora fuori: tue e di Nord"}[language]
    others = {"en": "What North still holds", "it": "Carte ancora in mano a Nord"}[language]
    keeper = FakeKeeper()
    keeper.games, keeper.persons = stage.keeper.games, stage.keeper.persons  # type: ignore[method-assign]
    keeper.views = {who: stage.keeper.private_view(who) for who in ("south", "north")}
    keeper.views["board"] = stage.view
    photographed = FakeKeeper()
    photographed.games, photographed.persons = stage.keeper.games, stage.keeper.persons  # type: ignore[method-assign]
    nothing = {"missing": 0, "playable": [], "points": None, "decides": False, "warning": None}
    more = {"house": {"suggestions": "on"}, "fan": nothing | {"cards": stage.hand(0)}}
    photographed.views = {who: view | more for who, view in keeper.views.items()}
    real, known = (create_app(one, seats_store=MemorySeats()) for one in (keeper, photographed))
    for app, said, cards in (
        (stage.app, others, stage.hand(1)),
        (real, both, [*stage.hand(0), *stage.hand(1)]),
        (known, others, stage.hand(1)),
    ):
        with serving(app) as server:
            address = f"http://127.0.0.1:{server.port}"
            page.context.add_cookies([{"name": "language", "value": language, "url": address}])
            sit(page, address)
            assert app is known or faults(page, said) == []
            page.set_viewport_size({"width": 360, "height": 740})
            page.get_by_test_id("look").click()
            left = page.get_by_test_id("cards-left")
            left.locator("summary").filter(has_text=said).click()
            shown = left.locator(".card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
            assert sorted(shown) == sorted(cards)
            assert page.locator(".past").evaluate("past => past.scrollHeight <= past.clientHeight")
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_gear_holds_what_is_not_playing_and_the_last_trick_is_one_tap_away(page: Page) -> None:
    keeper = FakeKeeper()
    with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
        sit(page, f"http://127.0.0.1:{server.port}")
        page.set_viewport_size({"width": 360, "height": 740})
        for hidden in ("chooser", "naming", "sounds", "faults", "move-device", "to-host", "leave", "language"):
            assert not page.get_by_test_id(hidden).is_visible(), hidden
        page.get_by_test_id("gear").click()
        for shown in ("chooser", "naming", "sounds", "faults", "move-device", "to-host", "leave", "language"):
            assert page.get_by_test_id(shown).is_visible(), shown
        keeper.refuse = "Not now."
        page.get_by_test_id("timing").click()
        page.get_by_test_id("limit-card").select_option("15")
        page.get_by_test_id("refusal").filter(has_text="Not now.").wait_for()
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.testid") == "gear"
        expect(page.get_by_test_id("refusal")).to_be_visible()
        assert not page.get_by_test_id("last-trick").is_visible()
        page.get_by_test_id("look").click()
        assert page.get_by_test_id("last-trick").is_visible()
        page.keyboard.press("Escape")
        assert not page.get_by_test_id("last-trick").is_visible()
        assert page.evaluate("document.activeElement.dataset.testid") == "look"
        assert page.title().startswith("●"), "a turn is told in the tab, too"
        assert page.get_by_test_id("your-turn").is_visible()
        keeper.change(commands=None, turn=3)
        page.get_by_test_id("your-turn").wait_for(state="hidden")
        assert not page.title().startswith("●")
