"""The page of a club: one ranking of many tables, live, and every match as PBN. Nothing can be changed here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from web_ui.doors.addresses import device_of
from web_ui.doors.doors import NOT_UNDERSTOOD, SENTENCES, Shut, check_host, check_origin, guard, own_names
from web_ui.languages import add_languages, language_of
from web_ui.refusals import refusal
from web_ui.squeezed import add_squeezing
from web_ui.streams import Newest, Streams, TooMany
from whist.phrases import phrase, reason

_SENTENCES: Final = SENTENCES | {
    404: phrase("There is no such page here."),
    500: phrase("The club stumbled over this request and wrote the reason in its log."),
}


class Club(Protocol):
    """Whoever follows the tables. All methods may be called from many threads at once."""

    def view(self) -> dict[str, Any]:
        """``ranking``: people, each with ``place``, ``name``, ``won``, ``matches``, ``tables``; ``results`` and
        ``in_play``: matches with ``table``, ``number``, ``game``, ``begun`` and ``sides`` (``names``, ``score``,
        ``won``); how many ``matches`` are over; ``tables``, each with ``name`` and ``trouble`` or None. JSON-able."""
        ...

    def pbn(self) -> Iterator[str]:
        """Every match as PBN, one after another."""
        ...

    def wait(self, after: int, timeout: float) -> int:
        """Block until the version of the view exceeds ``after`` or ``timeout`` seconds have passed; the version."""
        ...


def create_club(club: Club) -> Flask:
    """The application: the ranking at ``/``, as JSON at ``/api/board``, live at ``/events``, and ``/club.pbn``."""
    app = Flask("web_ui")
    add_languages(app)
    add_squeezing(app)
    streams, newest, names = Streams(), Newest(), own_names()
    app.extensions["streams"] = streams

    @app.before_request
    def doors() -> None:
        check_host(request, names)
        check_origin(request) if request.path != "/" else None

    guard(app)

    @app.get("/")
    def page() -> str:
        return render_template("club.html")

    @app.get("/api/board")
    def board() -> Response:
        return jsonify(view=club.view())

    @app.get("/events")
    def events() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        language = language_of(request)

        def text(version: int) -> str:
            return newest.text(language.code, version, lambda: language.said(club.view()))

        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        told = streams.follow(club, text, lambda: True, gone, owner=device_of(request.remote_addr or ""))
        return Response(told, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @app.get("/club.pbn")
    def pbn() -> Response:
        response = Response((text.encode() for text in club.pbn()), mimetype="application/x-pbn")
        response.headers["Content-Disposition"] = 'attachment; filename="club.pbn"'
        return response

    def sentence(why: str, status: int) -> Response:
        return refusal(why, status, phrase("Back to the ranking"))

    @app.errorhandler(Shut)
    def shut(error: Shut) -> Response:
        return sentence(reason(error), error.status)

    @app.errorhandler(TooMany)
    def too_many(error: TooMany) -> Response:
        return sentence(phrase("Too many pages are open at this table; close one and try again."), 503)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        return sentence(_SENTENCES.get(status, NOT_UNDERSTOOD), status)

    return app
