"""The matches that were played, evening by evening: looked at, taken away as files, and deleted by the host.

Whoever holds a place at the table, and the host, may look; everybody else gets one sentence. Nothing here knows a hand
that is not over (``web_ui.contracts.History``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response, abort, jsonify, render_template, request

from web_ui.contracts import History
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut, json_body
from web_ui.doors.seats import Seats
from whist.phrases import phrase

KINDS: Final = {"pbn": "application/x-pbn", "csv": "text/csv", "json": "application/x-ndjson"}


def add_history(app: Flask, history: History, seats: Seats, doorkeeper: Doorkeeper) -> None:
    """Add ``GET /history``, for people, and what it asks: ``/api/history…``, and ``POST /history/<number>/delete``."""

    def may_look() -> bool:
        return doorkeeper.is_host(request) or seats.place(request.cookies) is not None

    def need_look() -> None:
        if not may_look():
            raise Shut(
                phrase("Only people with a place at the table, and the host, can look back at what was played."), 403
            )

    @app.context_processor
    def whether() -> dict[str, Any]:
        return {"may_look_back": may_look()}

    @app.get("/history")
    def history_page() -> tuple[str, int]:
        mine = seats.place(request.cookies) or ""
        return render_template("history.html", mine=mine), 200 if may_look() else 403

    @app.get("/api/history")
    def matches() -> Response:
        need_look()
        return jsonify(history.page(_before()))

    @app.get("/api/history/<int:number>")
    def match(number: int) -> Response:
        need_look()
        return jsonify(_there(history.match(number)))

    @app.get("/api/history/<int:number>/review/<int:hand>")
    def review(number: int, hand: int) -> Response:
        need_look()
        return jsonify(_there(history.review(number, hand)))

    @app.get("/api/history/<int:number>/export/<to>")
    def export(number: int, to: str) -> Response:
        need_look()
        return _file(to, *_there(history.export(to, number)))

    @app.get("/api/history/export/<to>")
    def export_all(to: str) -> Response:
        need_look()
        return _file(to, *_there(history.export(to)))

    @app.post("/history/<int:number>/delete")
    def delete(number: int) -> Response:
        json_body(request)
        doorkeeper.need_host(request)
        return jsonify(_there(history.delete(number)))

    add_people(app, history, need_look, doorkeeper)


def add_people(app: Flask, history: History, need_look: Callable[[], None], doorkeeper: Doorkeeper) -> None:
    """Add what people have done over evenings, and ``POST /history/forget``, with ``name``, for the host."""

    @app.get("/api/history/people")
    def people() -> Response:
        need_look()
        return jsonify(history.statistics())

    @app.post("/history/forget")
    def forget() -> Response:
        name = json_body(request).get("name")
        doorkeeper.need_host(request)
        if not isinstance(name, str) or not name.strip():
            raise Shut(phrase("Say whom to forget."), 400)
        return jsonify(_there(history.forget(name)))


def _before() -> int | None:
    given = request.args.get("before")
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 19):
        raise Shut(phrase("Matches go on before a number."), 400)
    return int(given)


def _there(found: Any) -> Any:
    if found is None:
        abort(404)
    return found


def _file(to: str, name: str, text: str) -> Response:
    response = Response(text.encode(), mimetype=KINDS.get(to, "text/plain"))
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
