"""An attacker at the tables of the family: no page, answer or stream names a card that its reader must not know, nor
points that are shown no more (RULES K3, U8)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web_ui.secrets.test_secrets import first_message, forged
from tests.web_ui.secrets.test_secrets import named_in as suited_named_in
from tests.web_ui.stage import Stage
from whist.cards import FULL_PACK, Card

GAMES: dict[str, tuple[int | None, dict[str, Any]]] = {
    "classic": (None, {}),
    "italian": (None, {}),
    "candid": (None, {}),
    "bid": (None, {"bidder_gets_kitty": True}),
    "australian": (4, {}),
    "german": (None, {}),
    "honeymoon": (None, {}),
}
REFUSED = {403, 404, 405}
ACTS = ("lay", "move", "take-back", "deal", "plays-itself")


def sit(stage: Stage, *persons: str) -> dict[str, FlaskClient]:
    """A browser for each person, all of whom are played by themselves."""
    clients = {person: stage.app.test_client() for person in persons}
    for person, client in clients.items():
        assert client.post(f"/seats/{person}", json={}).status_code == 200
        stage.desk.set_plays_itself(person, True)
    return clients


def everything(client: FlaskClient, persons: tuple[str, ...]) -> str:
    """All that a browser can get, whatever it may get; the games on offer are always the same, and name rules."""
    said = [client.get(path).get_data(as_text=True) for path in ("/", "/api/board")]
    for person in persons:
        said += [client.get(path).get_data(as_text=True) for path in (f"/{person}", f"/api/{person}")]
        said.append(first_message(client.get(f"/events/{person}")))
    return "\n".join([*said, first_message(client.get("/events"))])


def named_in(text: str, card: Card) -> bool:
    """Whether the text names the card, a joker too."""
    if not card.is_joker:
        return suited_named_in(text, card)
    return bool(re.search(rf"\b{card}\b|{'red' if card.rank == 'R' else 'black'} joker", text, re.IGNORECASE))


def secret_from(stage: Stage, seat: int | None) -> list[Card]:
    """The cards that nobody in ``seat`` may know: the others' hands and what lies face down."""
    hands = stage.desk.desk()._hands
    shown = set(hands.opened) | set(hands.laid())
    others = [card for other, own in enumerate(hands.hands) if other != seat for card in own]
    return [card for card in (*others, *hands.stock) if card not in shown and card not in may_know(stage, seat)]


def may_know(stage: Stage, seat: int | None) -> set[Card]:
    """What everybody saw before: tricks that may be looked at, cards taken from the top of the stock."""
    view = stage.view
    seen = {card["card"] for card in (view["last_trick"] or {"cards": []})["cards"]}
    return {Card.parse(code) for code in seen}


def moments(stage: Stage, looks: int) -> Any:
    """Let the game go on and stop ``looks`` times, evenly over the first hand, each time with all cards dealt."""
    taken, step = 0, 0
    while taken < looks and not stage.view["sheet"]:
        stage.step()
        step += 1
        if step % (2 if stage.view["hand_size"] < 5 else 9) == 0 and any(stage.desk.desk()._hands.hands):
            taken += 1
            yield stage.view


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_told_to_whom_it_is_hidden(game: str, tmp_path: Path) -> None:
    players, options = GAMES[game]
    stage = Stage(tmp_path, game, options, players, seed=11, humans=())
    persons = tuple(stage.keeper.persons())
    clients = sit(stage, *persons) | {"": stage.app.test_client()}
    looked = 0
    for _ in moments(stage, 12):
        for person, client in clients.items():
            seat = persons.index(person) if person else None
            text = everything(client, persons)
            assert [card for card in secret_from(stage, seat) if named_in(text, card)] == [], (person, stage.view)
            looked += 1
    assert looked >= 2 * len(clients)
    own = stage.hand(0) if any(stage.desk.desk()._hands.hands) else []
    text = clients["south"].get("/api/south").get_data(as_text=True)
    assert [code for code in own if not named_in(text, Card.parse(code))] == []


def test_every_card_would_be_found() -> None:
    for card in FULL_PACK:
        assert named_in(f'["{card}"]', card)
        assert not named_in(f"X{card}X", card)
    assert named_in("the ten of hearts", Card.parse("HT"))
    assert named_in("the red joker", Card.parse("JR"))


@pytest.mark.parametrize("game", GAMES)
def test_without_the_seats_own_token_there_is_nothing(game: str, tmp_path: Path) -> None:
    players, options = GAMES[game]
    stage = Stage(tmp_path, game, options, players, seed=12, humans=())
    clients = sit(stage, "south", "north")
    stage.play_until(lambda view: view["trick"])
    token = clients["south"].get_cookie("seat_south")
    stranger = stage.app.test_client()
    attacks = {
        "none": stranger,
        "another seat's": clients["north"],
        "another seat's under this name": forged(
            "seat_south", clients["north"].get_cookie("seat_north").value, stranger
        ),
        "guessed": forged("seat_south", "A" * 43, stranger),
    }
    clients["south"].post("/seats/south/leave", json={})
    assert stage.app.test_client().post("/seats/south", json={}).status_code == 200
    attacks["old"] = forged("seat_south", token.value, stranger)
    events = stage.keeper.table.events
    held = stage.hand(0)
    for name, client in attacks.items():
        for path in ("/api/south", "/events/south", "/api/southwest", "/api/0", "/events/../south"):
            answer = client.get(path)
            assert answer.status_code in REFUSED, (name, path)
            assert not any(named_in(answer.get_data(as_text=True), Card.parse(code)) for code in held)
        for path in ("/requests/south", *(f"/simulation/south/{act}" for act in ACTS)):
            bodies = [
                {"redeal": True},
                {"card": held[0]},
                {"on": True},
                {"game": "classic"},
                {"time_limits": {"bid": 7}},
            ]
            assert {client.post(path, json=body).status_code for body in bodies} == {403}, (name, path)
    assert stage.keeper.table.events == events
    assert stage.hand(0) == held


def test_points_are_told_no_more_once_the_auction_begins_k3(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "candid", seed=13, humans=())
    clients = sit(stage, "south", "west", "north", "east") | {"": stage.app.test_client()}
    stage.play_until(lambda view: sum(seat["hcp"] is not None for seat in view["seats"]) == 3)
    assert '"hcp":' in clients[""].get("/api/board").get_data(as_text=True)
    stage.play_until(lambda view: view["calls"])
    for client in clients.values():
        for path in ("/api/board", "/api/south", "/api/west"):
            view = client.get(path).get_json().get("view")
            assert view is None or [seat["hcp"] for seat in view["seats"]] == [None] * 4
            assert "points" not in (view or {}).get("prompt", "")


def test_a_blind_bid_is_made_without_the_own_cards_u8(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "australian", players=3, seed=14, humans=())
    clients = sit(stage, "south")
    view = stage.play_until(lambda view: view["special"] == "blind" and len(view["calls"]) == 1, steps=60_000)
    simulation = clients["south"].get("/api/south").get_json()["view"]["simulation"]
    assert simulation["hand"] == []
    assert simulation["face_down"] == view["hand_size"] == 10
    looked_back = json.dumps(view["played"], separators=(",", ":"))
    text = everything(clients["south"], ("south",)).replace(looked_back, "")  # the tricks of the hand before
    assert [code for code in stage.hand(0) if named_in(text, Card.parse(code))] == []
    stage.play_until(lambda view: view["phase"] == "play")
    assert len(clients["south"].get("/api/south").get_json()["view"]["simulation"]["hand"]) == 10
