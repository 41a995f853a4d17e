"""The front door: what a fresh table shows at ``/``, and the shortest way into a game on the simulated one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from flask import Flask, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from web_ui.contracts import PLACES, Keeper, Simulation
from web_ui.doors.doors import Shut, json_body
from web_ui.doors.joining import Reception, keep_place
from web_ui.doors.watching import Watching
from web_ui.pages.rule_cards import CARDS, tiles
from web_ui.streams import Streams
from whist.phrases import phrase


def untouched(view: Mapping[str, Any]) -> bool:
    """Whether nothing at all was played, bid or scored."""
    begun = view["trick"] or view["tricks_done"] or view["hand"] or view.get("calls") or view.get("sheet")
    return view["phase"] in ("cut", "deal") and not begun and not any(view["scores"])


def is_fresh(reception: Reception) -> bool:
    """Whether nobody sits at the table and nothing was played."""
    return untouched(reception.keeper.public_view()) and not any(map(reception.seats.taken, PLACES))


def add_front(app: Flask, reception: Reception, watching: Watching, streams: Streams, *, checked: bool) -> None:
    """Add ``/``, which is the front door of a fresh table and the board of any other, ``/board``, which is always the
    board (who may not see it is led to the way in), and on the simulated table ``POST /play-now``."""
    keeper, simulation = reception.keeper, reception.simulation

    def left() -> str | None:
        """A place at the simulated table that this device of the host's, which sits nowhere, may play on in: no page of
        any place is open, so whoever sat there has closed or left it, or it is this very device, which has lost its
        cookie."""
        if simulation is None or not reception.doorkeeper.is_host(request):
            return None
        if reception.seats.place(request.cookies) is not None or any(map(streams.of, PLACES)):
            return None
        taken = [person for person in keeper.persons() if reception.seats.taken(person)]
        return next(iter(taken or [person for person in keeper.persons() if not simulation.plays_itself(person)]), None)

    def board_page() -> str | BaseResponse:
        if not watching.may_watch():
            return redirect("/join", 303)
        game = keeper.public_view()["game"]
        return render_template(
            "board.html",
            simulated=simulation is not None,
            places=keeper.persons(),
            checked=checked,
            game=game,
            ruled=game in CARDS,
            left=left() is not None,
            mine=reception.seats.place(request.cookies),
        )

    @app.get("/")
    def front() -> str | BaseResponse:
        if not is_fresh(reception):
            return board_page()
        invited = reception.doorkeeper.is_host(request) and reception.invitation()
        return render_template("front.html", simulated=simulation is not None, tiles=tiles(keeper), invited=invited)

    @app.get("/board")
    def board() -> str | BaseResponse:
        return board_page()

    if simulation is not None:
        _add_play_now(app, reception, simulation, left)


def _add_play_now(app: Flask, reception: Reception, simulation: Simulation, left: Callable[[], str | None]) -> None:
    keeper = reception.keeper

    @app.post("/play-now")
    def play_now() -> Response:
        body = json_body(request)
        game = body.get("game")
        if not is_fresh(reception):
            mine = left() if game is None else None
            if mine is None:
                raise Shut(phrase("Somebody plays at this table already; join them with the code of the board."), 409)
            reception.seats.not_elsewhere(mine, request.cookies)
            reception.free(mine)
            return _dealt(mine, reception.sit(mine, body))
        other_game = None if game in (None, keeper.public_view()["game"]) else {"game": game} | _players(keeper, game)
        if other_game:
            reception.doorkeeper.need_host(request)
        person, token = reception.sit_anywhere(body)
        if other_game:
            keeper.request(person, other_game)
        for other in keeper.persons():
            simulation.set_plays_itself(other, other != person)
        return _dealt(person, token)

    def _dealt(person: str, token: str | None) -> Response:
        with suppress(ValueError):  # somebody else deals, or does so already
            if simulation.may_deal(person):
                simulation.deal()
        return keep_place(jsonify(seat=person), person, token)


def _players(keeper: Keeper, game: object) -> dict[str, int]:
    """How many play ``game`` where that can be chosen: four, if so many may."""
    offer = next((one for one in keeper.games() if one["game"] == game), None)
    if offer is None:
        raise Shut(phrase("There is no such game at this table."), 400)
    fewest, most = offer["players"]
    return {} if fewest == most else {"players": min(max(4, fewest), most)}
