"""``/api/v1``: what other programs may read of the table, without a token; and nothing that they may change.

They are told what the board shows, and only where its device may open the board (RULES S7).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response, abort, jsonify, request

from web_ui.api.openapi import PREFIX, VERSION, Described, described, document
from web_ui.api.schemas import ID, NUMBER
from web_ui.contracts import Feed, Keeper
from web_ui.doors.addresses import device_of
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut
from web_ui.doors.seats import Seats
from web_ui.doors.watching import Watching
from web_ui.languages import language_of
from web_ui.streams import Streams, dumps
from whist.phrases import phrase
from whist.rules.refusals import Refused

_ID: Final = re.compile(ID["pattern"], re.ASCII)
_BEFORE: Final = {"before": (NUMBER, "the `next` of the page before")}
_AFTER: Final = "the id of the last event that is known, as 3.41; 0.0 for all there are"


def add_api(
    app: Flask, keeper: Keeper, feed: Feed, seats: Seats, doorkeeper: Doorkeeper, watching: Watching, streams: Streams
) -> None:
    """Add the public API: the document, the view, the events, and the matches that are over."""

    @app.get(PREFIX)
    @described(Described("what there is to read", "About"))
    def api_about() -> Response:
        watching.need()
        return jsonify(name="whist-table", version=VERSION, addresses=list(document(app)["paths"]))

    @app.get(f"{PREFIX}/openapi.json")
    @described(Described("this document", "Document"))
    def api_document() -> Response:
        watching.need()
        return jsonify(document(app))

    @app.get(f"{PREFIX}/view")
    @described(Described("all that the board shows now", "View"))
    def api_view() -> Response:
        watching.need()
        return jsonify(match=feed.newest(), view=keeper.public_view())

    _add_events(app, keeper, feed, seats, doorkeeper, watching, streams)
    _add_matches(app, feed, watching)


def _add_events(
    app: Flask, keeper: Keeper, feed: Feed, seats: Seats, doorkeeper: Doorkeeper, watching: Watching, streams: Streams
) -> None:
    @app.get(f"{PREFIX}/events")
    @described(
        Described(
            "public events as they happen, as server-sent events; without an id those of the match in play",
            media="text/event-stream",
            query={"after": (ID, _AFTER)},
            headers={"Last-Event-ID": (ID, f"{_AFTER}; it goes before `after`")},
        )
    )
    def api_events() -> Response:
        watching.need()
        match, number = _wanted(feed)
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        place = seats.place(request.cookies)
        messages = streams.numbered(
            keeper,
            _following(feed, match, number),
            watching.allowed(),
            request.environ.get("waitress.client_disconnected", lambda: False),
            owner=place or device_of(request.remote_addr or ""),
            kept=place is not None or doorkeeper.is_host(request),
        )
        return Response(messages, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @app.get(f"{PREFIX}/matches/<int:number>/events")
    @described(Described("all public events of a match", "Events"))
    def api_match_events(number: int) -> Response:
        watching.need()
        return jsonify(events=_there(feed.events(_told(number))))


def _add_matches(app: Flask, feed: Feed, watching: Watching) -> None:
    @app.get(f"{PREFIX}/matches")
    @described(Described("the matches that are over, newest first", "Matches", query=_BEFORE))
    def api_matches() -> Response:
        watching.need()
        given = request.args.get("before")
        if given is not None and not re.fullmatch("[0-9]{1,15}", given, re.ASCII):
            raise Shut(phrase("Matches go on before a number."), 400)
        return jsonify(feed.matches(None if given is None else int(given)))

    @app.get(f"{PREFIX}/matches/<int:number>")
    @described(Described("a match that is over, with its score sheet and every trick", "Match"))
    def api_match(number: int) -> Response:
        watching.need()
        return jsonify(_there(feed.match(_told(number))))

    @app.get(f"{PREFIX}/matches/<int:number>/pbn")
    @described(Described("a match that is over as PBN", media="application/x-pbn"))
    def api_match_pbn(number: int) -> Response:
        watching.need()
        return Response(_there(feed.pbn(_told(number))).encode(), mimetype="application/x-pbn")


def _wanted(feed: Feed) -> tuple[int, int]:
    """After which event is to be told: what a browser says that comes again, else what was asked for."""
    given = request.headers.get("Last-Event-ID") or request.args.get("after")
    if given is None:
        return feed.newest(), 0
    if not _ID.fullmatch(given):
        raise Shut(phrase("An event is named by its match and its number, as 3.41."), 400)
    match, _, number = given.partition(".")
    return int(match), int(number)


def _following(feed: Feed, match: int, number: int) -> Callable[[], list[tuple[str, str]]]:
    """Gives what follows an event, and each time that it is called what follows that."""
    language, at = language_of(request), (match, number)

    def more() -> list[tuple[str, str]]:
        nonlocal at
        try:
            told = feed.after(*at)
        except Refused:  # the journal cannot be read now; what it has comes later
            return []
        if told:
            at = (told[-1]["match"], told[-1]["number"])
        return [(f"{event['match']}.{event['number']}", dumps(language.said(event))) for event in told]

    return more


def _told(number: int) -> int:
    """A number of a match that may be there."""
    return number if number <= NUMBER["maximum"] else abort(404)


def _there(found: Any) -> Any:
    if found is None:
        abort(404)
    return found
