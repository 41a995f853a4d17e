"""The picture of a card in question: for whoever is asked while the question is open, and for nobody else ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.keeper.eyes import GameWatcher
from device.keeper.keeper import Keeper
from device.keeper.question_pictures import cut_out
from tests.browser import PATIENCE_MS
from tests.vision.readers import BlindReader
from tests.web_ui.fakes import FakeKeeper
from tests.web_ui.posting import answered
from tests.web_ui.seats import MemorySeats
from tests.web_ui.serving import serving
from tests.whist.doubtful import racked, reading, turned
from vision.simulated.camera import SimulatedCamera
from vision.simulated.scene import SimulatedTable
from vision.watch.watcher import Watcher
from web_ui.app import create_app
from whist.cards import PACK, Card
from whist.messages.events import Question
from whist.messages.observations import HolderShows, LaidCard, TableShows
from whist.messages.requests import NewGame
from whist.rules.options import AndroidOptions

DOUBT = {"s4": "C6 .5 S6 .4"}


class Sees(Watcher):
    """Eyes whose pictures say which card they are of."""

    picture = None

    def __init__(self) -> None:
        self.picture = np.zeros((1, 1, 3), np.uint8)
        self.cuts: list[tuple[float, ...]] = []

    def cut_laid(self, x: float, y: float) -> bytes | None:
        self.cuts.append((x, y))
        return f"JPEG of what lies at {x}, {y}".encode()

    def cut_slot(self, holder: int, slot: int) -> bytes | None:
        self.cuts.append((holder, slot))
        return f"JPEG of slot {slot} of holder {holder}".encode()


class Table:
    """Keeper and page, with South and North at it and somebody who sits nowhere."""

    def __init__(self, game: NewGame | AndroidOptions | None = None) -> None:
        self.keeper = Keeper(game or AndroidOptions())
        self.eyes = Sees()
        self.app: Flask = create_app(self.keeper, seats_store=MemorySeats())
        self.south, self.north, self.stranger = (self.app.test_client() for _ in range(3))
        for person, client in (("south", self.south), ("north", self.north)):
            assert client.post(f"/seats/{person}", json={}).status_code == 200

    def see(self, *looks: HolderShows | TableShows) -> None:
        self.keeper.see(looks)
        self.keeper.illustrate(self.eyes)

    def questions(self, person: str) -> list[dict[str, Any]]:
        return list(self.keeper.private_view(person)["questions"])


@pytest.fixture
def table() -> Table:
    """South is asked about a slot of holder 1, which stands beside South."""
    made = Table()
    made.see(racked(1, **DOUBT), racked(2), turned())
    return made


def test_a_question_about_a_slot_has_its_picture_though_nothing_was_read_just_now() -> None:
    table = Table()
    table.eyes.picture = None
    table.see(racked(1, **DOUBT), racked(2), turned())
    assert table.questions("south")[0]["picture"] is not None
    assert len(table.eyes.cuts) == 1
    table.see()  # it is cut out once
    assert len(table.eyes.cuts) == 1


def address(table: Table, person: str = "south") -> str:
    return f"/api/{person}/questions/{table.questions(person)[0]['picture']}.jpg"


def test_who_is_asked_gets_the_picture_and_no_copy_is_kept(table: Table) -> None:
    answer = table.south.get(address(table))
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert answer.data == b"JPEG of slot 4 of holder 1"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def as_forger(client: FlaskClient, name: str, value: str) -> FlaskClient:
    other = client.application.test_client()
    other.set_cookie(name, value)
    return other


def leave(table: Table) -> FlaskClient:
    token = table.south.get_cookie("seat_south")
    assert token is not None
    table.south.post("/seats/south/leave", json={})
    return as_forger(table.stranger, "seat_south", token.value)


def norths(table: Table) -> FlaskClient:
    token = table.north.get_cookie("seat_north")
    assert token is not None
    return as_forger(table.stranger, "seat_south", token.value)


ATTACKERS: dict[str, Callable[[Table], FlaskClient]] = {
    "nobody, as the board": lambda table: table.stranger,
    "the other seat": lambda table: table.north,
    "a forged token": lambda table: as_forger(table.stranger, "seat_south", "x" * 43),
    "the other seat's token under this name": norths,
    "a token that was given back": leave,
}


@pytest.mark.parametrize("who", ATTACKERS)
def test_nobody_else_can_tell_whether_there_is_one(who: str, table: Table) -> None:
    there, nowhere = address(table), "/api/south/questions/987654.jpg"
    attacker = ATTACKERS[who](table)
    answers = [attacker.get(path) for path in (there, nowhere, there.replace("south", "north"), "/api/nobody/x.jpg")]
    empty = Table().stranger.get(nowhere)  # a table at which nothing is asked
    assert {(one.status_code, one.data, one.headers["Content-Length"]) for one in answers} == {
        (404, empty.data, empty.headers["Content-Length"])
    }
    assert attacker.head(there).status_code == 404


@pytest.mark.parametrize("number", ["0", "-1", "2", "9" * 30, "1.5", "%00", "..%2f1", "1.jpg/"])
def test_guessed_numbers_find_nothing(number: str, table: Table) -> None:
    assert table.south.get(f"/api/south/questions/{number}.jpg").status_code == 404


def test_another_site_gets_nothing(table: Table) -> None:
    assert table.south.get(address(table), headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_it_is_gone_with_its_question_and_when_another_game_begins(table: Table) -> None:
    path = address(table)
    asked = table.questions("south")[0]
    assert table.south.post("/requests/south", json={"answer": "C6", "question": asked["id"]}).status_code == 200
    assert table.south.get(path).status_code == 404
    table.see(*[])
    other = Table()
    other.see(racked(1, **DOUBT), racked(2), turned())
    path = address(other)
    other.keeper.new_game(NewGame(0, "classic", {}, None, 0, 1))
    assert other.south.get(path).status_code == 404
    assert not other.keeper._pictures._kept


def test_a_newer_look_replaces_the_picture_by_another_number(table: Table) -> None:
    old = address(table)
    table.keeper.illustrate(table.eyes)
    assert address(table) != old
    assert (table.south.get(old).status_code, table.south.get(address(table)).status_code) == (404, 200)


def test_nothing_is_cut_while_nothing_is_asked_or_was_read() -> None:
    table = Table()
    table.see(racked(1), racked(2), turned())
    assert table.eyes.cuts == []
    table.eyes.picture = None
    table.see(racked(1, **DOUBT))
    assert table.eyes.cuts == []


def test_what_lies_on_the_table_is_for_both_and_has_no_slot() -> None:
    table = Table()
    table.see(racked(1), racked(2), turned("HA .5 DA .4"))
    pictures = [
        client.get(address(table, person)) for person, client in (("south", table.south), ("north", table.north))
    ]
    assert [answer.status_code for answer in pictures] == [200, 200]
    assert pictures[0].data == pictures[1].data
    assert b"lies at" in pictures[0].data


def test_in_the_games_without_holders_all_who_are_asked_see_it() -> None:
    table = Table(NewGame(0, "classic", {}, None, 0, 1))
    table.see(TableShows((LaidCard(reading("HA .5 DA .4"), 120.0, -90.0),)))
    assert table.questions("south")[0]["picture"]
    assert table.south.get(address(table)).data == table.north.get(address(table, "north")).data


@pytest.mark.parametrize("person", ["south", "north"])
def test_only_those_who_see_a_holder_are_asked_about_it(person: str) -> None:
    """Whom a question about a slot is put to decides who sees it (RULES A5, A6)."""
    table, holder = Table(), {"south": 1, "north": 2}[person]
    doubt = {"s4": "C6 .5 S6 .4"} if holder == 1 else {"s4": "D6 .5 H6 .4"}
    table.see(*(racked(number, **(doubt if number == holder else {})) for number in (1, 2)), turned())
    other = {"south": "north", "north": "south"}[person]
    assert [one["holder"] for one in table.questions(person)] == [holder]
    assert table.questions(other) == []


def test_no_picture_comes_into_the_journal_or_a_log(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    events = " ".join(str(event.to_json()) for event in table.keeper.table.events)
    assert "JPEG" not in events
    assert "JPEG" not in repr(table.keeper._pictures._kept)
    table.eyes.cut_slot = lambda holder, slot: 1 // 0  # type: ignore[assignment, method-assign]
    table.keeper.illustrate(table.eyes)
    assert "could not be cut out" in caplog.text
    assert "C6" not in caplog.text
    assert table.south.get(address(table)).status_code == 200, "the older picture is kept"


def real_eyes(table: SimulatedTable) -> Watcher:
    """Eyes that have just read a simulated picture of the table."""
    camera, watcher = SimulatedCamera(table, seed=1), Watcher(BlindReader())
    while watcher.picture is None:
        watcher.tick(camera)
    return watcher


def dealt(hidden: int = 0) -> SimulatedTable:
    """Holder 1 as in the doubt; the first card of holder 2, which South must not know, may be another one."""
    table = SimulatedTable(3)
    table.place_holders("left")
    table.rack(1, [card for card in PACK if card.suit == "C"])
    table.rack(2, [card for card in PACK if card.suit == ("S" if hidden else "D")])
    return table


def test_cards_that_the_asked_seat_must_not_know_change_no_byte() -> None:
    found = []
    for hidden in (0, 1):
        table = Table()
        table.keeper.see([racked(1, **DOUBT), racked(2), turned()])
        table.keeper.illustrate(real_eyes(dealt(hidden)))
        found.append(table.south.get(address(table)).data)
    assert len(found[0]) > 1000
    assert found[0] == found[1]


def test_the_program_keeps_pictures_of_the_last_look_before_it_looks_again() -> None:
    table = Table()
    watcher = GameWatcher(table.keeper, BlindReader())  # type: ignore[arg-type]
    camera = SimulatedCamera(dealt(), seed=1)
    while watcher.watcher.picture is None:
        watcher.tick(camera)
    table.keeper.see([racked(1, **DOUBT), racked(2), turned()])
    watcher.tick(camera)
    assert table.questions("south")[0]["picture"]
    assert table.south.get(address(table)).data.startswith(b"\xff\xd8")


@pytest.fixture
def shown() -> Iterator[str]:
    table = Table()
    table.keeper.see([racked(1, **DOUBT), racked(2), turned()])
    table.keeper.illustrate(real_eyes(dealt()))
    table.south.post("/seats/south/leave", json={})
    with serving(table.app) as server:
        yield f"http://127.0.0.1:{server.port}/south"


@pytest.mark.browser
@pytest.mark.parametrize("number", [0, 1])
def test_the_card_that_is_meant_is_tapped_in_the_picture(number: int, page: Any) -> None:
    """Which of two was turned up? Both stand side by side in the picture."""
    table = SimulatedTable(3)
    table.place_holders("left")
    watcher = real_eyes(table)
    cards = [Card.parse("HT"), Card.parse("C4")]
    watcher.cut_card = lambda card: watcher.cut_laid(100.0 * cards.index(card) - 50.0, 0.0)  # type: ignore[method-assign]
    asked = Question(4, "turn_up", ("south",), tuple(cards))
    made = cut_out(watcher, asked, lambda card: None)
    assert made is not None
    keeper = FakeKeeper()
    keeper.question_picture = lambda person, at: made[0] if at == 9 else None  # type: ignore[method-assign]
    parts = [str(card) for card in made[1]]
    keeper.change(
        "south",
        commands=None,
        questions=[{"id": 4, "about": "Which?", "kind": "turn_up", "candidates": parts, "picture": 9, "parts": parts}],
    )
    with serving(create_app(keeper, seats_store=MemorySeats())) as server:
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"http://127.0.0.1:{server.port}/south")
        page.get_by_test_id("sit").click()
        page.wait_for_function("() => document.querySelector('img.asked')?.naturalHeight > 0")
        box = page.locator("img.asked").bounding_box()
        with answered(page):
            page.mouse.click(box["x"] + box["width"] * (0.25 + 0.5 * number), box["y"] + box["height"] / 2)
    assert keeper.requests == [("south", {"answer": parts[number], "question": 4})]


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_shows_it_beside_the_candidates(scheme: Any, shown: str, page: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(shown)
    page.get_by_test_id("sit").click()
    picture = page.get_by_role("img", name="The card in question, as the camera sees it")
    picture.wait_for(timeout=PATIENCE_MS)
    page.wait_for_function("() => document.querySelector('img.asked').naturalHeight > 0")
    assert picture.evaluate("one => one.naturalHeight") == 240
    box = picture.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.locator(".question button.card").first.click()
    picture.wait_for(state="detached")
