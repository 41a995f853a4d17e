"""Camera, pack, lights and pins as settings on the host's page: the settings file of the program, and its restart."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, jsonify, request

from web_ui.contracts import HostSettings
from web_ui.doors.doorkeeper import Doorkeeper
from web_ui.doors.doors import Shut, json_body
from web_ui.languages import language_of
from whist.phrases import phrase


def add_machine(app: Flask, settings: HostSettings, doorkeeper: Doorkeeper) -> None:
    """Add ``GET /api/host/settings``, ``POST /host/settings`` with ``{"changes": {name: value}}`` and ``POST
    /host/restart``, for the host alone; 409 with one sentence where it cannot be done."""

    @app.context_processor
    def whether() -> dict[str, Any]:
        return {"has_settings": True}

    def told(what: dict[str, Any]) -> Response:
        return jsonify(language_of(request).said(what))

    @app.get("/api/host/settings")
    def shown() -> Response:
        doorkeeper.need_host(request)
        return told(settings.shown())

    @app.post("/host/settings")
    def change() -> Response:
        doorkeeper.need_host(request)
        changes = json_body(request).get("changes")
        if not isinstance(changes, dict):
            raise Shut(phrase("The request was not understood."), 400)
        return told(settings.change(changes))

    @app.post("/host/restart")
    def restart() -> Response:
        doorkeeper.need_host(request)
        settings.restart()
        return jsonify(done="restart")
