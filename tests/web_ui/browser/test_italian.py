"""The page in Italian, in a real Chromium: no English word is left, and each device keeps its own language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed; it comes with the extra `test`")
from playwright.sync_api import Browser, Page, expect

from tests.browser import PATIENCE_MS
from tests.web_ui.real import RealKeeper
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from web_ui.app import create_app
from web_ui.languages import FOLDER, read
from whist.cards import Card

pytestmark = pytest.mark.browser

TEXTS = """() => {
  const found = [];
  const walk = (node) => {
    if (["SCRIPT", "NOSCRIPT", "STYLE"].includes(node.nodeName) || node.id === "language") return;
    if (node.nodeType === 3) found.push(node.nodeValue);
    for (const name of ["aria-label", "alt", "title", "placeholder"]) found.push(node.getAttribute?.(name) ?? "");
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return [document.title, ...found].join("\\n");
}"""


def words(texts: list[str]) -> set[str]:
    return {word.lower() for text in texts for word in re.findall(r"[^\W\d_]{3,}", re.sub(r"\{[^}]*\}", " ", text))}


def only_english() -> set[str]:
    """The words that English texts have and no Italian one."""
    english: list[str] = []
    italian: list[str] = []
    for message in read(FOLDER / "it.po"):
        if message.id:
            english += [message.id] if isinstance(message.id, str) else list(message.id)
            italian += [message.string] if isinstance(message.string, str) else list(message.string)
    return words(english) - words(italian)


ENGLISH = only_english()


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a phone of its own for each call; its scripts make no error."""
    opened, errors = [], list[str]()

    def phone(locale: str = "it-IT", width: int = 1280, height: int = 800) -> Page:
        context = browser.new_context(locale=locale, viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE_MS)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield phone
    for context in opened:
        context.close()
    assert errors == []


def english_in(page: Page) -> set[str]:
    return words([page.evaluate(TEXTS)]) & ENGLISH


def wide(page: Page) -> bool:
    """Whether something makes the page scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def caught_up(page: Page, event: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-event", str(event))


def test_the_english_words_would_be_found(phones: Callable[..., Page]) -> None:
    assert {"trick", "leads", "trumps", "deals", "hearts", "command"} <= ENGLISH
    page = phones("en-GB")
    with serving(create_app(RealKeeper(seed=3), seats_store=MemorySeats())) as server:
        page.goto(f"http://127.0.0.1:{server.port}/board")
        page.get_by_test_id("trump").wait_for()
        assert len(english_in(page)) > 10


def test_two_tricks_of_android_whist_in_italian(phones: Callable[..., Page]) -> None:
    keeper = RealKeeper(seed=4)
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        board, seats = phones(), {"south": phones(width=360, height=740), "north": phones(width=360, height=740)}
        board.goto(address)
        for person, page in seats.items():
            page.goto(f"{address}/{person}")
            assert english_in(page) == set()
            page.get_by_test_id("sit").click()
            page.get_by_test_id("trump").wait_for()
        pages = [board, *seats.values()]
        for _ in range(2):
            for _ in range(4):
                _one_card(keeper, seats)
                for page in pages:
                    caught_up(page, keeper.public_view()["event"])
                    assert english_in(page) == set()
                    assert not wide(page)
            keeper.gather()
        assert board.locator("html").get_attribute("lang") == "it"
        assert board.get_by_test_id("trump").get_by_role("heading").inner_text() == "Seme vincente"


def _one_card(keeper: RealKeeper, seats: dict[str, Page]) -> None:
    turn = keeper.public_view()["turn"]
    if turn not in (1, 2):
        return keeper.lay(turn, keeper.legal(turn)[0])
    person, handler = ("north", "south") if turn == 1 else ("south", "north")
    page = seats[person]
    for command in ("duck", "beat", "clubs", "diamonds", "hearts", "spades"):
        if keeper.private_view(person)["commands"] is None:
            break
        if command in keeper.private_view(person)["commands"]["allowed"]:
            before = keeper.public_view()["event"]
            page.get_by_test_id(f"command-{command}").click()
            expect(page.locator("body")).not_to_have_attribute("data-event", str(before))
            assert english_in(page) == set()
    keeper.lay(turn, Card.parse(keeper.private_view(handler)["beside"]["to_move"]))


MOMENTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "announce": lambda view: view["phase"] == "announce",
    "bid": lambda view: view["phase"] == "bid" and view["turn"] == 0,
    "choose": lambda view: view["phase"] == "choose" and view["turn"] == 0,
    "play": lambda view: view["phase"] == "play" and view["tricks_done"] == 2 and view["trick"],
    "scored": lambda view: view["phase"] in ("scored", "over"),
    "after": lambda view: view["sheet"] and view["phase"] == "play",
}


@pytest.mark.parametrize(
    ("game", "moments"),
    [("candid", ("announce", "bid", "play", "after")), ("bid", ("bid", "play", "scored")), ("german", ("play",))],
)
def test_every_other_game_in_italian(
    game: str, moments: tuple[str, ...], phones: Callable[..., Page], tmp_path: Path
) -> None:
    stage = Stage(tmp_path, game, {"review": "all", "exposed_cards": "call"}, seed=5, humans=())
    with serving(stage.app) as server:
        address = f"http://127.0.0.1:{server.port}"
        board, seat = phones(), phones(width=360, height=740)
        board.goto(f"{address}/board")
        seat.goto(f"{address}/south")
        seat.get_by_test_id("sit").click()
        seat.get_by_test_id("chooser").wait_for(state="attached")
        stage.desk.set_plays_itself("south", True)
        for moment in moments:
            stage.play_until(MOMENTS[moment])
            for page in (board, seat):
                caught_up(page, stage.view["event"])
                assert english_in(page) == set(), (moment, page.url)
                assert not wide(page), (moment, page.url)
        for path in ("/join", "/host", "/north", "/west"):
            seat.goto(address + path)
            assert english_in(seat) == set(), path
            assert not wide(seat), path


def test_each_device_has_its_own_language(phones: Callable[..., Page]) -> None:
    with serving(create_app(RealKeeper(seed=3), seats_store=MemorySeats())) as server:
        address = f"http://127.0.0.1:{server.port}"
        one, other = phones("en-GB"), phones("it-IT", 360, 740)
        for page in (one, other):
            page.goto(address)
            page.get_by_test_id("trump").wait_for()
        one.get_by_test_id("language").select_option(label="Italiano")
        expect(one.locator("html")).to_have_attribute("lang", "it")
        other.get_by_test_id("language").select_option(label="English")
        expect(other.locator("html")).to_have_attribute("lang", "en")
        one.goto(f"{address}/south")
        expect(one.get_by_test_id("sit")).to_have_text("Siediti qui")
        other.goto(f"{address}/south")
        expect(other.get_by_test_id("sit")).to_have_text("Sit here")
