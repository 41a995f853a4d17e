"""Whoever commands an android gets none of its cards from the page: no HTML, no JSON, no stream (RULES A6, A20)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web_ui.real import RealKeeper
from tests.web_ui.seats import MemorySeats
from web_ui.app import create_app
from whist.cards import SUIT_NAMES, Card

RANKS = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
RANK_WORDS = RANKS | {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
COMMANDED = {"south": 2, "north": 1}


@pytest.fixture
def keeper() -> RealKeeper:
    return RealKeeper(seed=5)


def seated(keeper: RealKeeper, *persons: str) -> tuple[dict[str, FlaskClient], FlaskClient]:
    """A browser for each person and one more that sits nowhere."""
    app = create_app(keeper, seats_store=MemorySeats())
    clients = {person: app.test_client() for person in persons}
    for person, client in clients.items():
        assert client.post(f"/seats/{person}", json={}).status_code == 200
    return clients, app.test_client()


def first_message(response: TestResponse) -> str:
    """What a stream says at once."""
    chunks = response.iter_encoded() if response.status_code == 200 else iter([response.data])
    said = b""
    for chunk in chunks:
        said += chunk
        if b"data:" in chunk or response.status_code != 200:
            break
    response.close()
    return said.decode()


def everything(client: FlaskClient) -> str:
    """All that a browser can get, whatever it is allowed to get."""
    said = [client.get(path).get_data(as_text=True) for path in ("/", "/south", "/north", "/api/board")]
    said += [client.get(f"/api/{person}").get_data(as_text=True) for person in ("south", "north")]
    said += [first_message(client.get(path)) for path in ("/events", "/events/south", "/events/north")]
    return "\n".join(said)


def named_in(text: str, card: Card) -> bool:
    """Whether the text names the card, as a code or in words."""
    words = f"({RANK_WORDS[card.rank]}|{'10' if card.rank == 'T' else card.rank}) of {SUIT_NAMES[card.suit]}"
    return bool(re.search(rf"\b{card}\b|{words}", text, re.IGNORECASE))


def play(keeper: RealKeeper, clients: dict[str, FlaskClient], tricks: int) -> Iterator[None]:
    """Play through the page; stops after everything that happened."""
    for _ in range(tricks):
        for _ in range(4):
            turn = keeper.public_view()["turn"]
            if turn in (1, 2):
                person, handler = ("north", "south") if turn == 1 else ("south", "north")
                while True:
                    commands = keeper.private_view(person)["commands"]
                    if commands is None:
                        break
                    for command in commands["allowed"]:
                        assert clients[person].post(f"/requests/{person}", json={"command": command}).status_code == 200
                        yield
                        if keeper.private_view(person)["commands"] != commands:
                            break
                card = Card.parse(keeper.private_view(handler)["beside"]["to_move"])
            else:
                card = keeper.legal(turn)[0]
            keeper.lay(turn, card)
            yield
        keeper.gather()
        yield


def test_a_commander_never_gets_a_card_of_the_commanded_android(keeper: RealKeeper) -> None:
    clients, stranger = seated(keeper, "south", "north")
    looked = 0
    for _ in play(keeper, clients, tricks=3):
        for person, android in COMMANDED.items():
            text = everything(clients[person])
            assert [card for card in keeper.hands[android] if named_in(text, card)] == []
            looked += 1
        # the humans' own cards lie in no holder, so the table does not know them either
        hidden = [card for hand in keeper.hands.values() for card in hand if card != keeper.turn_up]
        assert [card for card in hidden if named_in(everything(stranger), card)] == []
    assert keeper.public_view()["tricks_done"] == 3
    assert looked > 30


def test_the_human_beside_a_holder_does_see_it(keeper: RealKeeper) -> None:
    clients, _ = seated(keeper, "south", "north")
    for person, android in {"south": 1, "north": 2}.items():
        text = clients[person].get(f"/api/{person}").get_data(as_text=True)
        assert [card for card in keeper.hands[android] if not named_in(text, card)] == []


PRIVATE = ("/api/south", "/events/south")


@pytest.mark.parametrize("path", PRIVATE)
def test_without_the_token_there_is_nothing(keeper: RealKeeper, path: str) -> None:
    clients, stranger = seated(keeper, "south", "north")
    attacks = {
        "no token": stranger,
        "another seat": clients["north"],
        "forged": forged("seat_south", "x" * 43, stranger),
        "the hash itself": forged("seat_south", "0" * 64, stranger),
    }
    for name, client in attacks.items():
        answer = client.get(path)
        assert answer.status_code == 403, name
        assert re.fullmatch(r"[^\n]+\.", answer.get_json()["error"])
        assert not any(named_in(answer.get_data(as_text=True), card) for card in keeper.hands[1])


def forged(name: str, value: str, client: FlaskClient) -> FlaskClient:
    other = client.application.test_client()
    other.set_cookie(name, value)
    return other


def test_another_seats_token_under_this_seats_name_opens_nothing(keeper: RealKeeper) -> None:
    clients, stranger = seated(keeper, "south", "north")
    token = clients["north"].get_cookie("seat_north")
    assert token is not None
    assert forged("seat_south", token.value, stranger).get("/api/south").status_code == 403


def test_a_token_that_was_given_back_is_dead(keeper: RealKeeper) -> None:
    clients, stranger = seated(keeper, "south")
    token = clients["south"].get_cookie("seat_south")
    assert token is not None
    stream = clients["south"].get("/events/south")
    messages = stream.iter_encoded()
    assert b"retry" in next(messages)
    assert clients["south"].post("/seats/south/leave", json={}).status_code == 200
    replay = forged("seat_south", token.value, stranger)
    assert replay.get("/api/south").status_code == 403
    assert replay.post("/requests/south", json={"command": "duck"}).status_code == 403
    assert replay.post("/seats/south/leave", json={}).status_code == 403
    assert list(messages) == [], "an open stream ends with the seat"
    assert replay.post("/seats/south", json={}).status_code == 200, "the place itself is free again"
    assert replay.get_cookie("seat_south").value != token.value  # type: ignore[union-attr]


def test_another_origin_gets_nothing_and_changes_nothing(keeper: RealKeeper) -> None:
    clients, _ = seated(keeper, "south", "north")
    before = keeper.table.events
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://localhost:9999"}):  # fmt: skip
        answer = clients["north"].post("/requests/north", json={"command": "clubs"}, headers=headers)
        assert answer.status_code == 403, headers
        assert clients["north"].get("/api/north", headers=headers).status_code == 403
        assert "Access-Control-Allow-Origin" not in answer.headers
    assert keeper.table.events == before


def test_one_browser_cannot_hold_both_places(keeper: RealKeeper) -> None:
    clients, _ = seated(keeper, "south")
    answer = clients["south"].post("/seats/north", json={})
    assert answer.status_code == 403
    assert "what two people see" in answer.get_json()["error"]
    assert clients["south"].get("/api/north").status_code == 403


def test_the_token_is_kept_as_a_hash_and_survives_a_restart(keeper: RealKeeper) -> None:
    store = MemorySeats()
    client = create_app(keeper, seats_store=store).test_client()
    client.post("/seats/south", json={})
    cookie = client.get_cookie("seat_south")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"
    kept = store.get("south")
    assert kept
    assert cookie.value not in kept
    again = create_app(keeper, seats_store=store).test_client()
    again.set_cookie("seat_south", cookie.value)
    assert again.get("/api/south").status_code == 200
    assert again.post("/seats/south", json={}).status_code == 200, "sitting down again where one sits changes nothing"
    assert create_app(keeper, seats_store=store).test_client().post("/seats/south", json={}).status_code == 409
