"""The house of ``tests.clumsy.house``: a table whose program can be switched off and on, the devices around it, and
what people tap there who only want to play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from werkzeug.test import TestResponse

from device.journal.journal import JOURNAL
from device.journal.player_names import PlayerNames
from device.journal.scribe import Scribe
from device.keeper.keeper import Keeper
from device.simulated.answers import answer_to
from device.simulated.desk import GameDesk
from tests.clumsy.controls import offered
from tests.web_ui.devices import Device
from vision.simulated.scene import SimulatedTable
from web_ui.app import create_app
from web_ui.contracts import PLACES
from web_ui.doors.doorkeeper import HostKey
from whist.cards import Card
from whist.games.candid import high_card_points
from whist.messages.requests import NewGame
from whist.rules.refusals import Refused

DEVICES: Final = 5
"""Phones and tablets of the house; the first is the host's."""


class House:
    """A table whose program can be switched off and on, and the devices around it."""

    def __init__(self, folder: Path, choice: NewGame, seed: int) -> None:
        self.folder, self.seed, self.key = folder, seed, HostKey()
        self.devices: list[Device] = []
        self.failed: list[str] = []
        self.counted: Counter[str] = Counter()
        self.start(choice)
        self.devices = [Device(self.app, "127.0.0.1", "localhost:8080")]
        self.devices += [Device(self.app, f"192.168.1.{50 + number}") for number in range(1, DEVICES)]
        for device in self.devices:
            self.ask(device, "GET", "/")

    def start(self, choice: NewGame) -> None:
        """Switch the program on; a game that was left off goes on."""
        self.scribe = Scribe(self.folder / JOURNAL)
        self.keeper = Keeper(choice, self.scribe, names=PlayerNames(self.folder / "names.json"))
        scene = SimulatedTable(self.seed)
        self.desk = GameDesk(self.keeper, scene, self.seed, self.folder, {"south", "north"})
        self.app = create_app(self.keeper, self.desk, seats_store=self.scribe.seats, key=self.key)
        for device in self.devices:
            device._client.application = self.app

    def ask(self, device: Device, method: str, path: str, **how: Any) -> TestResponse:
        """A request; one that fails is noted."""
        answer = device.ask(method, path, **how)
        self.counted["requests"] += 1
        self.counted["refused"] += 400 <= answer.status_code < 500
        if answer.status_code >= 500:
            self.failed.append(f"exception: {method} {path} answers {answer.status_code}")
        elif answer.status_code >= 400 and not (answer.get_json(silent=True) or {}).get("error"):
            self.failed.append(f"sentence: {method} {path} is refused without a word")
        return answer

    def post(self, device: Device, path: str, body: dict[str, Any] | None = None) -> TestResponse:
        """Send what a page sends."""
        return self.ask(device, "POST", path, json=body or {})

    def place(self, device: Device) -> str | None:
        """Where a device sits, if it does."""
        return next((person for person in PLACES if self.ask(device, "GET", f"/api/{person}").status_code == 200), None)

    def settle(self) -> None:
        """Let the camera look and simulated persons act until nothing happens by itself."""
        quiet = 0
        for _ in range(60):
            before = self.keeper.version
            try:
                if not self.keeper.see(self.desk.desk()._hands.perfect_view()):
                    self.desk.step(lambda: None)
            except (Refused, ValueError):
                self.counted["simulated refused"] += 1
            quiet = quiet + 1 if self.keeper.version == before else 0
            if quiet > 2:
                return

    def cards(self) -> tuple[Any, ...]:
        """Where every card is, and all that has happened."""
        hands = self.desk.desk()._hands
        laid = [(one.card, one.x, one.y, one.face_up) for one in hands.scene.scene().laid]
        racked = [hands.slots(holder) for holder in hands.holders]
        return (self.keeper.table.events, [list(own) for own in hands.hands], laid, racked)

    def sit(self, device: Device, person: str) -> TestResponse:
        """Take a place by the code that the board shows."""
        code = self.ask(self.devices[0], "GET", "/api/host").get_json()["code"]
        return self.post(device, f"/seats/{person}", {"code": code})


# -- what people do who only want to play ------------------------------------------------------------------------------


def helpful(house: House, rng: random.Random) -> str:
    """One tap of somebody who is there and only wants to go on: what it was."""
    present = [(device, house.place(device)) for device in house.devices]
    persons = house.keeper.persons()
    seated = [(device, place) for device, place in present if place in persons]
    if not seated:
        device, place = rng.choice(present)
        if place is not None:  # the game in play does not have it
            house.post(device, f"/seats/{place}/leave")
        taken = {other for _, other in present}
        house.sit(device, rng.choice([person for person in persons if person not in taken]))
        return "sit"
    found = [(device, place, way) for device, place in seated for way in ways(house, device, str(place))]
    first = min((way[0] for *_, way in found), default=None)
    pool = [one for one in found if one[2][0] == first] if rng.random() < 0.7 else found
    if not pool:
        return "nothing"
    device, _, (_, path, body) = rng.choice(pool)
    house.post(device, path, body)
    return path


def ways(house: House, device: Device, person: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """What the page of a person offers, the most urgent first: path and body of each."""
    view = house.ask(device, "GET", f"/api/{person}").get_json()["view"]
    simulation, requests = view.get("simulation"), f"/requests/{person}"
    if simulation is None:
        return
    if view["wrong_card"]:
        yield 0, f"/simulation/{person}/take-back", {}
    for button in offered(view):
        if _true(house, view, button.request):
            yield (4 if "command" in button.request else 1 if button.taps < 3 else 7), requests, button.request
    if simulation["may_deal"]:
        yield 2, f"/simulation/{person}/deal", {}
    moved = (view.get("beside") or {}).get("to_move")
    if moved:
        yield 3, f"/simulation/{person}/move", {"card": moved}
    if view["turn"] == view["me"]["seat"]:
        for card in simulation["hand"]:
            yield 5, f"/simulation/{person}/lay", {"card": card}
    for someone, itself in simulation["plays_itself"].items():
        if not itself and someone != person:
            yield 6, f"/simulation/{person}/plays-itself", {"person": someone, "on": True}


def _true(house: House, view: dict[str, Any], body: dict[str, Any]) -> bool:
    """Whether it is no lie, and gives nothing away: what lies lead to is tried at the table itself."""
    if "answer" in body:
        question = next(one for one in view["questions"] if one["id"] == body["question"])
        said = _true_answer(house, view, question)
        return said == body["answer"]
    if "laid_by" in body:
        asked = [one["candidates"][0] for one in view["questions"] if one["kind"] == "turn"]
        wrong = view["wrong_card"]
        card = next(iter(asked), wrong and wrong["card"])
        return bool(card) and _owner(house, view, Card.parse(card)) in (None, body["laid_by"])
    if "hcp" in body:
        true = high_card_points(Card.parse(code) for code in view["simulation"]["hand"])
        can = [action["hcp"] for action in view["actions"] if "hcp" in action]
        return bool(body["hcp"] == min(can, key=lambda points: abs(points - true)))
    return body.get("in_step") != "believed" and not {"undo", "claim"} & body.keys()


def _true_answer(house: House, view: dict[str, Any], question: dict[str, Any]) -> str | None:
    """What somebody answers who has seen all; "none" where no card lies there."""
    answer = answer_to(question, view, house.desk.desk()._hands)
    if answer is None:
        return None
    return str(answer.card) if answer.card else "none"


def _owner(house: House, view: dict[str, Any], card: Card) -> int | None:
    """The seat that has laid a card."""
    return house.desk.desk()._hands.owner(card)
