"""The camera's picture of the play area: on the simulated table for whoever may see the board, at a real one by a house
rule for those who play and the host. Everybody else is refused, whether there is one or not."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, abort, jsonify, request

from web_ui.contracts import Seeing
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut
from web_ui.doors.seats import Seats
from web_ui.doors.watching import Watching
from whist.phrases import phrase


def add_seeing(app: Flask, seeing: Seeing, seats: Seats, doorkeeper: Doorkeeper, watching: Watching) -> None:
    """Add ``GET /api/seen`` and ``/api/seen/<number>.jpg`` for whoever may look."""

    def plays() -> bool:
        return seats.place(request.cookies) is not None or doorkeeper.is_host(request)

    def need_look() -> None:
        if seeing.always:
            watching.need()
        elif not plays():
            raise Shut(phrase("Only people with a place at the table, and the host, see what the camera sees."), 403)
        if not seeing.on:
            raise Shut(phrase("By this table's house rule nobody is shown the camera's picture."), 403)

    @app.context_processor
    def whether() -> dict[str, Any]:
        return {"seeing": "always" if seeing.always else "rule" if plays() else ""}

    @app.get("/api/seen")
    def seen() -> Response:
        need_look()
        return jsonify(seeing.state())

    @app.get("/api/seen/<int:number>.jpg")
    def seen_picture(number: int) -> Response:
        need_look()
        jpeg = seeing.picture(number)
        if jpeg is None:
            abort(404)
        return Response(jpeg, mimetype="image/jpeg")
