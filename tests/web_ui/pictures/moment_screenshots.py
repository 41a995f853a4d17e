"""Moments beside the even way of a game, and what the simulated table shows: advice, warnings, wrong cards, questions
with their pictures, corrections, what the camera sees, holders of computer players; for pictures."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from device.company.at_holders import AtHolders
from device.company.characters import Company
from device.keeper.keeper import Keeper
from device.run import open_table
from device.settings.settings import Settings, SimulationSettings
from device.simulated.desk import GameDesk
from tests.device.company.test_characters import Here
from tests.vision.readers import BlindReader
from tests.web_ui.fakes import FakeKeeper, FakeSimulation
from tests.web_ui.gear import gear
from tests.web_ui.pictures.sizes import Album
from tests.web_ui.seats import MemorySeats
from tests.web_ui.secrets.test_holder_secrets import AtKeeper
from tests.web_ui.serving import serving
from tests.web_ui.stage import Stage
from tests.whist.holder_driver import HolderWorld
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.cutouts import side_by_side
from vision.watch.watcher import Watcher
from web_ui.app import create_app
from whist.cards import Card
from whist.messages.requests import NewGame
from whist.rules.actions import Bid, Choose, Discard


class Picturing(FakeKeeper):
    """A host whose questions have a picture: what a simulated camera sees of a card."""

    def question_picture(self, person: str, number: int) -> bytes | None:
        return _laid() if number == 5 else side_by_side([_laid(), _laid("C4")]) if number == 6 else None


@cache
def _laid(code: str = "H9") -> bytes:
    """The picture of a card that lies on the play area."""
    table = SimulatedTable(3)
    table.place_holders("left")
    table.lay(Card.parse(code), 20.0, 30.0, 0.3)
    camera, watcher = SimulatedCamera(table, seed=1), Watcher(BlindReader())
    while watcher.picture is None:
        watcher.tick(camera)
    jpeg = watcher.cut_laid(20.0, 30.0)
    assert jpeg is not None
    return jpeg


GOES_ON = """() => fetch("/simulation/south/plays-itself", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: '{"person": "south", "on": true}' })"""
"""Whoever sits there leaves the chair to the computer."""
ASKED = {"id": 5, "about": "Which card did North play?", "kind": "laid", "candidates": ["H9", "D9"], "picture": 5}
TURNED = {"id": 6, "about": "Which card was turned up?", "kind": "turn_up", "candidates": ["H9", "C4"], "picture": 6}
PROPOSAL = {
    **{"seat": 3, "agreed": [3], "text": "North proposes: trick 3, North’s card was the 7 of hearts."},
}
PLAYED = [[0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3, 0], [0, 1]]
MEND = {"agree": False, "decline": False, "in_step": [], "laid_by": None, "played": PLAYED, "claim": 10, "scores": 4}
WRONG = {"seat": 3, "card": "HT", "also": [], "said": False}

FAKED: dict[str, Callable[[FakeKeeper], None]] = {
    "moment-asked": lambda keeper: keeper.change(
        "south", commands=None, questions=[ASKED | {"others": ["S9", "C9"], "may_be_none": True}]
    ),
    "moment-asked-two": lambda keeper: keeper.change(
        "south", commands=None, questions=[TURNED | {"parts": TURNED["candidates"]}], trick=[],
    ),
    "moment-wrong-card": lambda keeper: keeper.change(
        commands=None, wrong_card=WRONG, prompt="Take the 10 of hearts back: it is holder 2’s turn, not North’s."
    ),
    "moment-proposal": lambda keeper: keeper.change(
        "south", commands=None, mend=MEND | {"agree": True, "decline": True}, proposal=PROPOSAL, notice=""
    ),
    "moment-out-of-step": lambda keeper: keeper.change(
        "south", commands=None, mend=MEND | {"in_step": ["seen", "believed"]}, proposal=None, notice="",
        out_of_step={"seen": ["C7", "C6"], "believed": ["C7", "C5"]},
        prompt="I see the 6 of clubs where the 5 of clubs was played.",
    ),
    "moment-no-camera": lambda keeper: keeper.change(out_of_sight=["holder 2"]),
    "moment-mending": lambda keeper: keeper.change("south", mend=MEND, proposal=None, notice=""),
    "moment-lost": lambda keeper: None,
    "moment-rules": lambda keeper: None,
    "moment-gear": lambda keeper: None,
    "moment-last-trick": lambda keeper: None,
}  # fmt: skip


def _then(page: Page, name: str) -> None:
    """What is tapped before the picture is taken."""
    if name == "moment-lost":
        page.context.set_offline(True)
        page.evaluate("document.getElementById('lost').hidden = false")
    if name in ("moment-rules", "moment-gear", "moment-mending"):
        gear(page)
    if name == "moment-rules":
        page.get_by_test_id("rules-card").click()
        page.locator(".rule-lines li").first.wait_for()
    if name == "moment-mending":
        page.get_by_test_id("mending").click()
        page.get_by_test_id("mend-of-0").click()
    if name == "moment-last-trick":
        page.set_viewport_size({"width": 360, "height": 740})
        page.get_by_test_id("look").click()


def shoot(browser: Browser, album: Album) -> Iterator[Path]:
    """Take the pictures that the album wants; gives the path of each."""
    for name, begin in FAKED.items():
        if not album.wants(name):
            continue
        keeper = Picturing()
        with serving(create_app(keeper, FakeSimulation(keeper), seats_store=MemorySeats())) as server:
            begin(keeper)
            page = _sat(browser, album, f"http://127.0.0.1:{server.port}")
            _then(page, name)
            yield from album.take(page, name, flows=name == "moment-last-trick")
            page.context.close()
    yield from _advised(browser, album)
    yield from _holders(browser, album)
    yield from _taken_out(browser, album)
    yield from _seen(browser, album)


def _sat(browser: Browser, album: Album, address: str) -> Page:
    """South's page."""
    page = album.open(browser).new_page()
    page.goto(f"{address}/south")
    page.get_by_test_id("sit").click()
    page.get_by_test_id("trump").wait_for()
    return page


def _advised(browser: Browser, album: Album) -> Iterator[Path]:
    """What is advised, and the warning before a revoke."""
    for name in ("moment-advice", "moment-revoke"):
        if not album.wants(name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder), "classic", seed=3, company=Company(Here(), "club"))
            stage.keeper.request("south", {"house": {"suggestions": "on"}})
            stage.desk.deal()

            def leaves(view: dict[str, Any], stage: Stage = stage) -> object:
                mine = view["turn"] == 0 and view["trick"] and stage.desk.playable("south")
                return mine and len(mine) < len(stage.desk.hand("south"))

            stage.play_until(leaves)
            with serving(stage.app) as server:
                page = _sat(browser, album, f"http://127.0.0.1:{server.port}")
                if name == "moment-advice":
                    page.get_by_test_id("advise").click()
                    page.locator(".advice").wait_for()
                else:
                    page.locator(".held.cannot").first.click(position={"x": 8, "y": 16})
                    page.locator("#refusal:visible").wait_for()
                yield from album.take(page, name)
                page.context.close()


def _holders(browser: Browser, album: Album) -> Iterator[Path]:
    """A computer player's cards stand in a holder: whoever moves its card, somebody else, and the board."""
    if not album.wants("moment-holder"):
        return
    keeper = Keeper(NewGame(0, "classic", {}, None, 2, 3, (3,), ("easy",)))
    company = Company(Here(), "club")
    with tempfile.TemporaryDirectory() as folder:
        desk = GameDesk(keeper, SimulatedTable(), 3, Path(folder), {"west", "north"}, company)
        players = AtHolders(keeper, company, Here(), 1, 1e6)
        hands = desk.desk()._hands

        def look() -> None:
            for _ in range(2):
                keeper.see(hands.perfect_view())

        desk.deal()
        look()
        desk.step(lambda: None)
        look()
        assert players.turn()
        with serving(create_app(keeper, desk, seats_store=MemorySeats())) as server:
            for name, path in {"mover": "south", "other": "north", "board": "board"}.items():
                address = f"http://127.0.0.1:{server.port}"
                page = album.open(browser).new_page()
                page.goto(f"{address}/{path}")
                if path != "board":
                    page.get_by_test_id("sit").click()
                page.get_by_test_id("trump").wait_for()
                yield from album.take(page, f"moment-holder-{name}")
                page.context.close()


def _taken_out(browser: Browser, album: Album) -> Iterator[Path]:
    """Whoever takes marked cards out of a computer player's holder, so that the kitty can be put in."""
    if not album.wants("moment-taken-out"):
        return
    options = {"bidder_gets_kitty": True}
    world = HolderWorld(random.Random(1), "bid", (1,), options)
    world.table = at = AtKeeper((1,), "bid", options)  # type: ignore[assignment]
    world.deal(world.rules.shuffled(world.match.standing, random.Random(1)))
    for seat, call in ((1, "4NT"), (2, "pass"), (3, "pass"), (0, "pass")):
        world.say(Bid(seat, call))
    world.say(Choose(1, "up"))
    world.begin_exchange(1)
    while not (now := at.public_view()["exchange"])["slots"]:
        world.exchange_step(Discard(1, ()))
    takes = at.public_view()["seats"][now["by"]]["person"]
    with serving(create_app(at.keeper, seats_store=MemorySeats())) as server:
        page = album.open(browser).new_page()
        page.goto(f"http://127.0.0.1:{server.port}/{takes}")
        page.get_by_test_id("sit").click()
        page.get_by_test_id("taken-out").wait_for()
        yield from album.take(page, "moment-taken-out")
        page.context.close()


def _seen(browser: Browser, album: Album) -> Iterator[Path]:
    """What the camera sees, beside the board and in the dialog of a seat, at the table as the program opens it."""
    if not album.wants("moment-seeing"):
        return
    settings = Settings(simulation=SimulationSettings(seed=4, plays_itself="both", speed=0.5))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        opened = open_table(settings, Path(folder), stack)
        server = stack.enter_context(serving(opened.app))
        address = f"http://127.0.0.1:{server.port}"
        board = album.open(browser).new_page()
        board.goto(f"{address}/board")
        page = _sat(browser, album, address)
        page.evaluate(GOES_ON)
        board.locator(".laid").nth(1).wait_for()
        yield from album.take(board, "moment-seeing-board")
        gear(page).get_by_test_id("open-seeing").click()
        page.get_by_test_id("seen").wait_for()
        yield from album.take(page, "moment-seeing-seat")
        page.locator(".spot").first.click()
        page.get_by_test_id("tapped").wait_for()
        yield from album.take(page, "moment-seeing-tapped")
        board.context.close()
        page.context.close()
