"""What a page may do on the simulated table: hands that lay, move and deal cards for the camera to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, abort, jsonify, request

from web_ui.contracts import PLACES, Keeper, Simulation
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut, json_body
from web_ui.doors.joining import seated
from web_ui.doors.seats import Seats
from whist.cards import Card
from whist.names import place_name
from whist.phrases import phrase, reason


def add_simulation(app: Flask, keeper: Keeper, simulation: Simulation, seats: Seats, doorkeeper: Doorkeeper) -> None:
    """Add ``POST /simulation/<person>/…``, for whoever sits in ``person``'s place."""

    def plays_itself(person: str, body: dict[str, Any]) -> None:
        someone, on = body.get("person", person), body.get("on")
        if someone not in keeper.persons() or not isinstance(on, bool):
            raise Shut(phrase('Say who and whether: {"person": "north", "on": true}.'), 400)
        _need_free(seats, person, someone)
        simulation.set_plays_itself(someone, on)

    def level(person: str, body: dict[str, Any]) -> None:
        someone, wanted = body.get("person", person), body.get("level")
        if someone not in keeper.persons() or not isinstance(wanted, str):
            raise Shut(phrase('Say who and how well: {"person": "north", "level": "club"}.'), 400)
        _need_free(seats, person, someone)
        simulation.choose_level(someone, wanted)

    def fault(person: str, body: dict[str, Any]) -> None:
        name, on = body.get("fault"), body.get("on")
        if not isinstance(name, str) or not isinstance(on, bool):
            raise Shut(phrase('Say what and whether: {"fault": "dim", "on": true}.'), 400)
        if any(seats.taken(other) for other in PLACES if other != person):
            doorkeeper.need_host(request)  # whoever plays alone spoils nobody's evening
        simulation.switch_fault(name, on, person)

    acts: dict[str, Callable[[str, dict[str, Any]], None]] = {
        "lay": lambda person, body: simulation.lay(person, _card(body)),
        "move": lambda person, body: simulation.move(person, _card(body)),
        "take-back": lambda person, body: simulation.take_back(),
        "deal": lambda person, body: simulation.deal(),
        "plays-itself": plays_itself,
        "level": level,
        "fault": fault,
    }

    @app.post("/simulation/<person>/<act>")
    def simulate(person: str, act: str) -> Response:
        if act not in acts:
            abort(404)
        _need_own(keeper, seats, person)
        body = json_body(request)
        try:
            acts[act](person, body)
        except ValueError as error:
            raise Shut(reason(error), 409) from None
        return jsonify(taken=True)


def add_advice(app: Flask, keeper: Keeper, simulation: Simulation, seats: Seats) -> None:
    """Add ``POST /simulation/<person>/advice``, for whoever sits in ``person``'s place, where the house allows it
    (RULES S5)."""

    @app.post("/simulation/<person>/advice")
    def advise(person: str) -> Response:
        _need_own(keeper, seats, person)
        json_body(request)
        if keeper.house()["suggestions"] != "on":
            raise Shut(phrase("Nobody is advised at this table; the host may allow it."), 409)
        try:
            return jsonify(advice=simulation.advise(person))
        except ValueError as error:
            raise Shut(reason(error), 409) from None


def _need_own(keeper: Keeper, seats: Seats, person: str) -> None:
    """Refuse a device that does not sit in ``person``'s place, and a place that the game in play does not use."""
    if person not in keeper.persons():
        abort(404)
    seated(seats, person)


def _need_free(seats: Seats, person: str, someone: str) -> None:
    """Refuse what ``person`` does with the chair of somebody else who sits there."""
    if someone != person and seats.taken(someone):
        name = place_name(someone)
        raise Shut(phrase("{name}'s place is taken; only who sits there may hand it over.", name=name), 403)


def _card(body: dict[str, Any]) -> str:
    try:
        return str(Card.parse(body.get("card", "")))
    except ValueError:
        raise Shut(phrase('Name a card by suit and rank: {"card": "HT"}.'), 400) from None
