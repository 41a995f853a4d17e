"""Coming to the table: taking a place with the code of the board, moving it to another device, and what the host does
about codes and places."""

from __future__ import annotations

import ipaddress
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, jsonify, render_template, request

from web_ui.contracts import PLACES, Keeper, Simulation
from web_ui.doors import codes
from web_ui.doors.doorkeeper import COOKIE, HANDOVER_S, Doorkeeper, Later
from web_ui.doors.doors import Shut, json_body
from web_ui.doors.seats import DEVICE, SeatRefused, Seats, cookie_name
from whist.names import place_name
from whist.phrases import phrase

COOKIE_S: Final = 60 * 86400
"""Seconds for which a device keeps its place, and that it is the host's."""
LONGEST_NAME: Final = 20
"""Letters of a person's name, so that it fits beside a place."""

Address = Callable[[], str | None]
"""Where phones find the page, as ``http://192.168.1.20:8080``; None where only this machine does."""


def known(person: str) -> str:
    """``person`` if it is a place at the table; 404 otherwise."""
    if person not in PLACES:
        abort(404)
    return person


def seated(seats: Seats, person: str) -> str:
    """``person`` if this browser sits there; raises ``SeatRefused`` (403) otherwise."""
    if not seats.holds(known(person), request.cookies):
        name = place_name(person)
        raise SeatRefused(
            phrase("This is for whoever sits in {name}'s place, and this device does not.", name=name), 403
        )
    return person


class Reception:
    """What is done at the door of one table."""

    def __init__(
        self, keeper: Keeper, simulation: Simulation | None, seats: Seats, doorkeeper: Doorkeeper, address: Address
    ) -> None:
        self.keeper, self.simulation, self.seats, self.doorkeeper = keeper, simulation, seats, doorkeeper
        self._address = address

    def sit(self, person: str, body: dict[str, Any]) -> str | None:
        """The token with which this device takes ``person``'s place, free or moved by its code; None when it sits there
        already."""
        name = _name(body.get("name", ""))
        if known(person) not in self.keeper.persons():
            raise SeatRefused(phrase("Nobody sits in {name}'s place in this game.", name=place_name(person)), 409)
        if self.seats.holds(person, request.cookies):
            return None
        self.seats.not_elsewhere(person, request.cookies)
        held = None
        if not self.seats.taken(person):
            self.doorkeeper.check_join(body.get("code", ""), request)
        elif body.get("code"):
            held = self.doorkeeper.redeem(person, body["code"], request)
        cookies = request.cookies
        token = self.seats.sit(person, cookies) if held is None else self.seats.move(person, held, cookies)
        if name:
            self.keeper.set_name(person, name)
        if self.simulation is not None:
            self.simulation.set_plays_itself(person, False)
        return token

    def sit_anywhere(self, body: dict[str, Any]) -> tuple[str, str | None]:
        """The first free place, which this device takes, and its token; its own one where it has left that in this
        hand."""
        free = [one for one in self.keeper.persons() if not self.seats.taken(one)]
        own = self.seats.seen(request.cookies)
        person = own if own in free else next(iter(free), None)
        if person is None:
            raise SeatRefused(phrase("Every place is taken."), 409)
        return person, self.sit(person, body)

    def rename(self, person: str, body: dict[str, Any]) -> None:
        """Call whoever sits in ``person``'s place by the ``name`` of ``body``; "" for nothing."""
        self.keeper.set_name(person, _name(body.get("name")))

    def leave(self, person: str) -> None:
        """This device gives ``person``'s place back."""
        self.seats.leave(known(person), request.cookies)
        self.forget(person)

    def free(self, person: str) -> None:
        """The host gives ``person``'s place back for whoever sat there."""
        self.doorkeeper.need_host(request)
        self.seats.free(known(person))
        self.forget(person)

    def forget(self, person: str) -> None:
        """Nobody sits in ``person``'s place any more: neither name nor code of it holds."""
        self.doorkeeper.withdraw(person)
        self.keeper.set_name(person, "")

    def hand_over(self, person: str) -> dict[str, Any]:
        """The code with which another device takes ``person``'s place over, and where it goes for that."""
        held = self.seats.held(known(person))
        if held is None:
            raise SeatRefused(phrase("Nobody sits in {name}'s place.", name=place_name(person)), 409)
        code = self.doorkeeper.offer(person, held)
        return self._invitation(code, f"{person}.{code}") | {"seconds": int(HANDOVER_S)}

    def invitation(self) -> dict[str, Any]:
        """What the host's devices show: address, code and picture, and who sits where."""
        code = self.doorkeeper.join_code
        names = self.keeper.public_view().get("names", {})
        places = [
            {"person": person, "taken": self.seats.taken(person), "name": names.get(person, "")}
            | {"itself": self.simulation is not None and self.simulation.plays_itself(person)}
            for person in self.keeper.persons()
        ]
        return self._invitation(code, code) | {"places": places}

    def _invitation(self, code: str, fragment: str) -> dict[str, Any]:
        # behind the # it is neither sent to a server nor written into a log
        address = self._reached_at()
        return {"code": code, "address": address, "qr": address and codes.qr(f"{address}/join#{fragment}")}

    def _reached_at(self) -> str | None:
        """Where this very device reached the table, if others can too, else what the machine says of itself."""
        try:
            numeric = ipaddress.ip_address(urlsplit(f"//{request.host}").hostname or "")
        except ValueError:
            return self._address()
        here = numeric.is_loopback and self.doorkeeper.trusts_this_machine
        return self._address() if here else f"http://{request.host}"


def _name(given: object) -> str:
    """A person's name, tidied; raises ``Shut`` (400) for what is none."""
    if not isinstance(given, str):
        raise Shut(phrase("A name is sent as text."), 400)
    name = " ".join(given.split())
    # marks that turn the direction of writing or show nothing would spoil the pages of others
    if len(name) > LONGEST_NAME or any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") for letter in name
    ):
        raise Shut(phrase("A name has up to {count} letters, all of which can be seen.", count=LONGEST_NAME), 400)
    return name


def _keep(response: Response, name: str, value: str) -> Response:
    response.set_cookie(name, value, max_age=COOKIE_S, httponly=True, samesite="Strict", path="/")
    return response


def keep_place(response: Response, person: str, token: str | None) -> Response:
    """``response``, by which the device keeps ``person``'s place where it has just taken it."""
    return response if token is None else _keep(response, cookie_name(person), token)


def _drop(response: Response, name: str) -> Response:
    response.delete_cookie(name, path="/", httponly=True, samesite="Strict")
    return response


def add_joining(app: Flask, reception: Reception) -> None:
    """Add what everybody may ask at the door: ``/join``, ``/seats/<person>`` and what belongs to it; and what makes one
    device one, whatever it asks for."""

    @app.before_request
    def one_place() -> None:
        for person in reception.seats.keep_one(request.cookies):
            reception.forget(person)

    @app.after_request
    def known_again(response: Response) -> Response:
        if DEVICE not in request.cookies and response.mimetype == "text/html":
            _keep(response, DEVICE, secrets.token_urlsafe(16))
        return response

    @app.get("/join")
    def join() -> str:
        seats, persons = reception.seats, reception.keeper.persons()
        return render_template(
            "join.html",
            mine=seats.place(request.cookies) or "",
            names=reception.keeper.public_view().get("names", {}),
            game=reception.keeper.public_view()["game"],
            places=[(person, seats.taken(person)) for person in persons],
        )

    @app.post("/seats/<person>")
    def sit(person: str) -> Response:
        token = reception.sit(person, json_body(request))
        return keep_place(jsonify(seat=person), person, token)

    @app.post("/seats/<person>/leave")
    def leave(person: str) -> Response:
        json_body(request)
        reception.leave(person)
        return _drop(jsonify(seat=None), cookie_name(person))

    @app.post("/seats/<person>/hand-over")
    def hand_over(person: str) -> Response:
        json_body(request)
        return jsonify(reception.hand_over(seated(reception.seats, person)))

    @app.post("/seats/<person>/name")
    def rename(person: str) -> Response:
        reception.rename(seated(reception.seats, person), json_body(request))
        return jsonify(seat=person)

    @app.errorhandler(Later)
    def later(error: Later) -> Response:
        response = jsonify(error=error.args[0])
        response.status_code = error.status
        response.headers["Retry-After"] = str(error.seconds)
        return response


def add_host(app: Flask, reception: Reception) -> None:
    """Add the host's page and what it asks: ``/host``, ``/api/host``."""
    doorkeeper = reception.doorkeeper

    @app.context_processor
    def whose() -> dict[str, Any]:
        return {"is_host": doorkeeper.is_host(request)}

    @app.get("/host")
    def host_page() -> str:
        return render_template("host.html", mine=reception.seats.place(request.cookies))

    @app.get("/api/host")
    def invitation() -> Response:
        doorkeeper.need_host(request)
        return jsonify(reception.invitation())

    @app.post("/host")
    def enter() -> Response:
        seal = doorkeeper.enter_pin(json_body(request).get("pin"), request)
        return _keep(jsonify(host=True), COOKIE, seal)

    @app.post("/host/leave")
    def resign() -> Response:
        json_body(request)
        return _drop(jsonify(host=False), COOKIE)

    @app.post("/host/code")
    def renew() -> Response:
        json_body(request)
        doorkeeper.need_host(request)
        doorkeeper.renew()
        return jsonify(reception.invitation())

    @app.post("/host/seats/<person>/free")
    def free(person: str) -> Response:
        json_body(request)
        reception.free(person)
        return jsonify(seat=None)

    @app.post("/host/seats/<person>/name")
    def name(person: str) -> Response:
        doorkeeper.need_host(request)
        reception.rename(known(person), json_body(request))
        return jsonify(seat=person)

    @app.post("/host/seats/<person>/hand-over")
    def move(person: str) -> Response:
        json_body(request)
        doorkeeper.need_host(request)
        return jsonify(reception.hand_over(person))
