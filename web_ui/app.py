"""The page: ``create_app`` makes the Flask application of one table."""

from __future__ import annotations

import errno
import logging
import mimetypes
from collections.abc import Callable, Sequence
from typing import Any, Final

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from web_ui.api.routes import add_api
from web_ui.called import names, with_names
from web_ui.contracts import (
    Fans,
    Feed,
    Guide,
    History,
    HostSettings,
    Keeper,
    Linking,
    Power,
    SeatsStore,
    Seeing,
    SeenStore,
    Simulation,
)
from web_ui.doors.addresses import device_of
from web_ui.doors.doorkeeper import Doorkeeper, HostKey
from web_ui.doors.doors import (
    MAX_BODY,
    NOT_UNDERSTOOD,
    SENTENCES,
    Shut,
    check_host,
    check_origin,
    guard,
    json_body,
    own_names,
)
from web_ui.doors.joining import Address, Reception, add_host, add_joining, known, seated
from web_ui.doors.seats import SeatRefused, Seats
from web_ui.doors.seen_places import seen_places
from web_ui.doors.watching import Watching
from web_ui.languages import add_languages, language_of
from web_ui.pages.checking import Check, add_check
from web_ui.pages.fans import ForgetfulSeats, add_fans
from web_ui.pages.front import add_front, is_fresh
from web_ui.pages.guide import add_guide
from web_ui.pages.history import add_history
from web_ui.pages.lights import add_lights
from web_ui.pages.linking import add_linking
from web_ui.pages.machine import add_machine
from web_ui.pages.manifest import add_manifest
from web_ui.pages.power import add_power
from web_ui.pages.question_pictures import add_question_pictures
from web_ui.pages.rule_cards import add_rule_cards
from web_ui.pages.seeing import add_seeing
from web_ui.pages.simulated import add_advice, add_simulation
from web_ui.refusals import refusal
from web_ui.squeezed import add_squeezing
from web_ui.streams import Newest, Streams, TooMany
from whist.names import by_name
from whist.phrases import phrase, reason
from whist.quoting import where_from
from whist.rules.refusals import Refused

log = logging.getLogger(__name__)

HOST_ONLY: Final = frozenset({"game", "time_limits", "house", "correct", "scores"})
"""Keys of the requests that only the host makes: other games, settings, corrections."""

_SCARCE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC})

_SENTENCES = SENTENCES | {
    404: phrase("There is no such page at this table."),
    500: phrase("The table stumbled over this request and wrote the reason in its log; the game is unchanged."),
}


def create_app(
    keeper: Keeper,
    simulation: Simulation | None = None,
    *,
    seats_store: SeatsStore,
    key: HostKey | None = None,
    address: Address = lambda: None,
    check: Check | None = None,
    history: History | None = None,
    guide: Guide | None = None,
    seeing: Seeing | None = None,
    lights: Sequence[dict[str, str]] = (),
    power: Power | None = None,
    fans: Fans | None = None,
    settings: HostSettings | None = None,
    feed: Feed | None = None,
    linking: Linking | None = None,
    seen: SeenStore | None = None,
) -> Flask:
    """The application: public board at ``/``, or the front door while nothing was begun; one page per place of the game
    in play, as ``/south`` and ``/north``.

    ``simulation`` is given on the simulated table only; ``key`` makes devices the host's, ``address`` says where phones
    find the page; ``check`` adds ``/check``, ``history`` adds ``/history``, ``guide`` adds ``/guide``, ``seeing`` the
    camera's picture; ``lights`` are what each light means (``web_ui.pages.lights``); ``power`` lets the host switch the
    machine off; ``fans`` reads what people photograph of their own cards; ``settings`` change what stands and hangs at
    the table; ``feed`` adds ``/api/v1``, which other programs read; ``linking`` joins other households' tables;
    ``seen`` keeps over a restart which devices have seen whose cards.

    Refusals are JSON ``{"error": one sentence}``, or a page where a browser opens one (``web_ui.refusals``): 400 not
    understood, 401 only for the host, 403 not yours, 404 no such page or person, 409 not now, 413 too large, 415 not
    JSON, 429 guessed too often, 503 too many pages.
    """
    mimetypes.add_type("text/javascript", ".js")
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    add_languages(app)
    add_manifest(app)
    store = seats_store if fans is None else ForgetfulSeats(seats_store, fans)
    seats = Seats(store, seen_places(keeper, simulation, seen))
    streams = Streams()
    app.extensions["streams"] = streams
    doorkeeper = Doorkeeper(key or HostKey())
    reception = Reception(keeper, simulation, seats, doorkeeper, address)
    watching = Watching(keeper, seats, doorkeeper, streams)

    private_view = _private_view(keeper, simulation, fans, seats_store)
    _add_doors(app)
    _add_pages(app, keeper, seats, simulated=simulation is not None)
    add_front(app, reception, watching, streams, checked=check is not None)
    add_rule_cards(app, keeper, lambda: simulation is not None and doorkeeper.is_host(request) and is_fresh(reception))
    add_joining(app, reception)
    add_host(app, reception)
    _add_views(app, keeper, seats, doorkeeper, streams, private_view, watching)
    _add_requests(app, keeper, seats, doorkeeper)
    add_question_pictures(app, keeper, seats)
    add_squeezing(app)
    if simulation is not None:
        _add_chairs(app, keeper, simulation, seats, doorkeeper)
    if fans is not None:
        add_fans(app, keeper, fans, seats, seats_store)
    if check is not None:
        add_check(app, check, doorkeeper)
    add_lights(app, lights)
    if guide is not None:
        add_guide(app, guide, doorkeeper)
    _add_machine(app, doorkeeper, power, settings)
    if linking is not None:
        add_linking(app, linking, doorkeeper)
    if seeing is not None:
        add_seeing(app, seeing, seats, doorkeeper, watching)
    if history is not None:
        add_history(app, history, seats, doorkeeper)
    if feed is not None:
        add_api(app, keeper, feed, seats, doorkeeper, watching, streams)
    _add_errors(app, keeper)
    return app


def _private_view(
    keeper: Keeper, simulation: Simulation | None, fans: Fans | None, store: SeatsStore
) -> Callable[[str], dict[str, Any]]:
    """What a person's page is told, and nobody else's, with everybody's name."""

    def private_view(person: str) -> dict[str, Any]:
        if person not in keeper.persons():
            return keeper.public_view()
        try:
            view = keeper.private_view(person)
            if fans is not None:
                view |= {"fan": fans.shown(person, store.get(person))}
            simulated = {} if simulation is None else {"simulation": _simulated(person, keeper, simulation)}
            return with_names(view | simulated)
        except ValueError:
            return keeper.public_view()  # another game has begun in between, without that place

    return private_view


def _add_chairs(app: Flask, keeper: Keeper, simulation: Simulation, seats: Seats, doorkeeper: Doorkeeper) -> None:
    add_simulation(app, keeper, simulation, seats, doorkeeper)
    add_advice(app, keeper, simulation, seats)
    for person in keeper.persons():
        if seats.taken(person):  # whoever sat there before a restart still does
            simulation.set_plays_itself(person, False)


def _simulated(person: str, keeper: Keeper, simulation: Simulation) -> dict[str, Any]:
    """What ``person`` may see of the simulated table."""
    chairs = {someone: simulation.plays_itself(someone) for someone in keeper.persons()}
    return {
        "hand": simulation.hand(person),
        "face_down": simulation.face_down(person),
        "playable": simulation.playable(person),
        "may_deal": simulation.may_deal(person),
        "plays_itself": chairs,
        "faults": simulation.list_faults(),
    }


def _add_machine(app: Flask, doorkeeper: Doorkeeper, power: Power | None, settings: HostSettings | None) -> None:
    """What the host does with the machine, as far as it can be done."""
    if power is not None:
        add_power(app, power, doorkeeper)
    if settings is not None:
        add_machine(app, settings, doorkeeper)


def _add_doors(app: Flask) -> None:
    names = own_names()

    @app.before_request
    def doors() -> None:
        check_host(request, names)
        if request.method not in ("GET", "HEAD", "OPTIONS") or request.path.startswith(("/events/", "/api/")):
            check_origin(request)

    guard(app)


def _add_pages(app: Flask, keeper: Keeper, seats: Seats, *, simulated: bool) -> None:
    @app.get("/<person>")
    def human(person: str) -> str:
        mine = seats.holds(known(person), request.cookies)
        place = seats.place(request.cookies)
        other = "" if mine or place is None else place
        state = "mine" if mine else "elsewhere" if other else "taken" if seats.taken(person) else "free"
        if person not in keeper.persons():
            state = "absent"
        return render_template(
            "human.html",
            person=person,
            mine=mine,
            other=other,
            state=state,
            simulated=simulated,
            places=keeper.persons(),
            game=keeper.public_view()["game"],
        )


def _add_views(
    app: Flask,
    keeper: Keeper,
    seats: Seats,
    doorkeeper: Doorkeeper,
    streams: Streams,
    private_view: Callable[[str], dict[str, Any]],
    watching: Watching,
) -> None:
    newest = Newest()

    def stream(whose: str, view: Callable[[], dict[str, Any]], allowed: Callable[[], bool]) -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        gone, language = request.environ.get("waitress.client_disconnected", lambda: False), language_of(request)

        def text(version: int) -> str:
            return newest.text((whose, language.code), version, lambda: language.said(view()))

        place = seats.place(request.cookies)
        messages = streams.follow(
            keeper,
            text,
            allowed,
            gone,
            owner=place or device_of(request.remote_addr or ""),
            kept=place is not None or doorkeeper.is_host(request),
        )
        return Response(messages, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @app.get("/events")
    def board_events() -> Response:
        watching.need()
        return stream("", keeper.public_view, watching.allowed())

    @app.get("/events/<person>")
    def person_events(person: str) -> Response:
        seated(seats, person)
        cookies = dict(request.cookies)
        return stream(person, lambda: private_view(person), lambda: seats.holds(person, cookies))

    @app.get("/api/games")
    def games() -> Response:
        return jsonify(games=keeper.games(), played=keeper.last_played() if watching.may_watch() else [])

    @app.get("/api/board")
    def board_view() -> Response:
        watching.need()
        return jsonify(version=keeper.wait(-1, 0.0), view=keeper.public_view())

    @app.get("/api/<person>")
    def person_view(person: str) -> Response:
        seated(seats, person)
        return jsonify(version=keeper.wait(-1, 0.0), view=private_view(person))


def _add_requests(app: Flask, keeper: Keeper, seats: Seats, doorkeeper: Doorkeeper) -> None:
    @app.post("/requests/<person>")
    def requests(person: str) -> Response:
        seated(seats, person)
        body = json_body(request)
        if HOST_ONLY & body.keys():
            doorkeeper.need_host(request)
        why = keeper.request(person, body)
        if why is not None:
            raise Shut(why, 409)
        return jsonify(taken=True)


def _add_errors(app: Flask, keeper: Keeper) -> None:
    def sentence(why: str, status: int) -> Response:
        return refusal(why, status, phrase("Back to the table"))

    @app.errorhandler(Shut)
    @app.errorhandler(SeatRefused)
    def shut(error: Shut | SeatRefused) -> Response:
        return sentence(reason(error), error.status)

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return sentence(by_name(reason(error), names(keeper.public_view())), 409)

    @app.errorhandler(TooMany)
    def too_many(error: TooMany) -> Response:
        return sentence(phrase("Too many pages are open at this table; close one and try again."), 503)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        response = sentence(_SENTENCES.get(status, NOT_UNDERSTOOD), status)
        if isinstance(error, MethodNotAllowed):
            response.allow.update(error.valid_methods or ())
        return response

    @app.errorhandler(Exception)
    def anything(error: Exception) -> Response:
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in _SCARCE):
            # the system's doing, of which a traceback tells nothing
            log.error("A request to %s failed: %s.", request.path, getattr(error, "strerror", None) or "out of memory")
        else:
            log.error("A request to %s failed: %s", request.path, where_from(error))
        return sentence(_SENTENCES[500], 500)
